"""Suites: needs whose answers are known, read from data that was made for something else, or for this."""
