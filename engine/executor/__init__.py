"""The executor: a Plan's stages, one function each, from the graph to the answer.

`run` walks the stages. Those of a pattern query take and give a `Table` of bindings (`scan`, `rows`, `aggregates`);
those of a recall take and give candidates, up to `emit`, which makes a Table of them.
"""
