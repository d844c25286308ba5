"""What could stand at a place of a text, and what stands there: completion and hover, for shells and editors."""
