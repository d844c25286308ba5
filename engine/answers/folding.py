"""Lines as wide as there is room: a text is broken between words, by the cells that it takes on a screen."""

from __future__ import annotations

from rich.cells import cell_len, chop_cells


def fold(text: str, width: int) -> list[str]:
    """Return a text of one line as lines of at most `width` cells, broken between words where that can be done."""
    if cell_len(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(longer) <= width:
            lines[-1] = longer
            continue
        pieces = chop_cells(word, width) or [""]
        lines[-1:] = [lines[-1], *pieces] if lines[-1] else pieces
    return lines


def fold_all(text: str, width: int) -> list[str]:
    """Return a text of any number of lines as lines of at most `width` cells, each as far in as it began."""
    return [line for paragraph in text.expandtabs(4).split("\n") for line in _indented(paragraph, max(1, width))]


def _indented(paragraph: str, width: int) -> list[str]:
    words = paragraph.lstrip(" ")
    indent = " " * min(len(paragraph) - len(words), width // 2)
    return [indent + line for line in fold(words, width - len(indent))]
