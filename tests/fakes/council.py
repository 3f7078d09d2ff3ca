"""An answerer that obeys any JSON Schema: whole councils run on it without a model.

The instance is a pure function of the schema, the model's name and the place (dotted path, list
indexes included, e.g. `claims.0.kind`):
- `const`, and the first of `examples`, as they stand; `$ref` into the schema is followed
- `enum`: the member at SHA-256(model, newline, path), first 8 bytes, big-endian, modulo its length
- `anyOf`/`oneOf`/a list of types: null where null is allowed, else the first branch
- object: every property, in the schema's order; array: `minItems` or 1 items, at most `maxItems`
- string: a date for its format, else `<model> on <path>`, fitted to the lengths; where that does
  not match `pattern`, the first of `SAMPLES` that does
- integer and number: `minimum`, else 0; boolean: parity of the same digest
"""

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

Fields = Mapping[str, Any]
"""Dotted path, `*` for any one part -> the value that stands there instead."""
Override = Callable[[str, dict[str, Any]], Any]
"""`override(path, schema)`: the value for that place, or `KEEP`."""
KEEP = object()
SAMPLES = (
    "a1", "A1", "E1", "O1", "O1@1", "D1", "A-P1", "A-C1", "P1", "C1", "1", "0.5", "a-b", "a_b",
    "ABC", "abc", "2026-01-01", "2026-01-01T00:00:00Z", "0" * 40, "0" * 64, "sha256:" + "0" * 64,
)  # fmt: skip


def digest(model: str, path: str) -> int:
    """The number that all choices at `path` are made from."""
    return int.from_bytes(sha256(f"{model}\n{path}".encode()).digest()[:8], "big")


def overrides(fields: Fields) -> Override:
    """The override for a table of dotted paths, e.g. `{"claims.*.kind": "risk"}`."""
    patterns = [
        (re.compile(re.escape(path).replace(r"\*", r"[^.]+") + r"\Z"), value)
        for path, value in fields.items()
    ]

    def override(path: str, schema: dict[str, Any]) -> Any:
        return next((value for pattern, value in patterns if pattern.match(path)), KEEP)

    return override


def instance(schema: dict[str, Any], model: str, override: Override | None = None) -> Any:
    """A valid instance of `schema`, the same at every call. ValueError where the rules fail."""
    return _Maker(schema, model, override or (lambda path, part: KEEP)).make(schema, "")


class _Maker:
    def __init__(self, root: dict[str, Any], model: str, override: Override) -> None:
        self.root, self.model, self.override = root, model, override

    def make(self, schema: dict[str, Any], path: str) -> Any:
        schema = self.resolve(schema)
        chosen = self.override(path, schema)
        if chosen is not KEEP:
            return chosen
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][digest(self.model, path) % len(schema["enum"])]
        if schema.get("examples"):
            return schema["examples"][0]
        for branches in ("anyOf", "oneOf"):
            if branches in schema:
                options = [self.resolve(branch) for branch in schema[branches]]
                nullable = any(option.get("type") == "null" for option in options)
                return None if nullable else self.make(options[0], path)
        return self.typed(schema, path)

    def resolve(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            found: Any = self.root
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part.replace("~1", "/").replace("~0", "~")]
            schema = found
        return schema

    def typed(self, schema: dict[str, Any], path: str) -> Any:
        kind = schema.get("type", "object" if "properties" in schema else "string")
        if isinstance(kind, list):
            if "null" in kind:
                return None
            kind = kind[0]
        match kind:
            case "object":
                parts = schema.get("properties", {}).items()
                return {name: self.make(part, _join(path, name)) for name, part in parts}
            case "array":
                count = min(schema.get("minItems", 1), schema.get("maxItems", 1_000))
                items = schema.get("items") or {"type": "string"}
                return [self.make(items, _join(path, str(index))) for index in range(count)]
            case "string":
                return self.text(schema, path)
            case "integer" | "number":
                return schema.get("minimum", 0)
            case "boolean":
                return digest(self.model, path) % 2 == 1
            case "null":
                return None
        raise ValueError(f"no rule for type {kind!r} at {path!r}")

    def text(self, schema: dict[str, Any], path: str) -> str:
        least, most = schema.get("minLength", 0), schema.get("maxLength", 200)
        dates = {"date": "2026-01-01", "date-time": "2026-01-01T00:00:00Z"}
        written = dates.get(schema.get("format", ""), f"{self.model} on {path or 'the question'}")
        fitted = written[:most].ljust(least, "x")
        pattern = schema.get("pattern")
        if pattern is None:
            return fitted
        for sample in (fitted, *SAMPLES):
            if least <= len(sample) <= most and re.search(pattern, sample):
                return sample
        raise ValueError(f"no sample matches {pattern!r} at {path!r}: add one or override it")


def _join(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part
