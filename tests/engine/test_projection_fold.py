"""What events mean, told event by event: no journal, no graph, only the fold."""

from __future__ import annotations

from typing import Any

import pytest
from clew.engine.projection.fold import fold
from clew.engine.projection.state import State, View
from clew.engine.values.model import Event
from clew.engine.values.schema import EDGES
from clew.engine.values.times import NEVER
from clew.errors import StoreDamaged


class Story:
    """Events as the journal would write them, folded one after another. Event `n` is recorded at time `n`."""

    def __init__(self) -> None:
        self.state = State()

    def tell(self, kind: Any, payload: dict[str, Any], namespace: str = "n") -> None:
        seq = self.state.seq + 1
        fold(self.state, Event(seq, f"op{seq}", seq, namespace, kind, payload))

    def remember(self, id: str, namespace: str = "n", **fields: Any) -> None:
        row = len(self.state.memories.ids)
        payload = {"id": id, "row": row, "types": ["fact"], "at": 10 * row, "importance": 0.5, "confidence": 1.0}
        self.tell("remember", {**payload, "trust": 1.0, "valence": 0.0, "pinned": False, **fields}, namespace)

    def link(self, *links: dict[str, Any], namespace: str = "n") -> None:
        self.tell("link", {"links": list(links)}, namespace)

    @property
    def view(self) -> View:
        return self.state.view()

    def edges(self, *, live: bool = True) -> list[tuple[str, str, str]]:
        """Return (type, source, target) of the edges in the order of their rows, by id and by name."""
        view, found = self.view, []
        for row in range(view.edges.count):
            if live and view.edges.retracted_at[row] != NEVER:
                continue
            edge = EDGES[int(view.edges.type[row])]
            ends = ((edge.source, view.edges.source[row]), (edge.target, view.edges.target[row]))
            names = [view.memories.ids[n] if label == "Memory" else view.hubs.names[n] for label, n in ends]
            found.append((edge.type, *names))
        return found


def caused(source: str, target: str, **fields: Any) -> dict[str, Any]:
    return {"type": "CAUSED", "source": source, "target": target, **fields}


def follows(source: str, target: str) -> dict[str, Any]:
    return {"type": "FOLLOWS", "source": source, "target": target, "inferred": True}


def test_a_memory_is_tied_to_its_task_agent_tags_and_entities() -> None:
    """Every name in a memory's fields becomes one edge to one hub, in a fixed order."""
    story = Story()
    tags = [{"name": "db", "inferred": False}, {"name": "slow", "inferred": True}]
    story.remember("m", task="t", agent="a", tags=tags, entities=["Redis", "Kafka"])
    assert story.edges() == [
        ("IN_TASK", "m", "t"),
        ("BY", "m", "a"),
        ("TAGGED", "m", "db"),
        ("TAGGED", "m", "slow"),
        ("MENTIONS", "m", "Redis"),
        ("MENTIONS", "m", "Kafka"),
    ]
    assert story.view.edges.inferred.tolist() == [False, False, False, True, False, False]


def test_spellings_of_one_name_meet_and_namespaces_do_not() -> None:
    """A name is matched by its folded form inside its namespace and its label, and kept as first given."""
    story = Story()
    said, guessed = {"name": "X", "inferred": False}, {"name": "x", "inferred": True}
    story.remember("m1", entities=["Émile"], tags=[said, guessed])
    story.remember("m2", entities=["E\u0301MILE", "émile"])
    story.remember("m3", namespace="other", entities=["émile"], tags=[guessed, said])
    assert story.view.hubs.names == ["X", "Émile", "x", "émile"]
    assert story.edges() == [
        ("TAGGED", "m1", "X"),
        ("MENTIONS", "m1", "Émile"),
        ("MENTIONS", "m2", "Émile"),
        ("TAGGED", "m3", "x"),
        ("MENTIONS", "m3", "émile"),
    ]
    assert not story.view.edges.inferred.any(), "what was said outweighs a guess"
    assert story.view.hubs.row_of("Entity", "n", "ÉMILE") == 1
    assert story.view.hubs.row_of("Tag", "n", "émile") is None


