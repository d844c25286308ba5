"""What Clew is for, in five questions: a real agent's log goes in, and each answer is put beside plain vector search.

    python examples/demo.py

The log was recorded by `examples/workshop/agent.py`, where it is said what in it is real. The store is made in a
temporary folder and thrown away. Nothing is reached over the network.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import clew
from clew.adapters.importing import Summary, import_file
from demonstration.answers import compare
from demonstration.page import page, section, summary
from demonstration.questions import LOG, QUESTIONS, gold
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn


def main() -> None:
    console, right = page(), gold()
    with tempfile.TemporaryDirectory(prefix="clew-demo-") as folder, clew.open(Path(folder) / "demo.clew") as engine:
        console.print(_about(_import(engine, console)))
        answers = [compare(engine, question, right[question.key]) for question in QUESTIONS]
    for number, answer in enumerate(answers, start=1):
        console.print(section(answer, number, len(answers), console.width))
    console.print(summary(answers))
    console.print(f"\nNext, look around in the same store: {_command()} tui --demo")


def _command() -> str:
    """Return the command that is installed beside this Python, as it is typed here."""
    beside = Path(sys.executable).with_name("clew")
    return str(beside.relative_to(Path.cwd())) if beside.is_relative_to(Path.cwd()) else "clew"


def _import(engine: clew.Engine, console: Console) -> Summary:
    """Import the log; its format is recognised by its content."""
    shape = (TextColumn("{task.description}"), BarColumn(bar_width=32), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*shape, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"importing {LOG.name}", total=None)
        return import_file(engine, LOG, progress=lambda done, size: bar.update(task, completed=done, total=size))


def _about(log: Summary) -> str:
    return (
        f"{LOG.name} ({log.format}) is a month in the life of an agent that maintains a small ticketing library: "
        f"{log.new} memories in {len(log.tasks)} tasks, with the reasons that the agent gave. "
        "Every observation in it is real, no language model took part, and which memory answers which question was "
        "written down before the queries were.\n"
    )


if __name__ == "__main__":
    main()
