"""Reading JSON that is long or broken: every record comes out whole, or is named by its number."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.adapters import reading, window
from clew.adapters.protocol import Bad, Source
from clew.adapters.reading import head_of, lines, records
from clew.adapters.structure import closed, end_of_value
from clew.errors import ImportFailed
from hypothesis import given, settings
from hypothesis import strategies as st

Write = Callable[..., Path]

BROKEN = "broken"
"""Stands in an expectation for a record that is named by its number and left out."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


def read(path: Path) -> list[Any]:
    """Return the values of a file in order, BROKEN in the place of bad ones, after checking how they are numbered."""
    found = list(records(Source.of(path)))
    assert [record.number for record in found] == list(range(1, len(found) + 1))
    return [BROKEN if isinstance(record, Bad) else record.value for record in found]


def reasons(path: Path) -> list[tuple[int, str]]:
    return [(record.number, record.reason) for record in records(Source.of(path)) if isinstance(record, Bad)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \n\r\n\t ", [], id="only white space"),
        pytest.param("[]", [], id="empty array"),
        pytest.param("{}", [{}], id="empty object"),
        pytest.param("42", [42], id="scalar"),
        pytest.param("null", [None], id="null"),
        pytest.param('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}], id="array"),
        pytest.param('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}], id="lines"),
        pytest.param('{"a": 1}\r\n\r\n{"a": 2}\r\n', [{"a": 1}, {"a": 2}], id="Windows lines, one blank"),
        pytest.param("[1, 2]\n[3]\n", [[1, 2], [3]], id="lines of arrays"),
        pytest.param('{\n "a": [\n  1\n ]\n}\n', [{"a": [1]}], id="one value over lines"),
        pytest.param('[\n {\n  "a": 1\n },\n 2\n]\n', [{"a": 1}, 2], id="array over lines"),
        pytest.param('\ufeff[{"a": 1}]', [{"a": 1}], id="byte order mark"),
        pytest.param('\ufeff{"a": 1}\n\ufeff{"a": 2}\n', [{"a": 1}, {"a": 2}], id="files with such marks, joined"),
        pytest.param("[1,, 2 3,]", [1, 2, 3], id="stray commas and none"),
        pytest.param('{"a": 1, "a": 2}', [{"a": 2}], id="equal keys: the last stands"),
        pytest.param('["\\ud800", "\\u0000"]', ["\ud800", "\0"], id="half a surrogate pair, NUL"),
    ],
)
def test_every_shape_is_one_stream(write: Write, text: str, values: list[Any]) -> None:
    """An array, lines, and one value are read as the same stream of records."""
    assert read(write("log", text)) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param('[{"a": 1}, {"a": nope}, {"a": 3}]', [{"a": 1}, BROKEN, {"a": 3}], id="a wrong element"),
        pytest.param('{"a": 1}\n{"a":\n{"a": 3}\n', [{"a": 1}, BROKEN, {"a": 3}], id="a wrong line"),
        pytest.param('lf": 1}\n{"a": 2}\n', [BROKEN, {"a": 2}], id="a first line cut by rotation"),
        pytest.param('{"a": 1}\n{"a": "hal', [{"a": 1}, BROKEN], id="a last line that is being written"),
        pytest.param('[1, {"a": "x', [1, BROKEN], id="array cut inside an element"),
        pytest.param("[1, 2,", [1, 2, BROKEN], id="array cut after a comma"),
        pytest.param("[1, 2", [1, 2, BROKEN], id="array cut after an element"),
        pytest.param("[1, }, 2]", [1, BROKEN, 2], id="a stray bracket"),
        pytest.param('["a\0b", 2]', [BROKEN, 2], id="a raw NUL in a string"),
        pytest.param('{"a": 1}\n\0\0\0\0', [{"a": 1}, BROKEN], id="a tail of NULs"),
        pytest.param("[\n1]\nmore", [1, BROKEN], id="something after the array"),
        pytest.param(f"[1, {'9' * 5000}, 3]", [1, BROKEN, 3], id="a number of 5,000 digits"),
        pytest.param(f"[1, {'[' * 9999}{']' * 9999}, 3]", [1, BROKEN, 3], id="nested deeply"),
        pytest.param('{"a":' * 9999, [BROKEN], id="nested deeply and cut"),
    ],
)
def test_a_broken_record_costs_itself(write: Write, text: str, values: list[Any]) -> None:
    """A record that cannot be read is named by its number, and those around it are kept."""
    assert read(write("log", text)) == values


