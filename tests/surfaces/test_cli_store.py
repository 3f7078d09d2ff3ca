"""The command line on a store that is none: emptied, cut, defined otherwise."""

import sqlite3
from contextlib import closing

import pytest

from tests.surfaces.command import SMALL, Desk


def test_an_emptied_store_is_no_empty_store(gemot: Desk) -> None:
    """No command makes a store of what was one; its key, beside it, tells."""
    gemot.case(*SMALL)
    gemot.store.write_bytes(b"")
    for args in (("verify",), ("status",), SMALL):
        ran = gemot(*args, "--json")
        assert ran.code == 2
        (found,) = ran.json["offences"]
        assert (found["code"], found["got"]) == (
            "store-damaged", f"the store {gemot.store} is an empty file of 0 bytes",
        )  # fmt: skip
        assert found["fix"] == (
            "restore it from a copy of before; if it never held a case, begin anew: "
            f"rm -f {gemot.store} {gemot.store}.key"
        )
        assert gemot.store.read_bytes() == b""


def test_a_store_that_was_begun_and_never_made(gemot: Desk) -> None:
    """A first run that was killed at once leaves an empty file, and hinders no second one."""
    gemot.store.parent.mkdir()
    gemot.store.write_bytes(b"")
    assert gemot(*SMALL).code == 0


@pytest.mark.parametrize("kept", [50, 5000])
def test_a_cut_store(gemot: Desk, kept: int) -> None:
    """`verify` sends nobody to `verify`."""
    gemot.case(*SMALL)
    gemot.store.write_bytes(gemot.store.read_bytes()[:kept])
    ran = gemot("verify", "--json")
    assert ran.code == 2
    (found,) = ran.json["offences"]
    assert found["code"] == "store-damaged"
    assert found["fix"] == (
        f"restore it from a copy of before, or mend it: sqlite3 {gemot.store} .recover"
    )


def test_a_trigger_that_was_added(gemot: Desk) -> None:
    gemot.case(*SMALL)
    with closing(sqlite3.connect(gemot.store)) as db:
        db.execute("CREATE TRIGGER steals AFTER INSERT ON record BEGIN SELECT 1; END")
    ran = gemot("verify", "--json")
    assert ran.code == 3
    (found,) = ran.json["offences"]
    assert (found["code"], found["got"]) == (
        "JRN018", "trigger 'steals', which Gemot did not make",
    )  # fmt: skip
