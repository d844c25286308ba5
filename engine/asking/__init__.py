"""On the way out: a statement or a recall is made a tree, compiled, run, and recorded."""
