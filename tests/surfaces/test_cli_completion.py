"""`admin completion`, and what a shell is told at a tab."""

import shutil
import subprocess

import pytest

from tests.surfaces.command import SMALL, Desk


def completed(desk: Desk, *words: str) -> list[str]:
    """What bash is told for these words, the last one begun."""
    environ = {
        "_GEMOT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("gemot", *words)),
        "COMP_CWORD": str(len(words)),
    }
    ran = desk.process(environ=environ)
    assert ran.err == ""
    return [said for x in ran.out.splitlines() if (said := x.partition(",")[2])]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(gemot: Desk, shell: str) -> None:
    text = gemot("admin", "completion", shell).out
    assert "_GEMOT_COMPLETE" in text
    assert gemot("admin", "completion", shell, "--json").json["text"].strip() == text.strip()
    binary = shutil.which(shell)
    if binary is not None:
        checked = subprocess.run([binary, "-n"], input=text, text=True, capture_output=True)
        assert (checked.returncode, checked.stderr) == (0, "")


def test_a_shell_that_there_is_not(gemot: Desk) -> None:
    assert gemot("admin", "completion", "tcsh").code == 2


def test_commands_options_choices_and_cases(gemot: Desk) -> None:
    assert completed(gemot, "case", "sea") == ["search"]
    assert completed(gemot, "render", "x", "--of", "t") == ["trace", "timeline"]
    assert "--all-projects" in completed(gemot, "case", "search", "--a")
    assert completed(gemot, "show", "retry") == []
    assert not gemot.store.exists()
    case = gemot.case(*SMALL)
    for words in (("show",), ("status",), ("verify",), ("case", "bill"), ("admin", "export")):
        assert completed(gemot, *words, "retry") == [case]


def test_a_store_that_does_not_work_is_no_completion(gemot: Desk) -> None:
    gemot.store.parent.mkdir()
    gemot.store.write_bytes(b"nonsense" * 1000)
    assert completed(gemot, "show", "retry") == []
