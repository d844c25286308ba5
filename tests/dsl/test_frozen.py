"""A frozen dataclass changed by copying its slots is the one that `dataclasses.replace` makes."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from clew.dsl import ast, plan
from clew.dsl.binding.scope import Scope
from clew.dsl.frozen import replace
from clew.errors import Span

WHOLE = [ast.Literal(1, span=Span(2, 3)), ast.Query(()), ast.Recall(ast.Literal(5)), plan.View(), Scope(), plan.Start()]


@pytest.mark.parametrize("thing", WHOLE, ids=lambda thing: type(thing).__name__)
def test_each_field_changes_as_the_constructor_would_change_it(thing: Any) -> None:
    """Whichever one field is changed, both ways give equal things, and neither touches what was copied."""
    before = repr(thing)
    for field in dataclasses.fields(thing):
        change = {field.name: ("other",)}
        changed, due = replace(thing, **change), dataclasses.replace(thing, **change)
        assert changed == due
        assert repr(changed) == repr(due)
        assert type(changed) is type(thing)
    assert repr(thing) == before == repr(replace(thing))


def test_what_is_no_field_is_refused() -> None:
    """A slip in a field's name is an error that names the class."""
    with pytest.raises(TypeError, match="Literal has no field `valve`"):
        replace(ast.Literal(1), valve=2)


def test_everything_that_the_compiler_changes_can_be_copied() -> None:
    """The constructor of every tree and stage sets its fields as they are given, and does nothing else."""
    for room in (ast, plan):
        for kind in vars(room).values():
            if dataclasses.is_dataclass(kind):
                assert not hasattr(kind, "__post_init__"), kind
                assert all(field.init for field in dataclasses.fields(kind)), kind
