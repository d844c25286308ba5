"""Memories that want to break something: what goes in comes back unchanged on every way, and what cannot is refused."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import clew
import pytest
from clew.engine.values.model import Link, Tag
from clew.errors import MemoryInvalid, MemoryNotFound

NAMES = (
    *(
        "1",
        "01",
        "1.0",
        "1e5",
        "0x10",
        "-1",
        "null",
        "NaN",
        "true",
        " ",
        "\t",
        "a b",
        "--help",
        "*",
        "_",
        "-",
        "%",
        "?",
    ),
    *(
        "a/b",
        "a\nb",
        "a\r\nb",
        "a'b",
        'a"b',
        "a\\",
        "\\'",
        "$id",
        "`x`",
        "[/]",
        "[bold]",
        "{x}",
        "'; DROP TABLE memories",
    ),
    *(
        "é",
        "e\u0301",
        "İ",
        "ß",
        "ss",
        "漢字",
        "עברית مرحبا",
        "\u202eabc\u202c",
        "\u200b",
        "\ufeffz",
        "😀",
        "👩\u200d👩",
    ),
    *("\ud83d", "\udc00x", "x\x00y", "\x00", "\x1b[31m", "\U0010ffff", "\U0010ffff00d83d", "n" * 4096),
)
HALVES = ("\ud83d", "\udc00x")
BY_ID = (
    "MATCH (m:Memory {id: $id}) RETURN m.id, m.text, m.tags, m.task, m.agent, m.source, m.type, m.action_type, m.meta"
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A store in which every name is an id, a tag, an entity, a task, an agent, a type, a source and a user's field."""
    with clew.open(tmp_path_factory.mktemp("hostile") / "a.clew", background=False) as memory:
        for before, name in zip(("", *NAMES), NAMES, strict=False):
            named = dict.fromkeys(("task", "agent", "source", "type", "action_type"), name)
            causes = [Link("CAUSED", before, "", reason=name)] if before else []
            memory.remember(
                f"text {name}", id=name, tags=[name], entities=[name], causes=causes, meta={name: name}, **named
            )
        yield memory


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name[:12]))
def test_a_name_comes_back_unchanged(hostile: clew.Engine, name: str) -> None:
    """Through get, a pattern by parameter and by literal, a recall, a trace, the links and the list."""
    text, meta = f"text {name}", {name: name}
    got = hostile.get(name)
    assert (got.id, got.text, got.tags, got.entities, got.meta) == (name, text, (name,), (name,), meta)
    assert (got.task, got.agent, got.source, got.types, got.action_type) == (name, name, name, (name,), name)
    said = (name, text, [name], name, name, name, name, name, meta)
    assert hostile.query(BY_ID, {"id": name}).values == (said,)
    if name not in HALVES:  # a text of the language has whole characters
        literal = name.replace("\\", "\\\\").replace("'", "\\'")
        assert hostile.query(f"MATCH (m:Memory) WHERE m.id = '{literal}' RETURN m.id").values == ((name,),)
    assert name in hostile.recall(text, task=name, type=name, about=name, intent=name).ids
    assert name not in hostile.recall(text, near=[name]).ids
    before = NAMES[NAMES.index(name) - 1] if name != NAMES[0] else None
    traced = [row["m"]["id"] for row in hostile.query("TRACE CAUSES OF $id DEPTH 1", {"id": name}).to_dicts()]
    assert traced == ([before] if before else [])
    links = [(link.other, link.reason) for link in hostile.links(name) if link.incoming and link.type == "CAUSED"]
    assert links == ([(before, name)] if before else [])
    assert name in [memory.id for memory in hostile.list(task=name, type=name)]


def test_nothing_after_them_is_broken(hostile: clew.Engine) -> None:
    """Context, doctor, verify, stats, a frame and an export work, and the graph equals the journal."""
    assert hostile.context("text", budget=500).tokens <= 500
    assert hostile.doctor() == [] and hostile.verify() == ([], len(NAMES))
    assert hostile.query("MATCH (m:Memory)-[:TAGGED]->(t:Tag) RETURN m, m.id, t.name").frame.height == len(NAMES)
    assert hostile.projection.departures() == []
    file = io.StringIO()
    hostile.export(file)
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [line["payload"]["id"] for line in lines] == list(NAMES)
    assert [line["payload"]["text"] for line in lines] == [f"text {name}" for name in NAMES]


