"""A query that asks for too much ends in an error that says so, and the engine goes on."""

from __future__ import annotations

import _thread
import threading

import pytest
from clew.engine.handle.engine import Engine
from clew.errors import LimitError

TOO_MUCH = (
    "MATCH (a:Memory), (b:Memory), (c:Memory) RETURN count(*)",
    "MATCH (a:Memory), (b:Memory), (c:Memory), (d:Memory) WHERE a.text <> b.text RETURN a.id",
    "MATCH (a:Memory), (b:Memory), (c:Memory), (d:Memory) RETURN a.id LIMIT 100000000",
    "UNWIND range(1, 10000000) AS x RETURN count(x)",
    "UNWIND range(1, 2000) AS x UNWIND range(1, 2000) AS y RETURN count(*)",
    "UNWIND range(1, 200001) AS x RETURN x PARETO BY x MAX, -x MAX, x % 7 MAX, x % 5 MAX",
    "RETURN reduce(all = [1], x IN range(1, 60) | all + all)",
)
ENDLESS = (
    "RETURN [x IN range(1, 3000) | [y IN range(1, 3000) | x * y]]",
    "WITH range(1, 1000000) AS many RETURN [x IN range(1, 5000) WHERE -x IN many]",
)


@pytest.mark.parametrize("text", TOO_MUCH)
def test_what_is_too_large_is_refused(store: Engine, text: str):
    """Cartesian products, long lists and large fronts get a LimitError before they fill the machine."""
    with pytest.raises(LimitError):
        store.query(text)
    assert store.query("MATCH (m:Memory) RETURN count(*)").values == ((147,),)


@pytest.mark.parametrize("text", ENDLESS)
def test_what_takes_too_long_is_stopped(store: Engine, text: str):
    """The clock is looked at inside lists as well as between rows."""
    with pytest.raises(LimitError, match="longer than it may"):
        store.query(text, seconds=0.2)


def test_an_interrupt_leaves_the_engine_usable(store: Engine):
    """After Ctrl-C in the middle of a query the same engine answers the next one, and can be written."""
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        store.query(ENDLESS[0])
    assert len(store.recall("refund")) == 10
    store.remember("after the interrupt", id="late", namespace="other")
