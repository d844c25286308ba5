"""A log of our own to import: conversations with tool calls, whose results are used by later calls."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TURNS = 20
"""Tool calls in one conversation: with what the user asks and what the assistant says, about as many memories."""

Message = dict[str, Any]


def write_log(path: Path, dice: random.Random, conversations: int) -> Path:
    """Write a log, a conversation a line, and return its path."""
    lines = (
        json.dumps({"task_id": f"task {number}", "trial": 0, "traj": list(messages(dice, f"{number}"))})
        for number in range(conversations)
    )
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def messages(dice: random.Random, name: str) -> Iterator[Message]:
    """Yield a conversation in which an order is looked up and changed, again and again."""
    order = f"order_{name}_{dice.randrange(10**6)}"
    yield {"role": "user", "content": f"Please see to {order}, and tell me what it costs."}
    for turn in range(TURNS):
        tool, amount = dice.choice(["find", "change", "quote"]), dice.randrange(10_000)
        arguments = json.dumps({"order": order, "amount": amount if tool == "change" else None})
        call = {"id": f"call {turn}", "type": "function", "function": {"name": f"{tool}_order", "arguments": arguments}}
        yield {"role": "assistant", "content": None, "tool_calls": [call]}
        order = f"order_{name}_{dice.randrange(10**6)}" if dice.random() < 0.3 else order
        result = f"{order} at vendor {dice.randrange(20)} is {amount} EUR. " + "It is in stock. " * dice.randrange(30)
        yield {"role": "tool", "tool_call_id": f"call {turn}", "content": result}
    yield {"role": "assistant", "content": f"{order} is settled."}
