"""A Plan as a tree that a person reads."""
