"""Wrong shapes: edges, maps, ranges, labels and slots that were nearly right."""

from __future__ import annotations

import re

from ...errors import QueryError, Span
from .scene import Scene

_TIME_CLAUSES = ("SINCE", "UNTIL", "BETWEEN", "AS OF", "VALID AT")
_NAME_CLAUSES = ("INTENT", "ABOUT", "DOING", "TYPE", "IN NAMESPACE", "TASK", "NEAR", "USING")
_WORD = r"[\w.:/@-]+"


def edge_drawn_wrong(scene: Scene) -> QueryError | None:
    """`(a)->(b)`, `(a)-(b)`, `(a)=>(b)`, `(a)-:CAUSED->(b)`: behind a node, where an edge was due."""
    arrow = re.match(r"<?[-=]+>?|[→←]", scene.here)
    if arrow is None or not {"EDGE", "EDGE_OPEN"} & scene.accepts or not scene.before.endswith(")"):
        return None
    return scene.error(
        f"`{arrow[0]}` is not how an edge is drawn.",
        "Edges are `-->`, `<--`, `--`, and with more to say `-[:CAUSED]->`, `<-[e:CAUSED]-`, `-[:CAUSED*1..4]->`.",
        Span(scene.at, scene.at + len(arrow[0])),
    )


def edge_not_finished(scene: Scene) -> QueryError | None:
    """`-[:CAUSED](b)`: the edge has no second half."""
    if "ARROW" not in scene.accepts:
        return None
    if scene.word == "{":
        return scene.error("How long a walk is stands inside its brackets.", "For example `-[:CAUSED*1..3]->`.")
    return scene.error("This edge has no second half.", "Behind `]` comes `->` or `-`, as in `(a)-[:CAUSED]->(b)`.")


def node_without_brackets(scene: Scene) -> QueryError | None:
    """`MATCH a-->b`, `(a)-->b`: a node needs its round brackets."""
    last = scene.words_read()[-1:]
    if scene.accepts == frozenset(("LPAR",)) and scene.word == "{":
        return scene.error("How long a walk is stands inside its brackets.", "For example `-[:CAUSED*1..3]->`.")
    if scene.accepts == frozenset(("LPAR",)) and scene.word.upper() in ("RETURN", "WHERE", "WITH", "MATCH"):
        return scene.error("This edge leads to no node.", "Write `()` behind it, or `(b)` to give the node a name.")
    if scene.accepts == frozenset(("LPAR",)) and re.match(r"\w", scene.here):
        return scene.error("A node stands in round brackets.", f"Write `({scene.word})`.")
    if last == ["MATCH"] and scene.accepts == frozenset(("EQUAL", "LPAR")) and re.match(r"[-<:\w]", scene.here):
        name = scene.just_before(r"(?:\w+|`(?:[^`]|``)+`)")
        hint = f"Write `({name[0]})`." if name and re.match(r"\w", scene.here) else "For example `MATCH (a)-->(b)`."
        return scene.error("A node stands in round brackets.", hint, name and Span(*name.span()))
    return None


def equals_in_map(scene: Scene) -> QueryError | None:
    if scene.accepts != frozenset(("COLON",)) or scene.word != "=":
        return None
    return scene.error("In a map the key is followed by `:`.", "For example `{type: 'fact'}`.")


def no_key(scene: Scene) -> QueryError | None:
    """`{'type': 'fact'}`, `{1}`: in a map each value has a name."""
    if "NAME" not in scene.accepts or not scene.accepts <= {"NAME", "RBRACE"} or scene.before[-1] not in "{,":
        return None
    if scene.terminal == "STRING":
        return scene.error("The key of a map is a name, without quotes.", f"Write `{_as_name(scene.word)}: ...`.")
    return scene.error("In a map each value has a name.", "For example `{type: 'fact', step: 3}`.")


