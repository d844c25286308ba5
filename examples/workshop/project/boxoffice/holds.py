"""Seats held for a caller who has not paid yet. Expiry times stand on a grid of five minutes."""

from datetime import timedelta

from boxoffice.settings import setting

GRID = timedelta(minutes=5)


def expires(taken):
    """Return when a hold ends: the hold time, rounded to the grid."""
    end = taken + timedelta(minutes=setting("hold_minutes"))
    midnight = end.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + (end - midnight) // GRID * GRID
