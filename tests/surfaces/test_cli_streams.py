"""Bytes that are no text, standard streams that take nothing, files that are there."""

import shlex
import subprocess
from pathlib import Path

import pytest

from gemot.surfaces.cli.main import ROOT
from tests.surfaces.command import GEMOT, SMALL, Desk

BYTES = "\udcff"
"""The byte FF as an argument."""


@pytest.mark.parametrize(
    ("args", "place"),
    [
        (("show", "CASE", BYTES), 3),
        (("show", BYTES), 2),
        (("decide", f"{BYTES}.md"), 2),
        (("decide", BYTES, "--option", "a", "--option", "b"), 2),
        (("conclude", "CASE", "--choose", "retry", "--because", "x", "--owner", BYTES), 8),
        (("init", BYTES), 2),
        (("case", "authorize", "CASE", "--spend", "1", "--because", BYTES), 7),
        (("render", "CASE", "--output", BYTES), 4),
        ((BYTES,), 1),
        (("status", f"--{BYTES}"), 2),
        (("probe", "CASE", "--", "echo", BYTES), 5),
    ],
    ids=str,
)
def test_bytes_that_are_no_text(gemot: Desk, args: tuple[str, ...], place: int) -> None:
    """One offence that names the argument, whatever it would have been for."""
    before = sorted(gemot.project.rglob("*"))
    plain = gemot(*args)
    shown = r"'\xff.md'" if args[-1].endswith(".md") else r"'\xff'"
    shown = r"'--\xff'" if args[-1].startswith("--") else shown
    assert (plain.code, plain.out) == (2, "")
    assert plain.err == (
        "gemot: the command: 1 fault\n"
        f"  usage argument {place}: got bytes that are no UTF-8: {shown}, needed text\n"
        "    fix: give it in UTF-8; rename a file that has such a name\n"
    )
    said = gemot(*args, "--json")
    assert (said.code, said.err) == (2, "")
    assert [o["place"] for o in said.json["offences"]] == [f"argument {place}"]
    assert sorted(gemot.project.rglob("*")) == before


@pytest.mark.parametrize(
    "until", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0999-01-01", "soon"]
)
def test_an_instant_that_is_none(gemot: Desk, until: str) -> None:
    case = gemot.case(*SMALL)
    ran = gemot("case", "authorize", case, "--spend", "1", "--until", until)
    assert ran.code == 2
    assert ran.err == (
        "gemot: the command: 1 fault\n"
        f"  usage --until: got '{until}', needed a day or an instant\n"
        "    fix: write 2026-11-30 or 2026-11-30T18:00:00Z\n"
    )


QUIET = [["status"], ["status", "--json"], ["--help"], ["decide", "--help"], ["--version"]]


