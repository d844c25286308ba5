"""What a need says beside its words, found in its text and put to use: the one place where inference meets a recall.

It stands behind the arms of the need's own text and before what its clauses name, so it knows what was given: a clause
overrules its guess. A guess lifts what it fits and lowers nothing. The one filter is a time that bounds the memories
(`since last Tuesday`), and it is told in a note.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import numpy as np

from ...dsl import ast
from ...dsl.catalog import Inferable
from ...dsl.plan import Infer, Lexical, Similar
from ..need.by_llm import refined
from ..need.infer import infer
from ..need.inferred import Guess, Inferred
from ..need.naming import telling
from ..retrieval.adjacency import Bools, EdgeKind, Floats
from ..retrieval.arms import match_arm
from ..values.times import NEVER, to_iso
from .arms import lexical, named_kin, similar
from .candidates import Candidates
from .need_facts import facts_of
from .session import Session

LIFT = {"time": 0.2, "entities": 0.1, "intents": 0.1, "types": 0.1}
"""What a guess of full strength adds to the mix of the arms, which is in [0, 1].

On LoCoMo (760 questions) evidence recall at 5 / 10 / 20 is 60.8 / 71.3 / 78.3 without, 62.3 / 72.3 / 80.6 with times,
62.4 / 73.1 / 80.5 with times and entities. Times at 0.1 to 0.3 are within 0.3 of each other, entities at 0.05 to 0.2
within 0.6. Chosen on four talks and judged on the fifth, times give 78.1 and entities 77.9 for the 78.3 of these, and
entities are chosen at anything from 0 to 0.2: their lift is not certain. That suite has no tags and one type: those two
are set like entities, by reason.
"""

OF_THEN = 0.5
"""What being of the time adds where nothing else is asked for: clear of what chance gives, and less than words do that
answer a need. By reason: no suite asks so.
"""

AFTERWARDS = 0.25
"""Of the stretch that a need speaks of, at least a day: for as long after it, what happened in it is still told."""

DAY = 86_400_000_000
NEED, USED = "need", "used need"
"""Under which names a run keeps what was inferred, and what of it is put to use."""


def inferring(stage: Infer, candidates: Candidates, session: Session) -> Candidates:
    """Return the candidates with what the need says beside its words; the run keeps it under NEED."""
    need = inferred(stage, candidates, session)
    used = need.without(set(get_args(Inferable)) - set(stage.parts))
    session.memo.kept.update({NEED: need, USED: used})  # of the recall that runs last, where a statement has several
    candidates = _within(used, _in_parts(used, candidates, session), session)
    lifts = [*_lifts(used, candidates, session), *_of_then(used, stage, candidates, session)]
    return replace(candidates, lift=np.sum(lifts, axis=0) if lifts else None).noting(*need.notes)


def inferred(stage: Infer, candidates: Candidates, session: Session) -> Inferred:
    """Return what is inferred, without what the caller gave."""
    text = session.text(stage.text, "FOR")
    facts = facts_of(text, candidates.anchors, session)
    return refined(infer(text, facts), text, facts, session.helper).without(stage.given)


# ---- a need of several parts ---------------------------------------------------------------------


def _in_parts(need: Inferred, candidates: Candidates, session: Session) -> Candidates:
    """Return the arms of the text with those of its parts accumulated."""
    if not need.rewrites:
        return candidates
    bare = replace(candidates, arms={})
    scored = [_by_text(part, bare, session).arms for part in need.rewrites]
    arms = {
        name: accumulated(column, [arms[name] for arms in scored if name in arms])
        for name, column in candidates.arms.items()
    }
    return replace(candidates, arms=arms)


def _by_text(text: str, candidates: Candidates, session: Session) -> Candidates:
    part = ast.Literal(text)
    return lexical(Lexical(part), similar(Similar(part), candidates, session), session)


def accumulated(whole: Floats, parts: list[Floats]) -> Floats:
    """Return (n,) in [0, 1]: what a memory scores for the whole need, or for the part that it answers best."""
    return np.maximum(whole, np.max(parts, axis=0)) if parts else whole


# ---- time ----------------------------------------------------------------------------------------


def _within(need: Inferred, candidates: Candidates, session: Session) -> Candidates:
    """Return the candidates that lie within a time which bounds the memories."""
    if not (need.timed and need.within):
        return candidates
    inside = _inside(need, candidates, session)
    left = int((~inside).sum())
    since = "" if need.since is None else f", from {to_iso(need.since)}"
    left_out = "1 memory outside it was" if left == 1 else f"{left:,} memories outside it were"
    note = f"Read as a time: `{need.phrase}`{since}. {left_out} left out."
    return candidates.take(inside).noting(note)


def _inside(need: Inferred, candidates: Candidates, session: Session) -> Bools:
    at = session.memories.at[candidates.rows]
    return (at >= (-NEVER if need.since is None else need.since)) & (
        at <= (NEVER if need.until is None else need.until)
    )


def _timely(need: Inferred, candidates: Candidates, session: Session) -> Floats:
    """Return (n,) in [0, 1]: how well each lies in time, by how much that time tells apart.

    A day among a year's memories tells much, a year among them nothing.
    """
    fit = _fit(need, candidates, session)
    return _told(fit, float(fit.sum()))


def _fit(need: Inferred, candidates: Candidates, session: Session) -> Floats:
    """Return (n,) in [0, 1]: 1 in the time that the need speaks of, fading behind it: things are told afterwards."""
    inside = _inside(need, candidates, session).astype(np.float64)
    if need.until is None or need.since is None:
        return inside
    tail = max(DAY, AFTERWARDS * (need.until - need.since))
    late = (session.memories.at[candidates.rows] - need.until) / tail
    return np.where(late > 0, np.exp(-np.maximum(late, 0.0)), inside)


# ---- lifts ---------------------------------------------------------------------------------------


def _lifts(need: Inferred, candidates: Candidates, session: Session) -> list[Floats]:
    """Return, for each kind of guess that there is, (n,) >= 0: what it adds to the mix of the arms."""
    lifts: list[Floats] = []
    if need.timed and not need.within:
        lifts.append(LIFT["time"] * _timely(need, candidates, session))
    if need.entities:  # their strength says already how much they tell apart
        lifts.append(LIFT["entities"] * _by_hubs(need.entities, "Entity", EdgeKind.MENTIONS, candidates, session))
    if need.intents:
        lifts.append(LIFT["intents"] * _told(_by_hubs(need.intents, "Tag", EdgeKind.TAGGED, candidates, session)))
    if need.types:
        lifts.append(LIFT["types"] * _told(_by_types(need.types, candidates, session)))
    return lifts


def _of_then(need: Inferred, stage: Infer, candidates: Candidates, session: Session) -> list[Floats]:
    """Return what lifts all that lies in a time, where the need asks for whatever happened then: no word tells more."""
    if need.unspecific and (need.timed or "time" in stage.given):
        return [OF_THEN * _fit(need, candidates, session)]
    return []


def _told(fit: Floats, fitting: float | None = None) -> Floats:
    """Return (n,) in [0, 1]: how well each fits, by how much that tells apart: what fits all says nothing, and neither
    does what fits the only one.

    fitting: how many fit; else every one that does at all.
    """
    fitting = float((fit > 0).sum()) if fitting is None else fitting
    return fit * telling(fitting / len(fit), len(fit)) if len(fit) > 1 else np.zeros(len(fit))


def _by_hubs(guesses: Iterable[Guess], label: str, kind: EdgeKind, candidates: Candidates, session: Session) -> Floats:
    """Return (n,) in [0, 1]: the strongest guess that a memory's hubs answer, by the name itself or its ontology.

    Not by names close in meaning: they are asked of the embedder, for whom a guess must not wait.
    """
    best = np.zeros(len(candidates))
    for guess in guesses:
        wanted = [named_kin(session, label, guess.name)]
        scores = match_arm(session.seen, wanted, kind)
        best = np.maximum(best, guess.strength * scores[candidates.rows])
    return best


def _by_types(guesses: Iterable[Guess], candidates: Candidates, session: Session) -> Floats:
    memories, best = session.memories, np.zeros(len(candidates))
    for guess in guesses:
        of_type = memories.type[candidates.rows] == memories.code("type", guess.name)
        best = np.maximum(best, guess.strength * of_type)
    return best
