"""The apprentice of the examples: with feedback it repeats fewer of its mistakes, on every seed that is tried."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "apprentice.py"


@pytest.fixture(scope="module")
def apprentice() -> ModuleType:
    spec = importlib.util.spec_from_file_location("apprentice", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = sys.modules["apprentice"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_repeated_mistakes_fall(apprentice: ModuleType, seed: int) -> None:
    """The same apprentice on the same days repeats at least a third fewer mistakes where it gives feedback, and makes
    fewer.
    """
    without, with_feedback = apprentice.compare(seed, 100)
    assert sum(with_feedback.repeated) < 0.67 * sum(without.repeated)
    assert sum(with_feedback.mistakes) < sum(without.mistakes)
