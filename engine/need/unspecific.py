"""Whether a need asks for whatever there is: `what happened since last Tuesday?`, `上周发生了什么？`, `was ist neu?`.

Such a text has no words to be relevant by. Where it says a time, what lies in that time is the answer.
"""

from __future__ import annotations

import re

from .words import words_of

LISTED = """
happen happens happened happening occur occurred going new news latest recent recently lately change changed changes
update updates done went everything anything something things thing stuff
passiert passierte geschehen geschah los neu neues neuigkeiten getan gemacht geändert alles etwas
"""
HAPPENING = frozenset(LISTED.split())
"""Words that speak of whatever happened, in languages with spaces."""

CHINESE = "发生 什麼 什么 哪些 事情 我们 咱们 你们 大家 一切 变化 做 干 过 了 有 新 的 事 呢 吗 都 在 是 我 你"
UNSPACED = re.compile(rf"(?:{'|'.join(CHINESE.split())})+")
"""The same in Chinese, with its grammar, which no list of words can leave out."""


def is_unspecific(text: str, phrase: str) -> bool:
    """Return whether a need has no words but grammar, and those that speak of whatever happened, beside a time.

    phrase: what in the text says when; "" for nothing.
    """
    rest = text.replace(phrase, " ") if phrase else text
    return all(word in HAPPENING or UNSPACED.fullmatch(word) for word in words_of(rest))
