"""Every bound has a name, a default and an error that says how it is raised; and no query fills the machine."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.evaluation.context import Context
from clew.engine.executor.footprint import table_bytes
from clew.engine.executor.sorting import sort_watched
from clew.engine.running import limits as ours
from clew.engine.running.limits import DEFAULTS, Limits, current, describe, hold, limited
from clew.engine.writing.remember import make_draft
from clew.errors import LimitError, MemoryInvalid, MemoryTooLarge
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "limits.md").read_text(encoding="utf-8")


def tables() -> list[list[list[str]]]:
    """Return the tables of the document, each as its rows of cells without the head."""
    found = re.findall(r"(?:^\|.*\|\n)+", DOCUMENT, re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|\n").split("|")] for line in part.splitlines()[2:]] for part in found
    ]


def test_the_document_lists_every_limit_as_the_code_has_it() -> None:
    """Name, default, unit and reason in the table are those of the dataclass, in its order."""
    expected: list[list[str]] = []
    for bound in fields(Limits):
        default, unit, why = describe(bound.name)
        expected.append([f"`{bound.name}`", f"{default:,}".removesuffix(".0"), unit, why])
    assert tables()[0] == expected


@pytest.mark.parametrize("row", [row for table in tables()[1:] for row in table], ids=lambda row: row[2].strip("`"))
def test_the_document_lists_the_fixed_bounds_as_the_code_has_them(row: list[str]) -> None:
    """Each fixed bound stands where the table says, with the value that it says."""
    module, name = row[2].strip("`").rsplit(".", 1)
    assert f"{getattr(import_module(f'clew.{module}'), name):,}".removesuffix(".0") == row[1]


def test_the_programs_of_the_document_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it shows can be typed as it stands."""
    monkeypatch.chdir(tmp_path)
    first, second = re.findall(r"^```python\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    exec(first, {})
    with clew.open("agent.clew", background=False) as memory:
        exec(second, {"memory": memory})


@pytest.mark.parametrize("bound", [bound.name for bound in fields(Limits)])
@pytest.mark.parametrize("value", [0, -1, True, "5", None])
def test_a_limit_is_a_number_above_zero(bound: str, value: Any) -> None:
    """What is no bound is refused when it is given, and names the field."""
    with pytest.raises(ValueError, match=bound):
        Limits(**{bound: value})


def test_an_error_says_which_bound_how_far_and_how_it_is_raised() -> None:
    """The data are the name, the bound and what was found; the hint is what to write."""
    with limited(Limits(rows=10)), pytest.raises(LimitError) as caught:
        hold("rows", 11, "Too many rows", "Filter.")
    assert caught.value.data == {"limit": "rows", "bound": 10, "found": 11}
    assert caught.value.code == "limit.rows"
    assert str(caught.value.hint).startswith("Filter. `limits=Limits(rows=...)` raises this bound")
    assert current() is DEFAULTS


# ---- what is kept ------------------------------------------------------------------------------------


def deep(levels: int) -> dict[str, Any]:
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("limits", "fields", "limit"),
    [
        (Limits(memory_chars=9), {"text": "x" * 10}, "memory_chars"),
        (Limits(memory_chars=9), {"text": None, "action": "x" * 5, "observation": "x" * 5}, "memory_chars"),
        (Limits(name_chars=9), {"id": "x" * 10}, "name_chars"),
        (Limits(names=9), {"tags": [str(i) for i in range(10)]}, "names"),
        (Limits(names=9), {"causes": iter(int, 1)}, "names"),
        (Limits(meta_chars=9), {"meta": {"a": "x" * 10}}, "meta_chars"),
        (DEFAULTS, {"meta": deep(101)}, "value_nesting"),
    ],
)
def test_a_memory_that_is_too_large_is_refused(limits: Limits, fields: dict[str, Any], limit: str) -> None:
    """It is a MemoryInvalid to who catches that, and a LimitError with its data; a list without an end ends too."""
    with limited(limits), pytest.raises(MemoryInvalid) as caught:
        make_draft(**{"text": "t", "namespace": "n", **fields})
    assert isinstance(caught.value, MemoryTooLarge) and isinstance(caught.value, LimitError)
    assert caught.value.data["limit"] == limit
    assert caught.value.data["found"] > caught.value.data["bound"]


