"""The small store that tests of writing begin with, and every statement that writes beside the method that does so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
from clew.engine.handle.engine import Engine
from toys import toy


def opened(path: Path, **options: Any) -> Engine:
    return clew.open(path, embedder=toy("toy", 8), background=False, **options)


def fill(engine: Engine) -> None:
    """Remember a decision `a`, a note `b` that followed from it, and a note `c` of another task."""
    engine.remember("vendor C quotes 40 EUR", id="a", type="decision", task="T1", importance=0.5)
    engine.remember("that is dear", id="b", type="note", task="T1", causes=["a"])
    engine.remember("call vendor B", id="c", type="note", task="T2")


def events(engine: Engine) -> list[tuple[str, Any]]:
    return [(event.kind, event.payload) for event in engine.journal.events()]


PAIRS: list[tuple[str, Callable[[Engine], object]]] = [
    (
        "LINK 'b' -[CONTRADICTS {reason: 'no', weight: 0.5}]-> 'c'",
        lambda m: m.link("b", "c", "CONTRADICTS", reason="no", weight=0.5),
    ),
    ("UNLINK 'a' -[CAUSED]-> 'b'", lambda m: m.unlink("a", "b")),
    ("REINFORCE 'a', 'b' BY 0.3", lambda m: m.reinforce("a", "b", by=0.3)),
    ("REINFORCE 'a'", lambda m: m.reinforce("a")),
    ("PIN 'a', 'c'", lambda m: m.pin("a", "c")),
    ("UNPIN 'a'", lambda m: m.unpin("a")),
    ("FEEDBACK OUTCOME 0.8 FOR MEMORY 'a', 'b'", lambda m: m.feedback(0.8, memories=["a", "b"])),
    ("FEEDBACK OUTCOME success FOR RECALL 'r'", lambda m: m.feedback("success", recall="r")),
    ("FORGET 'b'", lambda m: m.forget("b")),
    ("RESTORE 'b'", lambda m: m.restore("b")),
    (
        "DEFINE TAG 'price' UNDER budget DESCRIBED 'cost'",
        lambda m: m.define_tag("price", under="budget", described="cost"),
    ),
    ("DEFINE TAG 'price' UNDER money", lambda m: m.define_tag("price", under="money")),
    ("DEFINE TYPE note HALF LIFE 2 WEEKS", lambda m: m.define_type("note", half_life=dt.timedelta(days=14))),
    ("DROP TAG price", lambda m: m.drop("tag", "price")),
    ("DROP TYPE note", lambda m: m.drop("type", "note")),
    (
        "DEFINE INTENT about($v, $n = 2) DESCRIBED 'a vendor' AS RECALL FOR $v LIMIT $n",
        lambda m: m.define_intent("about", "RECALL FOR $v LIMIT $n", defaults={"n": 2}, described="a vendor"),
    ),
    (
        "DEFINE STRATEGY careful DESCRIBED 'few' AS\n  USING lookup\n  LIMIT 2",
        lambda m: m.define_strategy("careful", "USING lookup LIMIT 2", described="few"),
    ),
]
