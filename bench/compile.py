"""How much does compiling add to parsing? Baseline: the bare Lark parse of the same text, which makes a tree."""

from __future__ import annotations

import clew
from clew import grammar
from clew.dsl.compiler import compile_statement
from clew.dsl.parsing.parser import parse
from clew.engine.asking.catalog import CATALOG
from harness import in_turn, report
from lark import Lark

QUERIES = {
    "recall": "RECALL 5 FOR 'compare vendor C in Q4' INTENT budget_analysis, vendor_evaluation ABOUT vendor_C, Q4 "
    "TASK 'T002' SINCE 90 DAYS NEAR ACTIVE 5 PARETO BY relevance, recency, coherence",
    "pattern": "MATCH (a:Memory)-[:FOLLOWS*1..3]->(b:Memory) WHERE a.task = '0-0' AND b.step > 3 "
    "RETURN b.step, b.action ORDER BY b.step LIMIT 10",
    "grouping": "MATCH (m:Memory)-[:MENTIONS]->(e:Entity) WHERE m.importance > 0.2 WITH e.name AS name, count(*) AS n "
    "WHERE n > 2 RETURN name, n ORDER BY n DESC, name LIMIT 20",
    "trace": "TRACE CAUSES OF '0-0/9' VIA CAUSED, FOLLOWS DEPTH 1..6 WHERE m.type = 'action'",
}
RUNS, BATCH = 15, 40


def main() -> None:
    bare = Lark(grammar.source(), parser="lalr", lexer="contextual")
    for name, text in QUERIES.items():

        def parse_bare(text: str = text) -> None:
            for _ in range(BATCH):
                bare.parse(text)

        def compile_fresh(text: str = text) -> None:
            for _ in range(BATCH):
                compile_statement(parse(text), CATALOG)

        def compile_cached(text: str = text) -> None:
            for _ in range(BATCH):
                clew.compile(text, CATALOG)

        parsed, compiled, cached = (
            seconds / BATCH for seconds in in_turn(RUNS, parse_bare, compile_fresh, compile_cached)
        )
        report(f"compile {name}", compiled, "bare Lark parse", parsed)
        report(f"compile {name}, again", cached, "bare Lark parse", parsed)


if __name__ == "__main__":
    main()
