"""A small store of our own for tests of the terminal app: how an agent moved an office, in four tasks.

It has causes, supersessions, a contradiction, tags, entities, a pinned, a forgotten and a restored memory, feedback,
saved statements, and a memory without a task. Its clock is ours: every run of the suite makes the same store, a minute
an event from `BEGUN` on, so that a screen can be held against a golden one.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import clew
from clew.engine.handle.engine import Engine

BEGUN = datetime(2024, 5, 1, 9, 0, tzinfo=UTC)
"""When the first event was written."""
MINUTE = 60_000_000


def make(path: Path) -> Path:
    """Make the store at `path` and return that. 40 memories, of which one is forgotten."""
    with clew.open(path, background=False) as memory:
        ticks = count(int(BEGUN.timestamp()) * 1_000_000, MINUTE)
        memory.journal._clock = ticks.__next__  # pyright: ignore[reportPrivateUsage]
        for number, told in enumerate(MEMORIES):
            _remember(memory, number, told)
        _judge(memory)
        memory.query("MATCH (m:Memory) RETURN count(*) AS n")  # the graph is made once, and not by every test
    return path


def _remember(memory: Engine, number: int, told: tuple[str, ...]) -> None:
    """Remember one line of the table: its time is an hour after the one before."""
    task, id, type_, tags, causes, supersedes, text = told
    memory.remember(
        text,
        id=id,
        type=type_,
        task=task or None,
        tags=tags.split(),
        causes=causes.split(),
        supersedes=supersedes.split(),
        at=BEGUN + timedelta(hours=number),
        agent="mover",
        source="log/move.jsonl",
        importance=0.9 if type_ == "decision" else 0.4,
    )


def _judge(memory: Engine) -> None:
    """Write what is thought of them: links, pins, outcomes, names."""
    memory.link("quay-flood", "quay-signed", "CONTRADICTS", reason="the cellar is where the servers were to go")
    memory.pin("budget")
    memory.reinforce("plan-b", by=0.3)
    memory.feedback("success", memories=["lift-booked", "desks-oak"])
    memory.feedback("failure", memories=["fibre-order"])
    memory.forget("rumour")
    memory.forget("tea")
    memory.restore("tea")
    memory.define_intent(
        "about_place", "RECALL FOR $place LIMIT $n", defaults={"n": 5}, described="What is known of a place"
    )
    memory.define_strategy("careful", "AT LEAST relevance 0.2 LIMIT 3", described="Few, and near")


MEMORIES: tuple[tuple[str, str, str, str, str, str, str], ...] = (
    # task, id, type, tags, causes, supersedes, text
    ("office", "brief", "fact", "money", "", "", "The lease of the office at Mill Lane ends on 31 October"),
    ("office", "budget", "fact", "money", "brief", "", "The board allows 48,000 EUR for the move, fibre included"),
    ("office", "seats", "fact", "", "brief", "", "24 people need a desk, and six of them work from home on Fridays"),
    ("office", "quay", "observation", "place money", "seats", "", "Quay 7 offers 410 m² at 6,200 EUR a month"),
    ("office", "loft", "observation", "place money", "seats", "", "The loft in Dyer Street offers 350 m² at 5,100 EUR"),
    ("office", "loft-stairs", "observation", "place", "loft", "", "Dyer Street has no lift, and the stairs turn twice"),
    ("office", "loft-out", "decision", "place", "loft-stairs seats", "", "We drop Dyer Street: two of us cannot climb"),
    ("office", "quay-visit", "action", "place", "quay", "", "Visited Quay 7: bright, quiet, one meeting room too few"),
    (
        "office",
        "quay-price",
        "observation",
        "money",
        "quay-visit",
        "quay",
        "Quay 7 goes down to 5,900 EUR for five years",
    ),
    (
        "office",
        "quay-signed",
        "decision",
        "place money",
        "quay-price loft-out budget",
        "",
        "We take Quay 7 for five years",
    ),
    ("office", "quay-flood", "observation", "place risk", "quay-visit", "", "The cellar of Quay 7 was flooded in 2021"),
    ("", "rumour", "note", "risk", "", "", "Somebody says that Quay 7 will be sold"),
    (
        "network",
        "fibre-need",
        "fact",
        "network",
        "quay-signed",
        "",
        "Quay 7 has copper only; the video room needs fibre",
    ),
    (
        "network",
        "fibre-a",
        "observation",
        "network money",
        "fibre-need",
        "",
        "Carrier A lays fibre in 9 weeks for 3,400 EUR",
    ),
    (
        "network",
        "fibre-b",
        "observation",
        "network money",
        "fibre-need",
        "",
        "Carrier B lays fibre in 5 weeks for 5,200 EUR",
    ),
    (
        "network",
        "fibre-order",
        "action",
        "network money",
        "fibre-a",
        "",
        "Ordered fibre from carrier A, to be there by 20 July",
    ),
    (
        "network",
        "fibre-late",
        "observation",
        "network risk",
        "fibre-order",
        "",
        "Carrier A has no permit for the quay wall",
    ),
    (
        "network",
        "plan-b",
        "decision",
        "network risk",
        "fibre-late fibre-b",
        "fibre-order",
        "Cancel carrier A, take carrier B",
    ),
    ("network", "fibre-done", "observation", "network", "plan-b", "", "Carrier B's line is up: 940 Mbit/s both ways"),
    (
        "network",
        "servers",
        "decision",
        "network risk",
        "quay-flood",
        "",
        "The servers go to the first floor, not the cellar",
    ),
    (
        "network",
        "racks",
        "action",
        "network",
        "servers",
        "",
        "Measured the first floor: two racks fit behind the kitchen",
    ),
    (
        "network",
        "cooling",
        "observation",
        "network risk",
        "racks",
        "",
        "The closet reaches 31 °C at noon with two racks",
    ),
    ("network", "cooling-fix", "decision", "network", "cooling", "", "A fan of 90 EUR keeps the closet at 24 °C"),
    ("desks", "desks-count", "fact", "furniture", "seats", "", "19 desks are sound, five have to be bought"),
    (
        "desks",
        "desks-steel",
        "observation",
        "furniture money",
        "desks-count",
        "",
        "Steel desks: 310 EUR each, in 2 weeks",
    ),
    (
        "desks",
        "desks-oak",
        "decision",
        "furniture money",
        "desks-count budget",
        "",
        "Five used oak desks for 640 EUR together",
    ),
    ("desks", "chairs", "fact", "furniture", "", "", "All 24 chairs come along; three need new wheels"),
    ("desks", "wheels", "action", "furniture money", "chairs", "", "Bought a bag of 20 wheels for 38 EUR"),
    ("desks", "lamp", "note", "furniture", "", "", "The green lamp belongs to the landlord and stays at Mill Lane"),
    ("desks", "tea", "note", "", "", "", "The tea kettle trips the fuse when the copier warms up"),
    ("moving", "movers", "observation", "money", "quay-signed", "", "The movers ask 2,900 EUR for a Saturday"),
    (
        "moving",
        "lift-size",
        "observation",
        "place",
        "quay-visit",
        "",
        "The lift at Quay 7 takes 630 kg, 1.1 m by 1.4 m",
    ),
    ("moving", "lift-booked", "action", "place", "lift-size movers", "", "Booked an outside lift for Saturday morning"),
    (
        "moving",
        "permit",
        "observation",
        "risk",
        "lift-booked",
        "",
        "An outside lift needs a permit of the harbour office",
    ),
    (
        "moving",
        "permit-sent",
        "action",
        "risk",
        "permit",
        "",
        "Sent the form for the permit, with a sketch of the quay",
    ),
    (
        "moving",
        "permit-done",
        "observation",
        "",
        "permit-sent",
        "",
        "The harbour office allows the lift from 7 to 13 h",
    ),
    ("moving", "order", "decision", "", "permit-done desks-oak", "", "Desks go first, then racks, then the archive"),
    ("moving", "archive", "note", "furniture", "order", "", "Box 17 of the archive is wet and has to be dried first"),
    ("moving", "done", "observation", "", "order fibre-done", "", "Everything was up by 14 h; one desk leg is broken"),
    ("moving", "total", "fact", "money", "done plan-b desks-oak movers", "", "The move cost 41,870 EUR of 48,000"),
)