def _shell(desk: Desk, args: list[str], tail: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["/bin/bash", "-c", f"{shlex.join([*GEMOT, *args])} {tail}"],
        cwd=desk.project, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("args", QUIET, ids=" ".join)
@pytest.mark.parametrize(
    "tail", [">&-", "<&-", ">&- 2>&-", "| true; exit ${PIPESTATUS[0]}"],
    ids=["no output", "no input", "nothing", "nobody reads"],
)  # fmt: skip
def test_a_stream_that_is_not_there(gemot: Desk, args: list[str], tail: str) -> None:
    """A reader who has left, or never came, changes no exit code."""
    done = _shell(gemot, args, tail)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("args", [*QUIET, ["status", "NONE", "--json"]], ids=" ".join)
def test_a_full_disk(gemot: Desk, args: list[str]) -> None:
    done = _shell(gemot, args, ">/dev/full")
    assert done.stderr.decode() == (
        "gemot: standard output: No space left on device; the answer is not written\n"
    )
    assert done.returncode == 1


def test_an_error_that_nobody_reads(gemot: Desk) -> None:
    assert _shell(gemot, ["staus"], "2>/dev/full").returncode == 2
    assert _shell(gemot, ["staus"], "2>&-").returncode == 2


def test_a_file_that_is_there(gemot: Desk) -> None:
    """Nothing is written over unasked."""
    case = gemot.case(*SMALL)
    jobs = gemot.project / "src" / "jobs.py"
    before = jobs.read_bytes()
    for args, fix in (
        (("render", case, "--output"), "name another path, or give --force"),
        (("init",), "name another path"),
        (("case", "draft", case, "--output"), "name another path"),
    ):
        ran = gemot(*args, "src/jobs.py")
        assert ran.code == 2
        assert ran.err == (
            "gemot: the command: 1 fault\n"
            "  file-there src/jobs.py: got a file that is there, needed a path where nothing is\n"
            f"    fix: {fix}\n"
        )
        assert jobs.read_bytes() == before
    assert gemot("render", case, "--output", "src/jobs.py", "--force").code == 0
    assert jobs.read_bytes() != before


def test_a_folder_that_is_not_there(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    for args in (("init",), ("render", case, "--output"), ("case", "draft", case, "--output")):
        ran = gemot(*args, "docs/my notes/queue.md")
        assert ran.code == 2
        assert ran.err == (
            "gemot: the command: 1 fault\n"
            "  no-folder docs/my notes/queue.md: got no folder 'docs/my notes', "
            "needed a folder that is there\n"
            "    fix: mkdir -p 'docs/my notes'\n"
        )


def test_a_folder_instead_of_a_file(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    ran = gemot("render", case, "--output", "src", "--force")
    assert ran.code == 2
    assert ran.err == (
        "gemot: the command: 1 fault\n"
        "  file-there src: got a folder, needed the path of a file\n"
        "    fix: name a file in it\n"
    )


def test_a_path_in_a_command_is_quoted(gemot: Desk) -> None:
    ran = gemot("init", "a b; touch x.md", "--json")
    assert ran.json["next"][0]["command"] == "gemot decide 'a b; touch x.md'"


MISUSED = [
    (("decide",), "QUESTION|FILE", "nothing", "a value", "gemot decide"),
    (("decide", "q", "--frob"), "gemot decide", "'--frob', which is no option", "an option of it",
     "gemot decide"),
    (("status", "--jso"), "gemot status", "'--jso', which is no option", "'--json'",
     "gemot status"),
    (("status", "--json=3"), "--json", "a value", "none", "gemot"),
    (("decide", "q", "--option"), "--option", "no value", "a value", "gemot"),
    (("render", "x", "--format", "pdf"), "--format", "'pdf'",
     "one of md, json, adr, svg, mermaid", "gemot render"),
    (("show", "a", "b", "c"), "gemot show", "unexpected extra argument (c)",
     "what it takes and no more", "gemot show"),
    (("frobnicate",), "gemot", "'frobnicate', which is no command",
     "one of " + ", ".join(ROOT.table),
     "gemot"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "place", "got", "needed", "command"), MISUSED, ids=str)
def test_misuse(
    gemot: Desk, args: tuple[str, ...], place: str, got: str, needed: str, command: str
) -> None:
    """Whole messages, in our words."""
    ran = gemot(*args)
    assert ran.code == 2
    assert ran.err == (
        "gemot: the command line: 1 fault\n"
        f"  usage {place}: got {got}, needed {needed}\n"
        f"    fix: `{command} --help` shows what it takes\n"
        f"  next: {command} --help\n"
    )


def test_a_folder_where_a_file_is_expected(gemot: Desk) -> None:
    """A question of one word that is a folder's name is asked with its options."""
    case = gemot.case(*SMALL)
    ran = gemot("decide", "src")
    assert ran.err == (
        "gemot: the command: 1 fault\n"
        "  unreadable-file src: got a folder, needed a decision file, or a question\n"
        "    fix: name a file in it, or give the question's options with --option\n"
    )
    ran = gemot("conclude", case, "--file", "src")
    assert (ran.code, ran.err) == (
        2,
        "gemot: the command: 1 fault\n"
        "  unreadable-file src: got a folder, needed a file that can be used\n"
        "    fix: name a file in it\n",
    )
    assert gemot("decide", "src", "--option", "keep", "--option", "drop").code == 0


def test_a_fault_of_a_rule_bears_its_name(gemot: Desk) -> None:
    """What stands in for a word of the wrong form is shown to nobody."""
    (gemot.project / "f.md").write_text(
        "---\nquestion: Keep it?\noptions: [{id: two words}, {id: drop}]\nowner: Ada\n"
        "host: {favours: queue}\n---\n"
    )
    ran = gemot("decide", "f.md", "--json")
    assert ran.code == 2
    named = [(o["code"], o["name"], o["needed"]) for o in ran.json["offences"]]
    form = "1 to 64 of A-Z a-z 0-9 _ . : -, beginning with a letter or digit"
    assert named == [
        ("faulty-input", "faulty-input", form),
        ("FRM007", "unknown-favourite", "one of drop"),
    ]


def test_many_cases_are_counted(gemot: Desk) -> None:
    """Of many cases that might be meant five are named, and the rest counted."""
    for n in range(7):
        gemot("decide", f"Queue {n}?", "--option", "yes", "--option", "no", "--owner", "Ada")
    ids = [c["case"] for c in gemot("status", "--json").json["cases"]]
    (found,) = gemot("show", "queue", "--json").json["offences"]
    assert found["fix"] == f"name one of these: {', '.join(ids[:5])}, and 2 more"
