"""Judging: a small suite in real stores, by strategies, baselines, ablations and tuned weights; saved, and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from clew.engine.judging import saved
from clew.engine.judging.ablation import ablations, fronts_away
from clew.engine.judging.baselines import baselines
from clew.engine.judging.comparing import best, difference, interval, mean_of
from clew.engine.judging.judged import Judged, Remembering
from clew.engine.judging.metrics import words_and_marks
from clew.engine.judging.rankers import Stores, strategy, written
from clew.engine.judging.run import Run, Settings, judge
from clew.engine.judging.scratch import scratch_stores
from clew.engine.judging.splits import FOLDS, folds, others
from clew.engine.judging.suite import Contents, Need, Suite
from clew.engine.judging.table import against, by_category, figures, markdown, moved, of_changes, summary
from clew.engine.judging.weights import NAMES, Column, Weights, clause, column_of, figure_of, weights_by_size
from clew.engine.writing.remember import make_draft
from clew.errors import ImportFailed, QueryError, StoreExists
from hypothesis import given, settings
from hypothesis import strategies as st

PLACES = ("Bonn", "Lyon", "Porto", "Graz")
FACTS = (
    ("home", "{name} moved to {place} and rents a flat by the river.", "Where does {name} live?"),
    ("dog", "{name} has a dog called Flint, who sleeps all day.", "What is the dog of {name} called?"),
    ("work", "{name} repairs church organs for a living.", "What does {name} do for a living?"),
    ("trip", "{name} took the night train 4471 to Vienna.", "Which train did {name} take to Vienna?"),
)


def quiet(what: str, done: int, total: int) -> None:
    """Show no progress."""


def contents(name: str, place: str) -> Contents:
    drafts = [
        make_draft(text.format(name=name, place=place), namespace="default", id=f"{key}", task="talk", step=n, at=n)
        for n, (key, text, _) in enumerate(FACTS)
    ]
    drafts.append(make_draft("It rained for a week and nobody went out.", namespace="default", id="rain", at=9))
    return Contents(tuple(drafts))


def a_suite() -> Suite:
    names = dict(zip(("Ada", "Bo", "Cleo", "Dov"), PLACES, strict=True))
    needs = [
        Need(f"{name} {key}", question.format(name=name), frozenset((key,)), store=name, group=name, category=key)
        for name in names
        for key, _, question in FACTS
    ]
    near = [
        replace(n, id=f"{n.id} near", scope={"near": ["rain"], "until": "1970-01-01T00:00:00.000003Z"}) for n in needs
    ]
    needs += [replace(n, expected=frozenset()) for n in near if n.category == "trip"][:2]
    stores = {name: contents(name, place) for name, place in names.items()}
    return Suite("small", tuple(needs), stores, headline="MRR", ks=(1, 2))


SUITE = a_suite()


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    with scratch_stores(SUITE, tmp_path_factory.mktemp("stores"), None, quiet) as made:
        yield made


@pytest.fixture(scope="module")
def run(stores: Stores) -> Run:
    rankers = [strategy("default"), written("RANK BY recency"), *baselines(0), *fronts_away("MRR")]
    return judge(SUITE, stores, rankers, Settings((1, 2)), quiet)


def test_a_recall_finds_what_chance_does_not(run: Run) -> None:
    """The default strategy answers most of the needs at once; the newest memory is the rain."""
    means = {one.name: mean_of(one, "MRR", run.fold_of) for one in run.rankers}
    assert means["default"] and means["default"].value > 0.8
    assert means["random"] and means["random"].value < 0.6
    assert means["RANK BY recency"] and means["RANK BY recency"].value < means["default"].value
    assert means["default"].count == 16, "two of the needs are unanswerable, and have no rank"


def test_a_judged_recall_is_the_recall_of_the_engine(stores: Stores) -> None:
    """The shortcut that asks for no reasons gives the very ids of `Engine.recall`."""
    for need in SUITE.needs:
        judged = stores[need.store]
        whole = [hit.memory.id for hit in judged.engine.recall(need.text, k=10, **need.scope)]
        assert list(strategy("default").rank(judged, need, 10)) == whole


@pytest.mark.parametrize("baseline", baselines(3), ids=lambda one: one.name)
def test_a_baseline_orders_all_that_is_in_scope_and_nothing_else(baseline: object, stores: Stores) -> None:
    """What is at hand, and what happened later, is no candidate for a baseline either."""
    need = next(need for need in SUITE.needs if need.scope)
    ids = baseline.rank(stores[need.store], need, 100)  # type: ignore[attr-defined]
    assert sorted(ids) == ["dog", "home", "trip", "work"]
    assert list(baseline.rank(stores[need.store], need, 100)) == list(ids)  # type: ignore[attr-defined]


def test_baselines_go_by_what_they_say(stores: Stores) -> None:
    need = SUITE.needs[0]
    ranked = {one.name: list(one.rank(stores[need.store], need, 5)) for one in baselines(0)}
    texts = {draft.id: draft.text for draft in SUITE.stores[need.store].drafts}
    assert ranked["newest"] == ["rain", "trip", "work", "dog", "home"]
    assert ranked["most digits"][0] == "trip"
    assert ranked["longest"] == sorted(ranked["longest"], key=lambda id_: -words_and_marks(texts[id_]))
    assert ranked["BM25"][-1] == "rain"
    vectors = stores[need.store].engine.projection.vectors.matrix
    query = stores[need.store].engine.embedder.embed_query(need.text)
    ids = stores[need.store].engine.projection.memories.ids
    assert ranked["vector"] == [ids[row] for row in np.argsort(-(vectors[: len(ids)] @ query), kind="stable")]


def test_a_suite_that_asks_nothing_is_refused(stores: Stores) -> None:
    with pytest.raises(ImportFailed, match="asks nothing"):
        judge(replace(SUITE, needs=()), stores, [strategy("default")], Settings(), quiet)


def test_a_strategy_that_cannot_be_planned_is_refused_before_anything_runs(stores: Stores) -> None:
    done: list[str] = []
    with pytest.raises(QueryError, match="relevence"):
        judge(
            SUITE, stores, [strategy("default"), written("RANK BY relevence")], Settings(), lambda *a: done.append(a[0])
        )
    assert not done


# ---- folds ---------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 30), min_size=1, max_size=80))
@settings(max_examples=60, deadline=None)
def test_folds_hold_every_need_once_and_tear_no_group(groups: list[int]) -> None:
    needs = [Need(str(n), "?", frozenset("a"), group=str(group)) for n, group in enumerate(groups)]
    parts = folds(needs)
    assert sorted(need.id for fold in parts for need in fold) == sorted(need.id for need in needs)
    homes = [{need.group for need in fold} for fold in parts]
    assert sum(map(len, homes)) == len(set(groups)) and len(parts) <= max(10, FOLDS)
    assert all(len(others(parts, held_out)) == len(parts) - 1 for held_out in range(len(parts)))


# ---- weights -------------------------------------------------------------------------------------


def test_weights_are_found_where_one_objective_tells_the_answer() -> None:
    """Of three candidates the second objective is highest for the answer: it is chosen, and chosen alone."""
    values = np.zeros((3, len(NAMES)))
    values[:, 0], values[:, 1] = (0.9, 0.8, 0.1), (0.1, 0.2, 0.9)
    fold = [Column(values, np.array([False, False, True]), 1)] * 3
    path = weights_by_size([fold, fold], figure_of("MRR"), 3)
    assert [clause(weights) for weights in path] == [f"RANK BY {NAMES[1]}"]


def test_two_objectives_are_weighed_where_neither_is_enough() -> None:
    values = np.zeros((3, len(NAMES)))
    values[:, 0], values[:, 1] = (1.0, 0.0, 0.7), (0.0, 1.0, 0.7)
    fold = [Column(values, np.array([False, False, True]), 1)]
    path = weights_by_size([fold, fold], figure_of("R@1"), 4)
    assert len(path) == 2 and figure_of("R@1")(values @ path[1][:, None], fold[0].gold, 1) == 1.0


def test_what_the_search_scores_is_what_the_language_ranks(stores: Stores) -> None:
    """Two routes: the matrix of objectives times the weights, and RANK BY with them, give the same order."""
    weights = np.zeros(len(NAMES))
    weights[[NAMES.index("relevance"), NAMES.index("recency"), NAMES.index("cost")]] = 1.0, 0.3, 0.2
    ranker = written(clause(weights))
    for need in SUITE.needs[:8]:
        column = column_of(need, stores[need.store])
        order = np.argsort(-(column.values @ weights), kind="stable")
        place = int(np.flatnonzero(column.gold[order])[0])
        assert list(ranker.rank(stores[need.store], need, 10)).index(*need.expected) == place


def test_a_tuned_ranker_never_sees_the_fold_that_it_is_judged_on(stores: Stores) -> None:
    """It asks the stores of the other groups alone."""
    parts = folds(SUITE.needs)
    tuned = Weights("tuned", "MRR")
    tuned.fit(others(parts, 0), {name: store for name, store in stores.items() if name != "Ada"})
    assert tuned.columns and not any(id_.startswith("Ada") for id_ in tuned.columns)


def test_a_suite_of_one_fold_tunes_nothing(stores: Stores) -> None:
    alone = replace(SUITE, needs=tuple(need for need in SUITE.needs if need.group == "Bo"))
    found = judge(alone, stores, fronts_away("MRR"), Settings(), quiet)
    assert all(not one.by_need and "one fold" in one.how for one in found.rankers)


# ---- ablation ------------------------------------------------------------------------------------


def test_an_ablation_takes_one_thing_from_the_plan_and_leaves_out_what_is_not_there(stores: Stores) -> None:
    taken = {one.name: one for one in ablations(SUITE.needs, stores, "MRR")}
    assert {"default", "without the words arm", "without the vector arm", "without spread", "without the floor"} <= set(
        taken
    )
    assert "without the intent arm" not in taken and "without diversity" not in taken
    judged, need = stores["Ada"], SUITE.needs[0]
    whole = judged.plan(need)
    for name, one in taken.items():
        if name.startswith("without"):
            changed = [n for n in SUITE.needs if one.change(stores[n.store].plan(n)) != stores[n.store].plan(n)]  # type: ignore[union-attr]
            assert changed, name
    assert len(taken["without the words arm"].change(whole).stages) == len(whole.stages) - 1  # type: ignore[union-attr]


def test_without_spread_nothing_flows_in(stores: Stores) -> None:
    """The knob of the plan reaches the arm: relevance is then what the other arms give."""
    judged, need = stores["Ada"], SUITE.needs[1]
    spread = next(one for one in ablations(SUITE.needs, stores, "MRR") if one.name == "without spread")
    plans = (judged.plan(need), spread.plan(judged, need))  # type: ignore[union-attr]
    with_, without = (judged.look(plan, lambda candidates, _: candidates.arms["spread"].max()) for plan in plans)
    assert with_ > 0.0 and without == 0.0


# ---- scratch stores ------------------------------------------------------------------------------


def test_a_kept_folder_is_used_again_for_the_same_suite_and_no_other(tmp_path: Path) -> None:
    one = replace(SUITE, stores={"Ada": SUITE.stores["Ada"]})
    for _ in range(2):
        with scratch_stores(one, tmp_path, None, quiet) as made:
            assert made["Ada"].engine.stats()["memories"] == 5
    other = replace(SUITE, stores={"Bo": SUITE.stores["Bo"]})
    with pytest.raises(StoreExists, match="not made of this suite"), scratch_stores(other, tmp_path, None, quiet):
        pass


def test_a_question_is_embedded_once() -> None:
    asked: list[str] = []

    class Counting:
        quick, fingerprint = True, None

        def embed_query(self, text: str) -> np.ndarray:
            asked.append(text)
            return np.ones(1, np.float32)

    model = Remembering(Counting())  # type: ignore[arg-type] - an embedder for this test
    for text in ("a", "b", "a"):
        model.embed_query(text)
    assert asked == ["a", "b"]


# ---- comparing and keeping -----------------------------------------------------------------------


def test_an_interval_holds_the_mean_and_is_the_same_again() -> None:
    differences = np.array([0.5, 0.0, 0.0, -0.1, 0.5, 0.2] * 20)
    low, high = interval(differences)
    assert low < differences.mean() < high and (low, high) == interval(differences)
    assert low > 0.0
    assert interval(np.zeros(5)) == (0.0, 0.0)


def test_a_difference_counts_needs_and_turns_with_its_sides(run: Run) -> None:
    first, second = run.of("default"), run.of("random")
    there, back = difference(first, second, "MRR"), difference(second, first, "MRR")
    assert there and back and there.value == -back.value and (there.better, there.worse) == (back.worse, back.better)
    assert there.better + there.worse + there.same == 16 and there.certain
    assert best(run, ["default", "random"]) == "default"
    assert difference(first, second, "newest first") is None


def test_tables_say_what_was_measured(run: Run) -> None:
    table = figures(run)
    assert table.columns[:2] == ("ranker", "MRR") and "newest first" not in table.columns
    assert [row[0] for row in table.rows] == [one.name for one in run.rankers]
    assert all(row[0] != "BM25" for row in against(run, "BM25").rows)
    assert by_category(run).columns[1] == "home (4)"
    assert markdown(table).count("\n") == len(table.rows) + 4
    said = summary(run, "default")
    assert said["needs"] == 18 and said["rankers"][0]["difference"] is None


def test_a_run_survives_being_saved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    kept = {run.suite: (run, saved.digest(SUITE))}
    saved.write(path, saved.to_json(kept, saved.surroundings("model")))
    assert saved.read(path) == kept


def test_two_runs_tell_which_needs_got_worse(run: Run) -> None:
    digest = saved.digest(SUITE)
    newest = replace(run.of("newest"), name="default")
    worse = replace(run, rankers=(newest,))
    [change] = saved.changes({"small": (run, digest)}, {"small": (worse, digest)})
    assert change.difference.value < 0.0 and change.moved[0].after < change.moved[0].before
    assert change.after == pytest.approx(change.before + change.difference.value)
    assert len(moved(change, 2).rows) <= 4 and of_changes([change]).rows[0][1] == "default"
    with pytest.raises(ImportFailed, match="no ranker in common"):
        saved.changes({"small": (run, digest)}, {"small": (worse, "other")})


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 9, "suites": {}}', '{"format": 1, "suites": {"a": 1}}'])
def test_what_is_no_run_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ImportFailed, match="is no saved run") as refused:
        saved.read(path)
    assert "Error" not in refused.value.message


def test_a_limited_suite_is_taken_evenly() -> None:
    assert [need.group for need in SUITE.limited(4).needs] == ["Ada", "Bo", "Cleo", "Dov"]
    assert SUITE.limited(100) is SUITE and SUITE.limited(None) is SUITE


def test_a_judged_store_counts_words(stores: Stores) -> None:
    judged: Judged = stores["Ada"]
    assert judged.lengths_of(["rain", "trip"]).tolist() == [10, 9]
