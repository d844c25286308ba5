"""The demo's store: the log of a real agent, imported once and kept; what is written to a copy goes with the app.

The log is the one of `examples/workshop`, where it is said what in it is real. It is imported as if the store had been
there all along, so that the room Time has a month to go through, and not the second of an import.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

from ...engine.journal.files import is_store
from ...errors import StoreNotFound

LOG = Path(__file__).parents[2] / "examples" / "workshop" / "log.json"
FIRST = "RECALL 8 FOR 'the refund differs from the invoice' NEAR 'T3-0/22' PARETO BY relevance, coherence, recency"
"""What the demo is asked first, with an edit at hand: what it led to, and what was wrong, are not the same memories."""


def demo_store(*, writable: bool = False) -> Path:
    """Return the demo's store, made where it is not yet; takes seconds the first time. One to write to is a copy.

    Raises StoreNotFound where this installation has no log to make it of, and what an import raises.
    """
    if not LOG.is_file():
        raise StoreNotFound(
            "The demo's log did not come with this installation.",
            hint="It lies in the sources: `clew import demo.clew examples/workshop/log.json`.",
        )
    made = user_cache_path("clew") / f"demo-{_version()}" / "demo.clew"
    if not is_store(made):
        _make(made)
    return _copied(made) if writable else made


def _version() -> str:
    """Return a name for the log and the way in which it is imported: a store of another is not this one."""
    return hashlib.sha256(LOG.read_bytes() + b"backdated").hexdigest()[:12]


def _make(place: Path) -> None:
    """Import the log beside its place, and rename: whoever is interrupted leaves no half of a store there."""
    from ...adapters.importing import import_file
    from ...engine.handle.engine import create

    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix="draft-") as folder:
        draft = Path(folder) / place.name
        with create(draft, background=False) as memory:
            import_file(memory, LOG, backdate=True)
        if not is_store(place):  # another app may have been quicker
            draft.rename(place)


def _copied(made: Path) -> Path:
    """Return a copy in a temporary folder, which the system takes away."""
    return Path(shutil.copytree(made, Path(tempfile.mkdtemp(prefix="clew-demo-")) / "demo.clew"))
