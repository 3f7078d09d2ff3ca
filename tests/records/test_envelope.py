"""Records as stored: sealed, read back, closed, frozen, and the same as ever."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemot.records.canonical import canonical, sha256
from gemot.records.envelope import (
    GENESIS,
    Envelope,
    Filed,
    Sealed,
    commit,
    open_envelope,
    seal,
    unseal,
)
from gemot.records.kinds import KINDS, NAMES, VERSION, Opaque, kind_of, portable, schema
from gemot.records.prose import FORGOTTEN
from gemot.testing.builders import BUILDERS, CASE, NOW, OWNER, mark
from tests.records.golden import FOLDER, SALT, golden, path, sealed
from tests.records.strategies import records


def stored(record: msgspec.Struct, salt: bytes = SALT) -> Sealed:
    return seal(
        record, case=CASE, seq=7, at=NOW, actor=OWNER, rules=mark("rules"), offences=(),
        prev=GENESIS, salt=salt,
    )  # fmt: skip


@settings(deadline=None)
@given(records(), st.binary(min_size=32, max_size=32))
def test_round_trip(record: msgspec.Struct, salt: bytes) -> None:
    """What was sealed is read back as it was, with all that the envelope says of it."""
    form = stored(record, salt)
    assert unseal(form) == Filed(
        case=CASE,
        seq=7,
        kind=kind_of(record),
        at=NOW,
        actor=OWNER,
        rules=mark("rules"),
        offences=(),
        hash=sha256(form.envelope),
        prev=GENESIS,
        record=record,
    )


@settings(deadline=None)
@given(records())
def test_canonical(record: msgspec.Struct) -> None:
    """The stored bytes are canonical, and stay so when they are read and written again."""
    form = stored(record)
    envelope = open_envelope(form.envelope)
    assert canonical(envelope) == form.envelope
    if form.payload is None:
        assert (form.salt, envelope.payload) == (None, None)
    else:
        assert canonical(msgspec.json.decode(form.payload)) == form.payload
        assert envelope.payload == commit(SALT, form.payload)


@pytest.mark.parametrize("kind", KINDS)
def test_golden(kind: str) -> None:
    """What is stored today is what was stored when the version was made."""
    assert path(kind, VERSION[kind]).read_bytes() == golden(kind)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda p: p.stem)
def test_golden_read(file: object) -> None:
    """Every golden is of a known kind, and of the version it is named for."""
    name = getattr(file, "stem", "")
    kind, _, version = name.rpartition("-")
    assert kind in KINDS
    assert 1 <= int(version) <= VERSION[kind]


def test_golden_all() -> None:
    assert len(list(FOLDER.glob("*.json"))) == sum(VERSION.values())


@pytest.mark.parametrize("kind", KINDS)
def test_closed(kind: str) -> None:
    """An unknown field is refused at the top and within."""
    plain = msgspec.json.decode(msgspec.json.encode(BUILDERS[kind]()))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**plain, "extra": 1}, KINDS[kind])
    for name, value in plain.items():
        if isinstance(value, dict):
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({**plain, name: {**value, "extra": 1}}, KINDS[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_frozen(kind: str) -> None:
    record = BUILDERS[kind]()
    for field in msgspec.structs.fields(record):
        with pytest.raises(AttributeError):
            setattr(record, field.name, None)
    assert hash(record) == hash(BUILDERS[kind]())


@pytest.mark.parametrize("kind", KINDS)
def test_schema(kind: str) -> None:
    """The schema is closed and its patterns are ECMA 262's."""
    text = msgspec.json.encode(schema(kind)).decode()
    assert "\\\\Z" not in text
    assert '"additionalProperties":false' in text
    assert portable({"pattern": r"^a\Z"}) == {"pattern": "^a$"}


def test_kinds() -> None:
    """Names and structs answer each other."""
    assert {NAMES[struct]: struct for struct in KINDS.values()} == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_forgotten(kind: str) -> None:
    """Without its payload a record is still read, and still has its hash."""
    whole = sealed(kind)
    left = Sealed(envelope=whole.envelope, salt=None, payload=None)
    read = unseal(left)
    assert read.hash == whole.hash
    assert read.forgotten == (whole.payload is not None)
    assert (FORGOTTEN.encode() in canonical(read.record)) == read.forgotten


@pytest.mark.parametrize("change", [{"kind": "oracle"}, {"version": 2}])
def test_opaque(change: dict[str, object]) -> None:
    """A kind or a version of the future is kept as it is, and read as opaque."""
    envelope = open_envelope(sealed("verdict").envelope)
    newer = msgspec.structs.replace(envelope, body={"new": [1]}, **change)
    form = Sealed(envelope=canonical(newer), salt=SALT, payload=b"{}")
    read = unseal(form)
    assert read.record == Opaque(kind=newer.kind, version=newer.version, body={"new": [1]})
    assert read.hash == sha256(form.envelope)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"\xff", sealed("case").envelope[:-1], sealed("case").envelope * 2]
)
def test_no_envelope(data: bytes) -> None:
    """Bytes of another form raise one error."""
    with pytest.raises(msgspec.DecodeError):
        open_envelope(data)


@pytest.mark.parametrize("name", Envelope.__struct_fields__)
def test_committed(name: str) -> None:
    """Every field of the envelope is under the hash."""
    envelope = open_envelope(sealed("case").envelope)
    other = msgspec.structs.replace(envelope, **{name: None})
    assert sha256(canonical(other)) != sealed("case").hash


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_salted(one: bytes, other: bytes) -> None:
    """The same words under another salt have another commitment."""
    payloads = [open_envelope(stored(BUILDERS["case"](), s).envelope).payload for s in (one, other)]
    assert (payloads[0] == payloads[1]) == (one == other)


def test_names() -> None:
    read = unseal(sealed("case"))
    assert (read.id, read.name) == (f"{CASE}/007-case", "007-case")
