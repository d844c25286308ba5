"""The lineage of a memory as a layered drawing in the cells of a terminal: causes to the left, effects to the right.

    Lineage -> cards -> ranking -> ordering -> placing -> routing -> Layout -> draw

The frame is that of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures"
(1981): columns, bends where an edge passes a column, an order with few crossings, and coordinates. What differs comes
from cells: everything is whole numbers, each edge has a row of its own at the side of a box, and a label lies on the
last stretch of its edge, where no other line can be. So nothing ever has to be checked for collisions afterwards.
"""
