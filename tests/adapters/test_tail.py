"""The end of a log that grows: whatever happens to the file under its name, each line comes once and in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clew.adapters.compression import opened
from clew.adapters.tail import Enough, Tail
from clew.errors import ImportFailed

Step = Callable[[Path], object]


def append(text: str) -> Step:
    def step(path: Path) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)

    return step


def rewritten(text: str) -> Step:
    """Empty the file in place and write it anew."""
    return lambda path: path.write_text(text, encoding="utf-8")


def replaced(text: str) -> Step:
    """Put another file in its place, as an editor does."""

    def step(path: Path) -> None:
        new = path.with_name("new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)

    return step


def rotated(late: str, text: str) -> Step:
    """Rename the file, write the rest of the old one, and begin a new one."""

    def step(path: Path) -> None:
        old = path.with_name("log.1")
        path.rename(old)
        append(late)(old)
        path.write_text(text, encoding="utf-8")

    return step


def nothing(path: Path) -> None:
    pass


def seen(path: Path, *steps: Step) -> list[str]:
    """Return the lines that a reader sees who comes to the end of the file before each step, and after the last."""
    left: Iterator[Step] = iter((*steps, nothing))
    over = False

    def idle() -> None:
        nonlocal over
        step = next(left, None)
        if step is None:
            over = True
        else:
            step(path)

    with opened(path, Tail(idle, lambda: over)) as text:
        return [line.rstrip("\n") for line in text.file]


@pytest.mark.parametrize(
    ("steps", "lines"),
    [
        pytest.param([append("c\n"), append("d\n")], "abcd", id="grows"),
        pytest.param([append("c"), nothing, append("c\nd")], ["a", "b", "cc", "d"], id="in halves of lines"),
        pytest.param([nothing, nothing], "ab", id="nothing happens"),
        pytest.param([rotated("", "c\n"), append("d\n")], "abcd", id="rotated"),
        pytest.param([rotated("late\n", "c\n")], ["a", "b", "late", "c"], id="rotated, its end still written"),
        pytest.param([rotated("half", "c\n")], ["a", "b", "half", "c"], id="rotated in a line"),
        pytest.param([rewritten("c\n"), append("d\n")], "abcd", id="emptied and begun again"),
        pytest.param([rewritten(""), append("c\n")], "abc", id="emptied, and begun later"),
        pytest.param([rewritten(""), append("c\nd\ne\n")], "abcde", id="emptied, and grown past where it was at once"),
        pytest.param([replaced("a\nb\nc\n")], "abc", id="replaced by itself and more"),
        pytest.param([replaced("a\nb\n"), append("c\n")], "abc", id="replaced by itself, and grown"),
        pytest.param([rewritten("a\n"), append("b\nc\n")], "abc", id="written anew, a part at a time"),
        pytest.param([rewritten("a\n"), append("x\n")], ["a", "b", "a", "x"], id="begun again as the last time"),
        pytest.param([lambda path: path.unlink(), rewritten("c\n")], "abc", id="not there for a while"),
        pytest.param([rotated("", "c\n"), rotated("", "d\n"), append("e\n")], "abcde", id="rotated twice"),
    ],
)
def test_each_line_comes_once(tmp_path: Path, steps: list[Step], lines: str | list[str]) -> None:
    """A log that grows, is rotated, emptied, or replaced as a whole is one stream of lines."""
    path = tmp_path / "log"
    path.write_text("a\nb\n", encoding="utf-8")
    assert seen(path, *steps) == list(lines)


def test_a_log_that_begins_empty(tmp_path: Path) -> None:
    """A file without a byte is one that has not begun."""
    path = tmp_path / "log"
    path.touch()
    assert seen(path, append("a\n"), rotated("", "b\n")) == ["a", "b"]


def test_an_edited_log_is_refused(tmp_path: Path) -> None:
    """A long log that is other where it had been read already is named, and read no further."""
    path = tmp_path / "log"
    text = "".join(f"line {number}\n" for number in range(20_000))
    path.write_text(text, encoding="utf-8")
    assert len(seen(path, replaced(text + "more\n"))) == 20_001
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ImportFailed, match="was rewritten"):
        seen(path, replaced(text.replace("line 15000", "Line 15000") + "more\n"))


def test_it_can_be_enough_in_the_middle(tmp_path: Path) -> None:
    """Asked to end before the end of the file, reading stops there, and leaves no half of a line behind."""
    path = tmp_path / "log"
    path.write_text("a line\n" * 100_000, encoding="utf-8")
    asked: list[int] = []
    with pytest.raises(Enough), opened(path, Tail(lambda: None, lambda: len(asked) > 5)) as text:
        for line in text.file:
            asked.append(1)
            assert line == "a line\n"


def test_the_position_goes_on_over_parts(tmp_path: Path) -> None:
    """The position counts the bytes of all parts, and never falls."""
    path = tmp_path / "log"
    path.write_text("a\nb\n", encoding="utf-8")
    steps, positions = iter([rotated("", "c\n"), append("d\n"), nothing]), []
    over: list[bool] = []

    def idle() -> None:
        step = next(steps, None)
        over.append(True) if step is None else step(path)

    with opened(path, Tail(idle, lambda: bool(over))) as text:
        for _ in text.file:
            positions.append(text.position())
    assert positions == sorted(positions)
    assert positions[-1] == sum((tmp_path / name).stat().st_size for name in ("log", "log.1"))
