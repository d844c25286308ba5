"""The memory graph as arrays: distances, walks and spreading agree with plain references, masked or replayed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from clew.engine.retrieval.adjacency import NEVER, Adjacency, EdgeKind, View, hub_length
from clew.engine.retrieval.distance import closeness, distances, paths
from clew.engine.retrieval.spreading import DECAY, SPREAD_KINDS, STEPS, spread
from clew.engine.retrieval.traversal import Direction, reach, shortest_path
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

MEMORIES, TAGS, ENTITIES = 6, 2, 2
NODES = MEMORIES + TAGS + ENTITIES
ENDS = {
    EdgeKind.TAGGED: (range(MEMORIES), range(MEMORIES, MEMORIES + TAGS)),
    EdgeKind.MENTIONS: (range(MEMORIES), range(MEMORIES + TAGS, NODES)),
    EdgeKind.BROADER: (range(MEMORIES, MEMORIES + TAGS),) * 2,
    EdgeKind.SAME_AS: (range(MEMORIES + TAGS, NODES),) * 2,
}


@dataclass(frozen=True)
class Edge:
    kind: EdgeKind
    src: int
    dst: int
    recorded_at: int = 0
    retracted_at: int = NEVER


def build(edges: list[Edge], memories: int = MEMORIES, nodes: int = NODES) -> Adjacency:
    columns = zip(*[(e.src, e.dst, e.kind, e.recorded_at, e.retracted_at) for e in edges], strict=True)
    arrays = [np.array(column, np.int64) for column in columns] or [np.empty(0, np.int64)] * 5
    return Adjacency.build(memories, nodes, *arrays)


@st.composite
def edges_of_any_kind(draw: st.DrawFn) -> Edge:
    """An edge between the right sorts of nodes, learned and unlearned at times 0 to 4."""
    kind = draw(st.sampled_from(EdgeKind))
    src, dst = (draw(st.sampled_from(nodes)) for nodes in ENDS.get(kind, (range(MEMORIES),) * 2))
    learned = draw(st.integers(0, 3))
    return Edge(kind, src, dst, learned, draw(st.sampled_from([NEVER, NEVER, learned, learned + 1])))


edge_lists = st.lists(edges_of_any_kind(), max_size=30)
everyone = np.ones(MEMORIES, bool)
masks = st.one_of(st.just(everyone), st.lists(st.booleans(), min_size=MEMORIES, max_size=MEMORIES).map(np.array))
moments = st.one_of(st.none(), st.integers(0, 4))


def mask(visible: np.ndarray) -> np.ndarray | None:
    """Return the mask as a caller would give it, who hides nothing by giving none."""
    return None if visible.all() else visible


def replayed(edges: list[Edge], visible: np.ndarray, as_of: int | None) -> list[Edge]:
    """Return the edges that a store which had only ever seen what this view shows would have."""

    def holds(e: Edge) -> bool:
        now = e.retracted_at == NEVER if as_of is None else e.recorded_at <= as_of < e.retracted_at
        return now and all(end >= MEMORIES or visible[end] for end in (e.src, e.dst))

    return [Edge(e.kind, e.src, e.dst) for e in edges if holds(e)]


def hub_of(e: Edge) -> int | None:
    return (
        None
        if e.src == e.dst
        else {EdgeKind.TAGGED: e.dst, EdgeKind.MENTIONS: e.dst, EdgeKind.SUMMARISES: e.src}.get(e.kind)
    )


def length_of(e: Edge, edges: list[Edge]) -> float:
    """The length of an edge, by its definition."""
    if (hub := hub_of(e)) is None:
        return 0.5 if e.kind is EdgeKind.SAME_AS else 1.0
    return 0.5 * (1 + math.log2(sum(hub_of(other) == hub for other in edges)))


def floyd_warshall(edges: list[Edge]) -> np.ndarray:
    """All shortest distances, undirected. The readable reference."""
    d = np.where(np.eye(NODES, dtype=bool), 0.0, np.inf)
    for e in edges:
        d[e.src, e.dst] = d[e.dst, e.src] = min(d[e.src, e.dst], length_of(e, edges)) if e.src != e.dst else 0.0
    for via in range(NODES):
        d = np.minimum(d, d[:, [via]] + d[[via], :])
    return d


@given(edge_lists, masks, moments, st.floats(0.5, 6.0))
@settings(max_examples=200)
def test_distances_are_the_shortest_ones_of_the_replayed_graph(edges, visible, as_of, bound):
    """Frontier relaxation over masks gives what Floyd-Warshall gives on the edges that the view shows, to the bound."""
    expected = floyd_warshall(replayed(edges, visible, as_of))
    starts = np.flatnonzero(visible)
    found = distances(View(build(edges), mask(visible), as_of), starts, bound)
    within = expected[starts] <= bound
    clear = np.abs(expected[starts] - bound) > 1e-9  # at the bound itself rounding may decide
    assert np.array_equal(np.isfinite(found)[clear], within[clear])
    both = within & np.isfinite(found)
    assert found[both] == pytest.approx(expected[starts][both])


@given(edge_lists, masks, moments, st.lists(st.integers(0, MEMORIES - 1), min_size=1, max_size=4))
def test_closeness_is_the_mean_reciprocal_and_masking_equals_replay(edges, visible, as_of, anchors):
    """Two routes to AS OF: masks on the whole graph, and a graph of only what was known, give the same objective."""
    rows = np.array(anchors)
    found = closeness(View(build(edges), mask(visible), as_of), rows)
    shown = rows[visible[rows]]
    assert np.array_equal(found, closeness(View(build(replayed(edges, visible, as_of))), shown))
    d = floyd_warshall(replayed(edges, visible, as_of))[:, :MEMORIES]
    d[d > 4.0 + 1e-9] = np.inf
    expected = np.mean([1 / (1 + d[a]) for a in shown], axis=0) if shown.size else np.zeros(MEMORIES)
    assert found == pytest.approx(expected)
    assert ((found >= 0) & (found <= 1)).all()


@given(edge_lists, masks, moments, st.integers(0, MEMORIES - 1))
def test_paths_are_walkable_and_as_long_as_the_distance(edges, visible, as_of, row):
    """Each hop is an edge that the view shows, hops join end to end, and their lengths add up to the distance."""
    anchors = np.arange(MEMORIES)
    shown = replayed(edges, visible, as_of)
    expected = floyd_warshall(shown)
    for anchor, path in enumerate(paths(View(build(edges), mask(visible), as_of), row, anchors)):
        if path is None:
            assert not (visible[row] and visible[anchor] and expected[row, anchor] < 4.0 - 1e-9)
            continue
        ends = [row, *(hop.target for hop in path.hops)]
        assert ends[-1] == anchor and [hop.source for hop in path.hops] == ends[:-1]
        steps = [edges[hop.edge] for hop in path.hops]
        assert sum(length_of(step, shown) for step in steps) == pytest.approx(expected[row, anchor])
        for hop, step in zip(path.hops, steps, strict=True):
            pair = (hop.source, hop.target) if hop.along else (hop.target, hop.source)
            assert (step.kind, (step.src, step.dst)) == (hop.kind, pair)


TRACED = (EdgeKind.CAUSED, EdgeKind.FOLLOWS, EdgeKind.SUPERSEDES, EdgeKind.SUMMARISES)


def reference_reach(edges: list[Edge], start: int, direction: Direction) -> dict[int, int]:
    """Depth of each node that a breadth-first walk in time meets."""
    steps = set()
    for e in edges:
        earlier, later = (e.src, e.dst) if e.kind is EdgeKind.CAUSED else (e.dst, e.src)
        if e.kind in TRACED and direction is not Direction.BACKWARD:
            steps.add((earlier, later))
        if e.kind in TRACED and direction is not Direction.FORWARD:
            steps.add((later, earlier))
    depth, frontier = {start: 0}, {start}
    while frontier := {b for a, b in steps if a in frontier and b not in depth}:
        depth.update(dict.fromkeys(frontier, max(depth.values()) + 1))
    return depth


@given(edge_lists, masks, moments, st.sampled_from(Direction), st.integers(0, 3), st.integers(0, 5))
def test_reach_meets_each_memory_once_at_its_least_depth(edges, visible, as_of, direction, low, high):
    """A walk in time ends on cycles, keeps to its depths, and reports edges that the view shows."""
    start = 3
    found = reach(build(edges), start, TRACED, direction, depth=(low, high), visible=mask(visible), as_of=as_of)
    shown = replayed(edges, visible, as_of)
    expected = reference_reach(shown, start, direction) if visible[start] else {}
    assert {r.row: r.depth for r in found} == {n: d for n, d in expected.items() if low <= d <= high}
    assert len(found) == len({r.row for r in found})
    for r in found:
        if r.depth:
            edge = edges[r.edge]
            assert edge.kind is r.via and {edge.src, edge.dst} == {r.row, r.parent}


def test_every_kind_is_put_into_the_order_of_time():
    """A cause, a predecessor, a superseded fact and a summarised remark all lie backward; their opposites forward."""
    edges = [
        Edge(EdgeKind.CAUSED, 1, 0),
        Edge(EdgeKind.FOLLOWS, 0, 2),
        Edge(EdgeKind.SUPERSEDES, 0, 3),
        Edge(EdgeKind.SUMMARISES, 0, 4),
        Edge(EdgeKind.CAUSED, 0, 5),
        Edge(EdgeKind.FOLLOWS, 6, 0),
        Edge(EdgeKind.SUPERSEDES, 7, 0),
    ]
    graph = build(edges, 8, 8)
    assert [r.row for r in reach(graph, 0, TRACED, Direction.BACKWARD)] == [1, 2, 3, 4]
    assert [r.row for r in reach(graph, 0, TRACED, Direction.FORWARD)] == [5, 6, 7]
    assert [r.via for r in reach(graph, 0, [EdgeKind.SUPERSEDES], Direction.EITHER)] == [EdgeKind.SUPERSEDES] * 2


def test_a_kind_without_direction_cannot_be_traced():
    """Tags, entities and contradictions have no before and after."""
    for kind in set(EdgeKind) - set(TRACED):
        with pytest.raises(ValueError, match=kind.name):
            reach(build([]), 0, [EdgeKind.CAUSED, kind], Direction.FORWARD)


def test_an_unbounded_walk_goes_to_the_end_of_a_long_chain():
    """A thousand steps back, with no bound on depth."""
    chain = [Edge(EdgeKind.FOLLOWS, i + 1, i) for i in range(1_000)]
    found = reach(build(chain, 1_001, 1_001), 1_000, TRACED, Direction.BACKWARD, depth=(1, None))
    assert [(r.row, r.depth) for r in found[-1:]] == [(0, 1_000)]


@given(edge_lists, masks, moments, st.integers(0, MEMORIES - 1), st.integers(0, MEMORIES - 1), st.integers(0, 6))
def test_the_shortest_path_has_the_fewest_edges(edges, visible, as_of, start, end, most):
    """Over any kinds, hubs too, walked either way: found exactly if there is one within the bound, and no longer."""
    hops = shortest_path(build(edges), start, end, list(EdgeKind), max_depth=most, visible=mask(visible), as_of=as_of)
    d = np.where(np.eye(NODES, dtype=bool), 0.0, np.inf)
    for e in replayed(edges, visible, as_of):
        d[e.src, e.dst] = d[e.dst, e.src] = 0.0 if e.src == e.dst else 1.0
    for via in range(NODES):
        d = np.minimum(d, d[:, [via]] + d[[via], :])
    if not (visible[start] and visible[end]) or d[start, end] > most:
        assert hops is None
        return
    assert hops is not None and len(hops) == d[start, end]
    assert [h.source for h in hops] + [end] == [start, *(h.target for h in hops)]


def dense_spread(edges: list[Edge], weights: np.ndarray) -> np.ndarray:
    """Sum of (decay S)^k over the steps, with S = D^-1/2 W D^-1/2 as a dense matrix. The definition."""
    conductance = np.zeros((NODES, NODES))
    for e in edges:
        if e.kind in SPREAD_KINDS:
            conductance[e.src, e.dst] += 1 / length_of(e, edges)
            conductance[e.dst, e.src] += 1 / length_of(e, edges)
    root = np.sqrt(np.maximum(conductance.sum(axis=1), 1e-300))
    step = DECAY * conductance / np.outer(root, root)
    start = np.concatenate([weights, np.zeros(NODES - MEMORIES)])
    return sum(start @ np.linalg.matrix_power(step, k) for k in range(1, STEPS + 1))[:MEMORIES]


@given(edge_lists, masks, moments, st.lists(st.floats(0, 1), min_size=MEMORIES, max_size=MEMORIES))
def test_spreading_is_the_symmetric_operator_of_its_source(edges, visible, as_of, weights):
    """Walking sender by sender gives what dense matrix powers give, up to what the quiet nodes keep to themselves."""
    edges = [e for e in edges if e.src != e.dst]
    rows = np.arange(MEMORIES)
    found = spread(View(build(edges), mask(visible), as_of), rows, np.array(weights))
    expected = dense_spread(replayed(edges, visible, as_of), np.where(visible, weights, 0.0))
    assert found == pytest.approx(expected, abs=0.05 * max(weights))
    assert (found >= 0).all() and not found[~visible].any()


@given(edge_lists, masks, moments, st.lists(st.floats(0, 1), min_size=MEMORIES, max_size=MEMORIES))
def test_a_view_that_was_walked_before_is_walked_alike(edges, visible, as_of, weights):
    """What one walk has counted of the hubs is what the next would count: to the last digit, in any order."""
    graph, rows = build(edges), np.arange(MEMORIES)
    walks = (
        lambda view: spread(view, rows, np.array(weights)),
        lambda view: closeness(view, rows[:2]),
        lambda view: distances(view, rows[-1:], 9.0),
    )
    walked = View(graph, mask(visible), as_of)
    for walk in (*walks, *reversed(walks)):
        assert np.array_equal(walk(walked), walk(View(graph, mask(visible), as_of)))


def test_a_shared_entity_conducts_less_the_more_share_it():
    """Two memories alone with an entity excite each other; one that 200 mention passes nothing on."""
    few = build([Edge(EdgeKind.MENTIONS, m, 300) for m in range(2)], 300, 301)
    many = build([Edge(EdgeKind.MENTIONS, m, 300) for m in range(200)], 300, 301)
    seed, weight = np.array([0]), np.array([1.0])
    assert spread(View(few), seed, weight)[1] > 0.2
    assert not spread(View(many), seed, weight).any()


def test_a_hub_costs_the_bits_to_say_which_memory_is_meant():
    """Memory, hub, memory costs one step and log2 of the hub's degree; hidden and retracted ones do not count."""
    tagged = [Edge(EdgeKind.TAGGED, m, MEMORIES) for m in range(4)]
    graph = build([*tagged, Edge(EdgeKind.TAGGED, 4, MEMORIES, 0, 1), Edge(EdgeKind.BROADER, MEMORIES, MEMORIES + 1)])

    def apart(visible: np.ndarray | None, as_of: int | None) -> float:
        return distances(View(graph, visible, as_of), np.array([0]), 9.0)[0, 1]

    assert apart(None, None) == pytest.approx(1 + math.log2(4))
    assert apart(None, 0) == pytest.approx(1 + math.log2(5))
    assert apart(np.arange(MEMORIES) < 2, None) == pytest.approx(1 + math.log2(2))
    assert hub_length(np.array([1, 2])).tolist() == [0.5, 1.0]


