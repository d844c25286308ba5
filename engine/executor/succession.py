"""What a later memory took the place of: the newest of several that answer alike stands first.

Who asks where somebody lives wants the last address, and the older one may match the words of the need better. So what
replaced or contradicts a memory inherits its relevance, and the older one is set back: it stays an answer (nothing is
forgotten), behind what is known since. Said by an edge it is certain. Where nothing says so, a later text is taken for
the newer state that is the same sentence with another filler, or has nearly the same words; and of the few best, one
that shares some words, of the need too, and speaks of a change.

Measured on 64 facts that are said and said anew, two questions each, how often the newer stands first: by an edge 100
of 100 (without this 32); in the same words 99 (without this 57); in other words 87 (without this 32). Constants chosen
one at a time on seven of the eight domains and judged on the eighth: 96.7 to 97.1 of all, and 96.7 with these. LoCoMo,
where nothing is an update, pays 0.5 of a mean reciprocal rank of 59.5, and nothing at 5 and 10.

Refused: likeness of vectors alone, which pays 1.1 at 5 and 0.4 at 10 for less: what two turns of a talk are about is
alike far more often than what they say. A change and a fifth of the words, among the thirty best: 72 in other words.
Same words that leave out a word of the need: 89 in other words, and advice on one machine replaced that on another.
Fewer words among all of these: half a point to a point and a half at 5. Stems: nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...dsl import ast
from ..extraction.change import tells_a_change
from ..extraction.frames import frame_share, words_in_order
from ..extraction.saying import only_asks
from ..journal.terms import content_words
from ..retrieval.adjacency import Bools, EdgeKind, Floats, Ints
from ..retrieval.arms import top_k
from .candidates import Candidates
from .session import Session

SET_BACK = 0.5
"""What is left of the relevance of a memory that another replaced: still above the floor where it matched well."""
DOUBTED = 0.8
"""What is left where it is contradicted, or seems to be outdated: enough for the newer one to stand first."""

MOST_COMPARED = 30
"""Candidates among which an unsaid change is looked for, the best."""

ALIKE = 1.0
"""Standard deviations above unrelated pairs from which the same words may be about the same. In a store where all texts
are of one form (`part 5 of the report`), less takes each for the newer state of all before it.
"""
HARDLY = 0.5
"""The same for the few best where a change is told: 1 finds one in twenty less in other words, 0 no more."""
SAME = 0.4
"""Words that both have, as a share of those that either has, from which they say the same, and the later holds."""
FRAME = 0.5
"""Words of the frame, as a share of the shorter text, from which they are one sentence with another filler."""

BY_NAME = ("intent", "entity")
"""The arms of what clauses name."""

FEW_BEST = 5
"""Candidates among which the weakest sign is taken: 3 finds the same, 8 costs LoCoMo 0.2 at 5, 10 costs it 0.4."""
SHARED = 0.12
"""Words of theirs that both must have beside a change, as a share of those that either has. 0.1 finds the same, 0.15
one in sixteen less in other words.
"""


class Succession(NamedTuple):
    """older, newer: positions among the candidates. left: of the older one's relevance, in (0, 1)."""

    older: int
    newer: int
    left: float


@dataclass(frozen=True, slots=True)
class Settled:
    """Candidates once what is newer took the place of what is older.

    relevance: (n,) in (0, 1). in_place_of, set_back_by: (n,) the memory row that each inherited from, and that it lost
    to; -1 for none, the last in time where there are several.
    """

    relevance: Floats
    in_place_of: Ints
    set_back_by: Ints


def current_first(relevance: Floats, need: ast.Expr | None, candidates: Candidates, session: Session) -> Settled:
    """Return the candidates settled. need: the expression of its text, None where it has none."""
    best, rows = top_k(relevance, MOST_COMPARED), _with_at_hand(candidates)
    asked = frozenset[str]() if need is None else content_words(session.text(need, "FOR"))
    said = list(_said(best, rows, session))
    open_ = best[~np.isin(best, [place for one in said for place in (one.older, one.newer)])]
    found = [*said, *_unsaid(open_, best[:FEW_BEST], asked, candidates, session)]
    at, size = session.memories.at[rows], len(relevance)
    in_place_of, set_back_by = np.full((2, len(rows)), -1, np.int64)
    for one in _in_time(found, at):
        in_place_of[one.newer], set_back_by[one.older] = rows[one.older], rows[one.newer]
    settled = succeeded(_padded(relevance, rows), found, at)
    return Settled(settled[:size], in_place_of[:size], set_back_by[:size])


def current_supplies(supply: Floats, candidates: Candidates, session: Session) -> Floats:
    """Return (n,): what each can supply, where what an edge says was replaced supplies less, and what replaced it as
    much as that did.
    """
    rows = _with_at_hand(candidates)
    best = top_k(supply, MOST_COMPARED)
    found = list(_said(best[supply[best] > 0.0], rows, session))
    return succeeded(_padded(supply, rows), found, session.memories.at[rows])[: len(supply)]


def _with_at_hand(candidates: Candidates) -> Ints:
    """Return the rows of the candidates, and behind them what is at hand: no answer itself, but it may have replaced
    one.
    """
    return np.concatenate([candidates.rows, candidates.anchors])


def _padded(column: Floats, rows: Ints) -> Floats:
    return np.concatenate([column, np.zeros(len(rows) - len(column))])


