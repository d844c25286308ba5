"""What the language understands and does not do yet, each with what does the work today.

Kept apart because several places need it: a clause that is right and refused, a text that goes wrong inside one (its
syntax is not worth learning first), and the lists of what could stand somewhere, which offer only what works.
"""

from __future__ import annotations

from ...errors import CapabilityError, UnsupportedError
from .. import ast

CLAUSES = {
    "EXCLUDING": "exclude words with `WHERE NOT matches(m, 'words')`.",
    "REQUIRING": "write `WHERE matches(m, 'words')`.",
    "AS OF": "use `MATCH (m:Memory) AS OF ...`; `UNTIL` asks for what had happened by then.",
    "DIVERSIFY BY": "use `PARTITION BY` in PARETO BY.",
    "BUDGET": "use LIMIT; `context(need, budget=...)` in Python packs an answer into so many tokens.",
    "EXPAND": "use `TRACE CAUSES OF (RECALL 1 ...)`.",
}
STATEMENTS = {
    "WHY": "The reasons of a hit are its `why` column; `TRACE CAUSES OF 'id'` follows causes.",
    "SHOW": "`clew stats` counts what there is, and `MATCH (t:Tag) RETURN t.name` lists the tags.",
    "COMPARE": "Ask twice and compare the answers: `RECALL ... UNTIL '2024-03-01'`, or `MATCH ... AS OF '2024-03-01'`.",
    "RUN": "Keep the text in your program, and give what changes as a parameter: `RECALL 5 FOR $need`.",
}


def refusal(clause: str) -> tuple[str, str]:
    """Return the sentence that refuses a clause of a recall, and what to write instead."""
    return f"`{clause}` is not supported in a recall yet.", f"Leave it out, or {CLAUSES[clause]}"


def clause_of(words: list[str]) -> str | None:
    """Return the refused clause that these keywords begin: DIVERSIFY alone is enough, AS alone is another clause."""
    first, both = "".join(words[:1]), " ".join(words[:2])
    return next((clause for clause in CLAUSES if clause in (first, both, f"{first} BY")), None)


def unsupported(statement: ast.Why | ast.Compare | ast.Run | ast.Show) -> UnsupportedError:
    word = type(statement).__name__.upper()
    return UnsupportedError(f"`{word}` is not supported yet.", span=statement.span, hint=STATEMENTS[word])


def written(statement: ast.Writing) -> CapabilityError:
    return CapabilityError(
        "This statement writes, and a query only reads.",
        span=statement.span,
        hint="Memories are written from Python (`remember`, `link`, `forget`) or by `clew remember`.",
    )
