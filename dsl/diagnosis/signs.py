"""Wrong signs: quotes, comments, numbers, brackets, and the operators of other languages."""

from __future__ import annotations

import re
import unicodedata

from ...errors import QueryError, Span
from ..parsing.cursor import END
from ..parsing.strings import OPAQUE
from .scene import Scene

_CLOSER = {"(": ")", "[": "]", "{": "}"}
_PIECE = re.compile(rf"{OPAQUE}|[()\[\]{{}}]", re.DOTALL)
_NUMBER = re.compile(r"[\w.]+")
QUOTE = "'"

# What another language would write, and what is written here.
_FOREIGN = {
    "!=": "Not equal is written `<>`.",
    "==": "Equal is written with one sign, `=`.",
    "&&": "Both is written `AND`.",
    "||": "Either is written `OR`, and texts are joined by `+`.",
    "=>": "At least is written `>=`.",
    "=<": "At most is written `<=`.",
    ":=": "A name is given with `AS`.",
    "**": "A power is written `^`.",
    "->": "A property is reached by a point, as in `m.step`.",
    "--": "A comment begins with `//`, or stands between `/*` and `*/`.",
    "#": "A comment begins with `//`, or stands between `/*` and `*/`.",
    "!": "Not is written `NOT`.",
    "?": "A parameter is written with its name, as in `$need`; a choice is `CASE WHEN a THEN b ELSE c END`.",
    "@": "A parameter is written `$need`, without `@`.",
    "${": "A parameter is written `$need`, without brackets.",
    "$": "A parameter is written `$` and a name, as in `$need`.",
}
_LOOKALIKES = {
    **dict.fromkeys("“”„‟″«»", "Quotes are written `\"` or `'`."),
    **dict.fromkeys("‘’‚‛′‹›´", "Quotes are written `'` or `\"`."),
    **dict.fromkeys("–—−‐‑", "A minus, and the line of an edge, is written `-`."),
    **dict.fromkeys("→⟶⇒", "An edge is drawn `-->` or `-[:CAUSED]->`."),
    **dict.fromkeys("≤⩽", "At most is written `<=`."),
    **dict.fromkeys("≥⩾", "At least is written `>=`."),
    **dict.fromkeys("≠", "Not equal is written `<>`."),
    **dict.fromkeys("，、", "A comma is written `,`."),
    **dict.fromkeys("（", "A bracket is written `(`."),
    **dict.fromkeys("）", "A bracket is written `)`."),
    **dict.fromkeys("…", "A range is written with two points, `1..6`."),
    **dict.fromkeys("×", "Times is written `*`."),
    **dict.fromkeys("÷", "A division is written `/`."),
}


def quote_inside_text(scene: Scene) -> QueryError | None:
    """`'don't'`: the apostrophe ended the text."""
    if not re.fullmatch(r"\w'", scene.text[max(0, scene.at - 2) : scene.at]) or not scene.word.isalnum():
        return None
    return scene.error(
        f"The quoted text ends at the quote before `{scene.word}`.",
        "A quote inside is written `\\'`, or the text stands between double quotes: `\"don't\"`.",
        Span(scene.at - 1, scene.at),
    )


def doubled_quote(scene: Scene) -> QueryError | None:
    """`'it''s'`: a quote that is doubled, as SQL has it."""
    if scene.terminal != "STRING" or scene.text[max(0, scene.at - 1) : scene.at] != scene.word[0]:
        return None
    quote = scene.word[0]
    return scene.error(
        "A quote inside a text is not doubled.",
        f"It is written `\\{quote}`, or the text stands between {'double' if quote == QUOTE else 'single'} quotes.",
        Span(scene.at - 1, scene.at + 1),
    )


def unclosed_text(scene: Scene) -> QueryError | None:
    if scene.terminal or scene.word not in ("'", '"'):
        return None
    return scene.error(
        f"This text begins with {scene.word} and never ends.",
        f"Put another {scene.word} where it ends.",
        _rest_of_line(scene),
    )


def unclosed_name(scene: Scene) -> QueryError | None:
    if scene.terminal or scene.word != "`":
        return None
    return scene.error(
        "This name begins with a back-quote and never ends.", "Put another ` where it ends.", _rest_of_line(scene)
    )


def unclosed_comment(scene: Scene) -> QueryError | None:
    start = next((at for at in (scene.at, scene.at - 1) if scene.text.startswith("/*", at)), None)
    if start is None:
        return None
    return scene.error(
        "This comment begins with `/*` and never ends.", "Put `*/` where it ends.", Span(start, start + 2)
    )


