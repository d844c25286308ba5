"""What could stand at the cursor: words that the parser accepts there, and names that the catalog has for the place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import Span
from ..binding.names import index_of
from ..catalog import Catalog
from .items import NOTHING_KNOWN, Completion, Completions, Known
from .matching import fitting
from .names import names_at, with_defined
from .situation import Situation, situation_at
from .words import words_at

_PARAMETER = re.compile(r"\$\w+")


def complete(text: str, cursor: int, catalog: Catalog, known: Known = NOTHING_KNOWN) -> Completions:
    """Return what could stand at a cursor, a position in `[0, len(text)]`, the likeliest first; nothing is raised.

    A text may be half-written or broken. Whatever is offered parses further where it is put. Names come first where a
    name is due, for keywords are fewer and known better.
    """
    here = situation_at(text, cursor)
    if here is None:
        return Completions(Span(cursor, cursor))
    return Completions(here.span, fitting(_offered(here, text, catalog, known), here.typed))


def _offered(here: Situation, text: str, catalog: Catalog, known: Known) -> Iterator[Completion]:
    known = with_defined(known, catalog)
    names = list(names_at(here, index_of(catalog), known))
    if here.typed[:1] in ("'", '"'):
        yield from (name for name in names if name.kind in ("value", "intent", "memory"))
    elif here.typed.startswith("$"):
        yield from _parameters(here, text)
    elif here.typed.startswith("`"):
        yield from (name for name in names if name.kind not in ("value", "function"))
    else:
        yield from names
        yield from _parameters(here, text)
        yield from words_at(here, known)


def _parameters(here: Situation, text: str) -> Iterator[Completion]:
    """Yield the parameters that the text asks for elsewhere."""
    if "PARAMETER" in here.accepts:
        others = text[: here.span.start] + " " + text[here.span.end :]
        for name in dict.fromkeys(_PARAMETER.findall(others)):
            yield Completion(name, "parameter", name)
