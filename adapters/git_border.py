"""The one room that starts git: a repository in, its commits out, parents before children.

A repository may be hostile, and its configuration with it. So git is asked for its log and nothing else: it starts no
hook, no pager, no filter of texts and no signature program, and fetches nothing, also where a clone is partial. What
the log says depends on the repository alone, and on no setting of the machine. Fields are cut at NUL, which neither a
message nor a path can hold: a message that looks like a commit is a message.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

from ..errors import ImportFailed

CHUNK = 1 << 16
"""Bytes read from git at a time."""

FILES = 200
"""Changed files that are kept of one commit, the first; the others are counted."""

FIELDS = ("%H", "%P", "%an", "%at", "%cn", "%ct", "%D", "%B")
MARK = b"\x01"
"""Begins a commit; a status (`A`, `M`) never does."""

CONFIG = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.quotePath": "false",
    "diff.orderFile": os.devnull,
    "protocol.allow": "never",
}
LOG = (
    "log",
    "-z",
    "--exclude=refs/stash",
    "--exclude=refs/notes/*",
    "--all",
    "--topo-order",
    "--reverse",
    "--encoding=UTF-8",
    "--decorate=full",
    "--name-status",
    "--no-renames",
    "--no-diff-merges",
    "--no-color",
    "--no-ext-diff",
    "--no-mailmap",
    "--no-notes",
    "--no-relative",
    "--no-show-signature",
    "--no-textconv",
    "--ignore-submodules=none",
    "--root",
    "--format=%x01" + "%x00".join(FIELDS),
)
"""Without renames, whose detection differs between versions of git: an old name goes, and a new one comes."""

ENVIRONMENT = {"LC_ALL": "C", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit. authored, committed: seconds since 1970, as the log has them.

    refs: full names of the branches and tags that point at it. files: (status, path), FILES at most, of `changed`.
    position: bytes of the log up to its end.
    """

    hash: str
    parents: tuple[str, ...]
    author: str
    authored: str
    committer: str
    committed: str
    refs: tuple[str, ...]
    message: str
    files: tuple[tuple[str, str], ...]
    changed: int
    position: int


def is_repository(path: Path) -> bool:
    """Say whether a folder is the top of a repository, one without a working tree included."""
    bare = (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir()
    return bare or (path / ".git").exists()


def commits(path: Path) -> Iterator[Commit]:
    """Yield the commits that any branch, tag or remote reaches. The repository is only read.

    Raises ImportFailed where git is not installed, does not trust the folder, or cannot read the repository, and for
    what is no folder.
    """
    if not path.is_dir():
        raise ImportFailed(f"{path} is no folder, and so no git repository.", path=str(path))
    with tempfile.TemporaryFile() as errors:
        git = subprocess.Popen(
            [_program(path), "--no-pager", "--no-replace-objects", *_settings(), *LOG],
            cwd=path,
            env=_environment(path),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        assert git.stdout is not None
        try:
            yield from parsed(tokens(partial(git.stdout.read, CHUNK)))
            if git.wait() != 0:
                raise _refused(path, errors)
        finally:
            git.kill()
            git.stdout.close()
            git.wait()


def _program(path: Path) -> str:
    program = shutil.which("git")
    if program is None:
        raise ImportFailed("The program `git` is not on this machine.", hint="Install git.", path=str(path))
    return program


def _settings() -> Iterator[str]:
    for key, value in CONFIG.items():
        yield "-c"
        yield f"{key}={value}"


def _environment(path: Path) -> dict[str, str]:
    """Return this process's environment without what would lead git to another repository than this folder's."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return own | ENVIRONMENT | {"GIT_CEILING_DIRECTORIES": str(path.absolute().parent)}


def tokens(read_on: Callable[[], bytes]) -> Iterator[tuple[bytes, int]]:
    """Yield what stands between NULs, and how many bytes were read up to its end."""
    held, read = b"", 0
    while chunk := read_on():
        *whole, held = (held + chunk).split(b"\0")
        for token in whole:
            read += len(token) + 1
            yield token, read


def parsed(tokens: Iterator[tuple[bytes, int]]) -> Iterator[Commit]:
    """Yield the commits that tokens spell: as many as there are fields, then a status and a path for each file."""
    fields: list[str] = []
    files: list[tuple[str, str]] = []
    changed = position = 0
    for token, end in tokens:
        if token.startswith(MARK) and len(fields) in (0, len(FIELDS)):
            if fields:
                yield _commit(fields, files, changed, position)
            fields, files, changed = [_text(token[1:])], [], 0
        elif len(fields) < len(FIELDS):
            fields.append(_text(token))
        else:
            path, end = next(tokens, (b"", end))
            changed += 1
            if len(files) < FILES:
                files.append((_text(token).strip(), _text(path)))
        position = end
    if len(fields) == len(FIELDS):
        yield _commit(fields, files, changed, position)


def _commit(fields: list[str], files: list[tuple[str, str]], changed: int, position: int) -> Commit:
    hash, parents, author, authored, committer, committed, refs, message = fields
    return Commit(
        hash=hash,
        parents=tuple(parents.split()),
        author=author,
        authored=authored,
        committer=committer,
        committed=committed,
        refs=tuple(filter(None, refs.split(", "))),
        message=message.strip(),
        files=tuple(files),
        changed=changed,
        position=position,
    )


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _refused(path: Path, errors: IO[bytes]) -> ImportFailed:
    """Return what git said, as one sentence."""
    errors.seek(0)
    said = _text(errors.read(CHUNK))
    if "dubious ownership" in said:
        hint = f"If you trust it: git config --global --add safe.directory {path.absolute()}"
        return ImportFailed(f"{path} belongs to another user, and git does not read it.", hint=hint, path=str(path))
    first = next((line for line in said.splitlines() if line.startswith(("fatal:", "error:"))), said.strip()[:200])
    return ImportFailed(f"git cannot read {path}: {first.rstrip('.') or 'it stopped'}.", path=str(path))
