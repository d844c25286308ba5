"""Stages that write: the last, and mostly the only one, of their plan. They run where `execute` was asked, once."""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import ast


@dataclass(frozen=True, slots=True)
class Write:
    """Do what a bound statement says. There is nothing to lay out in it: its parts are closed, and it is one change.

    memory: the name under which the rows before it hold the memories that it is about; None where it names them itself.
    """

    statement: ast.Remember | ast.Link | ast.Reinforce | ast.Pin | ast.Feedback | ast.Retire | ast.Drop
    memory: str | None = None


@dataclass(frozen=True, slots=True)
class Define:
    """Let a name stand for something. text: an intent or a strategy as it was written, which is what is kept of it."""

    statement: ast.DefineIntent | ast.DefineStrategy | ast.DefineTag | ast.DefineType
    text: str = field(default="", compare=False)
