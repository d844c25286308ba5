"""Bound tree to Plan: stages laid out, then rewritten by one visible tuple of passes."""
