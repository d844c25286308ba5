"""The kind of a need, from its words alone: which strategy would serve it.

Signs, each with a weight; the kind whose signs weigh most is meant, and where two weigh nearly the same nothing is
sure. A plain question (`who`, `when`, `how many`) is a lookup unless something says more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT = "default"

FAULTS = r"fail(?:s|ed|ing|ures?)?|errors?|exceptions?|crash(?:es|ed)?|bugs?|broken?|broke|wrong|stuck|traceback"
LATELY = r"latest|newest|most recent(?:ly)?|current(?:ly)?|right now|nowadays|at the moment|up to date|these days"
GETTING = r"(?:should|could|can) (?:i|we) (?:get|buy|try|eat|cook|watch|read|give|wear)"
PLANNING = r"plan(?:s|ned|ning)? (?:for|to|the)|(?:make|draw up) a plan|next steps?|roadmap"

SIGNS: Mapping[str, tuple[tuple[str, float], ...]] = {
    "lookup": (
        (r"^\W*(?:who|whom|whose|when|where|which|how (?:many|much|old|long|often))\b", 1.0),
        (r"^\W*(?:what|which) (?:is|was|are|were|'s) (?:the|his|her|their|my|your|its)\b", 1.0),
        (r"\b(?:name|number|id|address|date|price|path|version) of\b", 1.0),
        (r"^\W*(?:wer|wem|wen|wann|wo|welche[mnrs]?|wie (?:viele?|lange|oft|alt))\b", 1.0),
        (r"谁|哪里|哪个|哪天|什么时候|几点|多少", 1.0),
    ),
    "recent": (
        (rf"\b(?:{LATELY})\b", 2.0),
        (r"\b(?:status|state) of\b|\bstill\b", 1.5),
        (r"\b(?:aktuell(?:e[mnrs]?)?|derzeit|zurzeit|momentan|neueste[mnrs]?|inzwischen)\b", 2.0),
        (r"最新|目前|现在|当前|最近|现状", 2.0),
    ),
    "diagnose": (
        (r"\bwhy\b|\bcaus(?:e|ed|es|ing)\b|\breasons?\b|\broot cause\b", 1.5),
        (rf"\b(?:{FAULTS})\b", 1.5),
        (r"\bdebug|\bdiagnos|\btroubleshoot|\bfix(?:ed|ing)?\b", 2.0),
        (r"\b(?:warum|wieso|weshalb|ursachen?|fehler|fehlgeschlagen|gescheitert|kaputt)\b", 2.0),
        (r"为什么|为何|原因|报错|失败|出错|错误|崩溃", 2.0),
    ),
    "recommend": (
        (r"\b(?:recommend|suggest)(?:s|ed|ations?|ions?|ing)?\b", 2.0),
        (rf"\b(?:ideas?|options?) for\b|\balternatives?\b|\bwhat {GETTING}\b", 2.0),
        (r"\b(?:empfiehl|empfehlen|empfehlung(?:en)?|vorschlag|vorschläge|vorschlagen)\b", 2.0),
        (r"推荐|建议|适合", 2.0),
    ),
    "plan": (
        (rf"\b(?:{PLANNING})\b|\bhow (?:should|shall|do|can) (?:i|we)\b", 2.0),
        (r"\b(?:goals?|constraints?|requirements?|deadlines?|prepar(?:e|ing))\b", 1.0),
        (r"\b(?:nächste[nrs]? schritte?|planung|geplant|vorhaben|wie sollen wir)\b", 2.0),
        (r"计划|规划|下一步|安排|打算", 2.0),
    ),
    "survey": (
        (r"\b(?:summar(?:y|ies|i[sz]e[sd]?)|overview|recap|wrap[- ]up|review)\b", 2.0),
        (r"\b(?:everything|all (?:that|we|i|the|of)|what do (?:we|i|you) know|so far|in general)\b", 1.5),
        (r"\b(?:zusammenfassung|zusammengefasst|überblick|rückblick|bisher)\b", 2.0),
        (r"总结|概述|回顾|综述|所有|全部|到目前为止", 2.0),
    ),
}

LONGEST = 2_000
"""Characters of a need that are read for its kind."""

MARGIN = 0.5
"""Weight by which the first kind has to lead, or it is not sure."""

_COMPILED = {
    kind: tuple((re.compile(pattern, re.IGNORECASE), weight) for pattern, weight in signs)
    for kind, signs in SIGNS.items()
}


@dataclass(frozen=True, slots=True)
class Kind:
    """name: of the strategy. sure: whether it leads by MARGIN, or nothing speaks for any."""

    name: str
    sure: bool


def kind_of(text: str) -> Kind:
    """Return the kind of need that a text is; `default` where nothing speaks for one. Never raises."""
    head = text[:LONGEST]
    weights = {kind: sum(w for sign, w in signs if sign.search(head)) for kind, signs in _COMPILED.items()}
    (first, most), (_, second) = sorted(weights.items(), key=lambda pair: -pair[1])[:2]
    if most == 0.0:
        return Kind(DEFAULT, sure=True)
    return Kind(first, sure=most - second >= MARGIN)
