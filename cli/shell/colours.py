"""The colours of a prompt: the language's own reading of what is typed, in the colours of the user's terminal."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.formatted_text.utils import split_lines
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style

from ...dsl.highlighting.highlight import highlight
from .reading import Entry

STYLE = Style.from_dict(
    {
        "clew.keyword": "ansiblue bold",
        "clew.constant": "ansimagenta",
        "clew.number": "ansimagenta",
        "clew.string": "ansigreen",
        "clew.parameter": "ansiyellow",
        "clew.label": "ansicyan",
        "clew.function": "ansicyan",
        "clew.comment": "ansibrightblack italic",
        "clew.error": "ansired underline",
        "clew.command": "ansiyellow bold",
        "prompt": "ansibrightblack",
        "prompt.writing": "ansired bold",
        "bottom-toolbar": "noreverse ansibrightblack",
        "bottom-toolbar.writing": "ansired bold",
    }
)


class ShellLexer(Lexer):
    """Colours an entry."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        lines = [list(line) for line in split_lines(_parts(document.text))]
        return lambda number: lines[number] if number < len(lines) else []


def _parts(text: str) -> StyleAndTextTuples:
    if Entry(text).is_command:
        return [("class:clew.command", text)]
    return [(f"class:clew.{kind}", text[start:end]) for start, end, kind in highlight(text)]
