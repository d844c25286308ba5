"""Names that the compiler makes and no text can write: each holds an `@`.

They stand in ordinary trees, so that a guard or a filter of the compiler's own is a predicate like any other: it is
pushed down, printed and explained by the same code.
"""

from __future__ import annotations

EDGE, NODE = "@edge", "@node"
"""In the condition of a variable-length edge: each of its edges, and each node between two of them."""

NAMESPACES = "@namespaces"
"""A parameter: the namespaces that the session may see."""

AS_OF = "@as_of"
"""A parameter: the moment whose store answers, where a recall says AS OF."""

FORGOTTEN = "@forgotten"
"""A function of a time: the rows of the memories that were forgotten then, and restored since."""

LAPSED = "@lapsed"
"""A predicate of a node and such rows: whether it is one of those memories. Written for the graph engine alone."""

NAMES = "@names"
"""A function: a list of its arguments, in which an argument that is a list stands for its items."""

OVERLAP = "@overlap"
"""A function: whether two lists of texts share an item."""

ENDS = "@ends_of"
"""A function of a list of edges and a direction: the two ends of the walk along them, for each way to follow it."""