def succeeded(relevance: Floats, successions: Iterable[Succession], at: Ints) -> Floats:
    """Return (n,): the newer of each pair as relevant as the older was, and the older set back, in the order of time.

    So the last of a chain inherits from all before it.
    """
    result, left = relevance.copy(), np.ones(len(relevance))
    for older, newer, remains in _in_time(successions, at):
        result[newer] = max(result[newer], result[older])
        left[older] = min(left[older], remains)
    return result * left


def _in_time(successions: Iterable[Succession], at: Ints) -> list[Succession]:
    return sorted(successions, key=lambda one: (at[one.older], at[one.newer]))


def _said(best: Ints, rows: Ints, session: Session) -> Iterator[Succession]:
    """Yield what edges say of the best and others, by their places in `rows`."""
    graph = session.adjacency
    place_of = np.full(graph.n_memories, -1, np.int64)
    place_of[rows] = np.arange(len(rows))
    arcs = session.seen.arcs(rows[best])
    kinds = graph.kind[arcs.edge]
    for kind in (EdgeKind.SUPERSEDES, EdgeKind.CONTRADICTS):
        chosen = arcs.where(kinds == kind)
        for source, target, edge in zip(chosen.source, chosen.target, chosen.edge, strict=True):
            newer = int(graph.src[edge]) if kind == EdgeKind.SUPERSEDES else _later(int(source), int(target), session)
            older = int(source) + int(target) - newer
            if place_of[older] >= 0 and place_of[newer] >= 0:
                left = SET_BACK if kind == EdgeKind.SUPERSEDES else DOUBTED
                yield Succession(int(place_of[older]), int(place_of[newer]), left)


def _later(one: int, other: int, session: Session) -> int:
    """Return the row of what was later in the world; of what was at one time, what was learned last."""
    at = session.memories.at
    return max((one, other), key=lambda row: (int(at[row]), row))


def _unsaid(
    best: Ints, few: Ints, asked: frozenset[str], candidates: Candidates, session: Session
) -> Iterator[Succession]:
    """Yield pairs of `best` that are about the same, where the later one holds; by the weakest sign, pairs of `few`.

    Not of what an edge has settled: there is nothing to guess. Not within a task: what a conversation says of one thing
    twice is its course. Not of what was done: a call has the words of every call of its kind, and each of them
    happened.
    """
    best = best[session.memories.action_type[candidates.rows[best]] < 0]
    rows = candidates.rows[best]
    vectors = session.vectors.matrix[rows]
    if vectors.shape[1] == 0 or len(rows) < 2:
        return
    at, task = session.memories.at[rows], session.memories.task[rows]
    apart = (task[:, None] != task[None, :]) | (task[:, None] < 0)
    likeness = session.background.standardise(vectors @ vectors.T)
    later = apart & (at[:, None] < at[None, :]) & _answers_no_less(best, candidates)
    older, newer = np.nonzero((likeness >= HARDLY) & later)
    texts = _texts(rows, session)
    is_best = np.isin(best, few)
    for first, then in zip(older.tolist(), newer.tolist(), strict=True):
        one, other = texts[first], texts[then]
        same = bool(likeness[first, then] >= ALIKE) and _same(one, other, asked)
        if other.tells and (same or (is_best[first] and is_best[then] and _shares(one, other, asked))):
            yield Succession(int(best[first]), int(best[then]), DOUBTED)


def _answers_no_less(best: Ints, candidates: Candidates) -> Bools:
    """Return (m, m) bool: whether the second matches all that is asked for by name (tags, entities, a time) as the
    first.

    The load test of one cluster is not how things stand with another, though but the name differs in the sentence.
    """
    named = [candidates.arms[arm] for arm in BY_NAME if arm in candidates.arms]
    named += [] if candidates.lift is None else [candidates.lift]
    matches = [column[best] for column in named]
    less = [column[None, :] < column[:, None] for column in matches]
    return ~np.any(less, axis=0) if less else np.ones((len(best), len(best)), np.bool_)


class _Text(NamedTuple):
    """What is compared of a memory. tells: False for one that only asks, and so replaces nothing."""

    words: frozenset[str]
    in_order: tuple[str, ...]
    changed: bool
    tells: bool


def _texts(rows: Ints, session: Session) -> list[_Text]:
    memories = session.context.watched(session.journal.memories(rows.tolist()))
    return [_read(memory.text) for memory in memories]


def _read(text: str) -> _Text:
    return _Text(content_words(text), words_in_order(text), tells_a_change(text), not only_asks(text))


def _same(older: _Text, newer: _Text, asked: frozenset[str]) -> bool:
    """Whether the one is the other said anew: in nearly the same words, or in the same sentence.

    What differs must not be what is asked for: `the lathe jams` is not how things stand with the press.
    """
    if not asked.isdisjoint(older.words - newer.words):
        return False
    return overlap(older.words, newer.words) >= SAME or frame_share(older.in_order, newer.in_order) >= FRAME


def _shares(older: _Text, newer: _Text, asked: frozenset[str]) -> bool:
    """Whether the newer one speaks of a change, and of what is asked for as the older one does."""
    if not newer.changed or older.words.isdisjoint(newer.words & asked):
        return False
    return overlap(older.words, newer.words) >= SHARED


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words that both have of those that either has (Jaccard), in [0, 1]; 0 for no words."""
    return len(one & other) / max(1, len(one | other))
