"""Following: what is written to a log is in the store within a second, once, whatever becomes of the file."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters.follow import follow
from clew.adapters.importing import Live, import_file
from clew.adapters.summary import Summary
from clew.errors import ImportFailed

pytestmark = pytest.mark.slow

Write = Callable[..., Path]

PATIENCE = 20.0
"""Seconds that a loaded machine may take for what takes a fraction of one."""


class Following:
    """A follower in a thread of its own."""

    def __init__(self, store: clew.Engine, *paths: Path, **options: Any) -> None:
        self.store, self.over, self.summaries = store, False, list[Summary]()
        self.fault: BaseException | None = None
        self._work = lambda: follow(store, paths, Live(lambda: self.over), **options)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.summaries = self._work()
        except BaseException as error:
            self.fault = error

    def until(self, task: str, *told: str) -> None:
        """Wait until a task has told these things, in this order."""
        end = time.monotonic() + PATIENCE
        while (now := [memory.observation for memory in self.store.list(task=task, limit=1000)]) != list(told):
            assert time.monotonic() < end, f"after {PATIENCE} s there is {now}, and not {told}"
            time.sleep(0.02)

    def end(self) -> Summary:
        self.over = True
        self._thread.join()
        if self.fault is not None:
            raise self.fault
        return self.summaries[0]


@contextmanager
def following(store: clew.Engine, *paths: Path, **options: Any) -> Iterator[Following]:
    work = Following(store, *paths, **options)
    try:
        yield work
    finally:
        work.over = True
        work._thread.join()


def said(text: str, **more: Any) -> str:
    return json.dumps({"role": "user", "content": text, **more})


def append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_what_is_written_is_there(store: clew.Engine, write: Write) -> None:
    """Lines come in as they are whole; half a line waits for its end; a second run adds nothing."""
    path = write("log.jsonl", said("a") + "\n")
    with following(store, path) as work:
        work.until("log", "a")
        append(path, said("b") + "\n" + said("c")[:9])
        work.until("log", "a", "b")
        append(path, said("c")[9:] + "\n" + "no JSON\n")
        work.until("log", "a", "b", "c")
        summary = work.end()
    assert (summary.new, summary.known, [bad.number for bad in summary.bad]) == (3, 0, [4])
    assert (import_file(store, path).new, import_file(store, path).known) == (0, 3)


def test_what_is_written_is_there_within_a_second(store: clew.Engine, write: Write) -> None:
    """The time from a line to its memory is that of a look and a write; the best of several, for a loaded machine."""
    path = write("log.jsonl", said("0") + "\n")
    took: list[float] = []
    with following(store, path) as work:
        work.until("log", "0")
        for number in range(1, 5):
            start = time.monotonic()
            append(path, said(str(number)) + "\n")
            work.until("log", *map(str, range(number + 1)))
            took.append(time.monotonic() - start)
    assert min(took) < 1.0


def test_a_rotated_log_goes_on(store: clew.Engine, write: Write) -> None:
    """Renamed and begun again, emptied in place, replaced by itself and more: the conversation goes on, once."""
    path = write("log.jsonl", said("a") + "\n")
    with following(store, path) as work:
        work.until("log", "a")
        path.rename(path.with_name("log.1"))
        append(path, said("b") + "\n" + said("c") + "\n")
        work.until("log", *"abc")
        path.write_text(said("d") + "\n")
        work.until("log", *"abcd")
        write("other", path.read_text() + said("e") + "\n").replace(path)
        work.until("log", *"abcde")
        append(path, said("f") + "\n")
        work.until("log", *"abcdef")
        assert work.end().bad == []


def test_a_log_may_begin_empty(store: clew.Engine, write: Write) -> None:
    """A log without a line yet is waited for, and then followed like any other."""
    path = write("log.jsonl", "")
    with following(store, path) as work:
        append(path, said("a"))
        work.until("log", "a")
        append(path, "\n" + said("b") + "\n")
        work.until("log", "a", "b")
        summary = work.end()
    assert (summary.format, summary.new, summary.bad) == ("chat", 2, [])


def test_a_log_without_times_happens_when_it_is_written(store: clew.Engine, write: Write) -> None:
    """A line that came while the log was followed has the time of its coming, one from before that of the file."""
    path = write("log.jsonl", said("a") + "\n")
    start = time.time()
    with following(store, path) as work:
        work.until("log", "a")
        append(path, said("b") + "\n" + said("c", timestamp="2024-05-01") + "\n")
        work.until("log", "a", "b", "c")
    assert store.get("log/0").at.timestamp() <= start + 1e-3
    assert store.get("log/1").at.timestamp() > start
    assert store.get("log/2").at.year == 2024


@pytest.mark.parametrize("name", ["log.json", "logs"])
def test_what_is_no_log_of_lines_is_imported_again(store: clew.Engine, write: Write, name: str) -> None:
    """One JSON value, and a folder, are imported again when they have changed; what came before is known."""
    one = name if name.endswith("json") else "logs/one.json"
    talk = [{"role": "user", "content": "a"}]
    path = write(one, {"id": "T", "messages": talk})
    with following(store, path if name == one else path.parent) as work:
        work.until("T", "a")
        path.write_text('{"id": "T", "messages"')
        time.sleep(0.5)
        write(one, {"id": "T", "messages": [*talk, {"role": "user", "content": "b"}]})
        work.until("T", "a", "b")
        if name != one:
            write("logs/two.jsonl", said("new") + "\n")
            work.until("two", "new")
        summary = work.end()
    assert (summary.new, summary.known, summary.bad) == (2, 0, [])


def test_a_log_may_be_no_log_for_a_while(store: clew.Engine, write: Write) -> None:
    """One that was read, and then is gone or in no known format, is waited for; so is not one that never was a log."""
    path = write("log.json", {"id": "T", "messages": [{"role": "user", "content": "a"}]})
    with following(store, path) as work:
        work.until("T", "a")
        for instead in ("{nothing\n", None):
            path.write_text(instead, "utf-8") if instead else path.unlink()
            time.sleep(0.7)
        write("log.json", {"id": "U", "messages": [{"role": "user", "content": "b"}]})
        work.until("U", "b")
        assert work.end().new == 2
    with pytest.raises(ImportFailed), following(store, write("other.txt", "\0\1\2\n")) as work:
        work.end()


def test_many_lines_come_in_batches(store: clew.Engine, write: Write) -> None:
    """A writer that never stops is kept up with: nothing is lost, doubled, or out of order."""
    path = write("log.jsonl", "")
    append(path, said("0") + "\n")
    with following(store, path) as work:
        for number in range(1, 300):
            append(path, said(str(number)) + "\n")
        work.until("log", *map(str, range(300)))
        assert work.end().new == 300
