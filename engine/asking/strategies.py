"""Named presets of a recall, as data. What was measured about a constant stands beside it.

A preset never mixes objectives by hidden weights: it says which axes are traded, how low relevance may go, and how
rows that no other row beats are put in order.
"""

from __future__ import annotations

from dataclasses import replace

from ...dsl.catalog import ObjectiveDef, StrategyDef

OBJECTIVES: tuple[ObjectiveDef, ...] = (
    ObjectiveDef("relevance", "MAX", "how well it answers the need, by every arm together", "need"),
    ObjectiveDef("recency", "MAX", "how new it is at the reference time"),
    ObjectiveDef(
        "coherence", "MAX", "how close it stands to the anchors in the graph of causes, steps and hubs", "near"
    ),
    ObjectiveDef("provenance", "MAX", "how likely it supplies what the work at hand needs and does not hold", "near"),
    ObjectiveDef("information", "MAX", "how much it tells about the need that what is at hand does not", "text"),
    ObjectiveDef("importance", "MAX", "how important it is: base, reinforced by use, decayed; pins are 1"),
    ObjectiveDef("confidence", "MAX", "how far its source is sure of it"),
    ObjectiveDef("value", "MAX", "how much it is expected to help, learned from the outcomes of earlier recalls"),
    ObjectiveDef("cost", "MIN", "how many tokens it takes"),
)

FLOOR = 0.06
"""Relevance just above what no evidence at all gives (0.057). A higher one starves a real question in a narrow scope:
where its one rare word is missing, the best of a task may stand at 0.09, no higher than noise; and of 100 needs of
argument provenance at 0.1 a quarter is lost. Who would rather have nothing than noise says so (AT LEAST); an answer
whose best is no better than chance is none, and one whose best is weak carries a note."""

# Measured: on LoCoMo (760 questions, evidence recall at 10) recency as an axis of its own gives 48, as what decides
# among equals 71, as relevance alone does. On argument provenance (381 needs, three active memories known), mean
# reciprocal rank where the task is known and where it is not: relevance and coherence, ordered by coherence, 0.49 and
# 0.48; relevance and provenance, ordered by `either`, 0.82 and 0.79. With the last three turns of a dialogue at hand,
# which have nothing to do with the questions, LoCoMo keeps what it has without them; ordered by coherence it lost 3.
# Closeness among equals is within half a point of none on both, and tells apart what holds no values.
DEFAULT = StrategyDef(
    name="default",
    objectives=("relevance", "provenance"),
    then=("coherence", "recency"),
    floor=FLOOR,
    order="either",
    k=10,
    candidates=200,
    half_life_days=30.0,
    doc="what helps with the work at hand: it answers the need, or supplies the work; of equals what is close and new",
    tolerance=(("relevance", 0.02), ("coherence", 0.05), ("recency", 0.05)),
)
# Measured: LoCoMo with nothing at hand, and with three unrelated turns, 73 and 73; closeness in place of provenance
# loses 7 with unrelated turns at hand.
LOOKUP = replace(
    DEFAULT,
    name="lookup",
    then=(),
    order="relevance",
    k=5,
    candidates=100,
    doc="one fact: relevance first, and provenance where the work at hand says whose fact it is",
    tolerance=(("relevance", 0.02),),
)
# Measured: on LoCoMo, which asks for the past, it finds 59 where `default` finds 73: what recency costs who does not
# want it. The half-life is a convention, a working week.
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
# Not measured: no suite of failures with known causes is at hand. The axes are the default's, for a cause is what
# supplied the work; the shares keep a few errors from being crowded out by talk about them.
DIAGNOSE = replace(
    DEFAULT,
    name="diagnose",
    routes=(("error", 0.2), ("failure", 0.2)),
    half_life_days=7.0,
    doc="causes and errors: what the work at hand came from, with a share of the candidates for errors and failures",
)
# Measured: on LoCoMo equals within 0.1 of relevance, told apart by MMR, find 73 at 10 as the default does, from 4.9
# sessions in place of 4.5; told apart by information 71 from 5.1.
RECOMMEND = replace(
    DEFAULT,
    name="recommend",
    diversify="MMR",
    doc="what suits somebody: of about equally relevant memories those that are unlike what was taken",
    tolerance=(("relevance", 0.1), ("coherence", 0.05), ("recency", 0.05)),
)
# Measured: importance as an axis of its own costs 11 of 73 at 10 on LoCoMo, where all are equally important and only
# their age tells them apart; so it decides among equals. The shares rest on what a plan is made of.
PLAN = replace(
    DEFAULT,
    name="plan",
    then=("importance",),
    routes=(("goal", 0.1), ("constraint", 0.1), ("decision", 0.1)),
    doc="goals, constraints and decisions: a share of the candidates for each, and among equals the most important",
    tolerance=(("relevance", 0.05), ("importance", 0.05)),
)
# Measured: on LoCoMo turns between tasks among equals within 0.1 cost 2 of 73 at 10, and the ten come from 5.7 sessions
# in place of 4.5, which is what a survey is for.
SURVEY = replace(
    DEFAULT,
    name="survey",
    k=20,
    routes=(("summary", 0.3),),
    diversify="task",
    doc="an overview: a share of the candidates for summaries, and turns between tasks among equals",
    tolerance=(("relevance", 0.1), ("coherence", 0.05), ("recency", 0.05)),
)
AUTO = replace(DEFAULT, name="auto", doc="the strategy that the kind of the need calls for; `default` where none is")

STRATEGIES: tuple[StrategyDef, ...] = (DEFAULT, LOOKUP, RECENT, DIAGNOSE, RECOMMEND, PLAN, SURVEY, AUTO)
