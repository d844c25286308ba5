"""Signs that say how a memory stands, the same in every picture, room and list: they are all that is left of a style
where nothing can be coloured or struck through.
"""

from __future__ import annotations

PINNED, SUPERSEDED, FORGOTTEN = "◆", "✗", "∅"