def test_a_link_waits_for_its_memories() -> None:
    """A link that names memories which have not come is reported, and becomes an edge when the last of them does."""
    story = Story()
    story.link(caused("a", "b", reason="because"))
    assert [(w.source, w.target) for w in story.view.waiting] == [("a", "b")]
    story.remember("b")
    assert story.edges() == [] and len(story.view.waiting) == 1
    story.remember("a")
    assert story.edges() == [("CAUSED", "a", "b")] and story.view.waiting == ()
    assert story.view.edges.recorded_at.tolist() == [1], "it was learned when it was said"


def test_waiting_links_come_in_the_order_they_were_said() -> None:
    """The rows of edges do not depend on which of their ends was missing."""
    story = Story()
    story.remember("x")
    story.link(caused("a", "b"), caused("x", "b"), caused("a", "x"))
    story.remember("a")
    story.remember("b")
    assert story.edges() == [("CAUSED", "a", "x"), ("CAUSED", "a", "b"), ("CAUSED", "x", "b")]


def test_a_link_only_waits_in_its_own_namespace() -> None:
    """A memory of the same id in another namespace is another memory."""
    story = Story()
    story.remember("a")
    story.link(caused("a", "b"))
    story.remember("b", namespace="other")
    assert story.edges() == []
    story.remember("b")
    assert story.edges() == [("CAUSED", "a", "b")]


def test_a_link_that_is_taken_back_while_it_waits_never_comes() -> None:
    """Unlinking what waits leaves nothing to wait for."""
    story = Story()
    story.remember("a")
    story.link(caused("a", "b"), caused("a", "c"))
    story.tell("unlink", {"unlinks": [{"type": "CAUSED", "source": "a", "target": "b"}]})
    story.remember("b")
    story.remember("c")
    assert story.edges() == [("CAUSED", "a", "c")]


def test_the_same_link_twice_is_one_edge() -> None:
    """Repeating a link changes nothing, and a rule that finds what was said adds nothing."""
    story = Story()
    story.remember("a")
    story.remember("b", links=[caused("a", "b", reason="r")])
    story.link(caused("a", "b", reason="r"))
    story.link(caused("a", "b", reason="found", inferred=True))
    assert story.edges(live=False) == [("CAUSED", "a", "b")]


def test_a_link_that_says_something_else_replaces_the_old_one_in_the_open() -> None:
    """One edge holds at a time; the old one keeps when it held, so that an earlier moment can still be asked about."""
    story = Story()
    story.remember("a")
    story.remember("b", links=[caused("a", "b", inferred=True, reason="guess")])
    story.link(caused("a", "b", reason="I know"))
    assert story.edges() == [("CAUSED", "a", "b")]
    edges = story.view.edges
    assert edges.recorded_at.tolist() == [2, 3] and edges.retracted_at.tolist() == [3, NEVER]
    assert edges.kinds["reason"].to_python(edges.reason) == ["guess", "I know"]


def test_a_link_can_be_drawn_again_after_it_was_taken_back() -> None:
    """Taking back closes an edge's time, and drawing it again opens another edge."""
    story = Story()
    story.remember("a")
    story.remember("b", links=[caused("a", "b")])
    story.tell("unlink", {"unlinks": [caused("a", "b")]})
    assert story.edges() == []
    story.link(caused("a", "b"))
    assert story.edges() == [("CAUSED", "a", "b")]
    assert story.view.edges.retracted_at.tolist() == [3, NEVER]


def test_an_arrival_out_of_order_replaces_the_edge_it_comes_between() -> None:
    """The chain of a task runs through the late memory, and the edge that skipped it is closed."""
    story = Story()
    story.remember("first", task="t", step=0)
    story.remember("third", task="t", step=2, links=[follows("third", "first")])
    late = {"links": [follows("second", "first"), follows("third", "second")], "unlinks": [follows("third", "first")]}
    story.remember("second", task="t", step=1, **late)
    chain = [edge for edge in story.edges() if edge[0] == "FOLLOWS"]
    assert chain == [("FOLLOWS", "second", "first"), ("FOLLOWS", "third", "second")]


