"""Names that can stand at the cursor, by what is begun there: a label, an edge, a property, a strategy, a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from lark import Token

from .. import ast
from ..binding.ageing import DECAYS, EXPLORATIONS
from ..binding.names import Index
from ..binding.recall import MEMORY
from ..binding.scope import Scope
from ..binding.types import in_words
from ..catalog import Catalog, FunctionDef, PropertyDef
from ..frozen import replace
from ..parsing.build_writing import OUTCOMES
from ..parsing.lexemes import BRACKETS
from ..parsing.strings import is_bare, print_name, print_variable, quote
from ..parsing.vocabulary import keywords
from .items import Completion, Kind, Known
from .scope import scope_at
from .situation import Situation

_EDGES = ("EDGE_OPEN", "EDGE_OPEN_SPACED")
_LABEL_SIGNS = ("COLON", "VBAR", "AMPERSAND", "BANG")
_QUOTES = ("'", '"')
_BEFORE_MEMORIES = tuple(
    [word]
    for word in (
        *("NEAR", "OF", "FROM", "TO", "WHY", "NOT", "MEMORY", "BY", "SUPERSEDES"),
        *("PIN", "UNPIN", "REINFORCE", "FORGET", "RESTORE", "PURGE", "LINK", "UNLINK", "ARROW"),
    )
)
_CHOICES = {"DECAY": DECAYS, "EXPLORE": EXPLORATIONS}
_RANKED = ("PARETO", "RANK", "PARTITION")


def names_at(here: Situation, index: Index, known: Known) -> Iterator[Completion]:
    """Yield the names that fit what is begun. known: what was defined stands among it."""
    begun = here.begun
    last = begun[-1] if begun else ""
    scope = scope_at(here, index)
    if last == "DOT":
        yield from _properties(here, scope, index)
    elif here.starts_value:
        yield from _values_of_key(here, known)
        yield from _expression(here, scope, index)
    elif "NAME" in here.accepts and last in _LABEL_SIGNS and "LBRACE" not in begun[-3:]:
        yield from _labels_or_edges(begun, index)
    elif "NAME" in here.accepts and last in ("LBRACE", "COMMA") and _innermost(begun) == "LBRACE":
        yield from _keys(here, scope, index)
    elif "NAME" in here.accepts and last in _EDGES and "LINK" in begun[:1] + begun[-3:]:
        yield from _edges(index, of_memories=True)
    else:
        yield from _named(here, index, known)


def with_defined(known: Known, catalog: Catalog) -> Known:
    """Return what is known with what was defined: that is there before anything uses it."""
    return replace(
        known,
        tags=_once(known.tags, (tag.name for tag in catalog.tags)),
        types=_once(known.types, (kind.name for kind in catalog.types)),
        intents=_once(known.intents, (intent.name for intent in catalog.intents)),
    )


def _once(*names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain(*names)))


# ---- what a pattern can say ----------------------------------------------------------------------


def _labels_or_edges(begun: list[str], index: Index) -> Iterator[Completion]:
    if _innermost(begun) in _EDGES:
        yield from _edges(index)
    else:
        yield from (Completion(print_name(n.label), "label", n.label, "", n.doc) for n in index.catalog.nodes)


def _edges(index: Index, *, of_memories: bool = False) -> Iterator[Completion]:
    """Yield the types of edges: all, or those that lie between two memories."""
    for edge in index.edges.values():
        if not of_memories or edge.source == edge.target == MEMORY:
            yield Completion(print_name(edge.type), "edge", edge.type, f"{edge.source} to {edge.target}", edge.doc)


def _keys(here: Situation, scope: Scope, index: Index) -> Iterator[Completion]:
    """Yield the properties of the node or edge in whose braces the cursor stands; of a new memory, its fields."""
    opener = next((thing.type for thing in reversed(here.waiting) if _is(thing, "LPAR", *_EDGES)), "")
    if opener in _EDGES:
        yield from _of_labels(index.types, index)
    elif opener:
        name = next((str(thing) for thing in reversed(here.waiting) if _is(thing, "NAME")), "")
        symbol = scope.find(name)
        yield from _of_labels(symbol.labels if symbol and symbol.labels else index.labels, index)
    elif "REMEMBER" in here.begun:
        for name in index.catalog.fields:
            found = index.property((MEMORY,), name)
            yield Completion(print_name(name), "property", name, in_words(found.type) if found else "", _doc(found))


def _properties(here: Situation, scope: Scope, index: Index) -> Iterator[Completion]:
    """Yield what can stand behind the point."""
    subject = here.waiting[-2] if len(here.waiting) > 1 else None
    if _is(subject, "LBRACE", "COMMA"):  # `m {.`
        subject = next((ast.Name(str(thing)) for thing in reversed(here.waiting) if _is(thing, "NAME")), None)
    name = subject.name if isinstance(subject, ast.Name) else str(subject) if _is(subject, "NAME") else ""
    symbol = scope.find(name)
    if symbol is not None and symbol.labels:
        yield from _of_labels(symbol.labels, index)
    elif name == "scores":
        yield from _objectives(index)


def _of_labels(labels: Iterable[str], index: Index) -> Iterator[Completion]:
    seen: dict[str, PropertyDef] = {}
    for label in labels:
        seen = {**index.properties(label), **seen}
    for found in seen.values():
        yield Completion(print_name(found.name), "property", found.name, in_words(found.type), found.doc)


def _doc(found: PropertyDef | None) -> str:
    return found.doc if found else ""


# ---- expressions ---------------------------------------------------------------------------------


def _expression(here: Situation, scope: Scope, index: Index) -> Iterator[Completion]:
    for symbol in scope.symbols.values():
        detail = " or ".join(symbol.labels[:3]) or in_words(symbol.type)
        yield Completion(print_variable(symbol.name), "variable", symbol.name, detail)
    if any(word in here.begun for word in _RANKED) and here.statement in ("RECALL", "STRATEGY"):
        yield from _objectives(index)
    for function in index.catalog.functions:
        yield Completion(f"{function.name}(", "function", function.name, arity(function), function.doc)


def arity(function: FunctionDef) -> str:
    """Return how a function is called, in a few words: "2 arguments", "an aggregate of 1 argument"."""
    most = "" if function.most == function.least else " or more" if function.most is None else f" to {function.most}"
    counted = f"{function.least}{most} argument{'' if (function.least, most) == (1, '') else 's'}"
    return f"an aggregate of {counted}" if function.aggregate else counted


def _values_of_key(here: Situation, known: Known) -> Iterator[Completion]:
    """Yield known values for `{type: `, `m.type = ` and `m.type IN [`; for an id, memories."""
    by_key = {"type": known.types, "task": known.tasks, "action_type": known.actions}
    key = _key(here.waiting)
    if key in by_key:
        yield from _values(by_key[key], "value", bare=False)
    elif key == "id":
        yield from _memories(here, known)


def _key(waiting: tuple[Any, ...]) -> str:
    opened = max((place for place, thing in enumerate(waiting) if _is(thing, "LSQB")), default=-1)
    if _is(waiting[-1] if waiting else None, "LSQB", "COMMA") and opened >= 0:
        waiting = waiting[: opened + 1]  # the items of a list that stand there already
    match waiting[-3:]:
        case [*_, Token(type="NAME") as key, Token(type="COLON")]:
            return str(key)
        case [*_, ast.Property(key=key), Token(type="COMPARISON")]:
            return key
        case [ast.Property(key=key), Token(type="IN"), Token(type="LSQB")]:
            return key
        case _:
            return ""


# ---- slots that take a name ----------------------------------------------------------------------


def _named(here: Situation, index: Index, known: Known) -> Iterator[Completion]:
    """Yield the names that the words of a clause ask for."""
    if _takes_memory(here):
        yield from _memories(here, known)
    words = [word for word in here.begun if word in keywords()]
    last, before = (words[-1] if words else ""), " ".join(words[-2:])
    if not {"NAME", "STRING"} & here.accepts or here.begun[-1:] not in ([last], ["COMMA"]):
        return
    yield from _defined(last, before, index)
    bare = "NAME" in here.accepts and here.typed[:1] not in _QUOTES
    if last == "RUN" or before == "DROP INTENT":
        yield from _values(known.intents, "intent", bare=bare)
    elif not before.startswith("DEFINE"):
        yield from _values(_known_by_word(known).get(last, ()), "value", bare=bare)


def _defined(last: str, before: str, index: Index) -> Iterator[Completion]:
    if last == "USING" or before in ("USING OR", "DROP STRATEGY"):
        yield from (Completion(print_name(s.name), "strategy", s.name, "", s.doc) for s in index.strategies.values())
    elif last == "LEAST":
        yield from _objectives(index)
    elif last == "VIA":
        yield from _edges(index, of_memories=True)
    elif last in _CHOICES:
        yield from (Completion(name, "order", name) for name in _CHOICES[last])
    elif before == "FRONT BY":
        yield from (Completion(print_name(name), "order", name) for name in index.catalog.orders)
        yield from _objectives(index)


def _known_by_word(known: Known) -> Mapping[str, tuple[str, ...]]:
    return {
        "TASK": known.tasks,
        "INTENT": known.tags,
        "UNDER": known.tags,
        "TAG": known.tags,
        "TYPE": known.types,
        "ABOUT": known.entities,
        "DOING": known.actions,
        "NAMESPACE": known.namespaces,
        "OUTCOME": OUTCOMES,
    }


def _takes_memory(here: Situation) -> bool:
    """Whether the id of a memory is due: behind one of the words that take one, or behind the arrow of a LINK."""
    begun = here.begun[-1:] if here.begun[-1:] != ["COMMA"] else here.begun[-2:-1]
    return "STRING" in here.accepts and begun in _BEFORE_MEMORIES


def _memories(here: Situation, known: Known) -> Iterator[Completion]:
    for id, said in known.memories(here.typed.strip("'\"")):
        yield Completion(quote(id), "memory", id, said)


def _objectives(index: Index) -> Iterator[Completion]:
    for objective in index.objectives.values():
        yield Completion(objective.name, "objective", objective.name, objective.sense, objective.doc)


def _values(values: Iterable[str], kind: Kind, *, bare: bool) -> Iterator[Completion]:
    for value in values:
        yield Completion(value if bare and is_bare(value) else quote(value), kind, value)


def _innermost(begun: list[str]) -> str:
    """Return the innermost bracket that is open: only such are still waiting."""
    return next((word for word in reversed(begun) if word in BRACKETS), "")


def _is(thing: Any, *terminals: str) -> bool:
    return isinstance(thing, Token) and thing.type in terminals
