"""Records that form a tree: threads are ways through it, whatever the parents, and none depends on what comes later."""

from __future__ import annotations

from clew.adapters.conversation import Clock
from clew.adapters.tree import CHAIN, Place, Tree, called
from hypothesis import given, settings
from hypothesis import strategies as st

Parents = list[int | None]

TREES = st.integers(0, 25).flatmap(lambda n: st.tuples(*(st.none() | st.integers(-1, n) for _ in range(n))).map(list))
"""For each record in order the number of its parent, which may be itself, a later one, or nowhere."""


def grown(parents: Parents, silent: frozenset[int] = frozenset()) -> tuple[Tree, dict[str, Place]]:
    """Return the tree of some records, each with a memory of its own name but for the silent ones, and their places."""
    tree = Tree("log", Clock(0))
    for number, given_parent in enumerate(parents):
        record, parent = str(number), tree.place_of(None if given_parent is None else str(given_parent))
        if number in silent:
            tree.hand_on(record, parent)
            continue
        thread = tree.continued(parent, "task", record)
        tree.follow(thread, record, None if parent is None else parent.memory)
        tree.hand_on(record, Place(thread, record, record))
    return tree, dict(tree.places)


def ancestor(number: int, parents: Parents, silent: frozenset[int]) -> int | None:
    """Return the nearest record before one that makes a memory, found by walking: the slow twin."""
    parent = parents[number]
    while parent is not None and 0 <= parent < number and parent in silent:
        number, parent = parent, parents[parent]
    return parent if parent is not None and 0 <= parent < number else None


@settings(max_examples=80, deadline=None)
@given(TREES, st.frozensets(st.integers(0, 25), max_size=8))
def test_a_thread_is_one_way_through_the_tree(parents: Parents, silent: frozenset[int]) -> None:
    """In a branch each memory follows its nearest ancestor with one, and so does every memory that has any."""
    tree, places = grown(parents, silent)
    last: dict[str, str] = {}
    for number in sorted(set(range(len(parents))) - silent):
        nearest, task = ancestor(number, parents, silent), places[str(number)].thread.talk.task
        expected = last.get(task) if nearest is None else str(nearest)
        assert tree.before[str(number)] == expected
        if nearest is not None and task in last:
            assert last[task] == expected
        last[task] = str(number)


@settings(max_examples=80, deadline=None)
@given(TREES, st.data())
def test_a_log_that_grew_keeps_its_threads(parents: Parents, data: st.DataObject) -> None:
    """The places of a log's first records are the same when it has more."""
    cut = data.draw(st.integers(0, len(parents)))

    def named(places: dict[str, Place]) -> dict[str, str]:
        return {record: place.thread.talk.task for record, place in places.items()}

    beginning, whole = named(grown(parents[:cut])[1]), named(grown(parents)[1])
    assert beginning.items() <= whole.items()


def test_the_second_to_follow_a_record_branches() -> None:
    """The first goes on in its thread, each later one in a branch; what has no parent goes on where the log stands."""
    _, places = grown([None, 0, 1, 1, 3, 0, None])
    tasks = [place.thread.talk.task for place in places.values()]
    assert tasks == ["task", "task", "task", "task/branch-1", "task/branch-1", "task/branch-2", "task"]


def test_a_chain_ends_where_it_was_summed_up() -> None:
    """A chain goes back to a summary, that included, or as far as is worth joining."""
    tree, _ = grown([None, *range(2000)])
    assert list(tree.chain("5", {"3"})) == ["5", "4", "3"]
    assert list(tree.chain("2", set())) == ["2", "1", "0"]
    assert len(list(tree.chain("2000", set()))) == CHAIN
    assert list(tree.chain(None, set())) == []


def test_names() -> None:
    """A name that is one in the world stands alone, any other within its task."""
    assert called("0B9C7F6E-3a52-4d1c-9c0e-7f6a5b4c3d2e", "t") == "0B9C7F6E-3a52-4d1c-9c0e-7f6a5b4c3d2e"
    assert called("msg_1", "t") == "t/msg_1"
