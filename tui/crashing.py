"""When the app ends by a fault of its own: a report that somebody may send on, because nothing stored is in it.

Of an error only its type is told, and of the way to it only our own lines: a message may quote a memory, and a local
variable may be one. What is foreign is named by its module alone.
"""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FrameType

from ..errors import ClewError
from .kept import PRIVATE, state_folder, write_whole

OURS = "clew."
PACKAGES = ("clew", "textual", "rich", "kuzu", "numpy", "polars")


def report_of(error: BaseException) -> str:
    """Return what may be told of an error: versions, its type and those it came from, our frames."""
    about = [f"{name} {_version(name)}" for name in PACKAGES]
    about.append(f"python {platform.python_version()} on {platform.system()} {platform.machine()}")
    return "\n".join([*about, "", *_lines(error)]) + "\n"


def write_report(error: BaseException) -> Path | None:
    """Write a report where the app keeps its state; return its path, None where it cannot be written."""
    folder = state_folder() / "crashes"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.txt"
        write_whole(path, report_of(error))
    except OSError:
        return None
    return path


def sentence(error: BaseException) -> str:
    """Write a report, and return what is said on the terminal."""
    path = write_report(error)
    where = "" if path is None else f" A report without any stored text is in {path}."
    return f"clew: the app ended by a fault of its own ({_name(error)}); the store is whole.{where}"


def _lines(error: BaseException) -> Iterator[str]:
    """Yield the errors that led to one another, the last first, each with its frames."""
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        yield _name(at)
        yield from (f"  {_place(frame, line)}" for frame, line in traceback.walk_tb(at.__traceback__))
        at = at.__cause__ or at.__context__


def _name(error: BaseException) -> str:
    kind = type(error)
    return f"{kind.__module__}.{kind.__qualname__}" + (f" [{error.code}]" if isinstance(error, ClewError) else "")


def _place(frame: FrameType, line: int) -> str:
    """Return where a frame is: the line where it is ours, else the module."""
    module = str(frame.f_globals.get("__name__", "?"))
    return f"{module}:{line} {frame.f_code.co_qualname}" if module.startswith(OURS) else f"({module})"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "?" if name in sys.modules else "not installed"
