"""Patterns and pushed predicates to Cypher for the graph engine: the only place where text for it is made.

Nothing of the query reaches that text. Values become generated parameters (`$p0`), each cast to its type, because the
engine narrows small integers; variables become n0, n1, ... and e0, e1, ...; labels, types and properties are the
catalog's. What the engine takes no parameter for, the bounds of a walk, are integers that the binder has range-checked,
or slots (`$h0`) that `fill_hops` fills with integers that it checks itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...errors import ParameterError
from .. import trees
from ..binding.names import Index
from ..plan import OPEN_HOPS, Binding, Cypher, GraphScan
from ..rewrite.scans import scope_of
from .words import Writer, quoted


def emit(scan: GraphScan, index: Index) -> Cypher:
    """Return the scan's Cypher and its arguments. Its `pushed` holds only what `pushable` allows."""
    writer = Writer(index, scope_of(scan.patterns, index))
    writer.draw(trees.pattern_names(scan.patterns))
    lines = [_inputs(scan), f"MATCH {writer.patterns(scan.patterns, scan.inputs)}"]
    conditions = [*_labels_of_inputs(scan, writer), *map(writer.predicate, trees.conjuncts(scan.pushed))]
    if conditions:
        lines.append("WHERE " + "\n  AND ".join(conditions))
    lines.append(_returned(scan, writer))
    text = "\n".join(line for line in lines if line)
    return Cypher(text, tuple(writer.arguments), tuple(writer.hops), scan.inputs)


_OPEN = re.compile(rf"(TRAIL (\d+)\.\.){OPEN_HOPS}\b")
"""A walk with an open end, as the emitter writes it."""


def fill_hops(cypher: Cypher, values: Mapping[str, object], longest: int = OPEN_HOPS) -> str:
    """Return the text with each slot of `cypher.hops` filled by the integer that `values` holds for its name.

    longest: of the trails that the graph can have. A walk with an open end is followed no further: where edges lead in
    a circle the graph engine goes round until the bound, and keeps every step.

    Raises ParameterError unless each is a whole number up to OPEN_HOPS, from 0 or for a low bound from 1 (a walk that
    may be empty is another plan, so that 0 has to be written out), and no low bound is above its high one.
    """
    text = cypher.text
    for slot in reversed(cypher.hops):
        value, least = values.get(slot.name), int(f"TRAIL ${slot.name}.." in cypher.text)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= OPEN_HOPS:
            raise ParameterError(
                f"This bound of a walk is a whole number from {least} to {OPEN_HOPS}.", span=slot.value.span
            )
        text = text.replace(f"${slot.name}", str(value))
    for low, high in re.findall(r"TRAIL (\d+)\.\.(\d+)", text):
        if int(low) > int(high):
            raise ParameterError(f"A walk of at least {low} edges cannot have {high} at most.")
    return _OPEN.sub(lambda walk: f"{walk[1]}{max(int(walk[2]), longest)}", text) if longest < OPEN_HOPS else text


# ---- clauses -------------------------------------------------------------------------------------


def _inputs(scan: GraphScan) -> str:
    if not scan.inputs:
        return ""
    taken = ["r.i AS i"]
    for number, name in enumerate(scan.inputs):
        taken.append(f"r.k{number} AS k{number}")
        if name in scan.labelled:
            taken.append(f"r.l{number} AS l{number}")
    return f"UNWIND $inputs AS r WITH {', '.join(taken)}"


def _labels_of_inputs(scan: GraphScan, writer: Writer) -> list[str]:
    """Return what ties an input to the row that asks: an edge's row, and the label of a node whose label is open."""
    edges = [
        f"{writer.names[name]}.row = k{number}"
        for number, name in enumerate(scan.inputs)
        if writer.names[name].startswith("e")
    ]
    numbers = {name: number for number, name in enumerate(scan.inputs)}
    return edges + [f"label({writer.names[name]}) = l{numbers[name]}" for name in scan.labelled]


def _returned(scan: GraphScan, writer: Writer) -> str:
    columns = ["i"] if scan.inputs else []
    for binding in scan.bindings:
        columns += _columns(binding, writer)
    limit = "" if scan.limit is None else f" LIMIT {writer.bare(scan.limit, 'INTEGER')}"
    return f"RETURN {'DISTINCT ' if scan.distinct else ''}{', '.join(columns)}{limit}"


def _columns(binding: Binding, writer: Writer) -> list[str]:
    if binding.kind == "path":
        return []
    name = writer.names[binding.name]
    if binding.kind == "walk":
        return [f"properties(rels({name}), 'row')"]
    label = [f"label({name})"] if binding.kind == "node" and binding.label is None else []
    return [*label, f"{name}.row", *(f"{name}.{quoted(key)}" for key in binding.properties)]
