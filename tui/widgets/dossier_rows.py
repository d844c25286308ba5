"""A dossier as lines: on one side what a memory is, on the other what surrounds it, where the cursor goes.

Pure: a dossier and a width in, rows out. Every text of the store passes `visible` on its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from textual.content import Content

from ...engine.answers.cells import BAR, bar, cell, said, when
from ...engine.answers.display import one_line, visible
from ...engine.answers.dossier import Dossier, Edge
from ...engine.answers.folding import fold_all
from ...engine.answers.marks import FORGOTTEN, PINNED, SUPERSEDED
from ...engine.values.model import Memory
from ..events import told
from .lines import Row, heading, muted

EXCERPT = 8
"""Lines of a text that are shown at first."""
WHOLE = 200_000
"""Characters of a text that are shown at most: more is a dump, and `clew show` prints it whole."""
LABEL = 12
MOST_EVENTS = 200
"""Events that are listed, the newest: a memory that is judged daily has thousands."""

VERBS = {
    ("CAUSED", True): "caused by",
    ("CAUSED", False): "caused",
    ("FOLLOWS", False): "follows",
    ("FOLLOWS", True): "followed by",
    ("SUPERSEDES", True): "superseded by",
    ("SUPERSEDES", False): "supersedes",
    ("CONTRADICTS", True): "contradicted by",
    ("CONTRADICTS", False): "contradicts",
    ("SUMMARISES", True): "summarised by",
    ("SUMMARISES", False): "summarises",
}
"""How an edge reads from the memory's side: (type, whether it comes in)."""


# ---- what it is ----------------------------------------------------------------------------------


def facts(dossier: Dossier, width: int, *, whole: bool = False) -> list[Row]:
    """Return what a memory is: text, times, how it is thought of, names. whole: the text to its end."""
    memory = dossier.memory
    parts = (
        _state(dossier, width),
        _text(memory, width, whole),
        _section("Times", _times(dossier), width),
        _section("Thought of it", _thought(dossier), width),
        _section("Named", _names(dossier), width),
        _section("Meta", ((visible(name), cell(value)) for name, value in memory.meta.items()), width),
    )
    return [row for part in parts for row in part]


def marks(dossier: Dossier) -> list[str]:
    """Return what stands out of a memory, each in a word or two."""
    memory = dossier.memory
    found = (
        (f"{PINNED} pinned", memory.pinned),
        (f"{FORGOTTEN} forgotten", memory.retracted_at is not None),
        (f"{SUPERSEDED} superseded", bool(dossier.newer)),
        ("archived", memory.tier == "archived"),
        ("not known yet", not dossier.known),
    )
    return [mark for mark, holds in found if holds]


def _state(dossier: Dossier, width: int) -> Iterator[Row]:
    said: list[str] = []
    if not dossier.known:
        said.append(f"The store learned this on {when(dossier.memory.recorded_at)}, after the moment that is shown.")
    if dossier.newer:
        said.append(f"What holds instead: {visible(dossier.newer[-1][0])}")
    yield from (_plain(line, "bold") for sentence in said for line in fold_all(sentence, width - 1))


def _text(memory: Memory, width: int, whole: bool) -> Iterator[Row]:
    for name, stored in _told(memory):
        text = visible(stored)
        lines = fold_all(text[:WHOLE], width - 1)
        kept = lines if whole else lines[:EXCERPT]
        if name:
            yield heading(name)
        yield from (_plain(line) for line in kept)
        if len(kept) < len(lines):
            yield _plain(f"… {len(lines) - len(kept):,} more lines: press w", "$foreground-muted")
        if whole and len(text) > WHOLE:
            yield _plain(f"… cut at {WHOLE:,} of {len(text):,} characters", "$foreground-muted")


def _told(memory: Memory) -> Iterator[tuple[str, str]]:
    """Yield what a memory says, each under its name: a step as what was done and seen, behind what else its text says,
    which is found by its words too.
    """
    if memory.action is None or memory.observation is None:
        yield "", memory.text
        return
    beside = memory.text.replace(memory.action, "", 1).replace(memory.observation, "", 1).strip()
    if beside:
        yield "", beside
    yield "Action", memory.action
    yield "Observation", memory.observation


def _times(dossier: Dossier) -> Iterator[tuple[str, str]]:
    memory = dossier.memory
    yield "happened", when(memory.at)
    yield "remembered", when(memory.recorded_at)
    if memory.valid_from is not None or memory.valid_to is not None:
        yield "valid", f"{_end(memory.valid_from, 'ever')} to {_end(memory.valid_to, 'now on')}"
        yield "", _validity(memory, dossier.moment)
    if memory.retracted_at is not None:
        yield "forgotten", when(memory.retracted_at)


def _validity(memory: Memory, moment: datetime | None) -> str:
    """Return whether it holds in the world, at the moment that is shown or at the time of asking."""
    at = datetime.now(memory.at.tzinfo) if moment is None else moment
    if memory.valid_from is not None and at < memory.valid_from:
        return "does not hold yet"
    return "holds no more" if memory.valid_to is not None and at >= memory.valid_to else "holds"


def _end(time: datetime | None, open_: str) -> str:
    return open_ if time is None else when(time)


def _thought(dossier: Dossier) -> Iterator[tuple[str, str]]:
    memory = dossier.memory
    yield "importance", f"{bar(memory.importance)} {memory.importance:.2f}{', pinned at 1' if memory.pinned else ''}"
    yield "confidence", f"{bar(memory.confidence)} {memory.confidence:.2f}"
    yield "trust", f"{bar(memory.trust)} {memory.trust:.2f}"
    if memory.valence:
        yield "valence", f"{memory.valence:+.2f}, it went {'well' if memory.valence > 0 else 'badly'}"
    learned = f"from {_counted(dossier.lessons, 'outcome')}" if dossier.lessons else "no own outcome yet"
    yield "value", f"{bar(dossier.value)} {dossier.value:.2f} ± {dossier.deviation:.2f}, {learned}"
    if memory.access_count:
        yield "used", f"{_counted(memory.access_count, 'time')}, last {when(memory.last_access)}"
        yield "went", f"{memory.successes:g} well, {memory.failures:g} badly"
    else:
        yield "used", "never, as far as anybody said"


