"""Words by which a text says that something is not as it was: told by marks, not by understanding."""

from __future__ import annotations

import re

CHANGES = (
    r"chang(?:e|ed|es|ing)|mov(?:e|ed|es)|switch(?:ed|es)?|replac(?:e|ed|es)|renam(?:e|ed)|renew(?:ed)?|rewr(?:ote|itten)"
    r"|updat(?:e|ed|es)|upgrad(?:e|ed)|downgrad(?:e|ed)|migrat(?:e|ed)|swapp?(?:ed)?|repaint(?:ed)?|reschedul(?:e|ed)"
    r"|postpon(?:e|ed)|cancell?(?:ed)?|extend(?:ed)?|rais(?:e|ed)|lower(?:ed)?|reduc(?:e|ed)|increas(?:e|ed)"
    r"|slipped|turned|handed|elected|correct(?:ed|ion)"
)
"""What is done to a thing that becomes another."""

SINCE = (
    r"now|no longer|not any ?more|any ?more|instead|from now on|these days|nowadays|by now|as of|since|new(?:er)?|again"
    r"|so far|up to date|meanwhile|previously|formerly|used to|at last|current(?:ly)?|latest|today"
    r"|this (?:week|month|year)"
)
"""That a time has come from which it is so."""

HAN = r"改为|改成|换成|换了|改了|搬到|搬家|现在|不再|已经|更新|取消|推迟|延期|新的|如今|目前|最新|変更|変わ|今は|もう"

CHANGE = re.compile(rf"\b(?:{CHANGES}|{SINCE})\b|{HAN}", re.IGNORECASE)
LONGEST = 2_000
"""Characters that are read: a long text has such a word somewhere, and it says nothing."""


def tells_a_change(text: str) -> bool:
    """Say whether a text speaks of a change. Linear in its length."""
    return CHANGE.search(text[:LONGEST]) is not None
