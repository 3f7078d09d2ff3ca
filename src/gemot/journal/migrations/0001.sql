-- The chain. `n` is the order of commitment over all cases: from 1, without gaps.
CREATE TABLE record (
    n        INTEGER PRIMARY KEY,
    "case"   TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    hash     TEXT    NOT NULL,
    envelope BLOB    NOT NULL,
    salt     BLOB,
    payload  BLOB,
    UNIQUE ("case", seq)
);

CREATE INDEX record_kind ON record (kind, at);

CREATE TRIGGER record_stays BEFORE DELETE ON record
BEGIN SELECT RAISE(ABORT, 'records are never deleted'); END;

-- Payload and salt may be forgotten, both at once; nothing else of a record changes.
CREATE TRIGGER record_keeps BEFORE UPDATE ON record
WHEN NEW.n IS NOT OLD.n OR NEW."case" IS NOT OLD."case" OR NEW.seq IS NOT OLD.seq
  OR NEW.kind IS NOT OLD.kind OR NEW.at IS NOT OLD.at OR NEW.hash IS NOT OLD.hash
  OR NEW.envelope IS NOT OLD.envelope
  OR NEW.payload IS NOT NULL OR NEW.salt IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'records are never changed'); END;

CREATE TABLE blob (
    digest TEXT NOT NULL PRIMARY KEY,
    data   BLOB NOT NULL
);

CREATE TRIGGER blob_stays BEFORE DELETE ON blob
BEGIN SELECT RAISE(ABORT, 'blobs are never deleted'); END;

CREATE TRIGGER blob_keeps BEFORE UPDATE ON blob
BEGIN SELECT RAISE(ABORT, 'blobs are never changed'); END;

-- What is derived from the chain, kept so that `status` reads one row a case.
CREATE TABLE head (
    "case"  TEXT    NOT NULL PRIMARY KEY,
    project TEXT    NOT NULL,
    request TEXT    NOT NULL,
    opened  TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    hash    TEXT    NOT NULL
);

CREATE INDEX head_request ON head (project, request);

-- Beside the chain. `mark` is a checksum of the row's other columns.
CREATE TABLE lease (
    "case" TEXT    NOT NULL,
    act    TEXT    NOT NULL,
    fence  INTEGER NOT NULL,
    holder TEXT    NOT NULL,
    until  TEXT    NOT NULL,
    mark   TEXT    NOT NULL,
    PRIMARY KEY ("case", act)
);

CREATE TABLE charge (
    fence    INTEGER PRIMARY KEY,
    "case"   TEXT    NOT NULL,
    act      TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    reserved INTEGER,
    actual   INTEGER,
    settled  INTEGER NOT NULL,
    mark     TEXT    NOT NULL
);

CREATE INDEX charge_case ON charge ("case");
CREATE INDEX charge_at ON charge (at);

-- Every fence ever given, one row each: the last one is the counter, and a gap shows.
CREATE TABLE fence (n INTEGER PRIMARY KEY);

CREATE TRIGGER fence_stays BEFORE DELETE ON fence
BEGIN SELECT RAISE(ABORT, 'fences are never taken back'); END;

CREATE TRIGGER fence_keeps BEFORE UPDATE ON fence
BEGIN SELECT RAISE(ABORT, 'fences are never changed'); END;
