"""A case as one text, from a call."""

from typing import Literal, get_args

from gemot.conduct.acts import Act
from gemot.rules.state import State
from gemot.surfaces.library.denied import faulty

Form = Literal["md", "json", "adr", "svg", "mermaid"]
Drawn = Literal["trace", "panel", "timeline"]


def written(case: str, state: State, acts: tuple[Act, ...], format: Form, of: Drawn) -> str:
    """The text of a case in a format; `Faulty` for a word that is none."""
    for name, word, words in (("format", format, Form), ("of", of, Drawn)):
        if word not in get_args(words):
            needed = ", ".join(get_args(words))
            raise faulty("the format", name, repr(word), f"one of {needed}", "give one of them")
    match format:
        case "md":
            from gemot.views.markdown import markdown

            return markdown(case, state, acts)
        case "json":
            from gemot.views.answer import encode
            from gemot.views.whole import whole

            return encode(whole(case, state)).decode()
        case "adr":
            from gemot.views.adr import adr

            return adr(case, state)
        case _:
            return _drawn(case, state, format, of)


def _drawn(case: str, state: State, format: Form, of: Drawn) -> str:
    from gemot.views import trace

    draw = {"trace": trace.trace, "panel": trace.panel, "timeline": trace.moments}[of]
    graph = draw(case, state)
    if format == "mermaid":
        from gemot.views.mermaid import mermaid

        return mermaid(graph, down=of == "timeline")
    from gemot.views.svg import line_of_time, svg

    return line_of_time(graph, state) if of == "timeline" else svg(graph)
