"""Which logs there are in what a caller names: a file is one; a folder is one as a whole, or holds many.

A folder that a specific importer knows (a repository) is one log. In any other each file is looked at, in the order of
the paths, but for those whose own name or whose folder's begins with a point. One that no importer knows is named, and
left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import ImportFailed
from .importing import recognise
from .protocol import Head
from .registry import GENERAL, Registry


@dataclass(frozen=True, slots=True)
class Log:
    """A log, and the importer that reads it, by name; None for a file that holds nothing."""

    path: Path
    format: str | None


@dataclass(slots=True)
class Found:
    """The logs of a run, in order. skipped: files of folders that no importer knows, each with a sentence."""

    logs: list[Log] = field(default_factory=list[Log])
    skipped: dict[Path, str] = field(default_factory=dict[Path, str])


def find_logs(paths: Sequence[Path], format: str | None, registry: Registry) -> Found:
    """Look at what a caller names, before anything is written.

    Raises ImportFailed for a file that no importer knows, and for a folder without any log.
    """
    found = Found()
    for path in paths:
        if path.is_dir():
            _look_into(path, format, registry, found)
        else:
            importer = recognise(path, format, registry=registry)
            found.logs.append(Log(path, None if importer is None else importer.name))
    return found


def _look_into(folder: Path, format: str | None, registry: Registry, found: Found) -> None:
    whole = _whole(folder, format, registry)
    before = len(found.logs)
    if whole is not None:
        found.logs.append(Log(folder, whole))
    for path in _files(folder) if whole is None or (format is None and whole in GENERAL) else ():
        try:
            importer = recognise(path, registry=registry)
        except ImportFailed as error:
            found.skipped[path] = error.message
            continue
        if importer is None or (importer.name != whole and format in (None, importer.name)):
            found.logs.append(Log(path, None if importer is None else importer.name))
        elif importer.name != whole:
            found.skipped[path] = f"{path} is {importer.name}, and not {format}."
    if len(found.logs) == before:
        raise ImportFailed(f"No importer knows any file in {folder}.", hint="`clew import --formats` lists them.")


def _whole(folder: Path, format: str | None, registry: Registry) -> str | None:
    """Return the name of the importer that reads a folder as one log; None for none."""
    if format is None:
        importer = registry.recognise(Head(folder))
    else:
        importer = registry.get(format)
        if importer is None:
            recognise(folder, format, registry=registry)  # says what there is
        elif not importer.recognises(Head(folder)):
            return None
    return None if importer is None else importer.name


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts):
            yield path
