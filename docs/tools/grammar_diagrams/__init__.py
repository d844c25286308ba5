"""Draws the railroad diagrams of `docs/images/grammar` from the grammar itself: `make docs`.

Nothing is drawn by hand, so a diagram cannot say what the parser does not read. Cover rules are drawn as they are: the
grammar takes a little more than the language, and the pages beside the pictures say where.
"""
