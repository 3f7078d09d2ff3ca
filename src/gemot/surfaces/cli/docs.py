"""`gemot admin docs`: the generator stands above the surfaces and is loaded by its name."""

from importlib import import_module

import click

from gemot.surfaces.cli import options

docs: click.Command = import_module("gemot.docsgen.command").docs
docs.epilog = docs.epilog or options.examples("gemot admin docs --check")
