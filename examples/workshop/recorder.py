"""The log: what was said, called and seen, in tau-bench's shape, under a simulated clock.

A memory is one tool call with its result, or one message of a side; they are numbered from 0 within their task. Every
memory gets an id when it is made, and a step names the memories that led to it. So `caused_by` in the log is no guess
made afterwards: the policy that took the step held those observations in its hands.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

TRIAL = 0
MADE = re.compile(r"D-[0-9a-f]{6}(?= written)|(?<=-> @)[0-9a-f]{10}")
THINKING = 12  # seconds before each step, and one more for every 200 characters of what is read or written
TOOL_SECONDS = {"run_tests": 9, "run_cli": 2, "run_python": 2}  # every other tool takes one

HEADER = (
    "You maintain boxoffice, a small library that prices seats. This log was made by examples/workshop/agent.py: the "
    "policies are code, no language model took part, and every observation is what a tool really printed. Masked so "
    "that a second run gives the same bytes: the working folder (paths are relative to it), durations (<time>) and "
    "caret lines in tracebacks. The clock is simulated: a user's message arrives at the time given in requests.toml; "
    f"a step takes {THINKING} seconds of thinking, its tool's nominal seconds, and one second for every 200 "
    "characters. `caused_by` lists the memories whose content led to a step, and `supersedes` those whose decision a "
    "step replaces, as task-trial/number."
)


@dataclass(frozen=True, slots=True)
class Seen:
    """A memory as the policies hold it: its id and what was observed."""

    id: str
    text: str


@dataclass(slots=True)
class Recorder:
    """Collects the messages of every task; `now` only moves forward."""

    now: datetime
    trajectories: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    origins: dict[str, Seen] = field(default_factory=dict)  # decision or fingerprint -> the memory that made it

    def wait_until(self, moment: datetime) -> None:
        """Let the clock run on to `moment`; refuse to turn it back."""
        if moment < self.now:
            raise ValueError(f"The clock stands at {self.now} and cannot go back to {moment}.")
        self.now = moment

    def message(self, task: str, role: str, text: str, because: tuple[Seen, ...] = ()) -> Seen:
        """Record one side's message. The user's own typing takes none of the agent's time."""
        if role != "user":
            self._spend(THINKING, text)
        self._append(task, {"role": role, "content": text, **_links(caused_by=because)})
        return self._number(task, text)

    def call(
        self,
        task: str,
        tool: str,
        arguments: dict[str, Any],
        thought: str,
        because: tuple[Seen, ...],
        replaced: tuple[Seen, ...] = (),
    ) -> str:
        """Record the call of a tool and return the call's id; `result` completes the memory."""
        links = _links(caused_by=because, supersedes=replaced)
        self._spend(THINKING, thought)
        call_id = f"call_{task}_{self.counts.get(task, 0):03}"
        function = {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)}
        calls = [{"id": call_id, "type": "function", "function": function}]
        self._append(task, {"role": "assistant", "content": thought, "tool_calls": calls, **links})
        return call_id

    def result(self, task: str, tool: str, call_id: str, text: str) -> Seen:
        """Record what the tool answered."""
        self._spend(TOOL_SECONDS.get(tool, 1), text)
        self._append(task, {"role": "tool", "tool_call_id": call_id, "name": tool, "content": text})
        seen = self._number(task, text)
        for made in MADE.findall(text):
            self.origins.setdefault(made, seen)
        return seen

    def to_json(self) -> str:
        """Return the log: a JSON list of {task_id, trial, traj}, a message a line."""
        return "[\n" + ",\n".join(_record(task, traj) for task, traj in sorted(self.trajectories.items())) + "\n]\n"

    def _spend(self, seconds: int, text: str) -> None:
        self.now += timedelta(seconds=seconds + len(text) // 200)

    def _append(self, task: str, message: dict[str, Any]) -> None:
        stamp = {"timestamp": self.now.isoformat()}
        opening = [{"role": "system", "content": HEADER, **stamp}]
        self.trajectories.setdefault(task, opening).append({**message, **stamp})

    def _number(self, task: str, text: str) -> Seen:
        number = self.counts.get(task, 0)
        self.counts[task] = number + 1
        return Seen(f"{task}-{TRIAL}/{number}", text)


def _links(**links: tuple[Seen, ...]) -> dict[str, list[str]]:
    return {name: [seen.id for seen in memories] for name, memories in links.items() if memories}


def _record(task: str, traj: list[dict[str, Any]]) -> str:
    lines = ",\n".join("  " + json.dumps(message, ensure_ascii=False) for message in traj)
    return f'{{"task_id": {json.dumps(task)}, "trial": {TRIAL}, "traj": [\n{lines}\n]}}'
