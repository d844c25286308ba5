"""A page of the reference: its sections, its tables, and the blocks that are run."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
INDEX = DOCS / "language.md"
PAGES = (INDEX, *sorted((DOCS / "language").glob("*.md")))

_BLOCK = re.compile(
    r"^(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<kind>clew|python|sh)\n(?P<code>.*?)^```\n"
    r"(?:```(?P<shown>text|json)\n(?P<said>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """kind: `clew`, `python` or `sh`. said: the answer that is shown below it, None where none is. file: where the code
    is written to, instead of being run.
    """

    kind: str
    code: str
    said: str | None
    file: str | None


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def blocks(page: str) -> list[Block]:
    return [_block(found) for found in _BLOCK.finditer(page)]


def answered(page: str, answer: Callable[[Block], str]) -> str:
    """Return a page with what is said below its blocks made anew; each block is asked once, in order."""

    def made(found: re.Match[str]) -> str:
        said = answer(_block(found))
        if found["said"] is None:
            return found[0]
        whole, at = found[0], found.start()
        return whole[: found.start("said") - at] + said + whole[found.end("said") - at :]

    return _BLOCK.sub(made, page)


def _block(found: re.Match[str]) -> Block:
    return Block(found["kind"], found["code"], found["said"], found["file"])


def with_tables(page: str, tables: dict[str, str]) -> str:
    """Return a page with the tables between its markers made anew."""
    for name, table in tables.items():
        pattern = rf"(<!-- {name}:begin -->\n).*?(<!-- {name}:end -->)"
        page = re.sub(pattern, lambda found, table=table: found[1] + table + found[2], page, flags=re.DOTALL)
    return page


# ---- parts of a page -----------------------------------------------------------------------------


def titles(page: str, level: int) -> list[str]:
    """Return the headings of a level, in order."""
    return re.findall(rf"^{'#' * level} (.+)$", page, re.MULTILINE)


def section(page: str, title: str) -> str:
    """Return what stands below a heading, up to the next of its level or above."""
    begun = re.search(rf"^(#+) {re.escape(title)}\n", page, re.MULTILINE)
    assert begun, f"There is no section `{title}`."
    return re.split(rf"^#{{1,{len(begun[1])}}} ", page[begun.end() :], flags=re.MULTILINE)[0]


def cells(text: str) -> list[list[str]]:
    """Return the rows of the tables of a text, without their heads. A bar in a cell is written `\\|`."""
    body = re.sub(r"^.*\n\| ---.*\n", "", text, flags=re.MULTILINE)
    return [_cells(line) for line in body.splitlines() if line.startswith("|")]


def _cells(line: str) -> list[str]:
    parts = re.split(r"(?<!\\)\|", line.removeprefix("|").removesuffix("|"))
    return [part.strip().replace("\\|", "|") for part in parts]


def code(text: str) -> str:
    return text.strip("`")


def anchor(title: str) -> str:
    """Return the anchor that a heading gets."""
    return re.sub(r"[^\w\s-]", "", title.lower()).replace(" ", "-")
