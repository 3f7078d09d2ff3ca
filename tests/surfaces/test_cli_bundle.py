"""`admin export`, `admin import` and `verify --bundle`."""

import io
from pathlib import Path

import pytest

from tests.surfaces.command import MATERIAL, SMALL, Desk


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Another store, which the next commands use."""
    path = tmp_path / "elsewhere" / "store.db"

    def move() -> None:
        monkeypatch.setenv("GEMOT_STORE", f"sqlite:{path}")

    move.path = path  # type: ignore[attr-defined]
    return move  # type: ignore[return-value]


def test_a_case_goes_to_another_store(counselled: Desk, elsewhere: object) -> None:
    case = counselled.case(*MATERIAL)
    before = counselled("render", case, "--format", "json").out
    wrote = counselled("admin", "export", case, "--with-blobs")
    assert wrote.out.startswith(f"wrote {case}.gemot: {case}, ")
    assert f"gemot verify --bundle {case}.gemot" in wrote.out
    head = counselled("verify", case, "--json").json["head"]
    elsewhere()  # type: ignore[operator]
    shown = counselled("verify", "--bundle", f"{case}.gemot", "--against", head, "--json")
    assert (shown.code, shown.json["ok"], shown.json["head"]) == (0, True, head)
    assert shown.json["bundle"] == f"{case}.gemot"
    assert not elsewhere.path.exists()  # type: ignore[attr-defined]
    got = counselled("admin", "import", f"{case}.gemot", "--json").json
    assert [(c["case"], c["how"]) for c in got["cases"]] == [(case, "new")]
    assert got["next"][0]["command"] == f"gemot status {case}"
    assert counselled("render", case, "--format", "json").out == before
    assert counselled("verify").code == 0
    assert "(imported)" in counselled("case", "list").out
    listed = counselled("case", "list", "--json").json["cases"][0]
    assert listed["imported"] == listed["records"]
    assert counselled("admin", "import", f"{case}.gemot").out == f"{case}: was here\n"


def test_a_file_is_not_written_over_and_goes_to_standard_output(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    assert gemot("admin", "export", case, "--json").json["path"] == f"{case}.gemot"
    again = gemot("admin", "export", case, "--json")
    assert again.code == 2
    assert again.json["offences"][0]["code"] == "file-there"
    out = gemot("admin", "export", case, "--output", "-").out
    assert out == (gemot.project / f"{case}.gemot").read_text()
    assert gemot("admin", "export", case, "--output", "-", "--json").code == 2
    assert gemot("verify", case, "--bundle", "x").code == 2


def test_a_spoilt_file_is_refused_with_all_its_faults(
    gemot: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = gemot.case(*SMALL)
    out = gemot("admin", "export", case, "--output", "-").out
    spoilt = out.replace("queue", "quEue", 1).replace('"salt":"', '"salt":"x', 1)

    class Input:
        buffer = io.BytesIO(spoilt.encode())

    monkeypatch.setattr("sys.stdin", Input())
    ran = gemot("admin", "import", "-", "--json")
    assert ran.code == 2
    places = [o["place"] for o in ran.json["offences"]]
    assert places == ["line 1 cases[0].case", "line 2 salt", "line 5 end"]
    assert gemot("verify", "--bundle", "none.gemot").code == 2
    wrong = gemot.project / "wrong.gemot"
    wrong.write_text("nonsense\n")
    assert gemot("verify", "--bundle", "wrong.gemot").code == 2
