"""Dates, times and durations as openCypher has them, to the nanosecond."""
