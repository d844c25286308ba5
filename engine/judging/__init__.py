"""Judging: how good an order of memories is for a need whose answers are known, and what made it so."""
