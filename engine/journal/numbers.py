"""Small numbers for namespaces and tasks, given when a write first names them.

They keep long names out of the indexes; a namespace gets its word index with its number. A `Numbers` lives no longer
than its transaction, since a rollback takes numbers back.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..extraction.keys import match_key
from . import words
from .past import TaskPast
from .schema import to_key
from .sqlite_border import Connection

NAMESPACE = "SELECT number FROM namespaces WHERE name = ?"
ADD_NAMESPACE = "INSERT INTO namespaces (name) VALUES (?)"
TASK = "SELECT number FROM tasks WHERE namespace = ? AND name = ?"
ADD_TASK = "INSERT INTO tasks (namespace, name) VALUES (?, ?)"


@dataclass(frozen=True, slots=True)
class Namespace:
    """A namespace and the number that stands for it in the tables."""

    number: int
    name: str


class Numbers:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._namespaces: dict[str, Namespace] = {}
        self._tasks: dict[tuple[int, str], TaskPast] = {}

    def namespace(self, name: str) -> Namespace:
        """Return a namespace, with a new number and an empty word index where it has none."""
        if name not in self._namespaces:
            number, new = self._number(NAMESPACE, ADD_NAMESPACE, (to_key(name),))
            if new:
                words.create(self._connection, number)
            self._namespaces[name] = Namespace(number, name)
        return self._namespaces[name]

    def task(self, namespace: Namespace, name: str) -> TaskPast:
        """Return a task's past. Names that fold to one key are one task, as they are one node in the graph."""
        key = namespace.number, match_key(name)
        if key not in self._tasks:
            number, new = self._number(TASK, ADD_TASK, (key[0], to_key(key[1])))
            self._tasks[key] = TaskPast(self._connection, number, new=new)
        return self._tasks[key]

    def tasks(self) -> list[TaskPast]:
        """Return the tasks that this write has named."""
        return list(self._tasks.values())

    def _number(self, find: str, add: str, key: tuple[int | bytes, ...]) -> tuple[int, bool]:
        number: int | None = self._connection.value(find, key)
        if number is not None:
            return number, False
        self._connection.run(add, key)
        return self._connection.value(find, key), True
