"""Tables: each row is a memory, each column the field it is said to be, and each row that is wrong is named."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import clew
import polars
import pytest
from clew.adapters.cells import field_of, plain
from clew.adapters.importing import import_file, recognise
from clew.adapters.mapping import FIELDS, parsed, placed
from clew.adapters.protocol import Bad, Source
from clew.adapters.sheets import rows_of
from clew.adapters.tables import Table
from clew.errors import ImportFailed, MemoryInvalid
from hypothesis import given, settings
from hypothesis import strategies as st

Write = Callable[..., Path]

ROWS: list[dict[str, Any]] = [
    {"body": "It rains, and\nthe mill turns.", "created": "2024-05-01T09:00:00Z", "thread": "mill", "url": "http://x"},
    {"body": 'He said "stop".', "created": "2024-05-01T10:00:00Z", "thread": "mill", "url": None},
    {"body": "記憶 é", "created": None, "thread": "other", "url": "007"},
]
MAPPING = {"text": "body", "at": "created", "task": "thread", "meta.source": "url"}


def quoted(value: Any) -> str:
    return "" if value is None else '"' + str(value).replace('"', '""') + '"'


def as_csv(rows: list[dict[str, Any]], separator: str = ",", end: str = "\n") -> str:
    lines = [list(rows[0]), *([quoted(value) for value in row.values()] for row in rows)]
    return "".join(separator.join(cells) + end for cells in lines)


def as_parquet(rows: list[dict[str, Any]], path: Path) -> Path:
    polars.DataFrame(rows).write_parquet(path)
    return path


@pytest.mark.parametrize(
    "kind", ["csv", "Windows csv", "tsv", "semicolons", "packed", "utf-16", "parquet", "jsonl", "json"]
)
def test_every_kind_of_table_gives_the_same_memories(
    store: clew.Engine, write: Write, tmp_path: Path, kind: str
) -> None:
    """CSV in its dialects, Parquet, and JSON objects with the same rows make the same memories."""
    path = {
        "csv": lambda: write("t.csv", as_csv(ROWS)),
        "Windows csv": lambda: write("t.csv", "\ufeff" + as_csv(ROWS, end="\r\n")),
        "tsv": lambda: write("t.tsv", as_csv(ROWS, "\t")),
        "semicolons": lambda: write("t.csv", as_csv(ROWS, ";")),
        "packed": lambda: write("t.csv.gz", gzip.compress(as_csv(ROWS).encode())),
        "utf-16": lambda: write("t.csv", as_csv(ROWS).encode("utf-16")),
        "parquet": lambda: as_parquet(ROWS, tmp_path / "t.parquet"),
        "jsonl": lambda: write("t.jsonl", lines=ROWS),
        "json": lambda: write("t.json", ROWS),
    }[kind]()
    summary = import_file(store, path, format="table", columns=MAPPING)
    assert (summary.new, summary.bad, summary.undated) == (3, [], 1)
    first, second, third = (store.get(f"t/{number}") for number in (1, 2, 3))
    assert [memory.text for memory in (first, second, third)] == [row["body"] for row in ROWS]
    assert first.at == datetime(2024, 5, 1, 9, tzinfo=UTC)
    assert [memory.task for memory in (first, second, third)] == ["mill", "mill", "other"]
    assert [memory.meta for memory in (first, second, third)] == [{"source": "http://x"}, {}, {"source": "007"}]
    assert import_file(store, path, format="table", columns=MAPPING).known == 3


def test_columns_that_are_called_as_fields_need_no_mapping(store: clew.Engine, write: Write) -> None:
    """A table with a column `text` is recognised; its columns are fields where they are called so, else left out."""
    table = "id,text,tags,importance,pinned,step,task,price\nm,It rains,a;b,0.75,yes,4,T,9\n"
    summary = import_file(store, write("t.csv", table))
    memory = store.get("m")
    assert (summary.format, summary.new) == ("table", 1)
    assert (memory.tags, memory.importance, memory.pinned, memory.step) == (("a", "b"), 0.75, True, 4)
    assert memory.meta == {}
    rest = import_file(store, write("u.csv", table.replace("m,", "n,")), columns=parsed(["meta.*=*,importance="]))
    assert rest.new == 1
    assert store.get("n").importance == 0.5
    assert store.get("n").meta == {"price": "9", "importance": "0.75"}


def test_what_is_a_table_and_what_is_none(write: Write, tmp_path: Path) -> None:
    """Known by itself is only what has a column that says what is to be remembered."""
    tables = [write("a.csv", "text,x\n"), write("b.jsonl", lines=[{"observation": "x"}]), tmp_path / "c.parquet"]
    as_parquet([{"action": "x"}], tables[2])
    for path in tables:
        importer = recognise(path)
        assert importer is not None and importer.name == "table"
    for path in (write("d.csv", "body,x\n"), write("e.jsonl", lines=[{"text": 5}]), write("f.log", "text,x\n")):
        with pytest.raises(ImportFailed):
            recognise(path)


# ---- mapping -----------------------------------------------------------------------------------------


def test_a_mapping_is_written_as_it_is_read() -> None:
    """Pairs stand between commas, several times, with quotation marks around what holds a comma itself."""
    assert parsed(["text=body, at=created", "meta.url=the=url"]) == {
        "text": "body",
        "at": "created",
        "meta.url": "the=url",
    }
    assert parsed(['"text=last, first",id=n']) == {"text": "last, first", "id": "n"}
    assert placed({"text": "b", "meta.*": "*", "id": ""}, ["b", "id", "z"], "t") == {
        "b": "text",
        "id": "meta.id",
        "z": "meta.z",
    }


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (["body"], "`body` maps nothing"),
        (["txt=body"], "no field `txt`. `text` is similar"),
        (["when=body"], "and meta.NAME for anything else"),
        (["meta.=body"], "no field `meta.`"),
        (["recorded_at=body"], "no field `recorded_at`"),
        (["meta.*=body"], "takes all columns that are left"),
        (["text=body", "text=n"], "`text` is mapped twice, to `body` and `n`"),
        (["text=bodi"], "t.csv has no column `bodi`. `body` is similar"),
        (["text=xyz"], "no column `xyz`. There are: body, n"),
        (["text=body", "action=body"], "cannot be `text` and `action`"),
        (["id=n"], "called text or action or observation"),
    ],
)
def test_a_wrong_mapping_is_refused_before_anything_is_written(
    store: clew.Engine, write: Write, pairs: list[str], words: str
) -> None:
    """A field or a column that is none is named with the nearest one that is."""
    with pytest.raises(ImportFailed) as refusal:
        import_file(store, write("t.csv", "body,n\nx,1\n"), format="table", columns=parsed(pairs))
    assert words in str(refusal.value)
    assert store.stats()["memories"] == 0


def test_two_columns_of_one_name_are_refused(write: Write) -> None:
    """A header that names a column twice cannot be mapped."""
    with pytest.raises(ImportFailed, match="two columns `text`"):
        list(Table().read(Source.of(write("t.csv", "text,text\na,b\n"))))


# ---- what is odd -------------------------------------------------------------------------------------


def test_a_row_that_is_wrong_costs_itself(store: clew.Engine, write: Write) -> None:
    """Cells too few or too many, broken quotes, cells that are no such value: each row is named by its number."""
    rows = [
        "text,importance,at,step",
        "good,,,",
        "short",
        "long,0.5,,,x",
        '"broken"x,0.5,,',
        "high,7,,",
        "word,often,,",
        "undated,,yesterday,",
        "half,,,1.5",
        ",,,",
        "",
        "also good,0.25,1714550400000,3",
        '"not ended,0.5,,',
    ]
    summary = import_file(store, write("t.csv", "\n".join(rows)))
    assert summary.new == 2
    assert [(bad.number, bad.reason) for bad in summary.bad] == [
        (2, "It has 1 cells, and the header 4."),
        (3, "It has 5 cells, and the header 4."),
        (4, "This is no row of CSV: ',' expected after '\"'."),
        (5, "t/5: `importance` lies outside 0 to 1."),
        (6, "`importance` is 'often': it cannot be read as that field."),
        (7, "`at` is 'yesterday': 'yesterday' is not an ISO 8601 time."),
        (8, "`step` is '1.5': it cannot be read as that field."),
        (9, "t/9: There is nothing to remember."),
        (11, "This is no row of CSV: unexpected end of data."),
    ]
    assert store.get("t/10").at == datetime(2024, 5, 1, 8, tzinfo=UTC)


def test_json_objects_may_differ(store: clew.Engine, write: Write) -> None:
    """A field that only a later object has is taken as if the first had it; what is no object is named."""
    lines = [{"text": "a"}, {"text": "b", "task": "T", "colour": ["red"]}, 5, {"text": "c", "price": float("nan")}]
    summary = import_file(store, write("t.jsonl", lines=lines), columns={"meta.*": "*"})
    assert (summary.new, [bad.number for bad in summary.bad]) == (3, [3])
    assert (store.get("t/2").task, store.get("t/2").meta) == ("T", {"colour": ["red"]})
    assert store.get("t/4").meta == {"price": None}


def test_damaged_parquet_is_named(store: clew.Engine, tmp_path: Path) -> None:
    """A Parquet file that is cut off is refused with a reason; one damaged inside is read up to there."""
    path = as_parquet([{"text": f"row {n} {n * 7919}"} for n in range(9000)], tmp_path / "t.parquet")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(ImportFailed, match="cannot be read as Parquet"):
        import_file(store, path, format="table")
    path.write_bytes(b"PAR1")
    with pytest.raises(ImportFailed, match="cannot be read as Parquet"):
        import_file(store, path, format="table")


# ---- cells -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "cell", "value"),
    [
        ("text", "", None),
        ("text", None, None),
        ("id", 7, "7"),
        ("tags", "a; b;;c", ["a", "b", "c"]),
        ("tags", '["a;b", 5]', ["a;b", "5"]),
        ("tags", ["x"], ["x"]),
        ("entities", "one", ["one"]),
        ("type", "error;action", ["error", "action"]),
        ("pinned", "No", False),
        ("pinned", True, True),
        ("step", "7", 7),
        ("step", 7.0, 7),
        ("importance", "0.5", 0.5),
        ("importance", Decimal("0.5"), 0.5),
        ("at", "1714550400", 1_714_550_400_000_000),
        ("at", 1714550400.5, 1_714_550_400_500_000),
        ("at", datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 5, 1, tzinfo=UTC)),
        ("meta", '{"a": 1}', {"a": 1}),
        ("meta.zip", "007", "007"),
        ("meta.when", datetime(2024, 5, 1), "2024-05-01T00:00:00"),
        ("meta.data", b"x", "eA=="),
        ("meta.took", timedelta(seconds=90), "0:01:30"),
        ("meta.deep", {"a": [Decimal("1.10")]}, {"a": ["1.10"]}),
    ],
)
def test_a_cell_is_what_its_field_needs(field: str, cell: Any, value: Any) -> None:
    """A cell becomes the one thing that it can mean in its field."""
    assert field_of(field, cell) == value


@settings(max_examples=60)
@given(
    st.sampled_from(FIELDS), st.text(max_size=8) | st.floats() | st.integers() | st.binary(max_size=3) | st.booleans()
)
def test_no_cell_stops_a_row(field: str, cell: Any) -> None:
    """Whatever stands in a cell, it is a value or a sentence."""
    try:
        json.dumps(plain(field_of(field, cell)))
    except MemoryInvalid as error:
        assert f"`{field}`" in error.message


@settings(max_examples=30)
@given(st.lists(st.tuples(st.text(max_size=6), st.text(max_size=6)), min_size=1, max_size=4))
def test_any_csv_comes_back(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]) -> None:
    """Any rows that are written with quotation marks are read as they were; lines that are blank are no rows."""
    path = tmp_path_factory.getbasetemp() / "any.csv"
    text = "a,b\n" + "".join(f"{quoted(one)},{quoted(two)}\n" for one, two in rows)
    path.write_bytes(text.encode("utf-8", "replace"))
    found = list(rows_of(Source.of(path), ["a", "b"]))
    assert not any(isinstance(row, Bad) for row in found)
    told = [tuple(value.encode("utf-8", "replace").decode() for value in row) for row in rows]
    assert [tuple(row.cells.values()) for row in found if not isinstance(row, Bad)] == told


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_long_table_costs_no_memory(tmp_path: Path, kind: str) -> None:
    """Of 10 MB of rows a small part is held at a time."""
    path = tmp_path / f"t.{kind}"
    frame = polars.DataFrame({"text": [f"{n} " + "word " * 100 for n in range(20_000)]})
    frame.write_csv(path) if kind == "csv" else frame.write_parquet(path, compression="uncompressed")
    assert path.stat().st_size > 5_000_000 or kind == "parquet"
    tracemalloc.start()
    assert sum(1 for _ in rows_of(Source.of(path), ["text"])) == 20_000
    assert tracemalloc.get_traced_memory()[1] < 6_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("text", ["\n \nbody,n\nIt rains.,1\n", ' \n\n{"body": "It rains.", "n": "1"}\n'])
def test_blank_lines_may_stand_before_a_table(store: clew.Engine, write: Write, text: str) -> None:
    """They are no header, and do not hide what kind of table it is."""
    summary = import_file(store, write("a.log", text), format="table", columns={"text": "body", "meta.n": "n"})
    assert summary.new == 1 and summary.bad_count == 0


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_table_without_a_whole_row_says_what_is_wrong(store: clew.Engine, tmp_path: Path, suffix: str) -> None:
    """One whose packing is damaged from its beginning is named for that, and not for a column that it lacks."""
    path, text = tmp_path / f"a.{suffix}.gz", {"csv": "body\nIt rains.\n", "jsonl": '{"body": "It rains."}\n'}[suffix]
    path.write_bytes(gzip.compress(text.encode())[:11])  # its header, and nothing that can be read
    summary = import_file(store, path, format="table", columns={"text": "body"})
    assert summary.new == 0 and ["damaged or cut off" in bad.reason for bad in summary.bad] == [True]
