"""Small facts about the store that are no events: the clock, the model of the vectors. Names are dotted, by owner."""

from __future__ import annotations

GET = "SELECT value FROM settings WHERE name = ?"
SET = "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
DROP = "DELETE FROM settings WHERE name = ?"

CLOCK = "journal.clock"
"""The highest `recorded_at` that was not backdated, in microseconds."""

FINGERPRINT = "embedding.fingerprint"
"""The model that made the vectors, as JSON; none before the first."""

SOURCE = "embedding.source"
"""By what name or folder that model is found again; none for the default, and for one that only a program can give."""

COMING = "embedding.coming"
"""The model whose vectors are staged, as JSON; none where no change is under way."""
