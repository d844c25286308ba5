"""What each statement, clause and word means, in a sentence: for hover, for completion, and for a reference.

One table, keyed by the words as `diagnosis/examples.py` has them, where the forms that go with these sentences are.
"""

from __future__ import annotations

RECALL_CLAUSES = {
    "AS": "another name for the memory, which is `m` otherwise",
    "FOR": "the need, in words: searched by meaning and by words",
    "EXCLUDING": "a need to stay away from; HARD drops what matches it",
    "INTENT": "tags that speak for a memory: what the agent is trying to do; no filter",
    "ABOUT": "entities that speak for a memory; no filter",
    "REQUIRING": "words that must occur in a memory",
    "DOING": "only acts of these kinds: `m.action_type`",
    "TYPE": "only memories that have one of these types",
    "IN NAMESPACE": "other namespaces than that of the store's opening",
    "TASK": "only memories of these tasks",
    "STEPS": "only these steps of a task: `3` is step 3 alone, `1..` from 1 on",
    "SINCE": "happened then or later: a time, or a span back from the reference time",
    "UNTIL": "happened then or earlier",
    "BETWEEN": "happened between two times, both included",
    "AS OF": "as the store knew it then",
    "VALID AT": "held in the world then: `valid_from` to `valid_to`, open where null",
    "MIN TRUST": "trusted at least so far, in [0, 1]",
    "WITH ARCHIVED": "archived memories too",
    "WITHOUT INFERENCE": "by the words of the need alone, nothing guessed from them",
    "NEAR": "what is at hand; closeness to it is coherence, and it is no answer itself",
    "MATCH": "only memories that the pattern holds for; its names end with it",
    "WHERE": "any condition; it filters before anything is scored",
    "CANDIDATES": "how many of the most relevant are compared with each other",
    "USING": "a strategy: defaults for the clauses that are left out",
    "HALF LIFE": "after which time recency has halved; a type may have its own",
    "DECAY": "how recency falls with age: `exponential`, `linear` or `power`",
    "EXPLORE": "how an unsure value is taken: by its `mean`, its upper bound (`ucb`), or a draw (`thompson`)",
    "AT LEAST": "a floor for an objective: rather no answer than one under it",
    "PARETO BY": "the axes that are traded: what nothing else beats on all of them comes first",
    "RANK BY": "instead of fronts one number, the highest first",
    "DIVERSIFY BY": "answers that differ, rather than the same thing said again",
    "BUDGET": "as many answers as fit into so many tokens",
    "EXPAND": "what surrounds each answer, marked as such",
    "RETURN": "columns; else the memory, `front`, `rank`, `scores`, `why`",
    "LIMIT": "how many, where the number behind RECALL did not say it",
}
STATEMENTS = {
    "RECALL": "the memories that help with a need, sorted into Pareto fronts; every clause may be left out",
    "TRACE": "causes, effects, lineage and history of one memory, in the order of time",
    "TRACE CAUSES": "what brought a memory about, step by step",
    "TRACE EFFECTS": "what a memory brought about, step by step",
    "TRACE LINEAGE": "both its causes and its effects",
    "TRACE HISTORY": "what a memory superseded, and what superseded it",
    "TRACE PATH": "a shortest path between two memories",
    "EXPLAIN": "the plan of a statement as a tree; nothing is read",
    "PROFILE": "runs a statement and says what each stage of its plan did, and how long it took",
    "WHY": "why a memory is in a recall, or with NOT the stage that removed it",
    "COMPARE": "what entered, left and moved between a recall as of one moment and as of another",
    "RUN": "a saved intent, with arguments by place and by name",
    "SHOW": "what is there: tasks, tags, entities, types, agents, intents, strategies, objectives, counts",
    "REMEMBER": "a new memory, as a map of its fields",
    "LINK": "an edge from one memory to another; CAUSED goes from cause to effect",
    "UNLINK": "an edge between two memories, taken back",
    "REINFORCE": "makes memories more important",
    "PIN": "keeps memories from ageing: their importance is 1 until UNPIN",
    "UNPIN": "takes a pin back",
    "FEEDBACK": "how it went, for the memories of a recall or for memories by id",
    "FORGET": "hides memories; RESTORE brings them back",
    "RESTORE": "brings forgotten memories back",
    "PURGE": "takes memories away for good",
    "CONSOLIDATE": "one summary in the place of many memories",
    "DEFINE": "saves an intent, a strategy, a tag or a type under a name",
    "DEFINE INTENT": "saves a statement that reads under a name, for RUN; its parameters may have defaults",
    "DEFINE STRATEGY": "saves clauses of a recall under a name, for USING",
    "DEFINE TAG": "says what a tag means, and which tag is broader",
    "DEFINE TYPE": "says what a type of memory means, and how fast it ages",
    "DROP": "takes a definition away",
}
QUERY_CLAUSES = {
    "MATCH": "a pattern to look for: nodes in round brackets, edges as arrows",
    "OPTIONAL MATCH": "a pattern whose names are null where it is not found",
    "UNWIND": "a row for each item of a list",
    "WITH": "the columns that go on, each with a name; what is left out ends here",
    "WHERE": "a condition that rows must fulfil",
    "RETURN": "the columns of the answer",
    "ORDER BY": "the order of the rows, ascending unless DESC is said",
    "SKIP": "how many of the first rows are passed over",
    "LIMIT": "how many rows at most",
    "PARETO BY": "fronts instead of an order: what nothing else beats on all axes comes first; `front()` is its number",
    "UNION": "the rows of two queries with the same columns; without ALL each row once",
    "AS OF": "the graph as the store knew it then",
    "VALID AT": "only what held in the world then",
}
TRACE_CLAUSES = {
    "VIA": "the edges that are followed; CAUSED and FOLLOWS unless others are named",
    "DEPTH": "how many edges away: `3` is up to three, `1..6` from one to six",
}
WORDS = {
    "CASE": "the first branch whose condition is true, else what stands behind ELSE",
    "EXISTS": "whether a pattern is found, or a query inside the braces has rows",
    "COUNT": "how often a pattern is found, in braces; in round brackets, how many rows there are",
    "COLLECT": "a list of what a query returns, in braces; in round brackets, of what the rows hold",
    "IN": "whether a list holds a value",
    "CONTAINS": "whether a text holds another",
    "STARTS WITH": "whether a text begins with another",
    "ENDS WITH": "whether a text ends with another",
    "IS NULL": "whether there is no value",
    "IS NOT NULL": "whether there is a value",
    "DISTINCT": "each row, or each value of an aggregate, once",
    "PRIOR TO": "what stands before decides, and what stands behind only among its ties; it needs a TOLERANCE",
    "TOLERANCE": "how far values may differ and still count as equal",
    "PARTITION BY": "fronts of their own for each value",
    "ORDER FRONT BY": "the order inside a front",
    "FIRST FRONT ONLY": "no rows of later fronts, even where fewer come than were asked for",
    "ACTIVE": "the newest memories of the named tasks, else of this session",
    "HARD": "drops what matches, rather than ranking it lower",
    "DRY RUN": "says what would be done, and does nothing",
}


def meaning_of(words: str, statement: str = "") -> str:
    """Return what words mean in a statement of this kind (its first word), as part of a sentence; "" where unknown.

    Words of a longer phrase may be left out at the end: `ORDER` is `ORDER BY`.
    """
    in_recall = statement in ("RECALL", "STRATEGY")
    others = (STATEMENTS, QUERY_CLAUSES, TRACE_CLAUSES, WORDS)
    tables = (RECALL_CLAUSES, WORDS, STATEMENTS) if in_recall else others
    for table in tables:
        if words in table:
            return table[words]
    begun = (table[longer] for table in tables for longer in table if longer.startswith(f"{words} "))
    return next(begun, "")