def list_in_round_brackets(scene: Scene) -> QueryError | None:
    if scene.word != "," or "RPAR" not in scene.accepts or "COMMA" in scene.accepts:
        return None
    return scene.error("Round brackets hold one value.", "A list stands in square brackets: `[1, 2]`.")


def exists_without_braces(scene: Scene) -> QueryError | None:
    """`EXISTS (a)-->(b)` was read as a call and a subtraction."""
    drawn = scene.just_before(r"\b(exists|count)\s*(\([^()]*\))\s*[-<][-<>\[:\w\s]*", re.IGNORECASE)
    if drawn is None:
        return None
    word = drawn[1].upper()
    return scene.error(
        f"The pattern behind {word} stands in braces.",
        f"For example `{word} {{ {drawn[2]}-->() }}`.",
        Span(drawn.start(), drawn.end(2)),
    )


def map_as_parameter(scene: Scene) -> QueryError | None:
    if scene.terminal != "PARAMETER" or not {"LBRACE", "COLON"} <= scene.accepts:
        return None
    return scene.error(
        "A pattern takes its properties one by one, not as a whole.",
        f"For example `{{type: {scene.word}}}`.",
    )


def range_with_minus(scene: Scene) -> QueryError | None:
    if scene.word not in ("-", ":") or "`..`" not in scene.choices() or not scene.before[-1].isdigit():
        return None
    return scene.error("A range is written with two points.", "For example `1..6`, `..6` or `2..`.")


def wide_label(scene: Scene) -> QueryError | None:
    """`WHERE m:Fact|Task`: there the bar could also be that of a comprehension."""
    label = scene.just_before(r":\s*([\w`]+)")
    if scene.word != "|" or label is None:
        return None
    return scene.error("Labels with `|` need round brackets in an expression.", f"For example `m:({label[1]}|Task)`.")


def name_with_hyphen(scene: Scene) -> QueryError | None:
    """`ABOUT vendor-C`: what is not a bare name needs quotes."""
    if scene.clause() not in _NAME_CLAUSES or not re.match(r"[-.:/@]\w|\w", scene.here):
        return None
    touches = scene.before == scene.text[: scene.at]
    before = scene.just_before(_WORD) if touches else None
    after = re.match(_WORD, scene.here)
    whole = (before[0] if before else "") + (after[0] if after else "")
    if whole.isidentifier() or (whole.isdecimal() and not before and scene.terminal == "NAME"):
        return None
    start = scene.at - (len(before[0]) if before else 0)
    return scene.error(
        f"`{whole}` is no bare name.",
        f"Write it in quotes: '{whole}'. A bare name is letters, digits and underscores, and begins with no digit.",
        Span(start, start + len(whole)),
    )


def malformed_time(scene: Scene) -> QueryError | None:
    if scene.clause() not in _TIME_CLAUSES or ("STRING" not in scene.accepts and "DAYS" not in scene.accepts):
        return None
    bare = scene.just_before(r"\d{4}")
    date = re.match(r"\d{4}[-/.]\d+[-/.]\d+[\w:.+-]*", scene.text[bare.start() :]) if bare else None
    if bare and date:
        start = bare.start()
        return scene.error("A date stands in quotes.", f"Write '{date[0]}'.", Span(start, start + len(date[0])))
    return scene.error(
        "A time is due here.",
        "A time is a quoted date, '2024-03-01', a parameter, or a span before now, such as `7 DAYS` or `12 HOURS`.",
    )


SHAPES = (
    edge_drawn_wrong,
    edge_not_finished,
    node_without_brackets,
    equals_in_map,
    no_key,
    list_in_round_brackets,
    exists_without_braces,
    map_as_parameter,
    range_with_minus,
    wide_label,
    name_with_hyphen,
    malformed_time,
)


def _as_name(quoted: str) -> str:
    inner = quoted[1:-1]
    return inner if inner.isidentifier() else f"`{inner}`"
