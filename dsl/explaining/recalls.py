"""What EXPLAIN says of the stages of a recall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import ast, plan
from ..printing.expressions import print_expression
from .said import Detail, Said, listed, pareto_details


def _anchors(stage: plan.Anchors) -> Said:
    as_of = (("as of", print_expression(stage.as_of)),) if stage.as_of is not None else ()
    if stage.ids:
        return Said(f"Anchors  {listed(stage.ids)}", as_of)
    if stage.active is None:
        reference = "the newest in scope" if stage.as_of is None else "that of AS OF"
        return Said(f"Anchors  none: the reference time is {reference}", as_of)
    scope = f"of task {listed(stage.tasks)}" if stage.tasks else "of the session"
    return Said(f"Anchors  the {print_expression(stage.active)} newest {scope}", as_of)


def _excluding(texts: Iterable[ast.Exclusion]) -> str:
    return ", ".join(f"{'hard ' if one.hard else ''}{print_expression(one.text)}" for one in texts)


def _inferring(stage: plan.Infer) -> tuple[Detail, ...]:
    used = ", ".join(stage.parts) or "nothing"
    return (("uses", used), *((("given", ", ".join(stage.given)),) if stage.given else ()))


def _cut(stage: plan.Cut) -> Said:
    routes = ", ".join(f"{name} {share:.0%}" for name, share in stage.routes)
    return Said(f"Cut  {print_expression(stage.count)} most relevant", (("shares", routes),) if routes else ())


def _score(stage: plan.Score) -> Said:
    need = (("about", print_expression(stage.need)),) if stage.need is not None else ()
    own = tuple((f"of {name}", f"{days:g} days") for name, days in stage.half_lives)
    taken = (("value", f"taken by {stage.explore}"),) if stage.explore != "mean" else ()
    decay = "" if stage.decay == "exponential" else f", {stage.decay}"
    half_life = f"{stage.half_life_days:g} days" if stage.half_life is None else print_expression(stage.half_life)
    details = (*need, ("half-life", f"{half_life}{decay}"), *own, *taken)
    return Said(f"Score  {', '.join(stage.objectives)}", details)


def _admit(stage: plan.Admit) -> Said:
    return Said("Admit  " + ", ".join(f"{name} >= {print_expression(least)}" for name, least in stage.floors))


def _select(stage: plan.Select) -> Said:
    count = "as many as fit" if stage.count is None else print_expression(stage.count)
    first_only = ", first front only" if stage.first_front_only else ""
    budget = (("budget", f"{print_expression(stage.budget)} tokens"),) if stage.budget is not None else ()
    return Said(f"Select  {count}{first_only}", (*_diversity(stage.diversify), *budget))


def _diversity(diversify: plan.Diversify | None) -> tuple[Detail, ...]:
    match diversify:
        case None:
            return ()
        case plan.Diversify(by="information", need=ast.Node() as need):
            return (("diverse", f"by information about {print_expression(need)}, given what was taken"),)
        case plan.Diversify(by="MMR", trade=trade):
            return (("diverse", f"by MMR{'' if trade is None else f' {print_expression(trade)}'}"),)
        case _:
            return (("diverse", f"by turns of {diversify.by}"),)


def _expand(stage: plan.Expand) -> Said:
    around = ", ".join(f"{direction.lower()} {print_expression(depth)}" for direction, depth in stage.around)
    test = (("only where", print_expression(stage.test)),) if stage.test is not None else ()
    without = (("without", _excluding(stage.without)),) if stage.without else ()
    return Said(f"Expand  {around}", (*test, *without))


def _emit(stage: plan.Emit) -> Said:
    read = "everything" if stage.whole else ", ".join(stage.properties)
    return Said(f"Emit  {stage.variable}{f' ({read})' if read else ''}, front, rank, scores, why")


RECALLS: Mapping[type, Callable[[Any], Said]] = {
    plan.Anchors: _anchors,
    plan.Require: lambda stage: Said(f"Require  {listed(stage.texts)}"),
    plan.Similar: lambda stage: Said(f"Similar  {print_expression(stage.text)}"),
    plan.Lexical: lambda stage: Said(f"Lexical  {print_expression(stage.text)}"),
    plan.Infer: lambda stage: Said(f"Infer  {print_expression(stage.text)}", _inferring(stage), found="found"),
    plan.Tagged: lambda stage: Said(f"Tagged  {listed(stage.tags)}"),
    plan.Mentioning: lambda stage: Said(f"Mentioning  {listed(stage.entities)}"),
    plan.Exclude: lambda stage: Said(f"Exclude  {_excluding(stage.texts)}"),
    plan.Spread: lambda stage: Said("Spread"),
    plan.Cut: _cut,
    plan.Score: _score,
    plan.Admit: _admit,
    plan.Front: lambda stage: Said("Front", pareto_details(stage.pareto)),
    plan.Rank: lambda stage: Said(f"Rank  {print_expression(stage.expression)}"),
    plan.Select: _select,
    plan.Expand: _expand,
    plan.Emit: _emit,
}
