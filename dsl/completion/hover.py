"""What stands at a place of a text: a clause, a function or a property, said from the catalog or from one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import Span
from ..binding.names import Index, index_of
from ..binding.types import in_words
from ..catalog import Catalog
from ..highlighting.highlight import Kind, highlight
from ..parsing.script import regions
from ..parsing.strings import unquote_name
from .meanings import meaning_of
from .names import arity


@dataclass(frozen=True, slots=True)
class Hover:
    """What is to be said of a part of a text. title: what it is, in a few words; doc: a sentence."""

    span: Span
    title: str
    doc: str


def hover(text: str, position: int, catalog: Catalog) -> Hover | None:
    """Return what is known of the part at a position, None where nothing is. Any text will do."""
    start, end = next(((start, end) for start, end in regions(text) if start <= position < end), (0, 0))
    parts = [part for part in highlight(text[start:end]) if part[2] not in ("blank", "comment")]
    at = next((n for n, (a, b, _) in enumerate(parts) if a <= position - start < b), None)
    if at is None:
        return None
    words = [text[start + a : start + b] for a, b, _ in parts]
    title, doc = _said(words, [kind for _, _, kind in parts], at, index_of(catalog))
    span = Span(start + parts[at][0], start + parts[at][1])
    return Hover(span, title, doc) if title else None


def _said(words: Sequence[str], kinds: Sequence[Kind], at: int, index: Index) -> tuple[str, str]:
    if kinds[at] == "keyword":
        return _keyword(words, kinds, at)
    return _name(unquote_name(words[at]), kinds[at], index)


def _keyword(words: Sequence[str], kinds: Sequence[Kind], at: int) -> tuple[str, str]:
    """Return the longest phrase around a keyword that has a meaning."""
    first = next((word.upper() for word in words if word.upper() not in ("EXPLAIN", "PROFILE")), "")
    for phrase in _phrases(words, kinds, at):
        meaning = meaning_of(phrase, first)
        if meaning:
            return phrase, f"{meaning[0].upper()}{meaning[1:]}."
    return "", ""


def _phrases(words: Sequence[str], kinds: Sequence[Kind], at: int) -> Iterator[str]:
    for length in (3, 2, 1):
        for start in range(at - length + 1, at + 1):
            if start >= 0 and all(kind == "keyword" for kind in kinds[start : start + length]):
                yield " ".join(words[start : start + length]).upper()


def _name(name: str, kind: Kind, index: Index) -> tuple[str, str]:
    objective = index.objectives.get(name)
    function = index.functions.get(name.lower())
    found = index.property((*index.labels, *index.types), name)
    node = next((node for node in index.catalog.nodes if node.label == name), None)
    edge, strategy = index.edges.get(name), index.strategies.get(name)
    match kind:
        case "property" if found is not None:
            return f"{name}: {in_words(found.type)}", found.doc
        case "label" if node is not None:
            return f"{name}, a label", node.doc
        case "label" | "name" if edge is not None:
            return f"{name}, an edge from {edge.source} to {edge.target}", edge.doc
        case "function" if function is not None:
            return f"{function.name}, {arity(function)}", function.doc
        case "name" | "property" if objective is not None:
            return f"{name}, an objective ({objective.sense})", objective.doc
        case "name" if strategy is not None:
            return f"{name}, a strategy", strategy.doc
        case _:
            return "", ""
