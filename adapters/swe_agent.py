"""SWE-agent `.traj`: one run of a coding agent a file, one memory for each action with its observation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, TypeGuard

from .outcome import types_of
from .protocol import Bad, Item, Source, Unit
from .reading import Record, records, text_of


class SweAgent:
    """Importer `swe-agent`."""

    name = "swe-agent"
    doc = "SWE-agent trajectories (.traj)"

    def recognises(self, first: Any) -> bool:
        steps = _steps(first)
        return steps is not None and all(_is_step(step) for step in steps[:1])

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what the file holds. The log has no times: its steps follow each other by a microsecond."""
        clock = count(source.started)
        for record in records(source):
            steps = None if isinstance(record, Bad) else _steps(record.value)
            if isinstance(record, Bad):
                yield record
            elif steps is None:
                yield Bad(record.number, "This is no run: it has no list `trajectory`.", record.position)
            else:
                yield from _run(steps, record, source, clock)


def _run(steps: list[Any], record: Record, source: Source, clock: Iterator[int]) -> Iterator[Item]:
    task = source.name if record.number == 1 else f"{source.name}-{record.number}"
    for index, (step, at) in enumerate(zip(steps, clock, strict=False)):
        if _is_step(step):
            place = {"id": f"{task}/{index}", "task": task, "step": index, "at": at, "source": source.path.name}
            yield Unit({**place, **_fields(step)}, record.number, record.position)
        else:
            yield Bad(record.number, f"Step {index} of {task} has no `action`.", record.position)


def _fields(step: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a step says. What the agent thought is searched with what it did and saw: it says why."""
    action, observation, thought = step["action"], text_of(step.get("observation")), text_of(step.get("thought"))
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
    steps = value.get("trajectory") if isinstance(value, dict) else None
    return steps if isinstance(steps, list) else None


def _is_step(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, dict) and isinstance(value.get("action"), str)
