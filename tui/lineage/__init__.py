"""What the room Lineage is made of: what is read, the picture of it, walking in it, what is told beside it.

wanted -> view (read and laid out beside the loop) -> picture -> sheet (what scrolls) and telling (the panel)
"""