@pytest.mark.parametrize("text", ["\n\t", "\x00", "\ud83d", "\u200b\u2028\x85?"])
def test_a_text_without_words_is_a_memory(tmp_path: Path, text: str) -> None:
    """It is kept as it is, and a store that has nothing else answers every question."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        memory.remember(text, id="a")
        memory.remember(action=text, observation=text, id="b", tags=["-", "_"])
        memory.remember("a memory that was given no tag", id="c")
        assert [memory.get(id).text for id in "ab"] == [text, f"{text}\n{text}"]
        assert memory.recall("anything", about=["-"], intent=["_"]).pending == 0
        memory.context(text)
        assert memory.doctor() == [] and memory.projection.departures() == []


BERLIN = ZoneInfo("Europe/Berlin")
TIMES: tuple[tuple[Any, datetime], ...] = (
    (datetime(1, 1, 1), datetime(1, 1, 1, tzinfo=UTC)),
    (date(9999, 12, 31), datetime(9999, 12, 31, tzinfo=UTC)),
    (datetime.max, datetime.max.replace(tzinfo=UTC)),
    (datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN), datetime(2024, 10, 27, 0, 30, tzinfo=UTC)),
    (datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN, fold=1), datetime(2024, 10, 27, 1, 30, tzinfo=UTC)),
    ("2099-01-01T00:00+14:00", datetime(2098, 12, 31, 10, tzinfo=UTC)),
    (-1, datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)),
)


def test_any_time_of_the_calendar_comes_back(tmp_path: Path) -> None:
    """The first and the last microsecond, both sides of a repeated hour, and times that have not come."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        for number, (given, meant) in enumerate(TIMES):
            memory.remember("time", id=f"{number}", at=given, valid_from=given, valid_to=given)
            got = memory.get(f"{number}")
            assert got.at == got.valid_from == got.valid_to == meant
            query = "MATCH (m:Memory {id: $id}) RETURN m.at, m.valid_to"
            assert memory.query(query, {"id": f"{number}"}).values == ((meant, meant),)
        memory.remember("time", id="backdated", recorded_at=datetime.min)
        assert memory.get("backdated").recorded_at == datetime(1, 1, 1, tzinfo=UTC)
        memory.context("time")
        assert len(memory.recall("time", since=datetime.min, until=datetime.max)) == len(TIMES) + 1
        assert memory.projection.departures() == []


@pytest.mark.parametrize(
    "time", [datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1))), 10**30, 1.5, True, "24", "", float("nan")]
)
def test_any_other_time_is_refused(tmp_path: Path, time: Any) -> None:
    """With one sentence, and nothing is written."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        with pytest.raises(MemoryInvalid, match="`at`"):
            memory.remember("time", at=time)
        assert memory.stats()["events"] == 0


def test_links_may_come_in_any_order(tmp_path: Path) -> None:
    """Cycles, causes that come later or never, steps out of order, edges taken back and drawn again."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        for step, id in ((5, "late"), (1, "early"), (3, "middle"), (3, "twin")):
            memory.remember(id, id=id, task="T", step=step, causes=["a", "never"])
        memory.remember("a", id="a", causes=["late"], supersedes=["b"])
        memory.remember("b", id="b", supersedes=["c"])
        memory.remember("c", id="c")
        memory.link("p", "q")
        memory.unlink("p", "q")
        memory.link("b", "c", reason="x")
        memory.unlink("b", "c")
        memory.unlink("nobody", "knows")
        dangling = memory.doctor()
        assert [found.kind for found in dangling] == ["dangling"] * 4 and all("never" in f.message for f in dangling)
        assert [m.id for m in memory.list(task="T")] == ["early", "middle", "twin", "late"]
        follows = memory.query("MATCH (x:Memory)-[:FOLLOWS]->(y:Memory) RETURN x.id, y.id ORDER BY y.step, y.id").values
        assert follows == (("middle", "early"), ("twin", "middle"), ("late", "twin"))
        assert {row["m"]["id"] for row in memory.query("TRACE CAUSES OF 'late'").to_dicts()} >= {"a"}
        assert {row["m"]["id"] for row in memory.query("TRACE HISTORY OF 'c'").to_dicts()} == {"a", "b"}
        assert memory.links("c")[0].type == "SUPERSEDES" and len(memory.links("c")) == 1
        memory.remember("never", id="never")
        assert memory.doctor() == []
        assert memory.projection.departures() == []


def test_the_same_write_twice_is_one(tmp_path: Path) -> None:
    """An id or an operation that was there is answered with the first; what was forgotten stays so until restored."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        assert memory.remember("a", id="a", tags=["x"]) == memory.remember("a", id="a") == "a"
        assert memory.remember("b", operation="o") == memory.remember("b", operation="o")
        with pytest.raises(MemoryInvalid, match="differs in text"):
            memory.remember("other", id="a")
        memory.forget("a", "a")
        memory.forget("a")
        memory.remember("a", id="a")
        with pytest.raises(MemoryNotFound, match="restore"):
            memory.get("a")
        memory.restore("a")
        memory.restore("a", "a")
        assert memory.get("a").retracted_at is None and memory.stats()["memories"] == 2
        assert memory.projection.departures() == []


def test_much_of_everything(tmp_path: Path) -> None:
    """1,000 tags, 10,000 entities and 3 MB of text."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        tags, entities = [f"t{i}" for i in range(1_000)], [f"e{i}" for i in range(10_000)]
        memory.remember("many", id="many", tags=tags, entities=entities)
        text = "word \"'\\ 😀 [/] $x " * 150_000
        memory.remember(text, id="big")
        assert memory.get("many").entities == tuple(entities) and memory.get("big").text == text
        count = memory.query("MATCH (m:Memory {id: 'many'})-[:MENTIONS]->(e) RETURN count(e)").values
        assert count == ((10_000,),)
        assert "big" in memory.recall("word").ids and memory.context("word", budget=300).tokens <= 300
        assert memory.query("MATCH (m:Memory {id: 'big'}) RETURN m.text").values == ((text,),)


