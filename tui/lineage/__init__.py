"""What the room Lineage is made of: what is read, the picture of it, walking in it, what is told beside it.

wanted -> view (read and laid out beside the loop, by what pruning leaves) -> picture -> sheet and telling

The sheet scrolls and is walked in; telling is what stands beside it.
"""