@pytest.mark.parametrize("visible", [None, np.arange(MEMORIES) != 5])
def test_a_summary_is_a_hub_of_what_it_sums_up(visible):
    """Its members are apart by how many they are; the summary's own tag, and being summed up itself, do not count."""
    edges = [Edge(EdgeKind.SUMMARISES, 0, m) for m in (1, 2)]
    edges += [Edge(EdgeKind.TAGGED, 0, MEMORIES), Edge(EdgeKind.SUMMARISES, 3, 0)]
    found = distances(View(build(edges), visible), np.array([1]), 9.0)
    assert found[0, 2] == pytest.approx(1 + math.log2(2))


def test_namespaces_share_no_path():
    """A hidden memory is no bridge: what lies behind it is out of reach for every walk."""
    graph = build([Edge(EdgeKind.CAUSED, 0, 1), Edge(EdgeKind.CAUSED, 1, 2)])
    hidden = np.arange(MEMORIES) != 1
    assert closeness(View(graph, hidden), np.array([0]))[2] == 0.0
    assert reach(graph, 0, TRACED, Direction.FORWARD, visible=hidden) == []
    assert shortest_path(graph, 0, 2, TRACED, visible=hidden) is None
    assert not spread(View(graph, hidden), np.array([0]), np.array([1.0])).any()


