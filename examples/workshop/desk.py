"""One task's desk: it calls tools, records every step, and remembers what this task has read.

Each method takes the reason (`thought`) first, then what led to the step. Two desks share the project but not their
memory of it: a desk may hold a file's fingerprint that another task's edit has made stale.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import evidence
from recorder import Recorder, Seen
from workbench import Workbench

SETTINGS = "config/settings.json"


@dataclass(slots=True)
class Desk:
    """The hands and the working memory of the agent within one task."""

    task: str
    bench: Workbench
    recorder: Recorder
    prints: dict[str, str] = field(default_factory=dict)  # path -> fingerprint as this task last saw it
    pages: dict[str, Seen] = field(default_factory=dict)  # path -> the listing as this task last read it

    def hear(self, text: str) -> Seen:
        return self.recorder.message(self.task, "user", text)

    def say(self, text: str, *because: Seen) -> Seen:
        return self.recorder.message(self.task, "assistant", text, because)

    def origin(self, made: str) -> Seen:
        """Return the memory, of whichever task, that made a decision or a fingerprint."""
        return self.recorder.origins[made]

    def use(self, tool: str, thought: str, *because: Seen, **arguments: Any) -> Seen:
        """Call a tool by name and record the call with what it returned."""
        replaced = (self.origin(arguments["supersedes"]),) if "supersedes" in arguments else ()
        call_id = self.recorder.call(self.task, tool, arguments, thought, because, replaced)
        return self.recorder.result(self.task, tool, call_id, getattr(self.bench, tool)(**arguments))

    def read(self, path: str, thought: str, *because: Seen) -> Seen:
        page = self.use("read_file", thought, *because, path=path)
        self.prints[path], self.pages[path] = evidence.fingerprints(page.text)[0], page
        return page

    def search(self, text: str, thought: str, *because: Seen) -> Seen:
        return self.use("search_code", thought, *because, text=text)

    def tests(self, thought: str, *because: Seen) -> Seen:
        return self.use("run_tests", thought, *because)

    def cli(self, thought: str, *because: Seen, args: list[str]) -> Seen:
        return self.use("run_cli", thought, *because, args=args)

    def python(self, thought: str, *because: Seen, code: str) -> Seen:
        return self.use("run_python", thought, *because, code=code)

    def decide(self, decision: str, reason: str, *because: Seen, supersedes: str = "") -> Seen:
        """Write a decision down, with its reason and the id of the one that it replaces."""
        arguments = {"decision": decision, "reason": reason} | ({"supersedes": supersedes} if supersedes else {})
        return self.use("record_decision", "Write this down for whoever comes next.", *because, **arguments)

    def add_test(self, path: str, test: str, thought: str, *because: Seen) -> Seen:
        """Put a test after the last line of a file of tests."""
        page = self.read(path, "Where do the tests end?", *because)
        last = evidence.last_line(page.text)
        return self.edit(path, last, last + "\n" + test.rstrip(), thought, page)

    def edit(self, path: str, old: str, new: str, thought: str, *because: Seen) -> Seen:
        """Edit a file as this task knows it; when it has changed meanwhile, read it again and repeat the edit."""
        if path not in self.prints:
            self.read(path, f"Read {path} before changing it.", *because)
        done = self._edit(path, old, new, thought, because)
        if "somebody changed it" in done.text:
            other = self.origin(evidence.fingerprints(done.text)[0])
            fresh = self.read(path, "The file is not the one I remember; look at it as it is now.", done, other)
            done = self._edit(path, old, new, thought, (*because, fresh))
        if done.text.startswith("refused"):
            raise RuntimeError(f"{done.id}: {done.text}")
        return done

    def _edit(self, path: str, old: str, new: str, thought: str, because: tuple[Seen, ...]) -> Seen:
        arguments = {"path": path, "expect": self.prints[path], "old": old, "new": new}
        done = self.use("edit_file", thought, *because, **arguments)
        if not done.text.startswith("refused"):
            self.prints[path] = evidence.fingerprints(done.text)[-1]
            self.pages.pop(path, None)
        return done
