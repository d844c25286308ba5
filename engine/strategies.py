"""Named presets of a recall, as data. Each constant carries its reason, and where there is one the measurement that
chose it.

A preset never mixes objectives by hidden weights: it says which axes are traded, how low relevance may go, and how
rows that no other row beats are put in order.
"""

from __future__ import annotations

from ..dsl.catalog import ObjectiveDef, StrategyDef

OBJECTIVES: tuple[ObjectiveDef, ...] = (
    ObjectiveDef("relevance", "MAX", "how well it answers the need, by every arm together", "need"),
    ObjectiveDef("recency", "MAX", "how new it is at the reference time"),
    ObjectiveDef(
        "coherence", "MAX", "how close it stands to the anchors in the graph of causes, steps and hubs", "near"
    ),
    ObjectiveDef("importance", "MAX", "how important it is: base, reinforced by use, decayed; pins are 1"),
    ObjectiveDef("confidence", "MAX", "how far its source is sure of it"),
    ObjectiveDef("cost", "MIN", "how many tokens it takes"),
)

DEFAULT = StrategyDef(
    name="default",
    objectives=("relevance", "recency", "coherence"),
    floor=0.1,
    order="knee",
    k=10,
    candidates=200,
    half_life_days=30.0,
    doc="what matters now: relevance, traded against what is new and what stands close to the work at hand",
    tolerance=(("relevance", 0.02), ("recency", 0.05), ("coherence", 0.05)),
)
LOOKUP = StrategyDef(
    name="lookup",
    objectives=("relevance", "coherence"),
    floor=0.1,
    order="relevance",
    k=5,
    candidates=100,
    half_life_days=30.0,
    doc="one fact: relevance first, and closeness where the work at hand says whose fact it is",
    tolerance=(("relevance", 0.02), ("coherence", 0.05)),
)
RECENT = StrategyDef(
    name="recent",
    objectives=("relevance", "recency"),
    floor=0.1,
    order="knee",
    k=5,
    candidates=100,
    half_life_days=7.0,
    doc="the latest state of something: a short half-life, so that a newer and nearly as relevant memory wins",
    tolerance=(("relevance", 0.05), ("recency", 0.02)),
)
STRATEGIES: tuple[StrategyDef, ...] = (DEFAULT, LOOKUP, RECENT)
