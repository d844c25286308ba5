"""GraphScan: match patterns in the graph, and join what it answers to the rows that asked.

Rows that hold the same inputs ask once. What the graph was not asked to test is tested here, on the joined rows, before
an OPTIONAL MATCH fills what is missing with null.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from ...dsl.ast import Direction
from ...dsl.emitting.emitter import fill_hops
from ...dsl.plan import OPEN_HOPS, Binding, Cypher, GraphScan, Tested
from ...errors import EvaluationError, LimitError
from ..evaluation.context import Context
from ..evaluation.expressions.compile import evaluate_closed
from ..evaluation.limits import check_rows
from ..evaluation.logic import truth
from ..evaluation.values import EdgeValue, NodeValue, Row, name_of
from ..graph.arrow import Table as Answer
from ..running.limits import current
from .arguments import argument_values, moment
from .bindings import columns_of, edges_in, in_order, path_of, row_places
from .footprint import check_answer
from .shortest import names_of, with_shortest
from .table import Table, compiled

if TYPE_CHECKING:
    from ..retrieval.adjacency import Ints

INPUTS_AT_ONCE = 10_000
"""Askers in one call: the graph copies them into a list of maps, a megabyte or so of them."""

Found: TypeAlias = tuple[int, Row]
"""The place of the row that asked, and the row with what it matches."""


def scan(stage: GraphScan, table: Table, context: Context) -> Table:
    """Return the rows with what each matches, in the order of the rows that ask.

    A row that matches nothing is gone, or with `optional` filled with null. Raises what the graph raises,
    ParameterError for a value that does not fit, LimitError for too many rows or a trail that is too long.
    """
    new = [binding for binding in stage.bindings if binding.name not in table.names]
    names = (*table.names, *(binding.name for binding in new if binding.kind != "path"))
    found = _with_walks_in_order(stage, _matches(stage, new, table, context), names, context)
    if stage.shortest:
        found = with_shortest(stage.shortest, stage.view, found, names, context)
    shortest = names_of(stage.shortest)
    # Paths come last, for they are made of the others.
    names = (*names, *shortest, *(binding.name for binding in new if binding.kind == "path"))
    found = _with_paths(found, names, new, context)
    found = _tested(stage, found, names, context)
    found_out = (name for name in shortest if not name.startswith("@"))
    kept = (*table.names, *(binding.name for binding in new if not binding.hidden), *found_out)
    places = [names.index(name) for name in kept]
    found = [(asking, tuple([row[place] for place in places])) for asking, row in found]
    if stage.tested is not None:
        found = _passing(stage.tested, found, kept, context)
    if stage.optional:
        found = _filled(found, table, len(kept))
    return Table(kept, [row for _, row in found])


def scan_memories(stage: GraphScan, context: Context) -> Ints:
    """Return the rows of the memories that match, ascending, each once: the candidates of a recall."""
    import numpy as np

    if stage.residual is None and not stage.distinct_edges and stage.tested is None:
        # Nothing looks at the values, so none are made: a recall over a large store starts here.
        _probe(stage, [()], context)
        answer = _ask(stage, argument_values(stage.cypher.arguments, context), context)
        place = next(place for binding, place in row_places(stage.bindings, 0) if binding.name == stage.memory)
        return np.unique(np.asarray(answer.column(place).to_numpy(), np.int64))
    table = scan(stage, Table((), [()]), context)
    place = table.names.index(str(stage.memory))
    return np.unique(np.array([row[place].row for row in table.rows], np.int64))


# ---- asking ----------------------------------------------------------------------------------------


def _matches(stage: GraphScan, new: Sequence[Binding], table: Table, context: Context) -> list[Found]:
    """Return each asking row with each of its matches, paths not yet put together."""
    places = [table.names.index(name) for name in stage.inputs]
    askers = _askers(stage, table.rows, places)
    if not askers:
        return []
    matches = _by_asker(stage, new, list(askers), context)
    joined: list[Found] = []
    for asking, row in enumerate(context.watched(table.rows)):
        mine = matches.get(tuple([row[place] for place in places]), ())
        check_rows(len(joined) + len(mine))
        joined += [(asking, (*row, *match)) for match in mine]
    return joined


def _askers(stage: GraphScan, rows: Sequence[Row], places: Sequence[int]) -> dict[Row, None]:
    """Return the distinct inputs of the rows, in order; a row with null among its inputs matches nothing."""
    for name, place in zip(stage.inputs, places, strict=True):
        for row in rows:
            if not isinstance(row[place], NodeValue | EdgeValue | None):
                raise EvaluationError(f"`{name}` stands in a pattern, and is {name_of(row[place])}.")
    inputs = (tuple([row[place] for place in places]) for row in rows)
    return dict.fromkeys(values for values in inputs if None not in values)


def _by_asker(
    stage: GraphScan, new: Sequence[Binding], askers: Sequence[Row], context: Context
) -> Mapping[Row, list[Row]]:
    """Ask for `INPUTS_AT_ONCE` at a time; return the matches of each asker."""
    given = argument_values(stage.cypher.arguments, context)
    as_of = None if stage.view.as_of is None else moment(stage.view.as_of, "AS OF", context)
    matches: dict[Row, list[Row]] = {}
    for start in range(0, len(askers), INPUTS_AT_ONCE):
        some = askers[start : start + INPUTS_AT_ONCE]
        _probe(stage, some, context)
        answer = _ask(stage, {**given, **_inputs(stage, stage.cypher, some)}, context)
        asking = answer.column(0).to_pylist() if stage.inputs else [0] * answer.num_rows
        columns = columns_of(answer, stage.bindings, 1 if stage.inputs else 0, context, as_of)
        drawn = [binding for binding, _ in row_places(stage.bindings, 0)]
        held = [column for column, binding in zip(columns, drawn, strict=True) if binding in new]
        values = zip(*held, strict=True) if held else ((),) * answer.num_rows
        for asker, match in context.watched(zip(asking, values, strict=True)):
            matches.setdefault(some[asker], []).append(match)
    return matches


def _inputs(stage: GraphScan, cypher: Cypher, askers: Sequence[Row]) -> dict[str, Any]:
    """Return `$inputs` for the names that `cypher` asks for, or nothing where it asks for none."""
    places = [stage.inputs.index(name) for name in cypher.inputs]
    if not places:
        return {}
    labelled = [name in stage.labelled for name in cypher.inputs]
    return {"inputs": [_input(i, [asker[place] for place in places], labelled) for i, asker in enumerate(askers)]}


def _input(i: int, values: Sequence[NodeValue | EdgeValue], labelled: Sequence[bool]) -> dict[str, Any]:
    """Return what the graph is told of one asker: the keys of nodes, labels where they are open, the rows of edges."""
    told: dict[str, Any] = {"i": i}
    for number, (value, with_label) in enumerate(zip(values, labelled, strict=True)):
        told[f"k{number}"] = str(value.row) if isinstance(value, NodeValue) else value.row
        if with_label and isinstance(value, NodeValue):
            told[f"l{number}"] = value.label
    return told


def _ask(stage: GraphScan, parameters: Mapping[str, Any], context: Context) -> Answer:
    """Return what the graph answers to a stage. Raises LimitError for more rows or bytes than may be.

    The graph is told to stop there: it keeps a whole answer in memory, and three patterns of 2,000 nodes that nothing
    joins would fill any machine long before their time was up.
    """
    answer = _run(stage.cypher, parameters, context, "" if stage.limit else f" LIMIT {current().rows + 1}")
    check_rows(answer.num_rows)
    check_answer(answer)
    return answer


def _run(cypher: Cypher, parameters: Mapping[str, Any], context: Context, suffix: str = "") -> Answer:
    if context.graph is None:
        raise EvaluationError("There is no graph to match patterns in.")
    bounds = {slot.name: evaluate_closed(slot.value, context) for slot in cypher.hops}
    try:
        return context.graph.run(fill_hops(cypher, bounds, context.longest) + suffix, parameters)
    except LimitError as error:
        # Where edges lead back to where a walk was, the graph follows it to its bound, and keeps every step.
        if error.code == "limit.graph_bytes" and f"..{OPEN_HOPS}" in cypher.text:
            error.hint = "Bound the walk, as in `*1..6`: edges lead in a circle here."
        raise


def _probe(stage: GraphScan, askers: Sequence[Row], context: Context) -> None:
    """Raise LimitError where a walk with an open end could go on after the last edge that the graph follows."""
    for probe in stage.probes if context.longest >= OPEN_HOPS else ():
        given = argument_values(probe.arguments, context)
        if _run(probe, {**given, **_inputs(stage, probe, askers)}, context).num_rows:
            raise LimitError(
                f"A walk has more than {OPEN_HOPS:,} edges here.",
                hint="Bound it, as in `*1..6`.",
                code="limit.depth",
                limit="depth",
                bound=OPEN_HOPS,
                found=OPEN_HOPS + 1,
            )


# ---- joining ---------------------------------------------------------------------------------------


def _with_walks_in_order(stage: GraphScan, found: list[Found], names: Sequence[str], context: Context) -> list[Found]:
    """Turn the walks round that the graph gave backwards."""
    for pattern in stage.patterns:
        for left, edge in zip(pattern.nodes, pattern.edges, strict=False):
            if edge.hops is not None and edge.variable in names:
                place = names.index(edge.variable)
                start = names.index(left.variable) if left.variable in names else None
                turning = context.watched(found)
                found = [(asking, _turned(row, place, edge.direction, start)) for asking, row in turning]
    return found


def _turned(row: Row, place: int, direction: Direction, start: int | None) -> Row:
    walk = in_order(row[place], direction, None if start is None else row[start])
    return row if walk is row[place] else (*row[:place], walk, *row[place + 1 :])


def _with_paths(found: list[Found], names: Sequence[str], new: Sequence[Binding], context: Context) -> list[Found]:
    """Put the paths together and append them to each row."""
    paths = [binding for binding in new if binding.kind == "path"]
    if not paths:
        return found
    parts = [[names.index(name) for name in path.path] for path in paths]
    pairs = context.watched(found)
    return [(asking, (*row, *[path_of([row[at] for at in places]) for places in parts])) for asking, row in pairs]


def _tested(stage: GraphScan, found: list[Found], names: tuple[str, ...], context: Context) -> list[Found]:
    """Keep the rows that share no edge where they may not, and that fulfil what the graph was not asked to test."""
    if stage.distinct_edges:
        places = [names.index(name) for name in stage.distinct_edges]
        found = [pair for pair in context.watched(found) if _all_differ(list(edges_in(pair[1], places)))]
    if stage.residual is None:
        return found
    test = compiled(stage.residual, Table(names, [row for _, row in found]), context)
    span = stage.residual.span
    return [pair for pair in context.watched(found) if truth(test(pair[1], context), span)]


def _passing(tested: Tested, found: list[Found], names: tuple[str, ...], context: Context) -> list[Found]:
    """Keep the rows that pass the tests for which queries are asked."""
    # Imported here: the tests are stages, and this is one of them.
    from .rows import run_pattern_stages

    rows = Table((*names, tested.number), [(*row, asking) for asking, row in found])
    left = run_pattern_stages(tested.stages, context, rows)
    number, places = left.names.index(tested.number), [left.names.index(name) for name in names]
    return [(row[number], tuple([row[place] for place in places])) for row in left.rows]


def _all_differ(edges: list[int]) -> bool:
    return len(set(edges)) == len(edges)


def _filled(found: list[Found], table: Table, width: int) -> list[Found]:
    """Return the matches of every row that asked, in order, and a row of nulls for one without any."""
    return list(_fill(found, table, width))


def _fill(found: list[Found], table: Table, width: int) -> Iterator[Found]:
    matches = {asking: list(pairs) for asking, pairs in groupby(found, key=lambda pair: pair[0])}
    for asking, row in enumerate(table.rows):
        missing: Row = (None,) * (width - len(row))
        yield from matches.get(asking, [(asking, (*row, *missing))])
