"""The history of a git repository, a folder with or without a working tree: one memory for each commit.

A commit is an action; its text is its message with the files that it changed, which are its entities; its parents
brought it about. One that says that it reverts another supersedes that other. A commit never changes, so its hash is
its id: a second run adds what is new, and clones of one repository share what they share.

What changes is left out: branches move. The tags that point at a commit when it is imported are tags of its memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..engine.extraction.entities import find_entities
from ..engine.values.model import Link
from ..engine.values.times import FIRST, LAST, to_iso
from .conversation import Fields
from .git_border import Commit, commits, is_repository
from .protocol import Head, Item, Source, Unit

LISTED = 40
"""Changed files that are named in a commit's text; of more than that, their number."""

LONGEST_PATH = 4096
"""Characters of a path that is an entity: no system can check out a longer one."""

SHORT = 7
"""Digits that git shows of a hash at least."""

REVERTS = re.compile(r"^\s*This reverts commit ([0-9a-f]{7,64})\b", re.MULTILINE)
PICKED = re.compile(r"^\(cherry picked from commit ([0-9a-f]{40,64})\)", re.MULTILINE)

TAG = re.compile(r"(?:HEAD -> )?(?:tag: )?refs/tags/(.+)")

STATUS = {"A": "added", "D": "deleted", "M": "changed", "T": "changed its kind", "U": "unmerged"}


class GitHistory:
    """Importer `git`."""

    name = "git"
    doc = "the history of a git repository, given its folder"

    def recognises(self, head: Head) -> bool:
        return head.path.is_dir() and is_repository(head.path)

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the commits, parents before children. Raises ImportFailed where git cannot read the repository."""
        task, seen = source.name.removesuffix(".git") or source.name, _Seen()
        for number, commit in enumerate(commits(source.path), start=1):
            fields = _memory(commit, seen) | {"task": task, "at": _at(commit, source), "source": source.path.name}
            yield Unit(fields, number, commit.position)
            seen.add(commit.hash)


class _Seen:
    """The commits so far, to be found by the beginning of their hash."""

    def __init__(self) -> None:
        self._hashes: dict[str, list[str]] = {}

    def add(self, hash: str) -> None:
        self._hashes.setdefault(hash[:SHORT], []).append(hash)

    def find(self, beginning: str) -> str | None:
        """Return the only commit that begins so, or None."""
        found = [hash for hash in self._hashes.get(beginning[:SHORT], ()) if hash.startswith(beginning)]
        return found[0] if len(found) == 1 else None


def _memory(commit: Commit, seen: _Seen) -> Fields:
    paths = [path for _, path in commit.files if 0 < len(path) <= LONGEST_PATH]
    return {
        "id": commit.hash,
        "text": _text(commit),
        "action": "commit",
        "action_type": "commit",
        "type": ("action", "commit"),
        "agent": commit.author or None,
        "entities": list(dict.fromkeys((*paths, *find_entities(commit.message)))),
        "tags": [tag[1] for ref in commit.refs if (tag := TAG.fullmatch(ref))],
        "causes": _causes(commit, seen),
        "supersedes": [hash for short in REVERTS.findall(commit.message) if (hash := seen.find(short))],
        "meta": _meta(commit),
    }


def _text(commit: Commit) -> str:
    """Return the message and the changed files. A commit without a message has files, or its hash, to be found by."""
    named = [f"{STATUS.get(status, status)}: {path}" for status, path in commit.files[:LISTED]]
    more = commit.changed - len(named)
    rest = [f"and {more} more files"] if more > 0 else []
    return "\n\n".join(filter(None, (commit.message, "\n".join((*named, *rest))))) or commit.hash


def _causes(commit: Commit, seen: _Seen) -> list[Link]:
    parents = [Link("CAUSED", parent, "", reason="parent") for parent in commit.parents]
    picked = [hash for given in PICKED.findall(commit.message) if (hash := seen.find(given))]
    return parents + [Link("CAUSED", hash, "", reason="cherry-picked") for hash in picked if hash not in commit.parents]


def _meta(commit: Commit) -> dict[str, Any]:
    committed = _micros(commit.committed)
    return {
        "short": commit.hash[:SHORT],
        "committer": commit.committer,
        "files": commit.changed,
        **({} if committed is None else {"committed_at": to_iso(committed)}),
    }


def _at(commit: Commit, source: Source) -> int:
    """Return when a commit was authored; where the log has no such year, when it was committed, or the file's time."""
    times = (_micros(commit.authored), _micros(commit.committed), source.started)
    return next(time for time in times if time is not None)


def _micros(seconds: str) -> int | None:
    micros = int(seconds) * 1_000_000 if re.fullmatch(r"-?\d{1,18}", seconds) else None
    return micros if micros is not None and FIRST <= micros <= LAST else None
