"""Every use of an engine, by name: what a closed one, and one that belongs to another process, must refuse."""

from __future__ import annotations

import io
from collections.abc import Callable

import clew

USES: dict[str, Callable[[clew.Engine], object]] = {
    "remember": lambda m: m.remember("x"),
    "remember nothing": lambda m: m.remember_drafts([]),
    "recall": lambda m: m.recall("x"),
    "query": lambda m: m.query("MATCH (m:Memory) RETURN m"),
    "context": lambda m: m.context("x"),
    "get": lambda m: m.get("a"),
    "list": lambda m: m.list(),
    "links": lambda m: m.links("a"),
    "link": lambda m: m.link("a", "b"),
    "unlink": lambda m: m.unlink("a", "b"),
    "forget": lambda m: m.forget("a"),
    "restore": lambda m: m.restore("a"),
    "stats": lambda m: m.stats(),
    "doctor": lambda m: m.doctor(),
    "fix": lambda m: m.doctor(fix=True),
    "verify": lambda m: m.verify(),
    "export": lambda m: m.export(io.StringIO()),
    "rebuild": lambda m: m.rebuild(),
}
