"""Notions that all rooms share: what a memory is, what a query may name, instants, ids, checks."""
