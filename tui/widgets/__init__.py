"""What rooms are made of: each widget mirrors one thing, and posts what was done to it."""
