"""What the graph is asked: emitted Cypher, what it binds, and which part of the store it sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .. import ast
from ..catalog import Type

OPEN_HOPS = 1000
"""What an open end (`*`, `*2..`) stands for. A longer trail in the graph is a LimitError, never a short answer."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One generated parameter of emitted Cypher.

    value: closed, that is, it names nothing that is bound by a row.
    type: what it is cast to. A value that is not of the type is a ParameterError: it never becomes another comparison.
      null is of every type, but an item of a list may not be null. FLOAT takes integers and refuses NaN; INTEGER takes
      a float that is whole; TIMESTAMP takes a datetime, an ISO 8601 string or an `Ago`; ANY takes it as it is.
    splice: `value` is a list of names in which a parameter may stand for one name or for a list of them.
    """

    name: str
    value: ast.Expr
    type: Type
    splice: bool = False


@dataclass(frozen=True, slots=True)
class Cypher:
    """Emitted for the graph engine: no character of the query is in `text`.

    Nodes are n0, n1, ..., edges e0, e1, ..., by their place in the patterns; values are the generated `arguments`.

    Columns, in order, for each `Binding` of the stage (all 64-bit integers unless said otherwise):
      node   `row`, and before it `label` (STRING) where `Binding.label` is None
      edge   `row`: edges are numbered across all types
      walk   `rows`: the list of edge rows of a variable-length edge, from left to right in the pattern
      path   none: it is put together from the bindings that it names
      then one column for each property in `Binding.properties`

    A stage with inputs is called with `$inputs`, a list of {i, k0, k1, ...}: k0 belongs to `inputs[0]` and is a node's
    key (STRING) or an edge's row (INT64); a node in `labelled` also gives its label as l0, l1, ... The answer holds `i`
    first, so that each row can be joined to the row that asked.

    hops: bounds of variable-length edges that are parameters, as `$h0`, ... in `text`. The graph engine takes none
      there: `emitter.fill_hops` writes them in, as integers that it has checked.
    inputs: the names behind k0, k1, ...; a probe asks for fewer of them than its stage has.
    """

    text: str
    arguments: tuple[Argument, ...]
    hops: tuple[Argument, ...] = ()
    inputs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """A name that a scan binds. A name with `@` was made by the compiler and can be written by no text.

    label: the node's label or the edge's type, where the pattern leaves no choice.
    properties, journal: what a later stage reads of it, held by the graph and by the journal. whole: all of it.
    path: for kind "path", the names of the nodes and edges, in turn, that it is made of.
    """

    name: str
    kind: Literal["node", "edge", "walk", "path"]
    label: str | None = None
    properties: tuple[str, ...] = ()
    whole: bool = False
    hidden: bool = False
    path: tuple[str, ...] = ()
    journal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Which part of the store a scan sees: what is not retracted and is in the session's namespaces, unless said.

    as_of: as the store knew it then. valid_at: what held in the world then. namespaces: instead of the session's.
    """

    as_of: ast.Expr | None = None
    valid_at: ast.Expr | None = None
    namespaces: tuple[ast.Expr, ...] = ()


PRESENT = View()
"""What holds now, in the session's namespaces."""
