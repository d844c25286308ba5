"""A form that works for each statement, clause and construct: what an error shows, and a reference can show too.

Each is a whole clause as it would be written. A test puts every one of them into a statement and parses it.
"""

from __future__ import annotations

RECALL_CLAUSES = {
    "AS": "AS m",
    "FOR": "FOR 'what is needed'",
    "EXCLUDING": "EXCLUDING HARD 'spicy food'",
    "INTENT": "INTENT budget_analysis, 'vendor review'",
    "ABOUT": "ABOUT vendor_C, 'Q4 report'",
    "REQUIRING": "REQUIRING 'invoice'",
    "DOING": "DOING search, 'file.read'",
    "TYPE": "TYPE decision, constraint",
    "IN NAMESPACE": "IN NAMESPACE planner, shared",
    "TASK": "TASK 'T002'",
    "STEPS": "STEPS 3..9",
    "SINCE": "SINCE 7 DAYS",
    "UNTIL": "UNTIL '2024-03-01'",
    "BETWEEN": "BETWEEN '2024-01-01' AND '2024-03-01'",
    "AS OF": "AS OF '2024-03-01T12:00:00Z'",
    "VALID AT": "VALID AT '2024-03-01'",
    "MIN TRUST": "MIN TRUST 0.5",
    "WITH ARCHIVED": "WITH ARCHIVED",
    "WITHOUT INFERENCE": "WITHOUT INFERENCE",
    "NEAR": "NEAR ACTIVE 5",
    "MATCH": "MATCH (m)-[:CAUSED]->(e:Memory)",
    "WHERE": "WHERE m.confidence >= 0.6",
    "CANDIDATES": "CANDIDATES 200",
    "USING": "USING recent",
    "HALF LIFE": "HALF LIFE 7 DAYS",
    "DECAY": "DECAY power",
    "EXPLORE": "EXPLORE ucb",
    "AT LEAST": "AT LEAST relevance 0.3",
    "PARETO BY": "PARETO BY relevance MAX, cost MIN",
    "RANK BY": "RANK BY 0.7 * relevance + 0.3 * recency",
    "DIVERSIFY BY": "DIVERSIFY BY type",
    "BUDGET": "BUDGET 2000 TOKENS",
    "EXPAND": "EXPAND CAUSES 1, STEPS 2",
    "RETURN": "RETURN m.id AS id, front",
    "LIMIT": "LIMIT 10",
}
QUERY_CLAUSES = {
    "MATCH": "MATCH (a:Memory)-[:CAUSED]->(b)",
    "OPTIONAL MATCH": "OPTIONAL MATCH (a)-->(b)",
    "UNWIND": "UNWIND [1, 2, 3] AS x",
    "WITH": "WITH a, count(*) AS n",
    "RETURN": "RETURN a.id AS id, a.step",
}
ENDINGS = {
    "ORDER BY": "ORDER BY a.step DESC",
    "SKIP": "SKIP 10",
    "LIMIT": "LIMIT 10",
    "PARETO BY": "PARETO BY a.importance MAX, a.step MIN",
}
STATEMENTS = {
    "RECALL": "RECALL 5 FOR 'what is needed'",
    "TRACE": "TRACE CAUSES OF 'id' DEPTH 1..3",
    "TRACE PATH": "TRACE PATH FROM 'a' TO 'b' DEPTH ..8",
    "TRACE HISTORY": "TRACE HISTORY OF 'id'",
    "EXPLAIN": "EXPLAIN RECALL 5 FOR 'what is needed'",
    "PROFILE": "PROFILE RECALL 5 FOR 'what is needed'",
    "WHY": "WHY NOT 'id' IN (RECALL 5 FOR 'what is needed')",
    "COMPARE": "COMPARE (RECALL 5) AS OF '2024-01-01' WITH AS OF '2024-02-01'",
    "RUN": "RUN reviews(vendor: 'C')",
    "SHOW": "SHOW TAGS",
    "REMEMBER": "REMEMBER {text: 'what happened', type: 'decision'}",
    "LINK": "LINK 'a' -[CAUSED {reason: 'why'}]-> 'b'",
    "UNLINK": "UNLINK 'a' -[CAUSED]-> 'b'",
    "REINFORCE": "REINFORCE 'id' BY 0.2",
    "PIN": "PIN 'id'",
    "UNPIN": "UNPIN 'id'",
    "FEEDBACK": "FEEDBACK OUTCOME success FOR MEMORY 'id'",
    "FORGET": "FORGET 'id'",
    "RESTORE": "RESTORE 'id'",
    "PURGE": "PURGE 'id' DRY RUN",
    "CONSOLIDATE": "CONSOLIDATE TASK 'T002'",
    "DEFINE INTENT": "DEFINE INTENT reviews($vendor) AS RECALL 5 FOR 'review' ABOUT $vendor",
    "DEFINE STRATEGY": "DEFINE STRATEGY newest AS PARETO BY relevance, recency",
    "DEFINE TAG": "DEFINE TAG 'invoice' UNDER 'budget' DESCRIBED 'bills that came'",
    "DEFINE TYPE": "DEFINE TYPE 'lesson' DESCRIBED 'what to do next time' HALF LIFE 90 DAYS",
    "DROP": "DROP INTENT reviews",
}
TRACE_CLAUSES = {"VIA": "VIA CAUSED, FOLLOWS", "DEPTH": "DEPTH 1..6"}
EXPRESSIONS = {
    "CASE": "CASE WHEN m.step > 3 THEN 'late' ELSE 'early' END",
    "EXISTS": "EXISTS { (m)<-[:SUPERSEDES]-() }",
    "COUNT": "COUNT { (m)-[:CAUSED]->() }",
    "COLLECT": "COLLECT { MATCH (m)-[:CAUSED]->(n) RETURN n.id ORDER BY n.step LIMIT 3 }",
    "IS": "m.task IS NOT NULL",
    "IN": "m.type IN ['fact', 'decision']",
    "STARTS": "m.id STARTS WITH 'm-'",
    "ENDS": "m.id ENDS WITH '-1'",
}
EXAMPLES = EXPRESSIONS | TRACE_CLAUSES | RECALL_CLAUSES | ENDINGS | QUERY_CLAUSES | STATEMENTS
