"""Answers kept by content beside the store: the same question to the same model is asked once.

One file an answer, named by a hash of what was asked, made whole by a rename. The folder may be deleted at any
time, be full, be half there or be written by two processes at once: then the model is asked again, and nothing else
happens. Prompts are not kept.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..embedding.cache import write_by_rename
from .port import Schema

MOST_KEPT = 2_000
"""Answers; the oldest go. At some 200 bytes each they weigh less than a snapshot."""
LONGEST = 100_000
"""Bytes of one file that are read: what is longer is none of ours."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The answers in one folder, which is made when the first one comes."""

    folder: Path

    def get(self, key: str) -> Any:
        """Return what was answered, unchecked; None where nothing is, or it cannot be read."""
        with suppress(OSError, ValueError, RecursionError), self._file(key).open("rb") as file:
            return json.loads(file.read(LONGEST))
        return None

    def put(self, key: str, answer: Any) -> None:
        """Keep an answer, if that can be done."""
        with suppress(OSError, ValueError, TypeError):
            self.folder.mkdir(mode=0o700, exist_ok=True)
            self._make_room()
            write_by_rename(self._file(key), [json.dumps(answer).encode()])

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    def _make_room(self) -> None:
        files = list(self.folder.glob("*.json"))
        if len(files) >= MOST_KEPT:
            oldest = sorted(files, key=lambda file: file.stat().st_mtime_ns)[: len(files) - MOST_KEPT // 2]
            for file in oldest:
                file.unlink(missing_ok=True)


def key_of(model: str, prompt: str, schema: Schema) -> str:
    """Return the name of a question: the same for the same model, prompt and schema."""
    asked = json.dumps([model, prompt, schema], sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(asked.encode()).hexdigest()[:40]