def test_what_may_be_kept_can_be_returned(engine: clew.Engine) -> None:
    """The deepest `meta` that is taken comes back from a query."""
    engine.remember("deep", id="deep", meta=deep(99))
    assert engine.query("MATCH (m:Memory {id: 'deep'}) RETURN m.meta").values == ((deep(99),),)


# ---- what a query makes ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[clew.Engine]:
    path = tmp_path_factory.mktemp("limits") / "a.clew"
    with clew.open(path, background=False, embedder=lambda texts: [[1.0, 0.0]] * len(texts)) as engine:
        engine.remember_drafts([make_draft(f"text {i} " * 40, namespace="default", id=str(i)) for i in range(2_000)])
        yield engine


@pytest.mark.parametrize(
    ("limits", "text", "limit"),
    [
        (Limits(rows=99), "UNWIND range(1, 100) AS x RETURN x", "rows"),
        (Limits(rows=99), "MATCH (m:Memory) RETURN m.id", "rows"),
        (Limits(rows=150), "UNWIND range(1, 100) AS x RETURN x UNION ALL UNWIND range(1, 100) AS x RETURN x", "rows"),
        (Limits(list_items=99), "RETURN range(1, 100)", "list_items"),
        (Limits(list_items=99), "RETURN range(1, 1000000000)", "list_items"),
        (Limits(list_items=99), "RETURN reduce(a = [1], x IN range(1, 9) | a + a)", "list_items"),
        (Limits(string_chars=99), "RETURN reduce(a = 'x', x IN range(1, 9) | a + a)", "string_chars"),
        (Limits(string_chars=99), "RETURN replace('xxxxxxxxxxxxxxxxxxxx', 'x', 'yyyyyyyyyy')", "string_chars"),
        (Limits(pattern_chars=9), "RETURN 'a' =~ 'aaaaaaaaaa'", "pattern_chars"),
        (Limits(made_bytes=50_000), "UNWIND range(1, 200) AS x RETURN collect(range(1, 100))", "made_bytes"),
        (Limits(made_bytes=50_000), "MATCH (m:Memory) RETURN collect(m.text)", "made_bytes"),
        (Limits(made_bytes=50_000), "MATCH (m:Memory) WHERE toUpper(m.text) = 'A' RETURN count(*)", "made_bytes"),
        (Limits(table_bytes=50_000), "UNWIND range(1, 2000) AS x RETURN x", "table_bytes"),
        (Limits(table_bytes=50_000), "MATCH (m:Memory) RETURN m.id", "table_bytes"),
        (
            Limits(front_rows=99),
            "UNWIND range(1, 100) AS x RETURN x PARETO BY x MAX, -x MAX, x % 7 MAX, x % 5 MAX",
            "front_rows",
        ),
        (Limits(query_chars=9), "RETURN 100", "query_chars"),
        (Limits(query_tokens=5), "RETURN 1 + 2 + 3", "query_tokens"),
        (Limits(query_items=2), "RETURN [1, 2, 3]", "query_items"),
    ],
)
def test_each_bound_of_a_query_is_met(engine: clew.Engine, limits: Limits, text: str, limit: str) -> None:
    """A bound that is given for one call holds for it, and for no other."""
    with pytest.raises(LimitError) as caught:
        engine.query(text, limits=limits)
    assert caught.value.data["limit"] == limit
    assert caught.value.data["found"] > caught.value.data["bound"]
    assert engine.query("RETURN size(range(1, 200)) AS s").values == ((200,),)


def test_the_bounds_of_a_handle_hold_for_its_calls(tmp_path: Path) -> None:
    """`clew.open(limits=...)` bounds what is written and asked there; a call may allow more."""
    with clew.open(tmp_path / "a.clew", background=False, limits=Limits(rows=9, memory_chars=9)) as engine:
        with pytest.raises(MemoryTooLarge):
            engine.remember("x" * 10)
        with pytest.raises(LimitError):
            engine.query("UNWIND range(1, 10) AS x RETURN x")
        assert len(engine.query("UNWIND range(1, 10) AS x RETURN x", limits=Limits()).values) == 10


