"""A file that is written whole or not at all: what stood there stays until the new one is complete."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ...errors import ClewError


@contextmanager
def whole_file(path: Path) -> Generator[IO[bytes]]:
    """Yield a file beside `path` that takes its place at the end; a link goes on leading there.

    A device or a pipe is written as it is: what took the place of `/dev/null` would be everybody's. Raises ClewError
    where it cannot be written, with the code `output`.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            with path.open("wb") as file:
                yield file
            return
        path = path.resolve()
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise refused(path, error.strerror) from None
    made = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            yield file
        made.chmod(_mode_of(path))
        made.replace(path)
    except IsADirectoryError:
        raise refused(path, "it is a folder") from None
    finally:
        made.unlink(missing_ok=True)


def refused(path: Path, why: str | None) -> ClewError:
    """Return the error of a file that cannot be written."""
    return ClewError(f"{path} cannot be written: {why}.", code="output")


def _mode_of(path: Path) -> int:
    """Return the permissions that a file has, or would have been made with."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
