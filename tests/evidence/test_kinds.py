"""Documents, decision records, rules, records of the store, opinions; and what moved since."""

import hashlib
from pathlib import Path

import msgspec
import pytest

from gemot.conduct.cases import open_case
from gemot.conduct.desk import Desk
from gemot.conduct.staleness import Moved, stale
from gemot.evidence.project import Folder
from gemot.evidence.resolve import resolve, resolvers
from gemot.ports.evidence import Evidence, Found
from gemot.records.framing import Host, Reference
from gemot.records.vocab import EvidenceKind
from gemot.testing.fixed import CountingIds, FixedClock
from gemot.testing.journal import MemoryJournal
from gemot.testing.runner import ScriptedRunner, ran
from gemot.wiring import eyes
from tests.council import OWNER, convening, decide, decision, desk
from tests.evidence.conftest import git, reference

ADR = "# Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nJobs go into a queue.\n"


def look(
    folder: Path, at: str, kind: EvidenceKind, allowed: tuple[str, ...] = (), **more: object
) -> Found:
    project = Folder(folder)
    table = resolvers(project, "olga", FixedClock(), **more)  # type: ignore[arg-type]
    return resolve(table, reference(at, kind), project.commit(), allowed)


def test_a_document_is_kept_by_its_digest(repository: Path, tmp_path: Path) -> None:
    terms = tmp_path / "terms.txt"
    terms.write_text("one\ntwo\nthree\n")
    found = look(repository, str(terms), "document", (str(terms),))
    digest = hashlib.sha256(b"one\ntwo\nthree\n").hexdigest()
    assert (found.resolved, found.text, found.blob) == (True, "one\ntwo\nthree\n", digest)
    lines = look(repository, f"{terms}:2-3", "document", (str(terms),))
    assert (lines.text, lines.first, lines.last) == ("two\nthree\n", 2, 3)


def test_a_document_that_is_no_text_is_shown_by_its_digest(tmp_path: Path) -> None:
    (tmp_path / "plan.pdf").write_bytes(b"%PDF\0\xff")
    found = look(tmp_path, "plan.pdf", "document", ("plan.pdf",))
    digest = hashlib.sha256(b"%PDF\0\xff").hexdigest()
    assert found.text == f"plan.pdf: 6 bytes that are no text, SHA-256 {digest}"
    assert not look(tmp_path, "plan.pdf:1", "document", ("plan.pdf",)).resolved


def test_only_a_document_that_the_command_line_names_is_opened(tmp_path: Path) -> None:
    (tmp_path / "terms.txt").write_text("one\n")
    (tmp_path / "id_rsa").write_text("key\n")
    (tmp_path / "link.txt").symlink_to(tmp_path / "id_rsa")
    assert look(tmp_path, "terms.txt", "document").why == (
        "`terms.txt` is read only where the command line names it; add --evidence terms.txt"
    )
    for secret in ("id_rsa", "link.txt"):
        found = look(tmp_path, secret, "document", (secret,))
        assert "secret by its name" in (found.why or "")
    missing = look(tmp_path, "gone.txt", "document", ("gone.txt",))
    assert missing.why == "`gone.txt` cannot be read: No such file or directory"
    assert look(tmp_path, str(tmp_path), "document", (str(tmp_path),)).why == (
        f"`{tmp_path}` is no regular file, needed one"
    )


@pytest.mark.parametrize(
    "text",
    [
        ADR,
        "---\nstatus: accepted\n---\n# Use a queue\n\n## Decision Outcome\n\nA queue.\n",
        "# Use a queue\n\n* Status: accepted\n\n## Decision\n\nA queue.\n",
        "Use a queue\n===\n\nStatus\n------\nAccepted\n\nDecision\n--------\nA queue.\n",
    ],
)
def test_a_decision_record_looks_like_one(repository: Path, text: str) -> None:
    (repository / "adr.md").write_text(text)
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "Decide")
    found = look(repository, "adr.md", "adr")
    assert (found.resolved, found.text, found.tracked) == (True, text, True)
    assert look(repository, "adr.md:1-2", "adr").last == 2


def test_what_looks_like_none_is_none(repository: Path) -> None:
    assert look(repository, "src/jobs.py:1-3", "adr").why == (
        "`src/jobs.py` is no decision record: it has no status and no decision heading; "
        "mend it, or name it as evidence of the kind file"
    )
    assert look(repository, "docs/none.md", "adr").resolved is False


def test_a_rule_is_a_file_of_the_repository(repository: Path) -> None:
    assert look(repository, "src/jobs.py:2", "rule").text == "line 2\n"
    assert look(repository, "src/none.py", "rule").resolved is False


def test_an_opinion_says_whose_it_is(tmp_path: Path) -> None:
    found = look(tmp_path, "Ben  Beck: a queue is enough", "prior_opinion")
    assert (found.resolved, found.seen_by) == (True, "Ben Beck")
    for nobodys in ("a queue is enough", ": a queue", "Ben:"):
        assert look(tmp_path, nobodys, "prior_opinion").why == (
            "nothing says whose opinion it is, needed one like `Ben: a queue is enough`"
        )


