"""SWE-agent `.traj`: one run of a coding agent a file, one memory for each action with its observation.

    {"trajectory": [{"action": ..., "observation": ..., "thought": ..., "state": ...}, ...]}
    {"history": [{"role": "assistant", "action": ..., "thought": ...}, {"role": "user", "content": ...}, ...]}

A demonstration has only the second: there an observation is what comes next that is not the agent's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count, pairwise
from typing import Any, TypeGuard

from ..errors import MemoryInvalid
from .calls import as_text
from .content_blocks import text_in
from .outcome import types_of
from .protocol import Bad, Head, Item, Source, Unit
from .reading import Record, records


class SweAgent:
    """Importer `swe-agent`."""

    name = "swe-agent"
    doc = "SWE-agent trajectories (.traj)"

    def recognises(self, head: Head) -> bool:
        steps = _steps(head.first)
        told = isinstance(head.first, dict) and isinstance(head.first.get("trajectory"), list)
        return steps is not None and (told or bool(steps)) and all(_is_step(step) for step in steps[:1])

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what the file holds. The log has no times: its steps follow each other by a microsecond."""
        clock = count(source.started)
        for record in records(source):
            steps = None if isinstance(record, Bad) else _steps(record.value)
            if isinstance(record, Bad):
                yield record
            elif steps is None:
                yield Bad(record.number, "This is no run: it has no list `trajectory` or `history`.", record.position)
            else:
                yield from _run(steps, record, source, clock)


def _run(steps: list[Any], record: Record, source: Source, clock: Iterator[int]) -> Iterator[Item]:
    task = source.name if record.number == 1 else f"{source.name}-{record.number}"
    for index, (step, at) in enumerate(zip(steps, clock, strict=False)):
        if not _is_step(step):
            yield Bad(record.number, f"Step {index} of {task} has no `action`.", record.position)
            continue
        place = {"id": f"{task}/{index}", "task": task, "step": index, "at": at, "source": source.path.name}
        try:
            yield Unit({**place, **_fields(step)}, record.number, record.position)
        except MemoryInvalid as error:
            yield Bad(record.number, f"Step {index} of {task}: {error.message}", record.position)


def _fields(step: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a step says. What the agent thought is searched with what it did and saw: it says why."""
    action, observation, thought = step["action"], text_in(step.get("observation")), as_text(step.get("thought"))
    return {
        "text": "\n".join(filter(None, (thought.strip(), action, observation))),
        "action": action,
        "observation": observation,
        "type": types_of(observation),
        "agent": "assistant",
        "meta": {**({"thought": thought} if thought else {}), **_state(step.get("state"))},
    }


def _state(state: Any) -> dict[str, Any]:
    """Return the open file and the working directory: newer logs keep them as an object, older ones as JSON text."""
    if isinstance(state, str):
        try:
            state = json.loads(state)
        except (ValueError, RecursionError):
            return {}
    return {k: state[k] for k in ("open_file", "working_dir") if k in state} if isinstance(state, dict) else {}


def _steps(value: Any) -> list[Any] | None:
    given = value if isinstance(value, dict) else {}
    steps, history = given.get("trajectory"), given.get("history")
    if not isinstance(steps, list) and isinstance(history, list):
        return list(_told(history))
    return steps if isinstance(steps, list) else None


def _told(history: list[Any]) -> Iterator[Any]:
    """Yield the steps that a history tells; instructions and examples in it are none."""
    for entry, answer in pairwise([*history, None]):
        if _is_step(entry) and entry.get("role", "assistant") == "assistant" and not entry.get("is_demo"):
            said = answer.get("content") if isinstance(answer, dict) and answer.get("role") != "assistant" else None
            yield {**entry, "observation": said}


def _is_step(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, dict) and isinstance(value.get("action"), str)
