"""A store against a plain model: any sequence of writes, kills, reopenings, imports and copies, by rows and edges.

The store lives in two hosts, processes that both have it open; what one does, the other must see at its next query. The
model is three dictionaries. A host that is killed in the middle of a write leaves two states possible; which of them it
is, is asked once, and then holds.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from clew.engine.care.backup import restore
from clew.engine.values.ids import new_id
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from .children import answer
from .hosts import Host
from .plain import Plain
from .report import Report
from .stores import held, publish_often

SHORT = {"runs": 3, "steps": 12}

IDS = st.sampled_from([f"m{number}" for number in range(12)])
WORDS = st.sampled_from(["alpha", "beta", "gamma", "delta", "épsilon", "zeta 漢字"])
TASKS = st.sampled_from([None, "one", "two"])
TYPES = st.sampled_from(["CAUSED", "CONTRADICTS"])
HOSTS = st.integers(0, 1)
MOMENTS = st.floats(0.0, 0.01)
"""Seconds from the beginning of a write to the kill: one write takes 1 to 5 milliseconds."""

counted = {"runs": 0, "steps": 0, "kills": 0}


class Machine(RuleBasedStateMachine):
    """The store in two hosts, and its model."""

    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp(dir=self.folder))
        self.store = self.place / "a.clew"
        self.plain = Plain()
        self.copies: list[tuple[Path, Plain]] = []
        self.hosts = [Host(self.store), Host(self.store)]
        counted["runs"] += 1

    # ---- writing ---------------------------------------------------------------------------------

    @rule(at=HOSTS, id=IDS, text=WORDS, task=TASKS, causes=st.lists(IDS, max_size=2, unique=True))
    def remember(self, at: int, id: str, text: str, task: str | None, causes: list[str]) -> None:
        given = (id, text, task, [cause for cause in causes if cause != id], ["red"])
        self._both(at, "remember", self.plain.remember, *given)

    @rule(at=HOSTS, type=TYPES, source=IDS, other=IDS, reason=WORDS)
    def link(self, at: int, type: str, source: str, other: str, reason: str) -> None:
        self._both(at, "link", self.plain.link, type, source, other, reason)

    @rule(at=HOSTS, type=TYPES, source=IDS, other=IDS)
    def unlink(self, at: int, type: str, source: str, other: str) -> None:
        self._both(at, "unlink", self.plain.unlink, type, source, other)

    @rule(at=HOSTS, id=IDS)
    def forget(self, at: int, id: str) -> None:
        self._both(at, "forget", self.plain.forget, id)

    @rule(at=HOSTS, id=IDS)
    def restore(self, at: int, id: str) -> None:
        self._both(at, "restore", self.plain.restore, id)

    @rule(at=HOSTS, words=st.lists(WORDS, min_size=1, max_size=4))
    def take_in(self, at: int, words: list[str]) -> None:
        task = f"log {'-'.join(words)[:8]}"
        log = str(self.place / "log.jsonl")
        known = [self.plain.memories.get(f"{task}/{step}", (text,))[0] for step, text in enumerate(words)]
        if known == words:  # else it is another conversation of the same name, which is left out
            held(
                self.hosts[at].tell("import", log, task, words) == self.plain.take_in(task, words), "imported otherwise"
            )

    # ---- what happens to a store -----------------------------------------------------------------

    @rule(at=HOSTS, id=IDS, text=WORDS, seconds=MOMENTS)
    def kill(self, at: int, id: str, text: str, seconds: float) -> None:
        """Kill a host while it remembers; the other one goes on, and says what has become of it."""
        counted["kills"] += 1
        self.hosts[at].kill_in(seconds, "remember", id, text, None, [], ["red"])
        self.hosts[at] = Host(self.store)
        there = any(row[0] == id for row in self.hosts[1 - at].tell("see")["memories"])
        if there and id not in self.plain.memories:
            self.plain.remember(id, text, None, [], ["red"])

    @rule(at=HOSTS)
    def kill_idle(self, at: int) -> None:
        counted["kills"] += 1
        self.hosts[at].kill()
        self.hosts[at] = Host(self.store)

    @rule(at=HOSTS, act=st.sampled_from(["publish", "rebuild"]))
    def derive(self, at: int, act: str) -> None:
        """Snapshots come and go, and nothing is to be seen of it."""
        held(self.hosts[at].tell(act) is None, act, "was refused")

    @rule(at=HOSTS)
    def reopen(self, at: int) -> None:
        self.hosts[at].close()
        self.hosts[at] = Host(self.store)

    @rule(at=HOSTS)
    def back_up(self, at: int) -> None:
        path = self.place / f"copy {new_id()}.clew"
        held(self.hosts[at].tell("backup", str(path)) is None, "no backup could be made")
        self.copies.append((path, deepcopy(self.plain)))

    @rule()
    def go_back(self) -> None:
        """Set the store back to its last copy: a past that the hosts, and the snapshots, knew the future of."""
        if not self.copies:
            return
        for host in self.hosts:
            host.close()
        path, self.plain = self.copies.pop()
        answer(lambda: _put_back(self.store, path), self.place / "back.diary")
        self.hosts = [Host(self.store), Host(self.store)]

    # ---- what holds ------------------------------------------------------------------------------

    @invariant()
    def agrees(self) -> None:
        """Both hosts show what the model has, on every way."""
        counted["steps"] += 1
        wanted = self.plain.seen()
        ids = [row[0] for row in wanted["memories"]]
        for host in self.hosts:
            seen = host.tell("see")
            held(isinstance(seen, dict), "looking was refused:", seen)
            for name in ("memories", "edges"):
                held([tuple(row) for row in seen[name]] == wanted[name], name, "are", seen[name], "not", wanted[name])
            held(sorted(ids) == seen["list"] and seen["got"], "the list differs:", seen["list"], ids)
            held(set(seen["recalled"]) <= set(ids), "a recall shows", seen["recalled"], "of", ids)
            for id, links in seen["links"].items():
                held(_links(links, ids) == self._links(id, ids), "links of", id, links)

    def teardown(self) -> None:
        try:
            held(self.hosts[0].tell("check") is None, "the check was refused")
        finally:
            for host in self.hosts:
                host.kill()
            shutil.rmtree(self.place)

    def _both(self, at: int, act: str, plain: Callable[..., Any], *given: Any) -> None:
        found, wanted = self.hosts[at].tell(act, *given), plain(*given)
        held(found == wanted, f"{act}{given} answered {found}, and should answer {wanted}")

    def _links(self, id: str, ids: list[str]) -> list[tuple[str, bool, str]]:
        outgoing = [(type, False, target) for type, source, target in self.plain.edges if source == id]
        incoming = [(type, True, source) for type, source, target in self.plain.edges if target == id]
        return sorted(link for link in outgoing + incoming if link[2] in ids)


def _put_back(store: Path, backup: Path) -> None:
    restore(store, backup, replace=True)


def _links(links: list[Any], ids: list[str]) -> list[tuple[str, bool, str]]:
    """Return the links that the model knows of: not those that follow from tasks and steps."""
    return sorted(tuple(link) for link in links if link[0] in ("CAUSED", "CONTRADICTS") and link[2] in ids)


def drill(folder: Path, *, seed: int, runs: int = 150, steps: int = 60) -> Report:
    """Try `runs` sequences of up to `steps` acts."""
    publish_often(10)
    counted.update(runs=0, steps=0, kills=0)
    machine = type("Seeded", (Machine,), {"folder": folder})
    run_state_machine_as_test(
        seeded(seed)(machine),
        settings=settings(
            max_examples=runs,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
    return Report(
        "model",
        (
            ("sequences of acts, and acts after which two processes were compared with the model", _both(counted)),
            ("kills on the way", f"{counted['kills']:,}"),
            ("differences", "0"),
        ),
    )


def _both(counted: dict[str, int]) -> str:
    return f"{counted['runs']:,}, {counted['steps']:,}"
