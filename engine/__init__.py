"""Plan -> rows; memory -> disk."""
