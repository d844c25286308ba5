"""The engine looks after its store, and changes its model while its handles are in use."""

from __future__ import annotations

import threading
from pathlib import Path

import clew
import pytest
from clew.errors import ModelChanged
from toys import toy

pytestmark = pytest.mark.slow


def test_a_change_of_model_under_handles_in_use(tmp_path: Path) -> None:
    """Two handles ask and write while a third thread changes the model: answers or a typed error, and afterwards all
    of them have the new one, tags included.
    """
    with clew.open(tmp_path / "a.clew") as memory, clew.open(tmp_path / "a.clew", namespace="b") as other:
        for i in range(40):
            memory.remember(f"vendor {i} quotes {i} EUR", tags=["price"] if i % 2 else [])
            other.remember(f"seat {i}", tags=["seat"])
        stop, faults = threading.Event(), list[BaseException]()

        def use(handle: clew.Engine) -> None:
            while not stop.is_set():
                try:
                    assert len(handle.recall("vendor seat", k=3)) == 3
                    handle.remember("another quote")
                except ModelChanged:
                    pass
                except BaseException as error:
                    faults.append(error)
                    return

        threads = [threading.Thread(target=use, args=(handle,)) for handle in (memory, other)]
        for thread in threads:
            thread.start()
        for model in (toy("new", 48), toy("alike", 48), toy("more", 8)):
            memory.reembed(model, batch=16)
        stop.set()
        for thread in threads:
            thread.join(60)
        assert faults == []
        assert memory.embedder.fingerprint.name == other.embedder.fingerprint.name == "more"
        assert memory.recall("vendor", k=3) and other.recall("seat", k=3)
        assert memory.doctor(fix=True) == [] and memory.projection.vectors.matrix.shape[1] == 8


def test_care_through_the_engine(tmp_path: Path) -> None:
    """Backup, information and room, from a program; forgetting nothing is no event."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        memory.remember("a", id="a")
        memory.forget()
        memory.restore()
        assert memory.info()["events"] == 1
        assert memory.backup(tmp_path / "b.clew").events == 1
        assert memory.compact().log_emptied
    with clew.open(tmp_path / "b.clew", background=False) as copy:
        assert copy.get("a").text == "a"


def test_a_store_opens_with_the_model_it_names(tmp_path: Path) -> None:
    """Where it was changed to a model that is found by a name, nobody has to repeat the name."""
    with clew.open(tmp_path / "a.clew", embedder=toy("first", 4), background=False) as memory:
        memory.remember("a")
        memory.recall("a")
        memory.reembed("wordllama/l2_supercat_256")
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        assert len(memory.recall("a", k=1)) == 1
    with pytest.raises(ModelChanged):
        clew.open(tmp_path / "a.clew", embedder=toy("first", 4), background=False)
