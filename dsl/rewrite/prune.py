"""Ask the graph for what is read, and for nothing else.

Walks the stages from the last to the first and carries what each name must still give: nothing but its identity, some
properties, or the whole of it. A scan then keeps the bindings that are needed, and fetches of each the properties that
are read. Texts and user fields live in the journal, so for those a binding only says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from .. import ast, trees
from ..binding.names import Index
from ..frozen import replace
from ..plan import (
    Admit,
    Aggregate,
    Anchors,
    Apply,
    Binding,
    Branch,
    Bring,
    Compare,
    Condition,
    Cut,
    Drop,
    Emit,
    Exclude,
    Filter,
    Front,
    GraphScan,
    Infer,
    Lexical,
    Mentioning,
    ParetoSort,
    Plan,
    Project,
    Score,
    Similar,
    Sort,
    Spread,
    Stage,
    Tagged,
    Tested,
    UnionAll,
    Unwind,
    Walk,
    Why,
    Write,
)
from .scans import Stages, edges_of, labels_of, nodes_of

WHOLE = "*"
Needs = dict[str, frozenset[str]]
NOTHING: frozenset[str] = frozenset()
_INDIFFERENT = frozenset(
    (Anchors, Similar, Lexical, Infer, Tagged, Mentioning, Exclude, Spread, Cut, Score, Admit, Front)
)
"""Stages that read what the engine holds of each candidate, and nothing that a scan fetched."""

_BY_IDENTITY = ("count", "id", "labels", "type", "length", "size")


def prune(plan: Plan, index: Index) -> Plan:
    """Return the plan with every scan's bindings reduced to what is read; the answer's columns are read whole."""
    answer: Needs = {name: frozenset((WHOLE,)) for name in plan.columns}
    return replace(plan, stages=_pruned(plan.stages, answer, index))


def _pruned(stages: Stages, needs: Needs, index: Index) -> Stages:
    return _back(stages, needs, index)[0]


def _back(stages: Stages, needs: Needs, index: Index) -> tuple[Stages, Needs]:
    """Return stages pruned, the last first, and what they need of what stands before them."""
    kept: list[Stage] = []
    brought: Needs = {}
    for stage in reversed(stages):
        if isinstance(stage, Bring):
            brought = _merged(brought, {name: needs[name] for name in stage.names if name in needs})
        if type(stage) not in _INDIFFERENT:
            stage, needs = _before(stage, needs, index)
        kept.append(stage)
    return tuple(reversed(kept)), _merged(needs, brought)


def _before(stage: Stage, needs: Needs, index: Index) -> tuple[Stage, Needs]:
    """Return the stage pruned, and what it needs of the stages before it."""
    match stage:
        case Drop(names=names):
            return stage, {name: needs.get(name, NOTHING) for name in names}
        case Filter(predicate=predicate):
            return stage, _merged(needs, reads(predicate, index))
        case Sort(keys=keys):
            return stage, _merged(needs, *(reads(key.expression, index) for key in keys))
        case ParetoSort(pareto=pareto):
            return stage, _merged(needs, reads(pareto, index))
        case Unwind(source=source, variable=variable):
            return stage, _merged(_without(needs, (variable,)), reads(source, index))
        case Project() | Aggregate():
            return stage, _projected(stage, needs, index)
        case UnionAll(branches=branches):
            return replace(stage, branches=tuple(_pruned(branch, dict(needs), index) for branch in branches)), {}
        case Apply(branches=branches):
            asked = [_asked(branch, index) for branch in branches]
            needed = _merged(_without(needs, (stage.name,)), *(needs for _, needs in asked))
            return replace(stage, branches=tuple(branch for branch, _ in asked)), needed
        case GraphScan():
            return _scanned(stage, needs, index)
        case Emit(variable=variable):
            need = needs.get(variable, NOTHING)
            return replace(stage, whole=WHOLE in need, properties=tuple(sorted(need - {WHOLE}))), {}
        case Write(memory=str() as memory):
            return stage, {memory: NOTHING}
        case Walk(of=of, to=to):
            return replace(stage, of=_origin(of, index), to=_origin(to, index)), {}
        case Why(within=within, conditions=conditions):
            tried = tuple(_tried(condition, index) for condition in conditions)
            return replace(stage, within=_origin(within, index), conditions=tried), {}
        case Compare(before=before, after=after):
            return replace(stage, before=_pruned(before, {}, index), after=_pruned(after, {}, index)), {}
        case _:
            return stage, needs


def _asked(branch: Branch, index: Index) -> tuple[Branch, Needs]:
    """Return a query of an expression pruned, and what it needs of the row that asks."""
    then, needs = _back(branch.then, reads(branch.value, index), index)
    each, needs = _back(branch.each, needs, index)
    return replace(branch, each=each, then=then), needs


def _origin(origin: ast.Expr | Stages | None, index: Index) -> Any:
    return _pruned(origin, {}, index) if isinstance(origin, tuple) else origin


def _tried(condition: Condition, index: Index) -> Condition:
    return condition if condition.scan is None else replace(condition, scan=_scanned(condition.scan, {}, index)[0])


def _scanned(scan: GraphScan, needs: Needs, index: Index) -> tuple[GraphScan, Needs]:
    """Return the scan with the bindings that are needed, and what it needs of the stages before it."""
    tested, needs = _tested(scan.tested, needs, index)
    needs = _merged(needs, reads(scan.residual, index), _always(scan))
    needs = _merged(needs, *(_parts(binding, needs) for binding in scan.bindings if binding.name in needs))
    labels = _labels(scan, index)
    past = scan.view.as_of is not None
    kept = tuple(_fetching(b, needs[b.name], labels, index, past=past) for b in scan.bindings if b.name in needs)
    if not kept and not scan.inputs:
        kept = scan.bindings[:1]
    found = (name for one in scan.shortest for name in (one.walk, one.path or ""))
    before = _without(needs, (*(binding.name for binding in scan.bindings), *found))
    return replace(scan, bindings=kept, tested=tested), _merged(before, dict.fromkeys(scan.inputs, NOTHING))


def _tested(tested: Tested | None, needs: Needs, index: Index) -> tuple[Tested | None, Needs]:
    """Return the tests of a scan pruned, and what they and the stages behind need of its rows."""
    if tested is None:
        return None, needs
    stages, needed = _back(tested.stages, needs, index)
    return replace(tested, stages=stages), _without(needed, (tested.number,))


def _always(scan: GraphScan) -> Needs:
    """Return what a scan keeps though nobody reads it: the ends of what is looked for afterwards, and what tells two of
    its rows apart where doubles are dropped.
    """
    names = [*scan.distinct_edges, *(name for one in scan.shortest for name in (one.start, one.end))]
    if scan.memory is not None:
        names.append(scan.memory)
    elif scan.distinct:
        names += [binding.name for binding in scan.bindings if binding.kind != "path"]
    return dict.fromkeys(names, NOTHING)


def _parts(binding: Binding, needs: Needs) -> Needs:
    """Return what a path needs of its nodes and edges."""
    return {name: needs[binding.name] & {WHOLE} for name in binding.path}


def _labels(scan: GraphScan, index: Index) -> dict[str, tuple[str, ...]]:
    every = tuple(index.labels)
    nodes = {name: labels_of(node, every) for name, node in nodes_of(scan.patterns).items()}
    return nodes | {edge.variable or "": edge.types for edge in edges_of(scan.patterns)}


def _fetching(
    binding: Binding, keys: frozenset[str], labels: Mapping[str, tuple[str, ...]], index: Index, *, past: bool
) -> Binding:
    """Return the binding with what is to be fetched of it, in the catalog's order.

    past: it is of an earlier moment, and the graph does not know what has changed in place since.
    """
    if not keys:
        return binding
    found = {d.name: d for label in labels.get(binding.name, ()) for d in index.properties(label).values()}
    homes = {name: "journal" if past and d.changes else d.home for name, d in found.items()}
    return replace(
        binding,
        whole=WHOLE in keys,
        properties=tuple(name for name, home in homes.items() if name in keys and home == "graph"),
        journal=tuple(name for name, home in homes.items() if name in keys and home == "journal"),
    )


# ---- what an expression reads --------------------------------------------------------------------


def reads(tree: object, index: Index) -> Needs:
    """Return what an expression reads of each name: the keys of properties, WHOLE, or nothing but its identity."""
    match tree:
        case ast.Name(name=name):
            return {name: frozenset((WHOLE,))}
        case ast.Property(subject=ast.Name(name=name), key=key):
            return {name: frozenset((key,))}
        case ast.Call(name=name, arguments=(ast.Name(name=of), *rest)) if _needs_identity(name, index):
            return _merged({of: NOTHING}, reads(tuple(rest), index))
        case ast.IsNull(operand=ast.Name(name=name)) | ast.HasLabels(subject=ast.Name(name=name)):
            return {name: NOTHING}
        case ast.Comparison(first=ast.Name(name=one), rest=((_, ast.Name(name=other)),)):
            return {one: NOTHING, other: NOTHING}
        case tuple():
            return _merged(*(reads(part, index) for part in cast("tuple[object, ...]", tree)))
        case ast.Node():
            inside = _merged(*(reads(child, index) for child in trees.children(tree)))
            return (
                inside if not trees.bound_names(tree) else {n: inside.get(n, NOTHING) for n in trees.free_names(tree)}
            )
        case _:
            return {}


def _needs_identity(name: str, index: Index) -> bool:
    """Return whether a function needs to know only which node or edge it is given."""
    function = index.functions.get(name.lower())
    return name.lower() in _BY_IDENTITY or (function is not None and function.of_memory)


def _merged(*parts: Needs) -> Needs:
    result: Needs = {}
    for part in parts:
        for name, keys in part.items():
            result[name] = result.get(name, NOTHING) | keys
    return result


def _without(needs: Needs, names: Iterable[str]) -> Needs:
    dropped = frozenset(names)
    return {name: keys for name, keys in needs.items() if name not in dropped}


def _projected(stage: Project | Aggregate, needs: Needs, index: Index) -> Needs:
    """Return what the rows before a projection must give: a column that only renames passes its own needs on."""
    folds = stage.folds if isinstance(stage, Aggregate) else ()
    columns = stage.keys if isinstance(stage, Aggregate) else stage.columns
    folded = [reads(column.expression, index) for column in folds]
    needs = _merged(needs, *folded)
    passed = (
        {column.expression.name: needs.get(column.name, NOTHING)}
        if isinstance(column.expression, ast.Name)
        else reads(column.expression, index)
        for column in columns
    )
    kept = {name: needs.get(name, NOTHING) for name in (stage.keep if isinstance(stage, Project) else ())}
    return _merged(kept, *passed, *folded)
