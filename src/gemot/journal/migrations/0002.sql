-- A blob goes only once a tombstone names it, in the same transaction.
DROP TRIGGER blob_stays;

CREATE TRIGGER blob_stays BEFORE DELETE ON blob
WHEN NOT EXISTS (
    SELECT 1 FROM record WHERE kind = 'tombstone' AND instr(envelope, OLD.digest) > 0
)
BEGIN SELECT RAISE(ABORT, 'blobs are never deleted, unless a tombstone names them'); END;

-- Which records of a case were brought in from another store: their fences are that store's.
-- `mark` is a checksum of the row's other columns.
CREATE TABLE arrival (
    "case" TEXT    NOT NULL,
    first  INTEGER NOT NULL,
    last   INTEGER NOT NULL,
    at     TEXT    NOT NULL,
    mark   TEXT    NOT NULL,
    PRIMARY KEY ("case", first)
);

CREATE TRIGGER arrival_stays BEFORE DELETE ON arrival
BEGIN SELECT RAISE(ABORT, 'arrivals are never deleted'); END;

CREATE TRIGGER arrival_keeps BEFORE UPDATE ON arrival
BEGIN SELECT RAISE(ABORT, 'arrivals are never changed'); END;