def test_a_rule_takes_back_only_what_a_rule_has_said() -> None:
    """A derived unlink leaves an edge alone that somebody drew by hand."""
    story = Story()
    story.remember("a")
    story.remember("b", links=[{"type": "FOLLOWS", "source": "b", "target": "a"}])
    story.tell("unlink", {"unlinks": [follows("b", "a")]})
    assert story.edges() == [("FOLLOWS", "b", "a")]


def test_links_between_hubs_make_the_hubs_they_name() -> None:
    """A broader tag, a task of a task, an alias: their ends are names, and need no memory."""
    story = Story()
    story.link(
        {"type": "BROADER", "source": "redis", "target": "database"},
        {"type": "PART_OF", "source": "t.1", "target": "t"},
        {"type": "SAME_AS", "source": "K8s", "target": "Kubernetes"},
    )
    assert story.edges() == [
        ("BROADER", "redis", "database"),
        ("PART_OF", "t.1", "t"),
        ("SAME_AS", "K8s", "Kubernetes"),
    ]


def test_forgetting_keeps_the_first_time_and_restoring_clears_it() -> None:
    """A forgotten memory has the time it was forgotten at; forgetting it again does not move that."""
    story = Story()
    story.remember("a")
    story.remember("b")
    story.tell("forget", {"ids": ["a"]})
    story.tell("forget", {"ids": ["a", "unknown"]})
    assert story.view.memories.retracted_at.tolist() == [3, NEVER]
    story.tell("restore", {"ids": ["a"]})
    assert story.view.memories.retracted_at.tolist() == [NEVER, NEVER]


def test_a_backdated_memory_and_its_edges_were_learned_when_it_says() -> None:
    """An import of an old log means what it says about when things were known."""
    story = Story()
    story.remember("a", recorded_at=-5, entities=["x"])
    assert story.view.memories.recorded_at.tolist() == [-5] and story.view.edges.recorded_at.tolist() == [-5]


def test_a_view_never_changes() -> None:
    """What a reader holds stays as it was, whatever is added, retracted or restored afterwards."""
    story = Story()
    story.remember("a", entities=["x"])
    story.remember("b", links=[caused("a", "b")])
    old = story.view
    before = (old.memories.retracted_at.tolist(), old.edges.retracted_at.tolist(), old.memories.count, old.hubs.count)
    story.tell("forget", {"ids": ["a"]})
    story.tell("unlink", {"unlinks": [caused("a", "b")]})
    for i in range(100):
        story.remember(f"m{i}", entities=[f"e{i}"])
    assert story.view.memories.retracted_at[0] == 3
    after = (old.memories.retracted_at.tolist(), old.edges.retracted_at.tolist(), old.memories.count, old.hubs.count)
    assert before == after
    assert old.memories.row_of("n", "m5") is None and old.hubs.row_of("Entity", "n", "e5") is None
    with pytest.raises(ValueError, match="read-only"):
        old.memories.at[0] = 1


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("remember", {"id": "z", "row": 7, "types": ["fact"]}),
        ("remember", {"id": "z", "row": 0}),
        ("link", {"links": [{"type": "NO_SUCH_TYPE", "source": "a", "target": "b"}]}),
        ("forget", {}),
    ],
)
def test_an_event_that_makes_no_sense_is_damage(kind: str, payload: dict[str, Any]) -> None:
    """An event that cannot follow or cannot be read says so with its number."""
    story = Story()
    with pytest.raises(StoreDamaged, match="Event 1 "):
        story.tell(kind, payload)


def test_a_gap_in_the_numbers_is_damage() -> None:
    """Events come one after another; a missing one is not passed over."""
    state = State()
    with pytest.raises(StoreDamaged, match="Event 2 comes after event 0"):
        fold(state, Event(2, "op", 2, "n", "forget", {"ids": []}))


def test_a_type_without_a_reason_keeps_none() -> None:
    """What the schema gives an edge no room for is nowhere, so that columns, graph and snapshots agree."""
    story = Story()
    story.remember("a")
    story.remember("b")
    story.link({"type": "FOLLOWS", "source": "b", "target": "a", "reason": "why", "weight": 0.5})
    assert story.view.edges.reason.tolist() == [-1] and story.view.edges.weight.tolist() == [1.0]
