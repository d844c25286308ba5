"""What names stand for: saved intents and strategies, tags with broader ones, types with half-lives; libraries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from awaiting import run
from clew.engine.handle.asynchronous import AsyncEngine
from clew.engine.handle.engine import Engine
from clew.errors import BindError, MemoryInvalid, MemoryNotFound, ParseError, QueryError, StoreNotFound
from toys import toy

DAY = dt.datetime(2024, 5, 1, tzinfo=dt.UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Engine]:
    """A store of prices, a note of another vendor, and a decision of a hundred days before."""
    with clew.open(tmp_path / "m.clew", embedder=toy("toy", 8), background=False) as engine:
        for number, vendor in enumerate("ABC"):
            text = f"vendor {vendor} quotes {30 + number} EUR"
            engine.remember(text, id=vendor, entities=[vendor], tags=["price"], at=DAY)
        engine.remember("we decided on seats", id="d", type="decision", at=DAY - dt.timedelta(days=100))
        yield engine


def ids(rows: clew.Rows) -> list[str]:
    return [row["m"]["id"] for row in rows]


# ---- intents ---------------------------------------------------------------------------------------


def test_an_intent_is_run_with_its_parameters_and_defaults(memory: Engine) -> None:
    """RUN answers as the statement it saves, its parameters filled by place, by name, from outside, or by default."""
    memory.execute("DEFINE INTENT prices($v, $n = 1) DESCRIBED 'of a vendor' AS RECALL FOR 'quotes' ABOUT $v LIMIT $n")
    plain = memory.query("RECALL FOR 'quotes' ABOUT 'B' LIMIT 2").values
    assert memory.query("RUN prices('B', 2)").values == plain
    assert memory.query("RUN prices(n: 2, v: 'B')").values == plain
    assert memory.query("RUN prices($v, n: $n)", {"v": "B", "n": 2}).values == plain
    assert len(memory.query("RUN prices('B')")) == 1
    assert memory.plan("RUN prices('B', 2)").stages == memory.plan("RECALL FOR 'quotes' ABOUT 'B' LIMIT 2").stages
    assert "Mentioning  'B'" in (memory.query("EXPLAIN RUN prices('B')").explanation or "")


def test_a_list_stands_for_its_items_where_names_are_due(memory: Engine) -> None:
    """A list that is given for one name among names is all of them."""
    memory.execute("DEFINE INTENT some($who) AS RECALL FOR 'quotes' ABOUT $who LIMIT 3")
    assert memory.plan("RUN some(['A', 'B'])") == memory.plan("RECALL FOR 'quotes' ABOUT 'A', 'B' LIMIT 3")


def test_an_intent_may_run_another(memory: Engine) -> None:
    """Intents stand in for each other, eight deep; one that comes back to itself is refused, wherever it is closed."""
    memory.execute("DEFINE INTENT one($v) AS MATCH (m {id: $v}) RETURN m.text")
    memory.execute("DEFINE INTENT two($v) AS RUN one($v)")
    assert memory.query("RUN two('A')").values == (("vendor A quotes 30 EUR",),)
    with pytest.raises(BindError, match=r"comes back to itself: `one` -> `two` -> `one`"):
        memory.execute("DEFINE INTENT one($v) AS RUN two($v)")
    before = "two"
    for number in range(6):
        memory.execute(f"DEFINE INTENT n{number}($v) AS RUN {before}($v)")
        before = f"n{number}"
    assert memory.query(f"RUN {before}('A')").values
    with pytest.raises(BindError, match="More than 8"):
        memory.execute(f"DEFINE INTENT deeper($v) AS RUN {before}($v)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("RUN prics('B')", "There is no intent `prics`."),
        ("RUN prices", "`prices` needs `v`."),
        ("RUN prices('B', 1, 2)", "`prices` takes 2 arguments."),
        ("RUN prices('B', v: 'C')", "`v` is given twice."),
        ("RUN prices('B', m: 'C')", "There is no parameter `m` of `prices`."),
    ],
)
def test_arguments_that_do_not_fit_are_told_at_their_place(memory: Engine, text: str, said: str) -> None:
    """A wrong name or number of arguments is an error in the RUN, with the form that works."""
    memory.execute("DEFINE INTENT prices($v, $n = 1) AS RECALL FOR 'quotes' ABOUT $v LIMIT $n")
    with pytest.raises(BindError) as refused:
        memory.query(text)
    assert refused.value.message == said and refused.value.text == text


def test_an_error_inside_a_saved_text_points_into_it(memory: Engine) -> None:
    """What goes wrong in a saved statement names the intent, and shows the saved line: when bound and when run."""
    saved = "DEFINE INTENT half($n, $by) AS\n  MATCH (m:Memory) RETURN 1 / $by AS x LIMIT $n"
    memory.execute(saved)
    with pytest.raises(BindError, match="In the intent `half`: LIMIT takes") as bound:
        memory.query("RUN half('many', 1)")
    assert bound.value.text == saved and bound.value.span is not None
    assert saved[bound.value.span.start : bound.value.span.end] == "$n"
    with pytest.raises(QueryError) as ran:
        memory.query("RUN half(1, 0)")
    assert ran.value.text == saved


def test_redefining_replaces_and_saying_it_again_does_not(memory: Engine) -> None:
    """The newest definition stands; the same one again writes nothing; all of them stay in the journal."""
    first = memory.define_intent("x", "RECALL FOR $need")
    assert (first.change, memory.define_intent("x", "RECALL FOR $need").change) == ("new", "unchanged")
    assert memory.define_intent("x", "RECALL 1 FOR $need").change == "replaced"
    assert len(memory.query("RUN x('quotes')")) == 1
    assert [event.kind for event in memory.journal.events()].count("define") == 2


def test_dropping_what_is_not_there_names_the_nearest(memory: Engine) -> None:
    """DROP takes a name away; one that is unknown is an error, from Python and in a statement."""
    memory.define_intent("prices", "RECALL FOR 'quotes'")
    with pytest.raises(BindError) as refused:
        memory.execute("DROP INTENT price")
    assert refused.value.hint == "`prices` is similar."
    with pytest.raises(MemoryNotFound, match="No intent `price` is defined"):
        memory.drop("intent", "price")
    memory.drop("intent", "prices")
    with pytest.raises(BindError, match="no intent `prices`"):
        memory.query("RUN prices")


def test_definitions_are_of_a_namespace(memory: Engine, tmp_path: Path) -> None:
    """Another namespace knows nothing of them; another handle on the same one knows them at once."""
    with clew.open(memory.path, background=False) as other, clew.open(memory.path, namespace="n") as stranger:
        assert other.catalog.intents == ()
        memory.define_intent("x", "RECALL FOR 'quotes'")
        assert [intent.name for intent in other.catalog.intents] == ["x"] and other.query("RUN x").columns
        assert stranger.catalog.intents == ()
        with pytest.raises(BindError):
            stranger.query("RUN x")


def test_the_catalog_stays_the_same_object_while_no_definition_changes(memory: Engine) -> None:
    """Writes of memories leave the catalog, and so the kept plans, as they are."""
    memory.define_tag("price", under="budget")
    catalog, plan = memory.catalog, memory.plan("RECALL FOR 'x'")
    memory.remember("more")
    assert memory.catalog is catalog and memory.plan("RECALL FOR 'x'") is plan
    memory.define_type("note", half_life=dt.timedelta(days=1))
    assert memory.catalog is not catalog and memory.plan("RECALL FOR 'x'") is not plan


# ---- strategies ------------------------------------------------------------------------------------


def test_a_strategy_fills_in_where_the_recall_is_silent(memory: Engine) -> None:
    """USING gives the plan that the clauses written out would give; what the recall says itself stands."""
    memory.execute("DEFINE STRATEGY few AS CANDIDATES 50 AT LEAST relevance 0.01 PARETO BY recency, cost LIMIT 2")
    written = "CANDIDATES 50 AT LEAST relevance 0.01 PARETO BY recency, cost"
    assert memory.plan("RECALL FOR 'x' USING few") == memory.plan(f"RECALL FOR 'x' {written} LIMIT 2")
    assert memory.plan("RECALL 7 FOR 'x' USING few") == memory.plan(f"RECALL 7 FOR 'x' {written}")
    assert memory.plan("RECALL FOR 'x' USING few RANK BY recency LIMIT 1") == memory.plan(
        "RECALL FOR 'x' CANDIDATES 50 AT LEAST relevance 0.01 RANK BY recency LIMIT 1"
    )
    assert len(memory.recall("quotes", using="few")) == 2


def test_a_strategy_begins_with_another(memory: Engine) -> None:
    """USING inside a strategy is its base, down to a built-in one; a circle is refused."""
    memory.define_strategy("base", "USING lookup AT LEAST relevance 0.2 LIMIT 4")
    memory.define_strategy("top", "USING base LIMIT 2")
    assert memory.plan("RECALL FOR 'x' USING top") == memory.plan(
        "RECALL FOR 'x' USING lookup AT LEAST relevance 0.2 LIMIT 2"
    )
    with pytest.raises(BindError, match="comes back to itself"):
        memory.define_strategy("base", "USING top")


def test_a_strategy_leaves_out_what_has_no_meaning_here(memory: Engine) -> None:
    """An objective without a meaning in this recall is left out of a strategy, as it is of the built-in ones."""
    memory.define_strategy("close", "AT LEAST relevance 0.1 PARETO BY relevance, coherence, recency")
    assert memory.plan("RECALL FOR 'x' USING close") == memory.plan(
        "RECALL FOR 'x' AT LEAST relevance 0.1 PARETO BY relevance, recency"
    )
    assert memory.plan("RECALL USING close") == memory.plan("RECALL PARETO BY recency")
    with pytest.raises(BindError, match="coherence"):
        memory.plan("RECALL FOR 'x' USING close PARETO BY coherence")


def test_a_strategy_knows_the_memory_by_any_name(memory: Engine) -> None:
    """A strategy calls the memory `m`, whatever the recall that uses it does."""
    memory.define_strategy("important", "PARETO BY m.importance MAX, relevance LIMIT 2")
    assert memory.plan("RECALL AS x FOR 'y' USING important") == memory.plan(
        "RECALL AS x FOR 'y' PARETO BY x.importance MAX, relevance LIMIT 2"
    )


# ---- tags and types --------------------------------------------------------------------------------


def test_a_tag_under_another_answers_for_it(memory: Engine) -> None:
    """The intent arm finds the memories of a narrower tag, until the definition is dropped."""
    asked = "RECALL INTENT money AT LEAST relevance 0.3 RETURN m.id"
    assert memory.query(asked).values == ()
    memory.define_tag("price", under="money", described="what it costs")
    assert len(memory.query(asked)) == 3
    described = "MATCH (t:Tag {name: 'price'})-[:BROADER]->(u) RETURN t.description, u.name"
    assert memory.query(described).values == (("what it costs", "money"),)
    memory.define_tag("PRICE", under="budget")  # the same tag: it is found by its folded name
    assert memory.query(described).values == ((None, "budget"),)
    memory.drop("tag", "price")
    assert memory.query(described).values == ()
    with pytest.raises(MemoryInvalid, match="broader than itself"):
        memory.define_tag("price", under="Price")


def test_a_type_ages_by_its_own_half_life(memory: Engine) -> None:
    """Recency halves with the half-life of a memory's type, and the strategy's where it has none."""
    asked = "RECALL RANK BY recency WHERE m.id = 'd' RETURN scores.recency"
    asked = "RECALL WHERE m.id = 'd' RANK BY recency RETURN scores.recency"
    strategy = memory.query(asked).values[0][0]
    memory.define_type("decision", described="what was decided", half_life=dt.timedelta(days=100))
    # The recall's scope is one memory, but ages are measured from the newest of the namespace.
    assert memory.query(asked).values[0][0] == pytest.approx(0.5) and strategy < 0.2
    assert memory.plan(asked).stages != memory.plan("RECALL WHERE m.id = 'd' RETURN m.id").stages
    memory.drop("type", "decision")
    assert memory.query(asked).values[0][0] == pytest.approx(strategy)


@pytest.mark.parametrize(("span", "days"), [("36 HOURS", 1.5), ("2 WEEKS", 14.0), ("$n DAYS", 3.0)])
def test_a_half_life_is_a_span(memory: Engine, span: str, days: float) -> None:
    """Any unit, and a parameter, say how long; nothing, or less, is refused at its place."""
    parameters = {"n": 3} if "$" in span else {}
    memory.execute(f"DEFINE TYPE x HALF LIFE {span}", parameters)
    assert memory.catalog.types[0].half_life_days == pytest.approx(days)
    with pytest.raises(QueryError, match="HALF LIFE takes a span of time above 0"):
        memory.execute("DEFINE TYPE x HALF LIFE 0 DAYS")


# ---- a library -------------------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    (folder / "more").mkdir(parents=True)
    (folder / "a.clew").write_text(
        "// What a buyer asks.\nDEFINE INTENT prices($v) AS\n  RECALL FOR 'quotes' ABOUT $v USING careful;\n"
        "DEFINE TAG price UNDER budget;\n"
    )
    (folder / "more" / "b.clew").write_text("DEFINE STRATEGY careful AS LIMIT 1;\nDEFINE INTENT c AS RUN prices('C')")
    (folder / "notes.txt").write_text("not a library")
    return folder


def test_a_library_is_loaded_whole_and_once(memory: Engine, library: Path) -> None:
    """Files may speak of each other in any order; one event holds all; a second load writes nothing, and says so."""
    told = memory.load_library(library)
    assert [(one.kind, one.name, one.change) for one in told] == [
        ("intent", "prices", "new"),
        ("tag", "price", "new"),
        ("strategy", "careful", "new"),
        ("intent", "c", "new"),
    ]
    assert ids(memory.query("RUN c")) == ["C"]
    head = memory.journal.head()
    assert {one.change for one in memory.load_library(library)} == {"unchanged"} and memory.journal.head() == head
    (library / "more" / "b.clew").write_text("DEFINE STRATEGY careful AS LIMIT 2;\nDEFINE INTENT c AS RUN prices('C')")
    assert [one.name for one in memory.load_library(library) if one.change == "replaced"] == ["careful"]
    assert memory.journal.head() == head + 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("DEFINE INTENT bad AS\n  RECALL FOR 'x' PARETO BY relevnce", "c.clew:2:28: There is no objective `relevnce`."),
        ("\n\nDEFINE INTENT bad AS RECALL FOR", "c.clew:3:"),
        ("DEFINE INTENT c AS RECALL", "b.clew:2:1: The intent `c` is defined twice."),
        ("PIN 'A'", "c.clew:1:1: A library holds definitions, by name."),
        ("DEFINE TAG $x", "c.clew:1:1: A library holds definitions, by name."),
    ],
)
def test_a_library_with_a_fault_changes_nothing(memory: Engine, library: Path, text: str, said: str) -> None:
    """The first fault is told with its file, line and column, and nothing of any file is kept."""
    head = memory.journal.head()
    (library / "c.clew").write_text(text)
    with pytest.raises((BindError, ParseError)) as refused:
        memory.load_library(library)
    assert said in refused.value.message
    assert memory.journal.head() == head and memory.catalog.intents == ()


def test_there_is_no_library_where_there_is_no_file(memory: Engine, tmp_path: Path) -> None:
    """A folder without `.clew` files, or a path of nothing, is said to hold none."""
    for path in (tmp_path / "nowhere", memory.path.parent / "empty"):
        with pytest.raises(StoreNotFound, match="no file of definitions"):
            memory.load_library(path)


def test_all_of_it_can_be_awaited(tmp_path: Path, library: Path) -> None:
    """The asynchronous handle writes and defines as the plain one does."""

    async def work(memory: AsyncEngine) -> None:
        await memory.remember("vendor C quotes 40 EUR", id="C", entities=["C"])
        await memory.load_library(library)
        await memory.define_strategy("one", "LIMIT 1")
        await memory.define_intent("all", "MATCH (m:Memory) RETURN m.id")
        await memory.define_type("note", half_life=dt.timedelta(days=2))
        await memory.define_tag("cost", under="budget")
        await memory.drop("tag", "cost")
        await memory.pin("C")
        await memory.unpin("C")
        await memory.reinforce("C", by=0.5)
        await memory.feedback("success", memories=["C"])
        (rows,) = await memory.execute_script("REINFORCE 'C' BY 1")
        assert rows.values == (("C", 1.0),)
        assert (await memory.execute("PIN 'C'", operation="p")).values == (("C", True),)
        assert (await memory.query("RUN all")).values == (("C",),)

    run(work, tmp_path / "m.clew")


# ---- what definitions are to each other --------------------------------------------------------------


def test_tags_do_not_come_back_to_themselves(memory: Engine, tmp_path: Path) -> None:
    """A tag that is broader than itself over others is refused with the whole ring, from Python, in a statement and in
    a library, and nothing is changed.
    """
    memory.define_tag("a", under="b")
    memory.define_tag("b", under="c")
    before = memory.catalog
    with pytest.raises(MemoryInvalid, match="`C` under `A` under `b` under `C`"):
        memory.define_tag("C", under="A")
    with pytest.raises(QueryError, match="`c` under `a` under `b` under `c`"):
        memory.execute("DEFINE TAG c UNDER a")
    library = tmp_path / "ring.clew"
    library.write_text("DEFINE TAG x UNDER y; DEFINE TAG y UNDER x;", "utf-8")
    with pytest.raises((MemoryInvalid, QueryError), match="broader than itself"):
        memory.load_library(library)
    assert memory.catalog == before
    memory.define_tag("b", under="d")
    memory.define_tag("c", under="a")


def test_kinds_share_no_names(memory: Engine, tmp_path: Path) -> None:
    """A tag, a type and an intent of one name that are defined together are all kept."""
    library = tmp_path / "same.clew"
    library.write_text("DEFINE TAG same; DEFINE TYPE same; DEFINE INTENT same AS RETURN 1 AS one;", "utf-8")
    assert [one.kind for one in memory.load_library(library)] == ["tag", "type", "intent"]
    assert sorted(one.kind for one in memory.journal.definitions("default")) == ["intent", "tag", "type"]
    assert memory.journal.verify() == []


def test_who_uses_what_is_dropped_is_named(memory: Engine) -> None:
    """An intent or a strategy that others use can be dropped; which ones those are is said, and they fail when run."""
    memory.execute("DEFINE INTENT inner AS RECALL FOR 'quotes' LIMIT 1")
    memory.execute("DEFINE INTENT outer AS RUN inner")
    memory.execute("DEFINE STRATEGY strict AS LIMIT 2")
    memory.execute("DEFINE INTENT strictly AS RECALL FOR 'quotes' USING strict")
    notes = memory.execute("DROP INTENT inner").notes
    assert notes == ("Used by the intent `outer`, which cannot be run until it is defined again.",)
    assert "the intent `strictly`" in memory.execute("DROP STRATEGY strict").notes[0]
    assert memory.execute("DROP INTENT outer").notes == ()
    with pytest.raises(BindError):
        memory.query("RUN strictly")
