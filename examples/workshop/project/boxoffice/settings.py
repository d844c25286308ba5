"""Settings: one JSON file. A dated setting is a list of {from, value}, oldest first."""

import json
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = ROOT / "config" / "settings.json"


def setting(name, default=None):
    return json.loads(FILE.read_text()).get(name, default)


def dated(entries, on):
    """Return the value in force on a day."""
    value = entries[0]["value"]
    for entry in entries:
        if date.fromisoformat(entry["from"]) < on:
            value = entry["value"]
    return value
