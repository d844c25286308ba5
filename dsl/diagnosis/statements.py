"""Mistakes in the statements that have few clauses: each by what was due, what stands there instead, and what helps.

A table and not functions: most are one pattern and one sentence, and a person who reads them side by side sees what is
missing. They are asked before the general rules, which know nothing of these statements.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...errors import QueryError
from .examples import STATEMENTS
from .scene import Scene


@dataclass(frozen=True, slots=True)
class Mistake:
    """statements: the words that they begin with. due: a terminal that could have come, "" for any. here: what came.

    hint: what helps; the form of the statement where it is empty. behind: what must have been read just before.
    """

    statements: tuple[str, ...]
    due: str
    here: str
    message: str
    hint: str = ""
    behind: str = ""


_TEXT = r"['\"]"
_BRACKETS = "The recall stands in round brackets."
_WHY_FORM = "For example `WHY NOT 'id' IN (RECALL 5 FOR 'what is needed')`."
_NO_CLAUSE = r"(?:LIMIT|WHERE|ORDER|RETURN|SKIP|WITH)\b"
_LINKS = ("LINK", "UNLINK")
_LIVES = ("FORGET", "RESTORE", "PURGE")
_BY_CONDITION = "`FORGET WHERE m.task = 'T002'` takes what the condition holds for; with `DRY RUN` it only lists it."

MISTAKES: tuple[Mistake, ...] = (
    Mistake(("WHY",), "LPAR", r"RECALL\b", _BRACKETS, _WHY_FORM),
    Mistake(("WHY",), "IN", r"\(", "Between the id and the recall stands IN.", _WHY_FORM),
    Mistake(("WHY",), "IN", r"NOT\b", "NOT stands before the id.", _WHY_FORM),
    Mistake(("WHY",), "IN", r",", "WHY asks about one memory at a time.", _WHY_FORM),
    Mistake(("WHY",), "STRING", r"IN\b", "WHY needs the id of a memory.", _WHY_FORM),
    Mistake(
        ("WHY",),
        "RECALL",
        r"(?:MATCH|TRACE)\b",
        "WHY looks into a recall, and not into another statement.",
        "A recall takes a pattern too: `WHY 'id' IN (RECALL MATCH (m)-[:CAUSED]->(x))`.",
    ),
    Mistake(("WHY",), "LPAR", r"\[", "WHY looks into a recall, and not into a list.", _WHY_FORM),
    Mistake(("WHY",), "$END", _NO_CLAUSE, "WHY tells all that it finds, and takes no further clauses."),
    Mistake(("COMPARE",), "LPAR", r"RECALL\b", _BRACKETS),
    Mistake(
        ("COMPARE",),
        "$END",
        _NO_CLAUSE,
        "COMPARE tells all that entered, left and moved, and takes no further clauses.",
        "What is recalled is said in the brackets; its columns are those of the comparison.",
    ),
    Mistake(("COMPARE",), "WITH", r"(?:AND|TO|AS)\b", "The second moment is written behind WITH AS OF."),
    Mistake(("COMPARE",), "AS", r"(?:['\"$]|\d)", "Both moments are written behind AS OF."),
    Mistake(("COMPARE",), "AS", r"(?:WITH|BETWEEN|FROM)\b", "COMPARE needs two moments, each behind AS OF."),
    Mistake(
        ("RUN",),
        "$END",
        _NO_CLAUSE,
        "RUN takes no further clauses.",
        "What is returned is said where it is saved: `DEFINE INTENT reviews AS RECALL 5 RETURN m.id, m.text`.",
    ),
    Mistake(("RUN",), "NAME", _TEXT, "The name of an intent stands without quotes."),
    Mistake(("RUN",), "LPAR", r"['\"$\d]", "Arguments stand in round brackets."),
    Mistake(("RUN",), "COLON", r"=", "An argument is named with `:`."),
    Mistake(("RUN",), "COLON", r"\.", "An argument is a value or a parameter, and no property."),
    Mistake(
        ("SHOW",),
        "$END",
        _NO_CLAUSE,
        "SHOW lists all that there is, and takes no further clauses.",
        "To choose among them, ask the graph: `MATCH (t:Tag) WHERE t.name STARTS WITH 'b' RETURN t.name`.",
    ),
    Mistake(
        ("SHOW",),
        "TAGS",
        r"MEMOR",
        "SHOW lists what memories meet in, and not the memories.",
        "Those are listed by `RECALL 20`, or by `MATCH (m:Memory) RETURN m LIMIT 20`.",
    ),
    Mistake(("REMEMBER",), "LBRACE", _TEXT, "What is remembered stands in braces, each field with its name."),
    Mistake(
        ("REMEMBER",),
        "PARAMETER",
        r"[^\W\d]\w*\s*$",
        "The name that a memory is given stands behind `$`.",
        "Write `REMEMBER {text: 'x'} AS $it`; later statements of the text know its id by that name.",
        behind=r"\bAS",
    ),
    Mistake(("REMEMBER",), "BY", r"['\"$]", "Behind CAUSED stands BY.", "For example `CAUSED BY 'id' BECAUSE 'why'`."),
    Mistake(_LINKS, "EDGE_OPEN", r"(?:<?-+>|<-+)", "The edge lacks its type."),
    Mistake(_LINKS, "EDGE_OPEN", r"['\"$\w]", "Between the two ids stands the edge."),
    Mistake(_LINKS, "STRING", r"\(", "The ids stand without brackets: nothing is matched here."),
    Mistake(_LINKS, "NAME", r":", "The type of the edge stands without `:` here."),
    Mistake(_LINKS, "STRING", r"<?-\[", "Two edges stand side by side.", "One LINK draws one edge between two ids."),
    Mistake(_LINKS, "$END", r"<?-\[", "One LINK draws one edge.", "Draw the next by a LINK of its own."),
    Mistake(("REINFORCE",), "BY", r"[\d.]", "How much is written behind BY."),
    Mistake(("FEEDBACK",), "OUTCOME", r".", "Before the outcome stands OUTCOME."),
    Mistake(("FEEDBACK",), "FOR", r"(?:RECALL|MEMORY)\b", "Before what it is for stands FOR."),
    Mistake(("FEEDBACK",), "MEMORY", r"['\"$]", "Say what the id is of: a MEMORY, or a RECALL."),
    Mistake(_LIVES, "WHERE", r"(?:ALL|EVERYTHING)\b|\*", "Say by a condition which memories are meant.", _BY_CONDITION),
    Mistake(_LIVES, "WHERE", r"(?:TASK|TYPE|TAG)\b", "What is meant is said by a condition here.", _BY_CONDITION),
    Mistake(_LIVES, "STRING", r"\w+\s+WHERE\b", "The memory is called `m` already.", _BY_CONDITION),
    Mistake(_LIVES, "DRY", r"WHERE\b", "Ids and a condition exclude each other.", "Keep the one that you mean."),
    Mistake(("CONSOLIDATE",), "TASK", r"['\"$]", "Say what the name is of: TASK."),
    Mistake(("DEFINE",), "", r"", "What is defined needs a name.", behind=r"DEFINE\s+(?:INTENT|STRATEGY)\s+AS"),
    Mistake(("DEFINE",), "AS", r"(?:RECALL|MATCH|TRACE|WHY|RUN)\b", "Before the statement stands AS."),
    Mistake(("DEFINE",), "PARAMETER", r"[^\W\d]\w*\s*[,)=]", "A parameter is written with `$`."),
    Mistake(("DEFINE STRATEGY",), "USING", r"RECALL\b", "A strategy is clauses of a recall, without RECALL."),
    Mistake(("DEFINE TAG",), "UNDER", r"(?:IN|OF|BELOW)\b", "The broader tag stands behind UNDER."),
    Mistake(("DEFINE",), "DESCRIBED", r"DESCRIPTION\b", "What it means stands behind DESCRIBED."),
    Mistake(("DEFINE TYPE",), "DAYS", r"", "A half-life has a unit of time."),
    Mistake(
        ("DEFINE INTENT",),
        "RECALL",
        r"(?:REMEMBER|LINK|UNLINK|REINFORCE|PIN|UNPIN|FEEDBACK|FORGET|RESTORE|PURGE|CONSOLIDATE|DEFINE|DROP)\b",
        "An intent holds a statement that reads.",
        "A statement that writes is sent whole each time, with parameters for what changes.",
    ),
    Mistake(("DROP",), "INTENT", _TEXT, "Say what goes: INTENT, STRATEGY, TAG or TYPE."),
)


def known_mistake(scene: Scene) -> QueryError | None:
    """One of the table, in a statement whose words were read."""
    statement = scene.statement()
    if statement is None:
        return None
    for mistake in MISTAKES:
        of_it = statement in mistake.statements or statement.split()[0] in mistake.statements
        due = not mistake.due or mistake.due in scene.accepts
        read = not mistake.behind or scene.just_before(mistake.behind, re.IGNORECASE) is not None
        if of_it and due and read and re.match(mistake.here, scene.here, re.IGNORECASE):
            return scene.error(mistake.message, mistake.hint or f"For example `{STATEMENTS[statement]}`.")
    return None


PLAIN = (known_mistake,)