def lookalike(scene: Scene) -> QueryError | None:
    if scene.terminal or scene.word not in _LOOKALIKES:
        return None
    return scene.error(f"`{scene.word}` only looks like a sign of the language.", _LOOKALIKES[scene.word])


def malformed_number(scene: Scene) -> QueryError | None:
    if scene.terminal or not scene.word.isdigit():
        return None
    match = _NUMBER.match(scene.text, scene.at)
    word = match[0] if match else scene.word
    if re.fullmatch(r"\d[\d_]*", word):
        hint = f"A number is written without `_`: {word.replace('_', '')}."
    elif word[:2].lower() in ("0x", "0o"):
        kind = "0 to 9 and a to f" if word[1] in "xX" else "0 to 7"
        hint = f"Behind `{word[:2]}` come the digits {kind}."
    else:
        hint = f"As a name it needs back-quotes, as a text it needs quotes: '{word}'."
    return scene.error(f"`{word}` is neither a number nor a name.", hint, Span(scene.at, scene.at + len(word)))


def foreign_sign(scene: Scene) -> QueryError | None:
    """An operator of another language. Its first sign may have been read already, as one of ours."""
    if scene.terminal == "PARAMETER":
        return None
    for sign, meaning in _FOREIGN.items():
        for start in (scene.at, scene.at - 1):
            if start >= 0 and scene.text.startswith(sign, start) and start + len(sign) > scene.at:
                return scene.error(f"`{sign}` is not in the language here.", meaning, Span(start, start + len(sign)))
    return None


def parameter_with_colon(scene: Scene) -> QueryError | None:
    name = re.match(r":(\w+)", scene.here)
    if name is None or "CASE" not in scene.accepts:
        return None
    span = Span(scene.at, scene.at + len(name[0]))
    return scene.error(f"`{name[0]}` is no value.", f"A parameter is written `${name[1]}`.", span)


def second_statement(scene: Scene) -> QueryError | None:
    if not scene.before.endswith(";"):
        return None
    return scene.error("Something follows the end of the statement.", "One text holds one statement; `;` ends it.")


def unclosed_bracket(scene: Scene) -> QueryError | None:
    """Point at the bracket that is still open, where closing it is what would help."""
    opened = _open_brackets(scene.text[: scene.at])
    if not opened:
        return None
    at, bracket = opened[-1]
    wanted = _CLOSER[bracket]
    if scene.word in (")", "]", "}"):
        message = f"This `{bracket}` is closed by `{scene.word}`."
    elif scene.terminal == END or at in {start for start, _ in _open_brackets(scene.text)}:
        message = f"This `{bracket}` is never closed."
    else:
        return None
    return (
        scene.error(message, f"Put `{wanted}` where it ends.", Span(at, at + 1))
        if _would_close(scene, wanted)
        else None
    )


def unopened_bracket(scene: Scene) -> QueryError | None:
    if scene.word not in (")", "]", "}") or _open_brackets(scene.text[: scene.at]):
        return None
    return scene.error(
        f"This `{scene.word}` closes nothing.", "Leave it out, or put its partner before what it closes."
    )


def unknown_sign(scene: Scene) -> QueryError | None:
    if scene.terminal:
        return None
    name = unicodedata.name(scene.word, "a sign without a name").lower()
    return scene.error(f"`{scene.word}` ({name}) means nothing here.", "In a text it stands between quotes.")


SIGNS = (
    quote_inside_text,
    doubled_quote,
    unclosed_text,
    unclosed_name,
    unclosed_comment,
    lookalike,
    malformed_number,
    foreign_sign,
    parameter_with_colon,
    second_statement,
    unclosed_bracket,
    unopened_bracket,
    unknown_sign,
)


def _open_brackets(text: str) -> list[tuple[int, str]]:
    """Return the brackets that are open at the end of a text: where, and which."""
    opened: list[tuple[int, str]] = []
    for piece in _PIECE.finditer(text):
        if piece[0] in _CLOSER:
            opened.append((piece.start(), piece[0]))
        elif opened and piece[0] == _CLOSER[opened[-1][1]]:
            opened.pop()
    return opened


def _would_close(scene: Scene, closer: str) -> bool:
    names = {")": "RPAR", "]": "RSQB", "}": "RBRACE"}
    return names[closer] in scene.accepts


def _rest_of_line(scene: Scene) -> Span:
    end = scene.text.find("\n", scene.at)
    return Span(scene.at, len(scene.text) if end < 0 else end)