def test_too_many_memories_at_once_are_refused(tmp_path: Path) -> None:
    """A transaction has a bound, and nothing of a larger one is written."""
    with clew.open(tmp_path / "a.clew", background=False, limits=Limits(transaction_memories=2)) as engine:
        with pytest.raises(LimitError, match="too many at once"):
            engine.remember_drafts([make_draft("x", namespace="default") for _ in range(3)])
        assert engine.stats()["memories"] == 0


CHILD = """
import resource, sys
import clew
from clew.engine.writing.remember import make_draft
from clew.errors import LimitError

ASKED = (
    "MATCH (a:Memory), (b:Memory) RETURN a.text, b.text",
    "MATCH (a:Memory), (b:Memory), (c:Memory) RETURN count(*)",
    "WITH reduce(s = 'x', i IN range(1, 23) | s + s) AS s UNWIND range(1, 4000) AS i RETURN s + toString(i)",
    "UNWIND range(1, 2000000) AS x UNWIND range(1, 1000) AS y RETURN collect(x)",
)
with clew.open(sys.argv[1], background=False, embedder=lambda texts: [[1.0, 0.0]] * len(texts)) as engine:
    engine.remember_drafts([make_draft(f"text {i}", namespace="default", id=str(i)) for i in range(20_000)])
    for text in ASKED:
        try:
            engine.query(text)
            print("answered", text)
        except LimitError as error:
            assert error.data["limit"] in ("rows", "made_bytes", "table_bytes", "graph_bytes"), error.data
    assert engine.query("MATCH (m:Memory) RETURN count(*)").values == ((20_000,),)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is in kilobytes on Linux alone")
def test_a_product_over_twenty_thousand_memories_neither_fills_nor_ends_the_process(tmp_path: Path) -> None:
    """What would take a hundred gigabytes is refused below three, and the next question is answered."""
    command = [sys.executable, "-W", "ignore", "-c", CHILD, str(tmp_path / "a.clew")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr[-2_000:]
    assert int(run.stdout) < 3_000


# ---- how it is known ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "least", "most"),
    [
        ((1, 2, 3), 80, 100),
        (("x" * 1_000,), 1_000, 1_200),
        (([1] * 1_000,), 8_000, 9_000),
        (([["x" * 100] * 10] * 10,), 10_000, 20_000),
        (({"a": "x" * 1_000},), 1_000, 1_500),
    ],
)
def test_rows_are_weighed_about_right(row: tuple[Any, ...], least: int, most: int) -> None:
    """The estimate of a row lies between what its values take and a little more; a table's is that times its rows."""
    assert least <= table_bytes([row]) <= most
    assert table_bytes([row] * 5_000) == 5_000 * table_bytes([row])


def test_weighing_ends_where_parts_are_shared() -> None:
    """A list of a list of a list of itself twice has no end of parts, and is weighed in no time."""
    shared: list[Any] = [1]
    for _ in range(90):
        shared = [shared, shared]
    assert table_bytes([(shared,)] * 100) > 0


@settings(max_examples=40)
@given(st.lists(st.integers(0, 5)), st.booleans())
def test_a_sort_that_can_be_stopped_sorts_as_sorted_does(numbers: list[int], descending: bool) -> None:
    """The order is that of `sorted`, and those that tie stay as they were, however many runs are joined."""
    pairs = list(enumerate(numbers))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.engine.executor.sorting.RUN", 3)
        found = sort_watched(pairs, lambda pair: pair[1], descending=descending, context=Context())
    assert found == sorted(pairs, key=lambda pair: pair[1], reverse=descending)


def test_the_names_of_the_language_are_those_of_the_engine() -> None:
    """What the parser calls a bound is what a caller writes to raise it."""
    assert {f"query_{bound.name}" for bound in fields(ours.TextLimits)} <= {bound.name for bound in fields(Limits)}
