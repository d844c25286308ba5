"""The importing loop: recognise the log, turn its items into entries, write them in batches, and say what happened.

A broken record, a broken importer, a memory that cannot be kept: each costs itself and is named by its number, and the
rest comes in. Only what is wrong with the store, or with reading the log at all, is raised. `NaN` and the infinities,
which JSON has not, become null in `meta`, where a query could not compare them; in texts they stay as they were
written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..engine.values.times import now
from ..errors import EmbeddingError, ImportFailed, LimitError, StoreError
from .entries import Terms
from .landing import Landing
from .protocol import Bad, Importer, Item, Source, Unit
from .reading import head_of
from .registry import Registry
from .summary import Summary
from .tail import Enough, Tail
from .targets import Store, target_of

LOOK_SECONDS = 0.2
"""Between two looks at the end of a log that is followed: a look costs microseconds."""

Progress = Callable[[int, int], None]
"""Called with (bytes read, bytes in all) after each batch, and at the end."""


@dataclass(frozen=True, slots=True)
class Live:
    """How to go on at the end of a log. ended: whether it is enough. told: called whenever something was written."""

    ended: Callable[[], bool]
    told: Callable[[Summary], None] = lambda summary: None

    def tail(self, landing: Landing) -> Tail:
        """Return what waits: before each look, what was read is written."""

        def idle() -> None:
            landing.flush()
            time.sleep(LOOK_SECONDS)

        return Tail(idle, self.ended)


def recognise(path: Path, format: str | None = None, *, registry: Registry | None = None) -> Importer | None:
    """Return the importer for a log: the one named, or the first that knows its content; None for an empty file.

    Raises ImportFailed, which lists what is known, where there is none, and where the log cannot be read.
    """
    Source.of(path)
    registry = registry or Registry()
    head = None if format is not None else head_of(path)
    if format is None and head is None:
        return None
    importer = registry.recognise(head) if head is not None else registry.get(format or "")
    if importer is not None:
        return importer
    broken = registry.broken.get(format or "")
    what = f"There is no importer named `{format}`." if head is None else f"{path} is in no format that is known."
    hint = f"Known are {', '.join(registry.names())}; `clew import --formats` says what each of them reads."
    raise ImportFailed(broken or what, hint=hint, path=str(path))


def import_file(
    store: Store,
    path: Path,
    *,
    format: str | None = None,
    name: str | None = None,
    namespace: str | None = None,
    columns: Mapping[str, str] | None = None,
    backdate: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
    live: Live | None = None,
) -> Summary:
    """Import one log and return the summary. A second run adds nothing; one over a log that grew adds what is new.

    name: what a conversation is called that has no name of its own; None for the file's stem. Two logs of one stem need
    two names, or the second is left out.
    namespace: where everything goes, events of another store too; None for the store's own, and for events theirs.
    columns: for a table, the column of each field, as in `mapping`.
    backdate: the store is to have learned each memory when it happened, so that AS OF reaches into the log.
    dry_run: nothing is written; a copy of the journal tells what would be.
    live: to wait for more at the end of the log; see `follow`.
    Raises ImportFailed where the log is in no known format or cannot be read, StoreError where the store cannot be
    written.
    """
    importer = recognise(path, format)
    summary = Summary(str(path), "empty" if importer is None else importer.name)
    source = Source.of(path, name, options={} if columns is None else {"columns": columns})
    report = progress or (lambda done, total: None)
    terms = Terms(store.namespace if namespace is None else namespace, renamed=namespace is not None, backdate=backdate)

    def landed(position: int) -> None:
        report(min(position, source.size), source.size)
        if live is not None:
            live.told(summary)

    with target_of(store, dry_run=dry_run) as target:
        landing = Landing(target, terms, summary, landed)
        if live is not None:
            source = replace(source, tail=live.tail(landing))
        for item in () if importer is None else _items(importer, source):
            summary.undated += isinstance(item, Unit) and source.lent(item.fields.get("at"))
            landing.take(_arrived(item, source))
        landing.flush()
    report(source.size, source.size)
    return summary


def _items(importer: Importer, source: Source) -> Iterator[Item]:
    """Yield what an importer does. Where reading ends half-way, that is the last item; where it never began, raise."""
    number, position = 0, 0
    try:
        for item in importer.read(source):
            number, position = item.number, item.position
            yield item
    except Enough:
        return
    except (StoreError, EmbeddingError):  # of what was written while the log waited to grow
        raise
    except ImportFailed as error:
        if not number:
            raise
        yield Bad(number + 1, error.message, position)
    except LimitError:  # the import was stopped, and no importer's fault
        raise
    except Exception as error:  # an importer of any package: what it has read is in, and its fault is named
        reason = f"The importer `{importer.name}` failed here, and read no further: {type(error).__name__}: {error}"
        yield Bad(number + 1, reason[:400], position)


def _arrived(item: Item, source: Source) -> Item:
    """Return an item; one without a time that was written while the log was followed happened when it came."""
    if source.tail is None or not isinstance(item, Unit) or item.position <= source.size:
        return item
    return replace(item, fields={**item.fields, "at": now()}) if source.lent(item.fields.get("at")) else item
