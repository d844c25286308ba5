"""The user's cache folder: what can be made again, and what need not be computed again.

Everything here may be deleted at any time by anybody, be half there, or be written by two processes at once. So files
arrive by rename, what is read is checked, and where the folder cannot be written a private temporary one serves this
process. Refused: a lock file. Both writers write the same bytes, so the second rename changes nothing.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir


def cache_path() -> Path:
    """Return where the folder `clew` of the user's cache is, or would be."""
    return Path(user_cache_dir("clew", appauthor=False))


def cache_folder() -> Path:
    """Return that folder, made with mode 0700 if need be. Raises `OSError` where it cannot be."""
    folder = cache_path()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@functools.cache
def temporary_folder() -> Path:
    """Return a folder of this process alone (mode 0700), removed when it ends."""
    folder = tempfile.mkdtemp(prefix="clew-")
    atexit.register(_remove, folder, os.getpid())
    return Path(folder)


def _remove(folder: str, owner: int) -> None:
    """Remove a folder, but not in a forked child, which inherits the parent's farewell and not its right to it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def write_by_rename(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file that is whole whenever it is seen. Raises `OSError`, and leaves nothing behind then."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(chunks)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def sha256_of(files: Sequence[Path]) -> str:
    """Return the hex digest over the files' lengths and bytes, in the order given (about 0.7 s a GB)."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.stat().st_size.to_bytes(8, "little"))
        with file.open("rb") as stream:
            while chunk := stream.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()


def known_sha256(files: Sequence[Path]) -> str:
    """Return `sha256_of(files)`, computed only when one of them changed: it would cost more than opening a store."""
    return str(remembered(files, "sha256", lambda: {"sha256": sha256_of(files)})["sha256"])


def remembered(files: Sequence[Path], what: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return `compute()`, or what it returned when the files last had these sizes and times of change.

    `what` names the question, and the note on disk. Raises `OSError` when one of the files is not there.
    """
    stamp = [[status.st_size, status.st_mtime_ns] for status in (file.stat() for file in files)]
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(_note(files, what).read_bytes())
        if kept["stamp"] == stamp:
            return dict(kept["facts"])
    facts = compute()
    with suppress(OSError):
        write_by_rename(_note(files, what), [json.dumps({"stamp": stamp, "facts": facts}).encode()])
    return facts


def _note(files: Sequence[Path], what: str) -> Path:
    folder = cache_folder() / "models"
    folder.mkdir(exist_ok=True)
    paths = "\n".join(str(file.resolve()) for file in files)
    return folder / f"{hashlib.sha256(paths.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}-{what}.json"
