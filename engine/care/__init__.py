"""Caring for a store: look (`info`, `doctor`), mend (`cures`), copy (`backup`), shrink (`compact`), and change its
model (`reembed`) or its version (`journal.migration`). Nothing here answers a question about memories."""