def _names(dossier: Dossier) -> Iterator[tuple[str, str]]:
    memory = dossier.memory
    found = (
        ("types", ", ".join(memory.types)),
        ("doing", memory.action_type),
        ("task", memory.task if memory.step is None else f"{memory.task}, step {memory.step}"),
        ("agent", memory.agent),
        ("source", memory.source),
        ("tags", ", ".join(memory.tags)),
        ("entities", ", ".join(memory.entities)),
        ("literals", ", ".join(dossier.literals)),
        ("namespace", memory.namespace),
    )
    yield from ((name, visible(value)) for name, value in found if value)


def _section(title: str, named: Iterable[tuple[str, str]], width: int) -> Iterator[Row]:
    """Yield a heading and its lines, a name before each; nothing where there are none."""
    for number, (name, value) in enumerate(named):
        if number == 0:
            yield heading(title)
        first, *rest = fold_all(value, max(8, width - LABEL - 3))
        label = (f"  {one_line(name, LABEL - 1) if name else '':<{LABEL}}", "$foreground-muted")
        filled = len(first) - len(first.lstrip(BAR))
        yield Row(Content.assemble(label, (first[:filled], "$text-primary"), first[filled:]))
        yield from (_plain(f"{'':{LABEL + 2}}{line}") for line in rest)


# ---- what surrounds it ---------------------------------------------------------------------------


def around(dossier: Dossier, width: int) -> list[Row]:
    """Return what a memory is joined to by kind, the chain it stands in, and its history, the newest first."""
    return [*_edges(dossier), *_chain(dossier), *_history(dossier, width)]


def _edges(dossier: Dossier) -> Iterator[Row]:
    for (type_, incoming), group in groupby(dossier.edges, key=_kind):
        edges = list(group)
        yield heading(f"{VERBS[type_, incoming].capitalize()} ({len(edges):,})")
        yield from map(edge_row, edges)
    if dossier.edges_count > len(dossier.edges):
        yield _plain(f"  … {dossier.edges_count - len(dossier.edges):,} more edges", "$foreground-muted")
    if not dossier.edges:
        yield muted("No edge joins it to another memory.")


def _kind(edge: Edge) -> tuple[str, bool]:
    return edge.link.type, edge.link.incoming


def edge_row(edge: Edge) -> Row:
    link = edge.link
    about = (
        f"by rule{': ' if link.reason else ''}{link.reason or ''}" if link.inferred else link.reason or "",
        f"weight {edge.weight:.2f}" if edge.weight != 1.0 else "",
    )
    why = one_line(", ".join(filter(None, about)), 120)
    return Row(
        Content.assemble(
            f"  {'←' if link.incoming else '→'} ",
            (one_line(link.other, 60), "bold"),
            (f"  ({why})" if why else "", "$foreground-muted"),
            f"  {one_line(edge.text, 200)}",
        ),
        key=edge_key(edge),
        id=link.other,
    )


def edge_key(edge: Edge) -> str:
    """Return what tells an edge of a memory from its others."""
    return f"edge {edge.link.type} {'in' if edge.link.incoming else 'out'} {edge.link.other}"


def _chain(dossier: Dossier) -> Iterator[Row]:
    """Yield the supersessions from the newest to the oldest, the memory itself among them."""
    if not dossier.newer and not dossier.older:
        return
    yield heading("Supersessions, the newest first")
    for id, text in reversed(dossier.newer):
        yield _linked(id, text, "chain", "  ↑ ")
    yield _plain(f"  ● {one_line(dossier.memory.id, 80)}  (this)", "bold")
    for id, text in dossier.older:
        yield _linked(id, text, "chain", "  ↓ ", "$foreground-muted strike")


def _linked(id: str, text: str, kind: str, before: str, style: str = "") -> Row:
    return Row(
        Content.assemble(before, (visible(id), "bold"), "  ", (one_line(text, 200), style)), key=f"{kind} {id}", id=id
    )


def _history(dossier: Dossier, width: int) -> Iterator[Row]:
    events, id = dossier.events, dossier.memory.id
    yield heading(f"History ({_counted(len(events), 'event')})")
    for event in reversed(events[-MOST_EVENTS:]):
        what = told(event, of=id)
        other = what.about if what.about != id else None
        detail = "" if event.kind == "remember" and what.about == id else what.detail
        parts: Sequence[Any] = (
            (f"  {when(_at(event.recorded_at))[:16]}  ", "$foreground-muted"),
            what.verb,
            "" if other is None else (f" {visible(other)}", "bold"),
            f"  {one_line(detail, max(20, width))}" if detail else "",
        )
        yield Row(Content.assemble(*parts), key=f"event {event.seq}", id=other)
    if len(events) > MOST_EVENTS:
        yield _plain(f"  … {len(events) - MOST_EVENTS:,} earlier events", "$foreground-muted")


def _at(micros: int) -> datetime:
    from ...engine.values.times import from_micros

    return from_micros(micros)


# ---- small texts ---------------------------------------------------------------------------------


def summary(memory: Memory, width: int) -> str:
    """Return what a memory says, on one line."""
    return one_line(said(memory.to_dict()), width)


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _plain(text: str, style: str = "") -> Row:
    return Row(Content.styled(text, style))
