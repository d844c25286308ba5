"""A name where a type or a label was meant: `-[CAUSED]->` calls any edge `CAUSED`, and `(Memory)` any node `Memory`.

It is right, and openCypher means the same by it; so it is a warning and no error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...errors import Span
from .. import ast
from .names import Index


@dataclass(frozen=True, slots=True)
class Mistaken:
    """span: of the node or edge. message, hint: a sentence each."""

    span: Span
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.message} {self.hint}"


def mistaken_names(nodes: Iterable[ast.Node], index: Index) -> Iterator[Mistaken]:
    """Yield each node and edge of a pattern that is called as a label or a type is, and says none. nodes: those of a
    statement, all of them.
    """
    for node in nodes:
        match node:
            case ast.EdgePattern(variable=str(name), types=()) if name.upper() in index.edges:
                said = f"`{name}` is the name of an edge of any type here."
                yield Mistaken(node.span, said, f"The type is written behind a colon: `-[:{name.upper()}]-`.")
            case ast.NodePattern(variable=str(name), labels=None) if name in index.labels:
                said = f"`{name}` is the name of a node of any label here."
                yield Mistaken(node.span, said, f"The label is written behind a colon: `(:{name})`.")
            case _:
                pass
