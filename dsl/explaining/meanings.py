"""What each stage does, in a sentence for somebody who reads a plan for the first time."""

from __future__ import annotations

from collections.abc import Mapping

from .. import plan

MEANINGS: Mapping[type, str] = {
    plan.Start: "Begins with one row that binds nothing yet.",
    plan.GraphScan: "Finds the memories, or the patterns of memories and edges, that may be an answer at all.",
    plan.Filter: "Keeps the rows for which the condition is true.",
    plan.Unwind: "Makes a row of each item of a list.",
    plan.Project: "Computes the columns that the rows have from here on.",
    plan.Aggregate: "Groups the rows by the keys, and folds each group into one row.",
    plan.Drop: "Lets go of the names that nothing after this needs.",
    plan.Sort: "Puts the rows in order.",
    plan.Apply: "Asks an inner query for each row, and adds what it comes to.",
    plan.Bring: "Gives the rows of an inner query the names of the row that asks.",
    plan.Skip: "Leaves out the first rows.",
    plan.Limit: "Keeps the first rows.",
    plan.ParetoSort: "Sorts the rows into fronts: nothing on a front is worse than another in every way.",
    plan.UnionAll: "Runs each branch, and puts the rows one after another.",
    plan.Anchors: "Settles which memories are at hand, and from what time recency is counted.",
    plan.Require: "Keeps the candidates that hold every word that is required.",
    plan.Similar: "Scores each candidate by meaning: the cosine of its vector and that of the need.",
    plan.Lexical: "Scores each candidate by words: BM25 for the words of the need.",
    plan.Infer: "Reads out of the need what no clause says: times, intents, entities, types.",
    plan.Tagged: "Scores each candidate by its tags: the same as the intent, narrower, broader, or close in meaning.",
    plan.Mentioning: "Scores each candidate by the entities that it mentions.",
    plan.Exclude: "Sets back what is like a text that the answer should stay away from.",
    plan.Spread: "Scores what stands beside strong matches in the graph, though its own words do not match.",
    plan.Cut: "Keeps the candidates that are most relevant: the rest is not scored any further.",
    plan.Score: "Computes the objectives that the front trades: how relevant, recent, coherent and so on each one is.",
    plan.Admit: "Drops what stays below a floor, however well it does otherwise.",
    plan.Front: "Sorts the candidates into fronts: front 1 are those that no other one beats in every objective.",
    plan.Rank: "Orders the candidates by one expression, in place of fronts.",
    plan.Select: "Takes from the fronts, the first one first, until there are enough or the budget is spent.",
    plan.Expand: "Brings what surrounds each hit: its causes, its effects, what came before and after.",
    plan.Emit: "Makes rows of the hits, and writes down why each of them is there.",
    plan.Walk: "Follows edges from a memory, in the order of time.",
    plan.Why: "Follows one memory through the stages of a recall, up to where it was lost or stands.",
    plan.Compare: "Runs a recall as of two moments, and tells what entered, left and moved between them.",
    plan.Show: "Counts what there is: tasks, tags, entities and the rest.",
    plan.Write: "Writes one change: all of it, or nothing.",
    plan.Define: "Lets a name stand for a statement, a strategy, a tag or a type.",
}
