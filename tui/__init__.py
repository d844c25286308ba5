"""The terminal app: a room that is kept for it; nothing is in it yet."""