@pytest.mark.parametrize("kind", ["command", "test", "runtime"])
def test_what_only_a_run_shows_is_never_looked_up(tmp_path: Path, kind: EvidenceKind) -> None:
    assert look(tmp_path, "pytest -q", kind).why == (
        "no run of it is kept; run it: `gemot probe CASE --for E1`"
    )


def stored(folder: Path) -> tuple[Desk, str]:
    """A desk on a real project with a case of it."""
    journal = MemoryJournal(CountingIds())
    project = Folder(folder)
    on = desk(journal=journal, project=project, evidence=eyes(project, FixedClock(), None, journal))
    given = decision(host=Host(hypothesis="the queue it is", confidence="medium"))
    return on, open_case(on, given, OWNER).case


def test_a_record_is_found_by_its_name_without_the_hosts_view(repository: Path) -> None:
    on, case = stored(repository)
    found = look(repository, f"{case}/000-case", "record", journal=on.journal)
    assert found.resolved
    assert found.blob == on.state(case).filed[0].hash
    assert "Retry in process" in (found.text or "")
    assert "the queue it is" not in (found.text or "")


def test_a_record_that_is_not_there_or_not_ours_is_none(repository: Path, tmp_path: Path) -> None:
    on, case = stored(repository)
    other = tmp_path / "other"
    other.mkdir()
    whys = [
        look(repository, "nonsense", "record", journal=on.journal).why,
        look(repository, f"{case}/009-report", "record", journal=on.journal).why,
        look(repository, "none-1a2b3c/000-case", "record", journal=on.journal).why,
        look(other, f"{case}/000-case", "record", journal=on.journal).why,
    ]
    assert whys == [
        "'nonsense' names no record, needed one like CASE/007-report",
        f"`{case}` has no record `009-report`; `gemot show {case}` lists them",
        "there is no case `none-1a2b3c` of this project; see `gemot case list`",
        f"there is no case `{case}` of this project; see `gemot case list`",
    ]


def moved(on: Desk, folder: Path, case: str) -> list[tuple[str, str]]:
    """What has moved, as a process that begins now sees it."""
    project = Folder(folder)
    fresh = msgspec.structs.replace(
        on, project=project, evidence=eyes(project, FixedClock(), None, on.journal)
    )
    found: tuple[Moved, ...] = stale(fresh, fresh.state(case))
    return [(m.evidence, m.how) for m in found]


def evidence(*references: tuple[str, EvidenceKind]) -> tuple[Reference, ...]:
    return tuple(
        Reference(id=f"E{i}", status="OBSERVED", kind=kind, at=at)
        for i, (at, kind) in enumerate(references, 1)
    )


def looked_up(folder: Path, *references: tuple[str, EvidenceKind]) -> tuple[Desk, str]:
    project = Folder(folder)
    journal = MemoryJournal(CountingIds())
    looks: Evidence = eyes(project, FixedClock(), None, journal)("owner")
    on = desk(
        journal=journal, project=project, evidence=lambda owner: looks,
        runner=ScriptedRunner(lambda command: ran("2 passed\n")),
    )  # fmt: skip
    given = decision(evidence=evidence(*references))
    stop = decide(on, given, convening(chair=None))
    return on, stop.state.filed[0].case


def test_what_reads_otherwise_has_moved_and_the_rest_has_not(repository: Path) -> None:
    on, case = looked_up(
        repository, ("src/jobs.py:2-3", "file"), ("src/jobs.py:9", "file"),
        ("two jobs a second", "note"), ("HEAD", "commit"),
    )  # fmt: skip
    assert moved(on, repository, case) == []
    lines = (repository / "src/jobs.py").read_text().splitlines(keepends=True)
    (repository / "src/jobs.py").write_text("".join(["new\n", *lines[:1], *lines[1:8], "x\n"]))
    git(repository, "commit", "-qam", "Change")
    assert moved(on, repository, case) == [
        ("E1", "changed"), ("E2", "changed"), ("E4", "changed"),
    ]  # fmt: skip
    git(repository, "rm", "-q", "src/jobs.py")
    git(repository, "commit", "-qm", "Remove")
    assert moved(on, repository, case)[:2] == [("E1", "gone"), ("E2", "gone")]


def test_a_line_that_only_moved_with_its_file_has_not_moved(repository: Path) -> None:
    on, case = looked_up(repository, ("src/jobs.py:2-3", "file"))
    with (repository / "src/jobs.py").open("a") as stream:
        stream.write("one more\n")
    git(repository, "commit", "-qam", "Add")
    assert moved(on, repository, case) == []


def test_a_run_is_as_old_as_its_commit(repository: Path) -> None:
    from gemot.conduct.probing import Asked, probe

    on, case = looked_up(repository, ("pytest -q", "command"))
    probe(on, case, Asked(purpose="E1"), OWNER)
    assert moved(on, repository, case) == []
    git(repository, "commit", "-q", "--allow-empty", "-m", "Go on")
    assert moved(on, repository, case) == [("E1", "changed")]


def test_of_another_project_nobody_can_tell(repository: Path, tmp_path: Path) -> None:
    on, case = looked_up(repository, ("src/jobs.py:2-3", "file"))
    other = tmp_path / "other"
    other.mkdir()
    assert moved(on, other, case) == [("E1", "unknown")]
