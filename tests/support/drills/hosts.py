"""Hosts: processes that each have a store open, do what they are told, and can be killed at any moment.

The one who tells them has nothing open itself, and so can fork another host whenever it wants one.
"""

from __future__ import annotations

import json
import os
import signal
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

import clew
from clew.adapters.importing import import_file

from .children import PATIENCE, Broken
from .stores import check_sound, opened

EDGES = """MATCH (a:Memory)-[c:CAUSED|CONTRADICTS]->(b:Memory)
    RETURN type(c) AS type, a.id AS source, b.id AS target, c.reason AS reason"""
MEMORIES = "MATCH (m:Memory) RETURN m.id AS id, m.text AS text, m.task AS task, m.step AS step"


class Host:
    """One process with a store open."""

    def __init__(self, store: Path) -> None:
        ours, theirs = Pipe()
        self._pid = os.fork()
        if self._pid == 0:
            ours.close()
            _serve(store, theirs)
        theirs.close()
        self._pipe: Connection = ours
        self._alive = True

    def tell(self, act: str, *given: Any) -> Any:
        """Do one thing and return what came of it; an error of Clew's as its name. Raises Broken for any other."""
        self._pipe.send((act, given))
        if not self._pipe.poll(PATIENCE):
            self.kill()
            raise Broken(f"{act}{given} did not end.")
        try:
            kind, value = self._pipe.recv()
        except EOFError:
            raise Broken(f"The process died in {act}{given}.") from None
        if kind == "foreign":
            raise Broken(f"{act}{given} failed: {value}")
        return value

    def kill_in(self, seconds: float, act: str, *given: Any) -> None:
        """Begin one thing, and kill -9 after so many seconds: it may have happened or not."""
        self._pipe.send((act, given))
        time.sleep(seconds)
        self.kill()

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """Close the store and end."""
        if self._alive:
            self.tell("close")
            self._end(None)

    def _end(self, by: signal.Signals | None) -> None:
        if self._alive:
            self._alive = False
            if by is not None:
                os.kill(self._pid, by)
            os.waitpid(self._pid, 0)
            self._pipe.close()


def _serve(store: Path, pipe: Connection) -> None:
    """Live as a host until told to close, or until nobody is there to tell anything."""
    try:
        with opened(store, background=True) as memory:
            for act, given in iter(pipe.recv, ("close", ())):
                pipe.send(_done(memory, act, given))
        pipe.send(("closed", None))
    except EOFError:
        pass
    except BaseException:
        pipe.send(("foreign", traceback.format_exc()))
    finally:
        os._exit(0)


def _done(memory: clew.Engine, act: str, given: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", ACTS[act](memory, *given)
    except clew.ClewError as error:
        return "refused", type(error).__name__
    except BaseException:
        return "foreign", traceback.format_exc()


# ---- what can be done ------------------------------------------------------------------------------------


def _remember(memory: clew.Engine, id: str, text: str, task: str | None, causes: list[str], tags: list[str]) -> str:
    return memory.remember(text, id=id, task=task, causes=causes, tags=tags, entities=[])


def _link(memory: clew.Engine, type: Any, source: str, target: str, reason: str) -> None:
    memory.link(source, target, type, reason=reason)


def _unlink(memory: clew.Engine, type: Any, source: str, target: str) -> None:
    memory.unlink(source, target, type)


def _import(memory: clew.Engine, log: str, task: str, words: list[str]) -> int:
    roles = ("user", "assistant")
    talk = [{"role": roles[place % 2], "content": text} for place, text in enumerate(words)]
    path = Path(log)
    path.write_text(json.dumps({"task_id": task, "traj": talk}) + "\n")
    return import_file(memory, path).new


def _rebuild(memory: clew.Engine) -> None:
    memory.rebuild()


def _back_up(memory: clew.Engine, path: str) -> None:
    memory.journal.backup(path)


def _publish(memory: clew.Engine) -> None:
    memory.projection.drain()
    memory.projection.publish()


def _seen(memory: clew.Engine) -> dict[str, Any]:
    """Return all that can be seen, on every way: patterns, the list, `get` and `links`."""
    rows = memory.query(MEMORIES).to_dicts()
    edges = memory.query(EDGES).to_dicts()
    links = {row["id"]: memory.links(row["id"]) for row in rows[-3:]}
    return {
        "memories": sorted((row["id"], row["text"].splitlines()[-1], row["task"], row["step"]) for row in rows),
        "edges": sorted((edge["type"], edge["source"], edge["target"], edge["reason"]) for edge in edges),
        "list": sorted(one.id for one in memory.list(limit=10_000)),
        "got": all(memory.get(row["id"]).text == row["text"] for row in rows),
        "links": {id: sorted((link.type, link.incoming, link.other) for link in found) for id, found in links.items()},
        "recalled": sorted(memory.recall("alpha", k=10_000, floor=0.0).ids) if rows else [],
    }


ACTS: dict[str, Callable[..., Any]] = {
    "remember": _remember,
    "link": _link,
    "unlink": _unlink,
    "forget": lambda memory, id: memory.forget(id),
    "restore": lambda memory, id: memory.restore(id),
    "import": _import,
    "publish": _publish,
    "rebuild": _rebuild,
    "backup": _back_up,
    "see": _seen,
    "check": check_sound,
}
