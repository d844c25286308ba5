"""What the journal's events add up to: plain columns, a graph, an adjacency, vectors. All of it can be made again."""
