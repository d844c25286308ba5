"""The parse table, kept between runs.

Making the table from the grammar takes most of a second, reading it back a tenth of that. It lies in the user's own
cache directory, which nobody else may write: a table is a pickle, and a pickle from a stranger is a stranger's program.
A shared /tmp was refused for that reason, and Lark's own cache because it writes in place and cannot tell damage.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import lark

_DIGEST = 32


def default_directory() -> Path:
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("clew"))


def read(source: str, directory: Path) -> BytesIO | None:
    """Return the table of this grammar, or None where there is none, or none that is whole and ours."""
    try:
        kept = _place(source, directory).read_bytes() if _is_private(directory) else b""
    except OSError:
        return None
    digest, table = kept[:_DIGEST], kept[_DIGEST:]
    return BytesIO(table) if table and sha256(table).digest() == digest else None


def write(source: str, directory: Path, table: bytes) -> None:
    """Keep a table: written beside its place and moved there whole. A cache that cannot be written is done without."""
    place = _place(source, directory)
    draft = place.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_private(directory):
            draft.write_bytes(sha256(table).digest() + table)
            draft.replace(place)


def _place(source: str, directory: Path) -> Path:
    """A table belongs to one grammar, one Lark and one Python; another of any of them is another file."""
    key = "\n".join((lark.__version__, sys.version, source))
    return directory / f"grammar-{sha256(key.encode()).hexdigest()[:16]}.table"


def _is_private(directory: Path) -> bool:
    if os.name != "posix":
        return True
    found = directory.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
