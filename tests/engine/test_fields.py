"""The typed keyword arguments of `remember` and `recall` are those that are really taken."""

from __future__ import annotations

from inspect import signature
from pathlib import Path

import clew
import pytest
from clew.engine.asking.recall_arguments import recall_of
from clew.engine.values.fields import RecallFields, RememberFields
from clew.engine.writing.remember import make_draft
from clew.errors import MemoryInvalid


@pytest.mark.parametrize(("fields", "function"), [(RememberFields, make_draft), (RecallFields, recall_of)])
def test_the_typed_fields_are_the_parameters(fields: type, function: object) -> None:
    """Each field is a parameter, and each parameter that `remember` and `recall` do not spell out is a field, in
    order.
    """
    spelt_out = {"text", "need"} | ({"namespace"} if fields is RememberFields else set())
    parameters = [name for name in signature(function).parameters if name not in spelt_out]  # type: ignore[arg-type] - a function
    assert list(fields.__annotations__) == parameters


def test_a_field_that_does_not_exist_names_the_one_that_was_meant(tmp_path: Path) -> None:
    """A misspelt argument is refused before anything is written, and the nearest field is named."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        with pytest.raises(MemoryInvalid, match=r"`tsak`.*`task` is similar"):
            memory.remember("a fact", tsak="T1")  # type: ignore[call-arg] - wrong on purpose
        with pytest.raises(MemoryInvalid, match=r"`intents`.*`intent` is similar"):
            memory.recall("a fact", intents=["x"])  # type: ignore[call-arg] - wrong on purpose
        assert memory.stats()["memories"] == 0