REFUSED: dict[str, Callable[[clew.Engine], object]] = {
    "no text": lambda m: m.remember(""),
    "an empty id": lambda m: m.remember("x", id=""),
    "a long id": lambda m: m.remember("x", id="x" * 4097),
    "a cause of itself": lambda m: m.remember("x", id="x", causes=["x"]),
    "a tag that is a number": lambda m: m.remember("x", tags=[5]),
    "a Tag that is a number": lambda m: m.remember("x", tags=[Tag(5)]),  # type: ignore[arg-type] - wrong on purpose
    "a Tag inferred by a word": lambda m: m.remember("x", tags=[Tag("x", "yes")]),  # type: ignore[arg-type] - wrong on purpose
    "a cause that is a list": lambda m: m.remember("x", causes=[Link("CAUSED", ["a"], "")]),  # type: ignore[arg-type] - wrong on purpose
    "a reason that is a map": lambda m: m.remember("x", causes=[Link("CAUSED", "a", "", {})]),  # type: ignore[arg-type] - wrong on purpose
    "a link from a list": lambda m: m.link(["a"], "b"),  # type: ignore[arg-type] - wrong on purpose
    "a link between numbers": lambda m: m.link(1, 2),  # type: ignore[arg-type] - wrong on purpose
    "a link from nowhere": lambda m: m.link("", "b"),
    "a link to itself": lambda m: m.link("a", "a"),
    "a link of hubs": lambda m: m.link("a", "b", "TAGGED"),
    "a link of no type": lambda m: m.link("a", "b", "caused"),  # type: ignore[arg-type] - wrong on purpose
    "a weight that is a word": lambda m: m.link("a", "b", weight="x"),  # type: ignore[arg-type] - wrong on purpose
    "a weight beyond all": lambda m: m.link("a", "b", weight=10**400),
    "a reason that is a number": lambda m: m.link("a", "b", reason=1),  # type: ignore[arg-type] - wrong on purpose
    "an unlink of a list": lambda m: m.unlink("a", ["b"]),  # type: ignore[arg-type] - wrong on purpose
    "to forget a number": lambda m: m.forget(1),  # type: ignore[arg-type] - wrong on purpose
    "to restore nothing": lambda m: m.restore(None),  # type: ignore[arg-type] - wrong on purpose
    "to get a number": lambda m: m.get(1),  # type: ignore[arg-type] - wrong on purpose
    "the links of bytes": lambda m: m.links(b"x"),  # type: ignore[arg-type] - wrong on purpose
    "the lineage of a list": lambda m: m.lineage(["a"]),  # type: ignore[arg-type] - wrong on purpose
    "a lineage by no edge": lambda m: m.lineage("a", edges=[]),
    "a lineage by a letter": lambda m: m.lineage("a", edges="CAUSED"),
    "a lineage by hubs": lambda m: m.lineage("a", edges=["TAGGED"]),
    "a lineage of nothing": lambda m: m.lineage("a", limit=0),
    "a lineage of half a hop": lambda m: m.lineage("a", hops=0.5),  # type: ignore[arg-type] - wrong on purpose
    "a lineage that is wider by a letter": lambda m: m.lineage("a", expand="abc"),
    "a lineage before time": lambda m: m.lineage("a", as_of="long ago"),
    "a list of a task that is a list": lambda m: m.list(task=["x"]),  # type: ignore[arg-type] - wrong on purpose
    "a list without a limit": lambda m: m.list(limit=None),  # type: ignore[arg-type] - wrong on purpose
    "a list of less than nothing": lambda m: m.list(limit=-1),
    "meta that is no JSON": lambda m: m.remember("x", meta={"x": object()}),
    "meta that is not a number": lambda m: m.remember("x", meta={"x": float("nan")}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_no_projection_could_follow_is_refused(hostile: clew.Engine, case: str) -> None:
    """One sentence, before anything is durable: an event that makes no sense would stand in the journal for ever."""
    with pytest.raises(MemoryInvalid):
        REFUSED[case](hostile)
    assert hostile.stats()["events"] == len(NAMES)


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii"])
def test_any_terminal_can_show_them(hostile: clew.Engine, encoding: str) -> None:
    """JSON is JSON, and what the terminal cannot show is shown as an escape; no traceback."""
    format = "json" if encoding == "ascii" else "csv"
    arguments = ["query", str(hostile.journal.path), "MATCH (m:Memory) RETURN m.id", "--format", format]
    command = [sys.executable, "-c", "from clew.cli.main import main; main()", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    run = subprocess.run(command, env=environment, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    if format == "json":
        assert sorted(row["m.id"] for row in json.loads(run.stdout)) == sorted(NAMES)
