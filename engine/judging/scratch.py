"""The stores of a suite: made in a folder for the time of a run, each memory embedded once, whoever ranks then."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from ...errors import StoreExists
from ..embedding.resolve import EmbedderSpec, resolve
from ..handle.engine import Engine
from ..handle.engine import open as open_engine
from ..journal.files import is_store
from ..values.model import Link
from .judged import Judged, Remembering
from .suite import Contents, Suite

BATCH = 5_000
"""Memories written at once: far below what one transaction may hold."""

CATCHING_UP = 3_600.0
"""Seconds that a slow model may take: what is not embedded cannot be judged."""

Progress = Callable[[str, int, int], object]
"""Is told (what is done, how much of it, of how much)."""


@contextmanager
def scratch_stores(
    suite: Suite, folder: Path, embedder: EmbedderSpec, progress: Progress
) -> Generator[Mapping[str, Judged]]:
    """Yield the suite's stores, made in a folder, or found there where an earlier run made them. By name.

    Raises StoreExists where the folder holds another suite's, and what `open`, `remember` and `link` do.
    """
    model, stores = Remembering(resolve(embedder)), dict[str, Judged]()
    with ExitStack() as stack:
        for number, (name, contents) in enumerate(suite.stores.items()):
            progress("making stores", number, len(suite.stores))
            path = folder / f"{number}.clew"
            known = _is_made(path, contents)
            engine = stack.enter_context(open_engine(path, embedder=model, background=False))
            if not known:
                _fill(engine, contents)
                _made_of(path).write_text(_digest(contents), encoding="utf-8")
            stores[name] = Judged(engine)
        yield stores


def _is_made(path: Path, contents: Contents) -> bool:
    """Whether an earlier run made this store, to its end. Raises StoreExists where anything else is there."""
    if not is_store(path):
        return False
    made_of = _made_of(path)
    if made_of.is_file() and made_of.read_text(encoding="utf-8") == _digest(contents):
        return True
    raise StoreExists(f"{path} was not made of this suite, or not to its end.", hint="Name another folder.")


def _made_of(path: Path) -> Path:
    return path.with_suffix(".made-of")


def _digest(contents: Contents) -> str:
    return sha256(repr(contents).encode("utf-8", "backslashreplace")).hexdigest()


def _fill(engine: Engine, contents: Contents) -> None:
    for start in range(0, len(contents.drafts), BATCH):
        engine.remember_drafts(contents.drafts[start : start + BATCH])
    for link in contents.links:
        _join(engine, link)
    engine.store.vectorizer.catch_up(CATCHING_UP)


def _join(engine: Engine, link: Link) -> None:
    """Draw an edge between two memories, or between two names."""
    match link.type:
        case "SAME_AS":
            engine.same_as(link.source, link.target)
        case "BROADER":
            engine.define_tag(link.source, under=link.target)
        case _:
            engine.link(link.source, link.target, link.type, reason=link.reason, weight=link.weight)
