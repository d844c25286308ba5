"""Notes in Markdown: sections as memories, what they point at, and when they were written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters.front_matter import front_matter
from clew.adapters.importing import import_file
from clew.adapters.markdown import Markdown
from clew.adapters.protocol import Head
from clew.adapters.sections import Section, sections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from imported import drafted, imported

Write = Callable[..., Path]

PLAN = """---
tags: [build, "slow path"]
aliases:
  - The Plan   # as it was called
up: "[[Index]]"
date: 2025-02-27
---
Before all of it. #first and `#code`

# Plan

## Goals ##

- [ ] be fast, see [the other](sub/other%20note.md#why "why") and [the web](https://example.org/c.md)
- [x] be right, as in [[Old Plan#Goals|what we said]]

```python
# no heading
#notag
```
Open questions
---
See issue #12, #a/b and #done.

### Empty

## 2025-04-02 Meeting
We met.
"""
GOLDEN = [
    ("plan#", "plan", ["build", "slow path", "first"]),
    ("plan#Plan/Goals", "Plan > Goals", ["build", "slow path"]),
    ("plan#Plan/Open questions", "Plan > Open questions", ["build", "slow path", "a/b", "done"]),
    ("plan#Plan/Open questions/Empty", "Plan > Open questions > Empty", ["build", "slow path"]),
    ("plan#Plan/2025-04-02 Meeting", "Plan > 2025-04-02 Meeting", ["build", "slow path"]),
]


def cut(text: str) -> list[tuple[tuple[str, ...], str]]:
    """Return the headings and the words of each section of a text."""
    numbered = ((n, line, 0) for n, line in enumerate(text.split("\n"), start=1))
    return [(section.headings, section.text) for section in sections(numbered)]


def only(text: str) -> Section:
    return next(sections([(1, text, 0)]))


# ---- notes -------------------------------------------------------------------------------------------


def test_one_memory_for_each_section(write: Write) -> None:
    """A section is a memory with its headings, its words as they are, and the tags of the note and its own."""
    made = imported(Markdown(), write("plan.md", PLAN))
    assert made.bad == []
    assert [(unit["id"].rpartition("@")[0], unit["text"].split("\n")[0], unit["tags"]) for unit in made.units] == GOLDEN
    assert {(unit["type"], unit["task"], unit["source"]) for unit in made.units} == {("note", "plan", "plan.md")}
    body = made.units[1]["text"]
    assert "- [ ] be fast" in body and "```python\n# no heading\n#notag\n```" in body
    assert made.units[0]["text"].endswith("date: 2025-02-27\n\nBefore all of it. #first and `#code`")
    assert made.units[0]["meta"]["front_matter"]["aliases"] == ["The Plan"]
    assert made.units[2]["meta"] == {"headings": ["Plan", "Open questions"], "line": 21}


def test_what_a_section_points_at(write: Write) -> None:
    """A note's names and what it links to are entities, so that a link leads to the note of that name."""
    made = imported(Markdown(), write("plan.md", PLAN))
    assert made.units[0]["entities"][:3] == ["plan", "The Plan", "Index"]
    assert made.units[1]["entities"][:4] == ["plan", "The Plan", "other note", "Old Plan"]
    assert "c" not in made.units[1]["entities"]


def test_times(write: Write) -> None:
    """A section is as old as its heading says, else the head of the note, else its name, else the file."""
    feb, april = 1_740_614_400_000_000, 1_743_552_000_000_000
    assert [unit["at"] - feb for unit in imported(Markdown(), write("plan.md", PLAN)).units[:4]] == [1, 2, 3, 4]
    assert imported(Markdown(), write("plan.md", PLAN)).units[4]["at"] - april == 27
    assert imported(Markdown(), write("2025-04-02.md", "met")).units[0]["at"] - april == 1
    odd = write("2025-99-02-x.md", "---\ndate: soon\n---\nmet\n\n# then\nalso")
    os.utime(odd, ns=(0, april * 1000))
    times = [unit["at"] for unit in imported(Markdown(), odd).units]
    assert times == sorted(set(times)) and april - 100 < times[0] and times[-1] <= april


def test_a_folder_of_notes(write: Write, tmp_path: Path) -> None:
    """Notes are found in folders at any depth, in order; what is hidden, or no note, is left alone."""
    for name in ("b.md", "a/deep/c.MD", "a/d.markdown", ".obsidian/e.md", ".f.md", "g.txt"):
        write(f"notes/{name}", f"words of {name}")
    write("notes/link/../b2.md", "# only a heading")
    made = imported(Markdown(), tmp_path / "notes")
    assert [unit["source"] for unit in made.units] == ["b.md", "b2.md", "a/d.markdown", "a/deep/c.MD"]
    assert made.units[1]["text"] == "b2 > only a heading"
    assert [unit["task"] for unit in made.units] == [unit["source"] for unit in made.units]


def test_a_note_that_cannot_be_read(write: Write, tmp_path: Path) -> None:
    """A note that is damaged costs itself, and folders that lead into themselves are no trap."""
    write("notes/a.md", "one")
    write("notes/b.md", "two")
    (tmp_path / "notes" / "loop").symlink_to(tmp_path / "notes")
    (tmp_path / "notes" / "aa.md").symlink_to(tmp_path / "nowhere")
    made = imported(Markdown(), tmp_path / "notes")
    assert [unit["source"] for unit in made.units] == ["a.md", "b.md"]
    assert [number for number, _ in made.bad] == [2] and "aa.md is not there" in made.bad[0][1]


def test_an_edited_note(write: Write, store: clew.Engine, tmp_path: Path) -> None:
    """What did not change is known, wherever it moved; a section that was edited is a new memory beside the old one."""
    write("notes/plan.md", PLAN)
    first = import_file(store, tmp_path / "notes")
    assert (first.new, first.format) == (5, "markdown")
    assert import_file(store, tmp_path / "notes").new == 0
    write("notes/plan.md", PLAN.replace("We met.", "We met twice.").replace("## Goals", "## New\nwords\n\n## Goals"))
    grown = import_file(store, tmp_path / "notes")
    assert (grown.new, grown.known, grown.bad_count) == (2, 4, 0)


# ---- sections ----------------------------------------------------------------------------------------

CUTS = [
    ("a\n# b\nc", [((), "a"), (("b",), "c")]),
    ("# a\n## b\n# c\n### d", [((), ""), (("a",), ""), (("a", "b"), ""), (("c",), ""), (("c", "d"), "")]),
    ("#no\n####### no\n    # no\n\\# no", [((), "#no\n####### no\n    # no\n\\# no")]),
    ("# a # \n## c#\n#", [((), ""), (("a",), ""), (("a", "c#"), ""), (("",), "")]),
    ("a\n===\nb\n--\nc", [((), ""), (("a",), ""), (("a", "b"), "c")]),
    ("a\nb\n---\nc", [((), "a\nb\n---\nc")]),
    ("\n---\n- a\n---\n> a\n---\n| a |\n---", [((), "---\n- a\n---\n> a\n---\n| a |\n---")]),
    ("\n---\n---\n* * *\n---", [((), "---\n---\n* * *\n---")]),
    ("```\n# a\n~~~\n# b\n```\n# c", [((), "```\n# a\n~~~\n# b\n```"), (("c",), "")]),
    ("~~~~ x\n# a\n~~~\n~~~~~\n# c", [((), "~~~~ x\n# a\n~~~\n~~~~~"), (("c",), "")]),
    ("``` a ` b\n# c", [((), "``` a ` b"), (("c",), "")]),
    ("```\nopen\n# a", [((), "```\nopen\n# a")]),
]


@pytest.mark.parametrize(("text", "expected"), CUTS)
def test_what_is_a_heading(text: str, expected: list[Any]) -> None:
    """Headings are marked or underlined, as CommonMark has them; in a fence, a list, a quote or a table none is."""
    assert cut(text) == expected


@pytest.mark.parametrize(
    ("text", "tags", "links"),
    [
        ("#a #b-c, #d/e; (#f) #g.", ["a", "b-c", "d/e", "f", "g"], []),
        ("#12 a#b https://x.y/#z # h ## `#i` ``#j ` #k`` #été", ["été"], []),
        ("[[A]] [[b/C.md|x]] ![[D#e]] [[#own]] [[]] `[[no]]`", [], ["A", "C", "D"]),
        (
            "[x](a.md) [y](../b/c%20d.MD#e) [z](<f g.md> 'title') [no](http://h/i.md) [no](/j.md) [no](k.png)",
            [],
            ["a", "c d", "f g"],
        ),
    ],
)
def test_tags_and_links(text: str, tags: list[str], links: list[str]) -> None:
    """Tags have a letter and stand by themselves; links to notes are wikis' or Markdown's; in code there are none."""
    section = only(text)
    assert (section.tags(), section.links()) == (tags, links)


@pytest.mark.parametrize(
    ("text", "fields", "taken"),
    [
        ("---\na: 1\nB c: x # y\n---\nrest", {"a": "1", "b c": "x"}, 4),
        ("---\na: [x, 'y, z', ]\nb:\n- p\n  - 'q r'\nc:\n...", {"a": ["x", "'y", "z'"], "b": ["p", "q r"], "c": ""}, 7),
        ("---\n# remark\n\nurl: https://x.y/z: 1\n---", {"url": "https://x.y/z: 1"}, 5),
        ("---\na:\n  b: c\n---", {}, 4),
        ("---\na: |\n  text\n---", {}, 4),
        ("---\na: {b: c}\n---", {}, 3),
        ("---\n---", {}, 2),
        ("---\nno end", {}, 0),
        (" ---\na: b\n---", {}, 0),
        ("", {}, 0),
    ],
)
def test_the_head_of_a_note(text: str, fields: dict[str, Any], taken: int) -> None:
    """Names with words or lists of words are read; one that says more is kept as text, one without end is none."""
    lines = text.split("\n")
    head, count = front_matter(lines)
    assert (head.fields, count) == (fields, taken)
    assert head.text == "\n".join(lines[1 : count - 1] if count else [])


MARKS = st.sampled_from((*"#`~-=>|[]():./a1é \t\n", "```", "---", "[[", "]]", "](", ".md)"))


@settings(max_examples=200, deadline=None)
@given(marks=st.lists(MARKS, max_size=60))
def test_nothing_is_lost(marks: list[str]) -> None:
    """Whatever is written, each line is in the words of a section or is a heading, and nothing is there twice."""
    lines = "".join(marks).split("\n")
    found = list(sections((n, line, 0) for n, line in enumerate(lines, start=1)))
    headings = sum(len(line.strip()) > 0 for line in lines) - sum(
        len(line.strip()) > 0 for section in found for line in section.body
    )
    assert len(found) - 1 <= headings <= 2 * (len(found) - 1)
    assert all(isinstance(name, str) for section in found for name in (*section.tags(), *section.links()))


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=200) | st.lists(MARKS, max_size=60).map("".join), head=st.text(max_size=40))
def test_any_text_is_a_note(write: Write, text: str, head: str) -> None:
    """Whatever a note holds, it makes memories that can be kept, the same ones each time."""
    path = write("any.md", f"---\n{head}\n---\n{text}".encode("utf-8", "surrogatepass"))
    made = imported(Markdown(), path)
    assert all(map(drafted, made.units)) and made.bad == []
    assert imported(Markdown(), path).units == made.units


@pytest.mark.parametrize(
    "evil", ["`", "`a", "# ", "#", "[[", "](", "- ", " ", "---\n", "a: ", "[x](", "#1", "<", "\t#"]
)
def test_long_lines_take_no_time(write: Write, evil: str) -> None:
    """Lines that make a search go back and forth are read as fast as any others; the bound is that this test ends."""
    path = write("long.md", f"---\na{evil * 50_000}b\n---\n{evil * 100_000}x\n\n{evil * 10}")
    assert len(imported(Markdown(), path).units) >= 1


@pytest.mark.parametrize(
    ("name", "known"), [("a.md", True), ("a.Markdown", True), ("a.md.gz", True), ("a.txt", False), ("md", False)]
)
def test_what_is_recognised(write: Write, tmp_path: Path, name: str, known: bool) -> None:
    """A note is known by its name, a folder by a note in it at any depth."""
    path = write(f"notes/deep/{name}", "words")
    assert Markdown().recognises(Head(path, "words", None)) is known
    assert Markdown().recognises(Head(tmp_path / "notes")) is known
