"""The keys that do something here, by what they belong to. Enter does what the key does: a menu for who forgot it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from ..safe import content
from ..widgets.options import Options


@dataclass(frozen=True, slots=True)
class Deed:
    """What a key does. keys: as they are shown. owner: whose it is, for the heading."""

    keys: str
    says: str
    action: str
    node: DOMNode
    owner: str


class KeysPanel(ModalScreen["Deed | None"]):
    """Comes to what is to be done; None where nothing is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark", "dismiss(None)", "Back", id="keys.back"),
    ]
    DEFAULT_CSS = """
    KeysPanel { align: center middle; }
    KeysPanel Vertical { width: 64; max-width: 96%; height: auto; max-height: 90%; padding: 0 1; }
    KeysPanel Vertical { background: $panel; border: round $primary; }
    KeysPanel Options { height: auto; max-height: 100%; }
    KeysPanel Options > .option-list--option-disabled { color: $text-primary; }
    KeysPanel Label { color: $text-muted; width: 1fr; dock: bottom; }
    """

    def __init__(self, deeds: Sequence[Deed]) -> None:
        super().__init__()
        self._deeds = deeds

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Keys"
            yield Options(*self._options(), name="Keys")
            yield Label("enter does it · escape leaves · ctrl+p has everything else")

    def _options(self) -> Iterator[Option | None]:
        wide = max((cell_len(deed.keys) for deed in self._deeds), default=0)
        for number, (owner, deeds) in enumerate(groupby(self._deeds, key=lambda deed: deed.owner)):
            if number:
                yield None
            yield Option(content(owner, "bold"), disabled=True)
            for deed in deeds:
                gap = " " * (wide - cell_len(deed.keys) + 2)
                told = Content.assemble("  ", (deed.keys, "bold $text-accent"), gap, content(deed.says))
                yield Option(told, id=str(self._deeds.index(deed)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._deeds[int(event.option_id or 0)])


def deeds_of(active: Sequence[ActiveBinding], display: Callable[[Binding], str]) -> list[Deed]:
    """Return what keys do, once for each action of each owner, the owners in the order of the bindings' chain.

    display: says how the key of a binding is shown.
    """
    found: dict[tuple[DOMNode, str], Deed] = {}
    for node, binding, enabled, _ in active:
        if not enabled or binding.system or not binding.description:
            continue
        before = found.get((node, binding.action))
        keys = display(binding) if before is None else f"{before.keys} {display(binding)}"
        found[node, binding.action] = Deed(keys, binding.description, binding.action, node, owner_of(node))
    owners = list(dict.fromkeys(deed.owner for deed in found.values()))
    return sorted(found.values(), key=lambda deed: owners.index(deed.owner))


def owner_of(node: DOMNode) -> str:
    """Return what a person calls the part of the screen that a binding belongs to."""
    title = node.BINDING_GROUP_TITLE or node.name
    if title:
        return title
    name = type(node).__name__
    return {"ClewApp": "Everywhere", "Input": "Line", "Prose": "Text"}.get(name, name.removesuffix("Room"))
