"""Named presets of a recall, as data. What was measured about a constant stands beside it.

A preset never mixes objectives by hidden weights: it says which axes are traded, how low relevance may go, and how
rows that no other row beats are put in order.
"""

from __future__ import annotations

from dataclasses import replace

from ...dsl.catalog import ObjectiveDef, StrategyDef

OBJECTIVES: tuple[ObjectiveDef, ...] = (
    ObjectiveDef("relevance", "MAX", "how well it answers the need, by every arm together", "need"),
    ObjectiveDef("answer", "MAX", "how far its relevance stands above what a need without an answer finds", "need"),
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

# A memory helps in one of two ways: it answers the need, or it supplies the work at hand. Traded as they are, the two
# spoil each other: the second-best source is beaten by the best, and what is a hair more relevant, and no source, is
# beaten by nobody. So relevance counts from where it is evidence (`answer`), a front holds whatever is at least half as
# likely a source as the best, and inside it the chance that a row is good in either way decides.
#
# Measured on argument provenance (381 needs, three active memories known), mean reciprocal rank and a source within 500
# tokens, where the task is known and where it is not: relevance and provenance as they are 0.82 0.75, 0.79 0.74;
# provenance alone 0.84 0.74, 0.82 0.73; this 0.85 0.76, 0.83 0.75. Asked with the same at hand for an earlier memory by
# six of its words: as they are 0.59 and 0.53, provenance alone 0.45 and 0.35, this 0.62 and 0.57. On LoCoMo, with
# nothing at hand, it gives what relevance gives. Constants in `ANSWERING`; tolerances of 0.05 to 0.2 and 0.3 to 0.7
# are within half a point. Recency and closeness among equals cost LoCoMo half a point and provenance one. Of the other
# tolerances makes use who writes a front without any.
TRADED = (("answer", 0.1), ("provenance", 0.5))
CLOSE = (("coherence", 0.05), ("recency", 0.05))
DEFAULT = StrategyDef(
    name="default",
    objectives=("answer", "provenance"),
    floor=FLOOR,
    order="either",
    k=10,
    candidates=200,
    half_life_days=30.0,
    doc="what helps with the work at hand: it answers the need, or it supplies the work",
    tolerance=(*TRADED, ("relevance", 0.02), *CLOSE),
)
# Who names it asks a question: what clearly answers stands first, whatever the work at hand lacks, and only among what
# answers equally (as where nothing does) the source of the work decides. Measured as above, mean reciprocal rank: an
# earlier memory by its words 0.88 and 0.71, where `default` has 0.62 and 0.57; the source of an argument 0.66 and 0.51,
# where it has 0.85 and 0.83. Relevance first, as it is, gives 0.92 and 0.70, and 0.44 and 0.35.
LOOKUP = replace(
    DEFAULT,
    name="lookup",
    objectives=("answer",),
    then=("provenance",),
    order="answer",
    k=5,
    candidates=100,
    doc="one fact: what clearly answers the need first; where nothing does, what supplies the work at hand",
    tolerance=(("answer", 0.1), ("relevance", 0.02)),
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
# Measured: MMR inside the default's fronts finds 75 of 100 at 10 on LoCoMo, where the default finds 78, and sources of
# arguments with a mean reciprocal rank of 0.65 and 0.50, where it has 0.85 and 0.83: what it is not for. By fronts of
# relevance and provenance as they are, 75, and 0.56 and 0.38.
RECOMMEND = replace(
    DEFAULT,
    name="recommend",
    diversify="MMR",
    doc="what suits somebody: of memories that are about as good, those that are unlike what was taken",
)
# Measured: importance as an axis of its own costs 11 of 73 at 10 on LoCoMo, where all are equally important and only
# their age tells them apart; so it decides among equals, and these are narrow: among the default's it costs 6. The
# shares rest on what a plan is made of.
PLAN = replace(
    DEFAULT,
    name="plan",
    objectives=("relevance", "provenance"),
    then=("importance",),
    routes=(("goal", 0.1), ("constraint", 0.1), ("decision", 0.1)),
    doc="goals, constraints and decisions: a share of the candidates for each, and among equals the most important",
    tolerance=(("relevance", 0.05), ("importance", 0.05)),
)
# Measured: on LoCoMo turns between tasks among what is as good cost 1 of 78 at 10, and of provenance 1 and 7 of 100.
# Without relevance among equals, whatever answers nothing is equal, and turns cost 5 of 78.
SURVEY = replace(
    DEFAULT,
    name="survey",
    then=("relevance",),
    k=20,
    routes=(("summary", 0.3),),
    diversify="task",
    doc="an overview: a share of the candidates for summaries, and turns between tasks among equals",
    tolerance=(*TRADED, ("relevance", 0.1), *CLOSE),
)
AUTO = replace(DEFAULT, name="auto", doc="the strategy that the kind of the need calls for; `default` where none is")

STRATEGIES: tuple[StrategyDef, ...] = (DEFAULT, LOOKUP, RECENT, DIAGNOSE, RECOMMEND, PLAN, SURVEY, AUTO)