def test_an_edge_holds_from_when_it_was_learned_until_it_was_unlearned():
    """Learned at 5 and unlearned at 9: there at 5 and 8, not at 4, not at 9, not now."""
    graph = build([Edge(EdgeKind.CAUSED, 0, 1, 5, 9)])
    held = [closeness(View(graph, as_of=t), np.array([0]))[1] > 0 for t in (4, 5, 8, 9, None)]
    assert held == [False, True, True, False, False]


def test_no_anchor_and_no_edge_are_answered():
    """Without anchors, or with hidden ones only, coherence is 0; an empty graph is a graph."""
    graph = Adjacency.empty(3)
    none = np.empty(0, np.int64)
    assert closeness(View(graph), none).tolist() == [0.0, 0.0, 0.0]
    assert closeness(View(graph), np.array([1])).tolist() == [0.0, 1.0, 0.0]
    assert closeness(View(graph, np.zeros(3, bool)), np.array([1])).tolist() == [0.0, 0.0, 0.0]
    assert spread(View(graph), none, np.empty(0)).tolist() == [0.0, 0.0, 0.0]


def test_a_built_graph_cannot_be_written_to():
    """Threads share the arrays, so nobody may change them; and the caller's own arrays stay the caller's."""
    src = np.array([0])
    graph = Adjacency.build(2, 2, src, src + 1, src, src, src + NEVER)
    with pytest.raises(ValueError, match="read-only"):
        graph.target[0] = 1
    src[0] = 1
    assert graph.src.tolist() == [0]


def test_an_edge_to_no_node_is_refused():
    """An end outside the nodes raises, rather than wrapping round to another memory."""
    for end in (NODES, -1):
        with pytest.raises(ValueError, match="outside"):
            build([Edge(EdgeKind.CAUSED, 0, end)])
