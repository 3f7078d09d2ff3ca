"""The fields of a struct as its source writes them: name, type, default, docstring."""

import ast
import inspect
import textwrap
from functools import cache

import msgspec


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field as written."""

    name: str
    type: str
    default: str | None
    """None: it is required."""
    says: str


@cache
def fields(struct: type) -> tuple[Field, ...]:
    """The fields of a class in the order of its source."""
    return tuple(_fields(_body(struct)))


def says(struct: type) -> str:
    """The class's docstring in one paragraph."""
    return _flat(inspect.cleandoc(struct.__doc__ or ""))


def _body(struct: type) -> list[ast.stmt]:
    source = textwrap.dedent(inspect.getsource(struct))
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.ClassDef)
    return tree.body


def _fields(body: list[ast.stmt]) -> list[Field]:
    found = []
    for here, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(here, ast.AnnAssign) and isinstance(here.target, ast.Name):
            found.append(
                Field(
                    name=here.target.id,
                    type=_shape(here.annotation),
                    default=None if here.value is None else ast.unparse(here.value),
                    says=_words(after),
                )
            )
    return found


def _shape(node: ast.expr) -> str:
    """The type without what `Annotated` adds."""

    class Plain(ast.NodeTransformer):
        def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
            self.generic_visit(node)
            whole = isinstance(node.value, ast.Name) and node.value.id == "Annotated"
            if whole and isinstance(node.slice, ast.Tuple):
                return node.slice.elts[0]
            return node

    return ast.unparse(Plain().visit(node)).replace("'", '"')


def _words(after: ast.stmt | None) -> str:
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
        return _flat(inspect.cleandoc(str(after.value.value)))
    return ""


def _flat(text: str) -> str:
    return " ".join(text.split())


def table(rows: tuple[Field, ...]) -> list[str]:
    """The fields as a Markdown table."""
    found = ["| Field | Type | Default | What it is |", "| --- | --- | --- | --- |"]
    for f in rows:
        default = "required" if f.default is None else f"`{f.default}`"
        kind = f.type.replace("|", r"\|")
        found.append(
            f"| `{f.name}` | `{kind}` | {default} | {f.says.replace('|', chr(92) + '|')} |"
        )
    return found
