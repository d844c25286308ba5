"""Expressions to closures: what is compiled once for each stage, and run for each row."""
