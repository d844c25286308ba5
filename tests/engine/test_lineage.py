"""The lineage around a memory is what its edges come to: nearest first, cut by name, and as it was known at a time."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import clew
import pytest
from clew.engine.answers.lineage import Lineage, LineageEdge, LineageNode
from clew.engine.values.model import MEMORY_EDGES
from clew.errors import MemoryNotFound

DAY = datetime(2024, 5, 1, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[clew.Engine]:
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        yield memory


def tell(memory: clew.Engine) -> None:
    """Write quote -> choice -> order -> bill, an offer in the place of the quote, and what contradicts the bill."""
    memory.remember("vendor C quotes 40", id="quote", task="T", step=0, at="2024-05-01")
    memory.remember("vendor C now quotes 35", id="offer", supersedes=["quote"], at="2024-05-02")
    memory.remember("we take C", id="choice", type="decision", pinned=True, at="2024-05-03")
    memory.remember("ten seats ordered", id="order", causes=["choice"], at="2024-05-04")
    memory.remember("ten seats billed", id="bill", causes=["order"], at="2024-05-05")
    memory.remember("nine seats billed", id="letter", at="2024-05-06")
    memory.link("quote", "choice", reason="the cheapest", weight=0.5)
    memory.link("letter", "bill", "CONTRADICTS")


def distances(lineage: Lineage) -> dict[str, int]:
    return {node.id: node.distance for node in lineage.nodes}


def ends(edges: Iterable[LineageEdge]) -> set[tuple[str, str, str]]:
    return {(edge.earlier, edge.type, edge.later) for edge in edges}


def test_causes_and_effects_are_found_with_what_joins_them(memory: clew.Engine) -> None:
    """Both ways, as far as asked, each edge with its reason and which end came first."""
    tell(memory)
    found = memory.lineage("choice")
    assert distances(found) == {"choice": 0, "quote": 1, "order": 1, "offer": 2, "bill": 2, "letter": 3}
    assert LineageEdge("quote", "choice", "CAUSED", "the cheapest", 0.5) in found.edges
    assert ("bill", "CONTRADICTS", "letter") in ends(found.edges)
    first = found.nodes[0]
    assert (first.id, first.text, first.type, first.pinned) == ("choice", "we take C", "decision", True)
    assert found.root == "choice" and not found.cut


def test_what_replaces_a_cause_is_shown_and_named(memory: clew.Engine) -> None:
    """A cause that no longer holds says what holds instead, also where that is not shown."""
    tell(memory)
    nodes = {node.id: node for node in memory.lineage("choice").nodes}
    assert nodes["quote"].superseded_by == ("offer",) and nodes["offer"].superseded_by == ()
    (quote,) = [node for node in memory.lineage("choice", edges=["CAUSED"]).nodes if node.id == "quote"]
    assert quote.superseded_by == ("offer",) and quote.hidden_effects == 0


def test_other_effects_of_a_cause_are_counted_and_not_shown(memory: clew.Engine) -> None:
    """A sibling is no ancestor; neighbours are counted once each, however many edges lead there."""
    memory.remember("root", id="root", task="T", step=0)
    for step in (1, 2, 3):
        memory.remember(f"branch {step}", id=f"b{step}", causes=["root"], task="T", step=step)
    found = memory.lineage("b3", edges=["CAUSED"])
    assert distances(found) == {"b3": 0, "root": 1}
    assert (found.nodes[1].hidden_causes, found.nodes[1].hidden_effects) == (0, 2)
    both = memory.lineage("b1", hops=0)
    assert (both.nodes[0].hidden_causes, both.nodes[0].hidden_effects) == (1, 1)


def test_the_limit_keeps_the_nearest_and_says_so(memory: clew.Engine) -> None:
    """What is cut is the farthest; of equally near memories the newest stay."""
    ids = [memory.remember(f"cause {i}", id=f"c{i}") for i in range(5)]
    memory.remember("effect", id="effect", causes=ids)
    found = memory.lineage("effect", limit=3)
    assert [node.id for node in found.nodes] == ["effect", "c4", "c3"] and found.cut
    assert found.nodes[0].hidden_causes == 3
    assert not memory.lineage("effect", limit=6).cut


def test_what_is_expanded_shows_its_neighbours(memory: clew.Engine) -> None:
    """Beside what lies around, in the order in which one leads to the next; what is not shown expands to nothing."""
    tell(memory)
    memory.remember("we tell the others", id="mail", causes=["quote"])
    memory.remember("they read it", id="read", causes=["mail"])
    found = memory.lineage("choice", hops=1, edges=["CAUSED"], expand=["quote", "mail", "nobody"])
    assert distances(found) == {"choice": 0, "order": 1, "quote": 1, "mail": 2, "read": 3}
    assert ("quote", "CAUSED", "mail") in ends(found.edges) and not any(node.hidden_causes for node in found.nodes)
    other = memory.lineage("choice", hops=1, edges=["CAUSED"], expand=["mail", "quote"])
    assert distances(other) == {"choice": 0, "order": 1, "quote": 1, "mail": 2}
    assert memory.lineage("choice", hops=1, limit=3, edges=["CAUSED"], expand=["quote"]).cut


def test_forgotten_memories_are_shown_where_asked(memory: clew.Engine) -> None:
    """What was forgotten is no part of a lineage; where asked it is, says so, with its edges."""
    tell(memory)
    memory.forget("order")
    assert distances(memory.lineage("choice")) == {"choice": 0, "quote": 1, "offer": 2}
    with pytest.raises(MemoryNotFound, match="It was forgotten: ask for forgotten ones too"):
        memory.lineage("order")
    with pytest.raises(MemoryNotFound, match="The nearest id is `letter`"):
        memory.lineage("leter")
    found = memory.lineage("choice", forgotten=True)
    assert [node.id for node in found.nodes if node.forgotten] == ["order"]
    assert distances(found) == {"choice": 0, "quote": 1, "order": 1, "offer": 2, "bill": 2, "letter": 3}


def test_a_past_is_drawn_as_it_was_known(memory: clew.Engine) -> None:
    """AS OF: what was learned later is not there, what was unlearned or pinned later is as it was."""
    memory.remember("a", id="a", recorded_at="2024-05-01")
    memory.remember("b", id="b", causes=["a"], recorded_at="2024-05-02")
    memory.remember("c", id="c", causes=["b"], supersedes=["a"], recorded_at="2024-05-03")
    now = datetime.now(UTC)
    memory.unlink("a", "b")
    memory.pin("b")
    memory.forget("c")
    assert distances(memory.lineage("b")) == {"b": 0} and memory.lineage("b").nodes[0].pinned
    before = memory.lineage("b", as_of=now)
    assert distances(before) == {"b": 0, "a": 1, "c": 1} and not before.nodes[0].pinned
    earlier = memory.lineage("b", as_of="2024-05-02T12:00:00Z")
    assert distances(earlier) == {"b": 0, "a": 1} and earlier.nodes[1].superseded_by == ()
    with pytest.raises(MemoryNotFound, match="then"):
        memory.lineage("c", as_of="2024-05-02T12:00:00Z")
    with pytest.raises(MemoryNotFound):
        memory.lineage("c")


def test_shortest_paths_lead_to_the_anchors(memory: clew.Engine) -> None:
    """Every edge of every shortest path, and none of a longer one; an unknown anchor adds nothing."""
    for id, causes in {"a": [], "b": ["a"], "c": ["a", "b"], "d": ["b", "c"], "e": ["d"], "f": ["a", "e"]}.items():
        memory.remember(id, id=id, causes=causes)
    found = memory.lineage("a", hops=9)
    assert ends(found.path(["d"])) == {(s, "CAUSED", t) for s, t in ("ab", "ac", "bd", "cd")}
    assert ends(found.path(["f", "nobody"])) == {("a", "CAUSED", "f")}
    assert found.path(["a"]) == ()


def test_within_counts_what_it_leaves_out() -> None:
    """A nearer part of an answer is the answer to the nearer question."""
    nodes = tuple(LineageNode(id, "fact", id, None, None, DAY, False, distance=i) for i, id in enumerate("abc"))
    edges = (LineageEdge("b", "a", "CAUSED"), LineageEdge("b", "c", "FOLLOWS", backward=True))
    near = Lineage("a", nodes, edges).within(1)
    assert [node.id for node in near.nodes] == ["a", "b"] and near.edges == edges[:1]
    assert (near.nodes[1].hidden_causes, near.nodes[1].hidden_effects) == (1, 0)


def test_it_agrees_with_a_walk_by_hand(memory: clew.Engine) -> None:
    """On a store drawn at random, distances, edges, and hidden neighbours are those of a slow twin over `links`."""
    draw = random.Random(7)
    ids = [memory.remember(f"m{i}", id=f"m{i}", at=DAY.replace(hour=i % 5)) for i in range(24)]
    for _ in range(40):
        source, target = draw.sample(ids, 2)
        memory.link(source, target, draw.choice(MEMORY_EDGES))  # type: ignore[arg-type] - one of the literals
    for kinds in (None, ["CAUSED"], ["SUPERSEDES", "CAUSED"]):
        for root in ids[:8]:
            for hops in (1, 2, 5):
                assert_agrees(memory, memory.lineage(root, hops=hops, edges=kinds), hops, kinds or MEMORY_EDGES)


def assert_agrees(memory: clew.Engine, found: Lineage, hops: int, kinds: Iterable[str]) -> None:
    causes, effects = twin(memory, kinds)
    expected = {found.root: 0}
    for onward, sideways in ((causes, effects), (effects, causes)):
        level = {found.root}
        met = {found.root}
        for distance in range(1, hops + 1):
            level = {
                other
                for id in level
                for other in onward[id].keys() | {o for o, loose in sideways[id].items() if loose}
                if other not in met
            }
            met |= level
            for id in level:
                expected[id] = min(distance, expected.get(id, distance))
    assert distances(found) == expected
    for node in found.nodes:
        assert node.hidden_causes == len(causes[node.id].keys() - expected.keys())
        assert node.hidden_effects == len(effects[node.id].keys() - expected.keys())
    drawn = {(a, b) for a in expected for b in causes[a] if b in expected}
    assert {(edge.later, edge.earlier) for edge in found.edges} == drawn


def twin(memory: clew.Engine, kinds: Iterable[str]) -> tuple[dict[str, dict[str, bool]], dict[str, dict[str, bool]]]:
    """Return the neighbours before and after each memory, and whether one is walked to from either side."""
    at = {m.id: (m.at, m.row) for m in memory.list()}
    causes: dict[str, dict[str, bool]] = {id: {} for id in at}
    effects: dict[str, dict[str, bool]] = {id: {} for id in at}
    for id in at:
        for link in memory.links(id):
            if link.type not in kinds:
                continue
            before = link.incoming == (link.type == "CAUSED")
            if link.type == "CONTRADICTS":
                before = at[link.other] < at[id]
            side = causes[id] if before else effects[id]
            side[link.other] = side.get(link.other, False) or link.type in ("SUPERSEDES", "CONTRADICTS")
    return causes, effects
