"""What the tests of documents share: the demo's log in a store, and the examples on the path."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from clew.adapters.importing import import_file

ROOT = Path(__file__).resolve().parents[2]
LOG = ROOT / "examples" / "workshop" / "log.json"

sys.path.insert(0, str(ROOT / "examples"))  # as Python does for a script in that folder


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[clew.Engine]:
    """A store with the workshop's log, as the demo makes it."""
    with clew.open(tmp_path_factory.mktemp("workshop") / "log.clew", background=False) as engine:
        import_file(engine, LOG)
        yield engine
