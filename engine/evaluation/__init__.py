"""Evaluation: what the language's values are, and what its expressions are worth.

This is openCypher's semantics in Python, for everything that is not pushed down to the graph: `values` and `temporal`
say what a value is, `logic`, `equality`, `ordering` and `arithmetic` what can be done with it, `compile_expr` how an
expression becomes a closure, `functions` and `folds` what can be called.
"""
