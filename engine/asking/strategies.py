"""Named presets of a recall, as data. What was measured about a constant stands beside it.

A preset never mixes objectives by hidden weights: it says which axes are traded, how low relevance may go, and how
rows that no other row beats are put in order.
"""

from __future__ import annotations

from ...dsl.catalog import ObjectiveDef, StrategyDef

OBJECTIVES: tuple[ObjectiveDef, ...] = (
    ObjectiveDef("relevance", "MAX", "how well it answers the need, by every arm together", "need"),
    ObjectiveDef("recency", "MAX", "how new it is at the reference time"),
    ObjectiveDef(
        "coherence", "MAX", "how close it stands to the anchors in the graph of causes, steps and hubs", "near"
    ),
    ObjectiveDef("information", "MAX", "how much it tells about the need that what is at hand does not", "text"),
    ObjectiveDef("importance", "MAX", "how important it is: base, reinforced by use, decayed; pins are 1"),
    ObjectiveDef("confidence", "MAX", "how far its source is sure of it"),
    ObjectiveDef("cost", "MIN", "how many tokens it takes"),
)

FLOOR = 0.06
"""Relevance just above what no evidence at all gives (0.057). A higher one starves a real question in a narrow scope:
where its one rare word is missing, the best of a task may stand at 0.09, no higher than noise. Who would rather have
nothing than noise says so (AT LEAST), and an answer whose best is weak carries a note."""

# Measured: on LoCoMo (760 questions, evidence recall at 10) recency as an axis of its own gives 48, as what decides
# among equals 71, as relevance alone does; on argument provenance (100 needs, three active memories known) ordering
# the front by coherence gives a mean reciprocal rank of 0.43 where the task is known and 0.37 where it is not, by the
# knee 0.31 and 0.21.
DEFAULT = StrategyDef(
    name="default",
    objectives=("relevance", "coherence"),
    then=("recency",),
    floor=FLOOR,
    order="coherence",
    k=10,
    candidates=200,
    half_life_days=30.0,
    doc="what helps with the work at hand: relevance, traded against closeness to it; among equals the newest",
    tolerance=(("relevance", 0.02), ("recency", 0.05), ("coherence", 0.05)),
)
LOOKUP = StrategyDef(
    name="lookup",
    objectives=("relevance", "coherence"),
    floor=FLOOR,
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
    floor=FLOOR,
    order="knee",
    k=5,
    candidates=100,
    half_life_days=7.0,
    doc="the latest state of something: a short half-life, so that a newer and nearly as relevant memory wins",
    tolerance=(("relevance", 0.05), ("recency", 0.02)),
)
STRATEGIES: tuple[StrategyDef, ...] = (DEFAULT, LOOKUP, RECENT)
