"""A reply's JSON Schema in plain words, for a person who carries it or a model that takes none.

Law: pure; every property of the schema is named once, with what it may hold, in the schema's
order; ids and words stand exactly as a reply has to write them.
"""

from collections.abc import Iterator
from typing import Any


def words(schema: dict[str, Any]) -> str:
    """One line a property, indented where it stands within another."""
    return "\n".join(_fields(schema, ""))


def _fields(schema: Any, indent: str) -> Iterator[str]:
    for name, part in schema["properties"].items():
        inner = _object(part)
        end = ", with" if inner else ""
        yield f"{indent}- `{name}`: {_said(part)}{end}"
        if inner:
            yield from _fields(inner, indent + "  ")


def _object(part: Any) -> Any:
    """The object that a property holds, alone or in a list; None where it holds none."""
    if "anyOf" in part:
        part = part["anyOf"][0]
    if part.get("type") == "array" and part["maxItems"]:
        part = part["items"]
    return part if part.get("type") == "object" else None


def _said(part: Any) -> str:
    if "anyOf" in part:
        return f"{_said(part['anyOf'][0])}, or null"
    if "enum" in part:
        return "one of " + ", ".join(f"`{x}`" for x in part["enum"])
    match part["type"]:
        case "array":
            return _list(part)
        case "object":
            return "an object"
        case "string":
            return f"text, at most {part['maxLength']} characters"
        case "integer":
            return f"a whole number from {part['minimum']} to {part['maximum']}"
        case "boolean":
            return "true or false"
        case _:
            return "null"


def _list(part: Any) -> str:
    most = part["maxItems"]
    if not most:
        return "an empty list: []"
    item = part["items"]
    what = "objects" if item["type"] == "object" else f"items, each {_said(item)}"
    return f"a list of {part['minItems']} to {most} {what}"
