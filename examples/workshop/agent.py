"""An agent that maintains a small library for a month and keeps a log of everything it does.

    python examples/workshop/agent.py --out FILE

What is real: every observation. The project is copied to a temporary folder; its tests are run, its files are read,
searched and edited there, and what is recorded is what came back. The project's faults are in its code, the failing
amounts come out of its arithmetic, and an edit is refused when another task has changed the file in between.

What is code: every step. There is no language model and no network. The policies (policies.py) read an observation and
choose the next step from it: which function a failing assertion calls, where that is defined, whether its body holds a
sign of trouble, what a change healed, which of four suspects an experiment blames, whether an edit has to be repeated.

What is scripted: the user's messages and when they come (requests.toml), the files that arrive in the post (inbox/),
the order of the larger steps of a request, the wording, the suspects that are tried, and the text of the larger edits.
A policy that meets something it was not written for raises; it never records what it did not see.
The signs of trouble were written by the hand that wrote the faults: this shows how causes hang together, not how clever
an agent is.

What is simulated: the clock, so that two runs give the same bytes. recorder.py says how it runs.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import tomllib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import errands
import migration
import regression
import rounding
from desk import Desk
from recorder import Recorder, Seen
from workbench import Workbench

HERE = Path(__file__).resolve().parent

POLICIES: dict[str, Callable[[Desk, Seen], None]] = {
    "T1.complaint": rounding.complaint,
    "T1.finance": rounding.finance,
    "T2.new_tax": migration.new_tax,
    "T2.change_of_mind": migration.change_of_mind,
    "T2.settlement": migration.settlement,
    "T3.refused_refund": regression.refused_refund,
    "T3.first_of_june": regression.first_of_june,
    "T4.board": errands.board,
    "T4.later_day": errands.later_day,
    "T5.hold": errands.hold,
    "T5.shorter": errands.shorter,
}


def requests() -> list[tuple[datetime, str, str, str]]:
    """Return (moment, task, request, text) for everything that the user wrote, in order of time."""
    tasks: dict[str, dict[str, Any]] = tomllib.loads((HERE / "requests.toml").read_text(encoding="utf-8"))
    return sorted(
        (wish["at"], task, name, wish["text"].strip())
        for task, wishes in tasks.items()
        for name, wish in wishes.items()
    )


def work(root: Path) -> Recorder:
    """Serve every request in turn on a working copy of the project, and return the record."""
    shutil.copytree(HERE / "project", root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    bench, wishes = Workbench(root), requests()
    recorder = Recorder(now=wishes[0][0])
    desks = {task: Desk(task, bench, recorder) for _, task, _, _ in wishes}
    for moment, task, name, text in wishes:
        recorder.wait_until(moment)
        parcel = HERE / "inbox" / moment.date().isoformat()
        if parcel.is_dir():
            bench.deliver(parcel)
        desk = desks[task]
        POLICIES[f"{task}.{name}"](desk, desk.hear(text))
    return recorder


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve every request of requests.toml and write the log.")
    parser.add_argument("--out", type=Path, default=HERE / "log.json", help="where to write the log")
    out: Path = parser.parse_args().out
    with tempfile.TemporaryDirectory(prefix="workshop-") as folder:
        recorder = work(Path(folder).resolve())
    out.write_text(recorder.to_json(), encoding="utf-8", newline="\n")
    memories = sum(recorder.counts.values())
    print(f"{out}: {memories} memories in {len(recorder.counts)} tasks, {out.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
