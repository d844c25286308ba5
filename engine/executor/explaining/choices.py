"""Why the choice left a candidate: its front, its place in the order, what differs more, or what it takes.

Read off what Select was given and what it gave: fronts are taken one after another, each in its order, until the rows
or the tokens are used up.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from ....dsl import plan as p
from .loss import Loss, Lost
from .words import place


def not_chosen(loss: Loss) -> Lost:
    """Return why Select passed a candidate over."""
    stage = cast(p.Select, loss.step.stage)
    if loss.row in loss.given.passed:
        return _over_budget(stage, loss)
    count, last, own = _count(stage, loss), _last_front(stage, loss), _front(loss)
    ordered = place(loss.at + 1, len(loss.taken.rows))
    figures = {"place": loss.at + 1, "of": len(loss.taken.rows), "front": own, "count": count}
    if len(loss.given.rows) < count and not stage.first_front_only:
        return "budget", loss.finding("The budget was as good as used up before its turn came.", **figures)
    if own > last:
        return "dominated", loss.finding(f"It is on front {own}, and the choice ended with front {last}.", **figures)
    if stage.diversify is not None and loss.at < count:
        by = stage.diversify.by
        sentence = f"It is {ordered} in the order, and DIVERSIFY BY {by} took others that add more to the choice."
        return "diversity", loss.finding(sentence, **figures)
    sentence = f"It is {ordered} in the order, on front {own}, and the recall takes {count:,}."
    return "count", loss.finding(sentence, **figures)


def _over_budget(stage: p.Select, loss: Loss) -> Lost:
    tokens = int(loss.step.session.tokens(np.array([loss.row], np.int64))[0])
    limit = 0 if stage.budget is None else loss.step.session.count(stage.budget, "BUDGET", least=0)
    sentence = f"It takes {tokens:,} tokens, and when its turn came the budget of {limit:,} had no room for it."
    return "budget", loss.finding(sentence, tokens=tokens, budget=limit, room=loss.given.room)


def _front(loss: Loss) -> int:
    return 1 if loss.taken.front is None else int(loss.taken.front[loss.at])


def _last_front(stage: p.Select, loss: Loss) -> int:
    """Return the latest front that was taken from. Where nothing is to be taken, all fronts are as good as the last."""
    front = loss.given.front
    if stage.first_front_only or front is None:
        return 1
    return int(front.max()) if len(front) else _front(loss)


def _count(stage: p.Select, loss: Loss) -> int:
    size = len(loss.taken.rows)
    return size if stage.count is None else loss.step.session.count(stage.count, "RECALL", least=0)
