"""The rows that the benchmarks measure on: real tool-using conversations, repeated under other task names.

Pinned: the data, its order, the default embedder, batches of 1,000. Without the shared data it is made from the log of
the workshop example, which is ours and always there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from clew.adapters.openai_chat import OpenAIChat
from clew.adapters.protocol import Source, Unit
from clew.engine.values.model import Draft
from clew.engine.writing.remember import make_draft
from harness import ROOT, SHARED

BATCH = 1000


def log() -> Path:
    """Return the log to measure on: the airline conversations where they are, else our own."""
    airline = SHARED / "data/tau_bench/airline_dev.json"
    return airline if airline.exists() else ROOT / "examples/workshop/log.json"


def units(count: int) -> Iterator[Unit]:
    """Yield `count` units; each time round the log every task has another name."""
    read = [unit for unit in OpenAIChat().read(Source.of(log())) if isinstance(unit, Unit)]
    for number, unit in enumerate(islice(cycle(read), count)):
        turn = number // len(read)
        task = f"{unit.fields['task']}~{turn}"
        yield replace(unit, fields={**unit.fields, "task": task, "id": f"{task}/{unit.fields['step']}", "causes": ()})


def drafts(count: int) -> list[Draft]:
    return [draft_of(unit) for unit in units(count)]


def draft_of(unit: Unit) -> Draft:
    fields = dict(unit.fields)
    return make_draft(fields.pop("text", None), namespace="default", **fields)


def batches(items: list[Draft]) -> Iterator[list[Draft]]:
    return (items[start : start + BATCH] for start in range(0, len(items), BATCH))
