"""Where a candidate was lost, and why: one function for each stage that can lose one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

import numpy as np

from ....dsl import plan as p
from ...asking.reasons import Cause, Finding
from ...need.inferred import Inferred
from ...retrieval.adjacency import Floats
from ..candidates import Candidates
from ..exclude import matching as matching_any
from ..inferring import NEED
from ..observing import Step
from ..scores import CHANCE
from .choices import not_chosen
from .loss import Loss, Lost
from .words import place, when


def lost_at(steps: Iterable[Step], row: int) -> Step | None:
    """Return the first step behind the anchors that does not give a row on; None where all do."""
    return next((step for step in steps if _without(step, row)), None)


def _without(step: Step, row: int) -> bool:
    chooses = isinstance(step.after, Candidates) and not isinstance(step.stage, p.Anchors)
    return chooses and row not in cast(Candidates, step.after).rows


def lost(step: Step, row: int) -> Lost:
    """Return why a stage behind the scan lost a candidate."""
    return _LOSSES[type(step.stage)](Loss(step, row))


# ---- words and exclusions ------------------------------------------------------------------------


def _require(loss: Loss) -> Lost:
    session, stage = loss.step.session, cast(p.Require, loss.step.stage)
    texts = session.texts(stage.texts, "REQUIRING")
    missing = next(text for text in texts if not session.holding_all(text)[loss.row])
    return "words", loss.finding(f"It does not hold all the words of `REQUIRING '{missing}'`.", required=missing)


def _exclude(loss: Loss) -> Lost:
    session, stage = loss.step.session, cast(p.Exclude, loss.step.stage)
    row = np.array([loss.row], np.int64)
    hard = [exclusion for exclusion in stage.texts if exclusion.hard]
    matched = next((one for one in hard if matching_any(row, [one], session)[0]), hard[0])
    text = ", ".join(session.texts([matched.text], "EXCLUDING"))
    return "excluded", loss.finding(f"It matches `EXCLUDING HARD '{text}'`, which drops it.", excluded=text)


# ---- what was inferred -------------------------------------------------------------------------


def _infer(loss: Loss) -> Lost:
    need: Inferred = loss.step.session.memo.kept[NEED]
    at = when(int(loss.step.session.memories.at[loss.row]))
    return "filter", loss.finding(f"It is of {at}, and the need says `{need.phrase}`.", phrase=need.phrase, at=at)


# ---- relevance -----------------------------------------------------------------------------------


def _cut(loss: Loss) -> Lost:
    by = "relevance" if "relevance" in loss.taken.scores else "age"
    merit = loss.taken.scores.get("relevance", loss.step.session.memories.at[loss.taken.rows].astype(np.float64))
    own, kept, rank = float(merit[loss.at]), len(loss.given), place_of(merit, loss.at)
    best = np.argsort(-merit, kind="stable")
    first = max(1, int(np.argmin(np.isin(loss.taken.rows[best], loss.given.rows))))
    least = float(merit[best[first - 1]])
    value, down_to = (f" with {own:.3f}", f", down to {least:.3f}") if by == "relevance" else ("", "")
    others = f", and {kept - first:,} more for their type or for standing near" if kept > first else ""
    sentence = f"By {by} it is {place(rank, len(merit))}{value}: CANDIDATES keeps the first {first:,}{down_to}{others}."
    return _or_pending(loss, "cut", loss.finding(sentence, rank=rank, kept=kept, own=own, least=least))


def _admit(loss: Loss) -> Lost:
    session, stage = loss.step.session, cast(p.Admit, loss.step.stage)
    for name, floor in stage.floors:
        least, own = session.number(floor, f"AT LEAST {name}"), loss.taken.scores.get(name)
        if own is not None and own[loss.at] < least:
            value = float(own[loss.at])
            finding = loss.finding(
                f"Its {name} is {value:.3g}, below the floor of {least:.3g}.", objective=name, value=value, floor=least
            )
            return _or_pending(loss, "floor", finding) if name == "relevance" else ("floor", finding)
    relevance = loss.taken.scores["relevance"]
    value, best = float(relevance[loss.at]), float(relevance.max())
    sentence = (
        f"Its relevance is {value:.3g}, and the best that there is has {best:.3g}: below {CHANCE:g}, as chance gives."
    )
    finding = loss.finding(sentence, objective="relevance", value=value, best=best, floor=CHANCE)
    return _or_pending(loss, "floor", finding)


def _or_pending(loss: Loss, cause: Cause, finding: Finding) -> Lost:
    """Return that meaning did not count at all, where it should have: the vector has not come yet."""
    if "vector" not in loss.taken.arms or loss.step.session.vectors.present[loss.row]:
        return cause, finding
    sentence = f"Its vector has not come yet, so meaning counted nothing. {finding.finding}"
    return "pending", Finding(finding.stage, sentence, {**finding.value, "otherwise": cause})


def place_of(merit: Floats, at: int) -> int:
    """Return the place of a position by merit, from 1; among equals the lower position comes first."""
    return 1 + int((merit > merit[at]).sum()) + int((merit[:at] == merit[at]).sum())


_LOSSES: Mapping[type, Callable[[Loss], Lost]] = {
    p.Require: _require,
    p.Exclude: _exclude,
    p.Infer: _infer,
    p.Cut: _cut,
    p.Admit: _admit,
    p.Select: not_chosen,
}
