"""The numeric core of recall: arrays in, arrays out; no disk, no clock, no model, no database.

    arms, spreading -> fusion ---.
    distance (coherence) --------+-> objectives -> pareto -> order -> selection
    information -----------------'                   |                    |
        |                                          layers            information
    adjacency -> traversal (TRACE)

Rows are positions in arrays: in `adjacency` and what walks it they are the memories of the store, 0..n-1; from
`objectives` on they are candidates. The executor translates between the two.
"""
