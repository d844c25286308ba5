"""Argument provenance: where did the agent have this literal from?

An agent that calls a tool with a literal (an order's number, a file's path) can only have it from something it saw
before. At that step the memory to recall is an earlier one whose observation holds the literal: nobody has to label
anything. The three steps before are at hand: they are anchors, never candidates. A literal that stands in one of them,
or in the need's own words, is no question and is left out.

Scoped, the task is known; open, it is not, and every conversation of the trial competes: only closeness to what is at
hand tells whose memories these are. Each trial is a store; memories after the moment of the need are not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ...engine.judging.suite import Contents, Need, Suite
from ...engine.values.model import DEFAULT_NAMESPACE, Draft
from ...engine.writing.remember import make_draft
from .steps import Conversation, Step, read_steps

AT_HAND = 3
EARLIEST = 5
"""The first step that is asked about: before it there is hardly anything to choose from."""
SAID = 300
"""Characters of what was said last that belong to the need."""


def read_provenance(paths: Sequence[Path]) -> tuple[Suite, Suite]:
    """Return two suites over the same stores, scoped and open. Raises ImportFailed."""
    conversations = read_steps(paths)
    needs = tuple(need for steps in conversations for need in _needs(steps, many=_many(conversations)))
    scoped = Suite("provenance scoped", needs, _stores(conversations), headline="MRR", ks=(10,))
    return scoped, replace(scoped, name="provenance open", needs=tuple(map(_opened, needs)))


def _opened(need: Need) -> Need:
    return replace(need, scope={name: value for name, value in need.scope.items() if name != "task"})


def _many(conversations: Sequence[Conversation]) -> bool:
    """Whether there is more than one trial, so that each is a fold; else each conversation is."""
    return len({steps[0].trial for steps in conversations if steps}) > 1


def _stores(conversations: Sequence[Conversation]) -> dict[str, Contents]:
    by_trial: dict[str, list[Step]] = {}
    for step in (step for steps in conversations for step in steps):
        by_trial.setdefault(str(step.trial), []).append(step)
    in_order = {trial: sorted(steps, key=lambda step: step.at) for trial, steps in by_trial.items()}
    return {trial: Contents(tuple(map(_draft, filter(_says, steps)))) for trial, steps in in_order.items()}


def _says(step: Step) -> bool:
    return bool(step.action or step.observation)


def _draft(step: Step) -> Draft:
    return make_draft(
        None,
        namespace=DEFAULT_NAMESPACE,
        id=step.id,
        task=step.task,
        step=step.number,
        at=step.at,
        action=step.action,
        observation=step.observation,
    )


def _needs(steps: Conversation, *, many: bool) -> Iterator[Need]:
    for step in steps[EARLIEST:]:
        near, past = steps[step.number - AT_HAND : step.number], steps[: step.number - AT_HAND]
        for argument, literal in step.uses:
            text = f"{step.tool.replace('_', ' ')}: which {argument.replace('_', ' ')}? {step.said[:SAID]}"
            gold = frozenset(one.id for one in past if literal in one.observation)
            at_hand = any(literal in one.observation + one.action for one in near)
            if gold and literal not in text and not at_hand:
                yield Need(
                    id=f"{step.trial}/{step.id}/{argument}/{literal}",
                    text=text,
                    expected=gold,
                    scope={"task": step.task, "near": [one.id for one in near], "until": near[-1].at.isoformat()},
                    store=str(step.trial),
                    group=str(step.trial) if many else step.task,
                    category=step.tool,
                )
