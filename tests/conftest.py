"""What all tests share: ctrl-C that works, property tests without a deadline (a loaded machine is slow), and where real
data lies.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from emitted import emitted  # noqa: F401 - looks over all that the suite asks of the graph
from hypothesis import settings
from model_once import model_once  # noqa: F401 - one model for all stores of a worker

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell has what it runs in the background ignore ctrl-C, and so would each process that a test interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Thousands of tests live to the end: to look through them for garbage, as often as usual, takes a tenth of the time.
gc.set_threshold(*gc.get_threshold()[:2], 100)

settings.register_profile("clew", deadline=None)
settings.load_profile("clew")

SHARED = Path(os.environ.get("CLEW_SHARED") or Path(__file__).resolve().parents[2] / "shared")
"""The folder of real data: CLEW_SHARED, else `shared` beside the checkout. All of its ground is covered without it."""


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """Return a function from a name in the folder of real data to its path; it skips the test where that is not."""

    def find(name: str) -> Path:
        if not (SHARED / name).exists():
            pytest.skip(f"no {name} at {SHARED}: set CLEW_SHARED")
        return SHARED / name

    return find


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Call a test slow that starts processes, or that goes two ways with many cases to see whether they agree.

    Tests of the app wait for half of their time: they come first, so that one worker has them while others compute.
    """
    items.sort(key=lambda item: item.path.parent.name != "tui")
    for item in items:
        if isinstance(item, pytest.Function):
            starts_processes, agrees = "subprocess" in vars(item.module), item.path.parent.name == "congruence"
            if starts_processes or agrees:
                item.add_marker(pytest.mark.slow)
