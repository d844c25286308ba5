"""Small facts about the store that are no events: the clock, the model of the vectors. Names are dotted, by owner."""

from __future__ import annotations

GET = "SELECT value FROM settings WHERE name = ?"
SET = "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"

CLOCK = "journal.clock"
"""The highest `recorded_at` that was not backdated, in microseconds."""
