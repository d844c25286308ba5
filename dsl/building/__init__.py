"""The language from Python: builders that make the tree which a text would have made.

    clew.recall("compare vendor C", 5).intent("budget").near("T1/4").pareto("relevance", "recency")
    clew.match("(m:Memory)-[:CAUSED]->(n)").where("n.task = $task", task="T1").returning("m.id", "n.id")

A builder never changes: each method returns another. Names and values are given as Python values and are data, whatever
they hold; patterns, conditions and columns are given as text, read by the parser at once, so that a slip is an error on
the line where it was written. Operators on Python objects (`m.importance > 0.5`) were refused: `and`, `in` and `==`
cannot be made to mean what they mean in the language, and the text is the one notation that people have to learn.
"""
