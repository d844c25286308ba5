"""Patterns and pushed predicates to Cypher for the graph engine; values only as parameters."""
