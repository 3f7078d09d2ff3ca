"""`python -m gemot`."""

from gemot.surfaces.cli.main import main

if __name__ == "__main__":
    main()