def test_the_reason_is_a_sentence(write: Write) -> None:
    """Each kind of breakage is told in words, with the place where there is one."""
    deep, digits = "[" * 9999 + "]" * 9999, "9" * 5000
    path = write("log", f'[{{"a" 1}}, {digits}, {deep}, "cut')
    assert reasons(path) == [
        (1, "This is not JSON: Expecting ':' delimiter (character 6)."),
        (2, "It holds a number with too many digits."),
        (3, "It is nested too deeply."),
        (4, "The file ends before this record does: it was cut off."),
    ]


def test_bytes_that_are_no_text_become_marks(write: Write) -> None:
    """A record with bytes that are no UTF-8 is kept, with U+FFFD in their place."""
    assert read(write("log", b'["\xff\xfe!", 1]')) == ["\ufffd\ufffd!", 1]


def test_utf_16_is_told_by_its_mark(write: Write) -> None:
    """A file that a Windows shell wrote in UTF-16 is read as any other."""
    assert read(write("log", '[{"a": "é"}]'.encode("utf-16"))) == [{"a": "é"}]


def test_values_that_only_python_writes(write: Write) -> None:
    """NaN and Infinity, which Python's own writer makes, are read."""
    nan, infinity = read(write("log", "[NaN, -Infinity]"))
    assert nan != nan and infinity == float("-inf")


@pytest.mark.parametrize("as_array", [True, False])
def test_the_position_counts_bytes(write: Write, monkeypatch: pytest.MonkeyPatch, as_array: bool) -> None:
    """The position never falls, never passes the size, and ends at it, also where a character is three bytes."""
    monkeypatch.setattr(window, "CHUNK", 1000)
    values = [{"text": "記憶" * 20} for _ in range(200)]
    text = "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    path = write("log", f"[{text.replace(chr(10), ',')}]" if as_array else text)
    positions = [record.position for record in records(Source.of(path))]
    assert positions == sorted(positions)
    assert len(set(positions)) > 2
    assert positions[-1] == path.stat().st_size


