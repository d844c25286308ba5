"""The graph engine behind one small door: private to a process, thrown away rather than trusted."""
