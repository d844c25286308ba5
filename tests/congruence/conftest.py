"""A small random store for the tests that hold two routes to the same rows: every column has values, nulls and ties."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import clew
import pytest
from clew.engine.handle.engine import Engine

MEMORIES = 150
TYPES = ("decision", "constraint", "error", "fact")
TASKS = ("T1", "T2", "T3", None)
WORDS = ("vendor", "budget", "refund", "flight", "cabin", "rounding", "invoice", "retry", "deadline", "owner")
BEGIN = datetime(2025, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="package")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Return an engine over 150 memories, a few of them forgotten and a few in a namespace that is not its own."""
    draw = random.Random(11)
    with clew.open(tmp_path_factory.mktemp("congruence"), background=False) as engine:
        for number in range(MEMORIES):
            engine.remember(" ".join(draw.choices(WORDS, k=6)), id=f"m{number}", **_fields(draw, number))
        for number in range(0, MEMORIES - 9, 4):
            engine.link(f"m{number}", f"m{number + draw.randint(1, 8)}", "CAUSED")
        engine.forget("m5", "m50", "m77")
        for number in range(5):
            engine.remember("a vendor of others", id=f"o{number}", namespace="other", type="fact", task="T1")
        yield engine


def _fields(draw: random.Random, number: int) -> dict[str, Any]:
    task = draw.choice(TASKS)
    at = BEGIN + timedelta(hours=draw.randint(0, 400))
    return {
        "type": draw.sample(TYPES, draw.randint(1, 2)),
        "task": task,
        "step": None if task is None else number,
        "action_type": draw.choice(("say", "search", None)),
        "agent": draw.choice(("user", "assistant", None)),
        "at": at,
        "valid_from": draw.choice((None, at)),
        "valid_to": draw.choice((None, at + timedelta(days=3))),
        "importance": draw.choice((0.0, 0.25, 0.5, 1.0)),
        "confidence": draw.choice((0.5, 1.0)),
        "trust": draw.choice((0.0, 0.3, 1.0)),
        "valence": draw.choice((-1.0, 0.0, 0.5)),
        "pinned": draw.random() < 0.05,
        "source": draw.choice(("log.json", None)),
        "tags": draw.sample(("budget", "travel"), draw.randint(0, 1)),
        "entities": draw.sample(("vendor-A", "Q4", "SF123"), draw.randint(0, 2)),
    }
