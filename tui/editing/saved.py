"""What is saved under a name, to be picked: intents, which are run, and strategies, which a recall uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from textual.content import Content

from ...dsl import ast
from ...dsl.binding.saved import saved_intent
from ...dsl.building.values import value
from ...dsl.catalog import Catalog, IntentDef, StrategyDef
from ...dsl.parsing.parser import parse
from ...dsl.parsing.strings import print_name
from ...dsl.printing.printer import print_statement
from ...engine.answers.display import one_line
from ...errors import QueryError
from .picker import Choice
from .slots import Slot, slots_of, slots_of_intent

NAME, LINE = 60, 200


@dataclass(frozen=True, slots=True)
class Saved:
    """intent: whether it is run; else it is a strategy. slots: what it has to be given."""

    name: str
    intent: bool
    slots: tuple[Slot, ...] = ()
    doc: str = ""

    def text(self, values: Mapping[str, Any]) -> str:
        """Return the statement that asks for it, with these values in their places."""
        if not self.intent:
            return f"RECALL 5 FOR 'what is needed' USING {print_name(self.name)}"
        given = tuple((name, value(item, f"${name}")) for name, item in values.items())
        return print_statement(ast.Run(self.name, (), given))


def saved_in(catalog: Catalog) -> list[Choice[Saved]]:
    """Return the intents, and then the strategies, the built-in ones too."""
    strategies = reversed(catalog.strategies)  # what was defined here first
    return [*map(_intent, catalog.intents), *(_strategy(strategy) for strategy in strategies)]


def _intent(intent: IntentDef) -> Choice[Saved]:
    try:
        definition = saved_intent(intent.name, intent.text)
    except QueryError:  # another release wrote it: running it says what is wrong
        found, whole = Saved(intent.name, True, (), intent.doc), intent.text
    else:
        found = Saved(intent.name, True, slots_of_intent(definition), intent.doc)
        whole = print_statement(definition.statement)
    taken = ", ".join(f"${slot.name}" + ("" if slot.default is None else f" = {slot.default}") for slot in found.slots)
    return _choice("run", found, taken, whole)


def _strategy(strategy: StrategyDef) -> Choice[Saved]:
    found = Saved(strategy.name, False, (), strategy.doc)
    return _choice("use", found, "", strategy.text or f"{strategy.doc}\n{' '.join(strategy.objectives)}")


def _choice(verb: str, found: Saved, taken: str, whole: str) -> Choice[Saved]:
    parts = (
        (f"{verb}  ", "$foreground-muted"),
        (one_line(found.name, NAME), "bold"),
        (f"  {one_line(taken, LINE)}" if taken else "", "$text-accent"),
        (f"  {one_line(found.doc, LINE)}" if found.doc else "", "$foreground-muted"),
    )
    return Choice(found, Content.assemble(*parts), f"{verb} {found.name} {found.doc} {whole}", whole)


def as_intent(text: str, catalog: Catalog) -> str:
    """Return a statement that saves another one as an intent under a free name, its parameters taken over."""
    taken = {intent.name for intent in catalog.intents}
    numbers: Iterator[str] = (f"my_query{number or ''}" for number in range(len(taken) + 1))
    name = next(name for name in numbers if name not in taken)
    return f"DEFINE INTENT {name}{_head(text)} DESCRIBED 'what it is for' AS\n{text}"


def _head(text: str) -> str:
    try:
        slots = slots_of(parse(text))
    except QueryError:
        return ""
    return f"({', '.join(f'${slot.name}' for slot in slots)})" if slots else ""
