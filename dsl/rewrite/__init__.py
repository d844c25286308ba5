"""Passes over the stages of a plan: small pure functions, run in the one order that `planner.PASSES` shows."""