@settings(max_examples=40, deadline=None)
@given(st.lists(JSON, max_size=6), st.sampled_from([(",", ":"), (", ", ": "), (" ,\r\n", " :\t")]), st.integers(1, 9))
def test_any_array_comes_back(
    tmp_path_factory: pytest.TempPathFactory, values: list[Any], separators: tuple[str, str], chunk: int
) -> None:
    """Any array is read back, however it is spaced and wherever the chunks of reading cut it."""
    path = tmp_path_factory.getbasetemp() / "array.json"
    path.write_text(json.dumps(values, separators=separators), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(window, "CHUNK", chunk)
        assert read(path) == values


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | st.text('[]{},:"\\ 1a\n', max_size=40).map(str.encode))
def test_no_bytes_stop_the_reading(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Whatever a file holds, reading it ends and raises nothing, and the first record is there where any is."""
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(data)
    try:
        empty = head_of(path) is None
    except ImportFailed as refusal:  # the sign of a packed file, and nothing packed
        empty = "cut off" not in refusal.message
    assert empty == (read(path) == [])


@settings(max_examples=60, deadline=None)
@given(JSON, JSON)
def test_the_end_of_a_value_is_where_the_parser_ends(value: Any, other: Any) -> None:
    """Brackets and strings alone say where a value ends, as the parser does."""
    text, rest = json.dumps(value), json.dumps(other)
    assert end_of_value(f"{text},{rest}]", 0) == len(text)


@settings(max_examples=60, deadline=None)
@given(JSON, st.integers(0, 60))
def test_a_closed_beginning_is_json(value: Any, cut: int) -> None:
    """A text that is cut anywhere behind its first comma can be closed, and is then JSON again."""
    text = json.dumps([0, value, 1])
    json.loads(closed(text[: 3 + cut]))


def test_recognising_reads_a_bounded_part(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first value of a file that does not end nearby is its beginning, so a large file costs no more."""
    monkeypatch.setattr(reading, "HEAD", 100)
    long = {"task_id": 7, "traj": [{"role": "user", "content": "x" * 10_000}]}
    beginning = {"task_id": 7, "traj": [{"role": "user"}]}
    for text in (json.dumps(long), json.dumps([long, long]), json.dumps([long], indent=1)):
        head = head_of(write("log", text))
        assert head is not None and head.first == beginning and head.text == text[:100]


def first(path: Path) -> Any:
    head = head_of(path)
    assert head is not None
    return head.first


def test_the_first_record_that_can_be_read_tells_the_format(write: Write) -> None:
    """A broken first record does not hide what the second one is."""
    digits = "9" * 5000
    assert first(write("log", f'[{digits}, {{"a": 2}}]')) == {"a": 2}
    assert first(write("log", 'lf": 1}\n{"a": 2}\n')) == {"a": 2}


@pytest.mark.parametrize("text", ["", "\n\n ", "[]", "[ \n]"])
def test_a_file_without_records_has_no_head(write: Write, text: str) -> None:
    """A file that holds nothing is told from one that holds something wrong."""
    assert head_of(write("log", text)) is None
    assert first(write("log", "no JSON")) is None


def test_a_head_is_text_or_nothing(write: Write, tmp_path: Path) -> None:
    """Of what is no text, and of a folder, the head has none; marks, and a few bytes that are wrong, are no reason."""
    odd = {b"SQLite format 3\0" + bytes(range(32)) * 20: "", "é\x1b[31m\xff".encode() * 9: "é\x1b[31m\xff" * 9}
    for data, text in odd.items():
        head = head_of(write("log", data))
        assert head is not None and head.text == text
    assert head_of(tmp_path) == reading.Head(tmp_path, "", None)


def test_lines_come_as_they_are(write: Write) -> None:
    """Lines are numbered from 1, blank ones too, without their ends; the position counts bytes."""
    path = write("log", "\ufeffa\r\n\n  é\nlast")
    assert [(line.number, line.text) for line in lines(Source.of(path))] == [(1, "a"), (2, ""), (3, "  é"), (4, "last")]
    assert [line.position for line in lines(Source.of(path))][-1] == path.stat().st_size


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('1\n"{long}"\n3\n', [1, BROKEN, 3], id="line"),
        pytest.param('[1, "{long}", 3]', [1, BROKEN], id="element"),
        pytest.param('{{\n"a":\n"{long}"\n}}', [BROKEN], id="one value"),
    ],
)
def test_what_is_too_long_is_named_with_the_limit(
    write: Write, monkeypatch: pytest.MonkeyPatch, text: str, expected: list[Any]
) -> None:
    """A value of more characters than are held is left out by name; after a line the next one is read."""
    for module in (reading, window):
        monkeypatch.setattr(module, "LONGEST", 5000)
        monkeypatch.setattr(module, "CHUNK", 1000)
    path = write("log", text.format(long="x" * 20_000))
    assert read(path) == expected
    assert reasons(path)[0][1].startswith("It has more than 5,000 characters")


def test_long_values_cost_no_more_than_their_length(write: Write) -> None:
    """One long line, one long element, and one long broken element are read in time linear in their length."""

    def seconds(text: str) -> float:
        path = write("log", text)
        start = time.process_time()
        assert len(read(path)) == 2
        return time.process_time() - start

    for shape in ('{{"a": "{0}"}}\n1\n', '[{{"a": "{0}"}}, 1]', '[{{"a": "{0}" nope}}, 1]'):
        short, long = (seconds(shape.format("é\\n" * length)) for length in (250_000, 2_000_000))
        assert long < 30 * max(short, 0.01), f"8 times as long took {long / short:.0f} times as long"


def test_what_is_no_file_is_refused_in_words(tmp_path: Path) -> None:
    """A missing file and a pipe are refused before anything waits for them; reading a folder is refused."""
    os.mkfifo(tmp_path / "pipe")
    for path, words in ((tmp_path / "none", "is not there"), (tmp_path / "pipe", "pipe")):
        with pytest.raises(ImportFailed, match=words):
            Source.of(path)
    with pytest.raises(ImportFailed, match="Is a directory"):
        list(records(Source.of(tmp_path)))


def test_a_file_that_vanished_is_refused_in_words(write: Write) -> None:
    """What the system says against reading is an error of ours, with its reason."""
    source = Source.of(write("log", "[1]"))
    source.path.unlink()
    for route in (lambda: head_of(source.path), lambda: list(records(source)), lambda: list(lines(source))):
        with pytest.raises(ImportFailed, match="No such file"):
            route()
