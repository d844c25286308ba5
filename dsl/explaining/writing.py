"""What EXPLAIN says of the stages that write, and of SHOW: the statement in its canonical form, without the condition
that the stages before it test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import ast, plan
from ..frozen import replace
from ..printing.printer import print_statement
from .said import Detail, Said

ONE_LINE = 10**6
"""A width that breaks no line: a tree has lines enough."""


def _write(stage: plan.Write) -> Said:
    statement = stage.statement
    if isinstance(statement, ast.Retire) and statement.where is not None:
        each = replace(statement, where=None, memories=(ast.Name(stage.memory or "m"),))
        return Said(f"Write  {_line(each)}", (("for each", stage.memory or "m"),))
    return Said(f"Write  {_line(statement)}")


def _define(stage: plan.Define) -> Said:
    statement = stage.statement
    kept: tuple[Detail, ...] = ()
    if isinstance(statement, ast.DefineIntent | ast.DefineStrategy):
        kept = (("kept as", stage.text),)
    return Said(f"Define  {type(statement).__name__.removeprefix('Define').lower()}  {_name(statement)}", kept)


def _name(statement: ast.Definition) -> str:
    if isinstance(statement, ast.DefineIntent | ast.DefineStrategy):
        return statement.name
    return _line(statement).split(" ", 2)[2]


def _line(statement: ast.Statement) -> str:
    return print_statement(statement, ONE_LINE)


WRITING: Mapping[type, Callable[[Any], Said]] = {
    plan.Show: lambda stage: Said(f"Show  {stage.what.lower()}"),
    plan.Write: _write,
    plan.Define: _define,
}
