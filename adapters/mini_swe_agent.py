"""mini-SWE-agent `.traj.json`: one run a file, one memory for each command with what it printed.

    {"info": {"exit_status": ..., "submission": ..., ...}, "messages": [...], "trajectory_format": "mini-swe-agent-1.1"}

Its messages are those of a chat, and the commands stand in one of four places, looked for in this order:

    {"role": "assistant", "content": ..., "extra": {"actions": [{"command": ..., "tool_call_id": ...}]}}
    {"role": "assistant", "content": ..., "tool_calls": [...]}              a call of the tool `bash`
    {"object": "response", "output": [{"type": "function_call", ...}]}      the same, through the Responses API
    {"role": "assistant", "content": "Look around.\\n\\n```bash\\nls\\n```"}  where there is one block only

The run's end is a memory of its own: the exit status, and what was submitted. The file is written anew after each step,
so a last command without a result waits while there is no exit status.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..errors import MemoryInvalid
from .calls import as_text
from .content_blocks import text_in
from .conversation import Clock, Conversation, Fields
from .messages import Call, Message, message_of
from .protocol import Bad, Head, Item, Source, Unit
from .reading import Record, records

FORMAT = "mini-swe-agent"
TOOL = "bash"

BLOCK = re.compile(r"```(?:bash|sh|mswea_bash_command)[ \t]*\n(.*?)\n?```", re.DOTALL)
"""A command in the text of a message."""

RETURN_CODE = re.compile(r"<returncode>\s*(-?\d{1,9})\s*</returncode>")

SIGNS = frozenset({"mini_version", "model_stats"})
"""Fields of `info` by which a run is known; SWE-agent's own runs have the second too, beside a `trajectory`."""

SUBMITTED = "Submitted"
"""The exit status of a run that ended as it should."""


class MiniSweAgent:
    """Importer `mini-swe-agent`."""

    name = FORMAT
    doc = "mini-SWE-agent trajectories (.traj.json)"

    def recognises(self, head: Head) -> bool:
        first = head.first if isinstance(head.first, dict) else {}
        named = str(first.get("trajectory_format")).startswith(FORMAT)
        # A long file says only at its end what it is, and is known by what its beginning tells of the run.
        info = first.get("info") if first.keys().isdisjoint(("trajectory", "history")) else None
        return named or (isinstance(info, dict) and not SIGNS.isdisjoint(info))

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what the file holds. Old versions wrote no times: their messages follow each other by a microsecond."""
        clock = Clock(source.started)
        for record in records(source):
            messages = None if isinstance(record, Bad) else _messages(record.value)
            if isinstance(record, Bad):
                yield record
            elif messages is None:
                yield Bad(record.number, "This is no run: it has no list `messages`.", record.position)
            else:
                task = source.name.removesuffix(".traj")
                task = task if record.number == 1 else f"{task}-{record.number}"
                yield from _run(messages, Conversation(task, source.path.name, clock), record)


def _run(messages: list[Any], run: Conversation, record: Record) -> Iterator[Item]:
    for index, value in enumerate(messages):
        try:
            for fields in _memories(value, run):
                yield Unit(fields, record.number, record.position)
        except MemoryInvalid as error:
            yield Bad(record.number, f"Message {index} of {run.task}: {error.message}", record.position)
    try:
        for fields in _end(messages[-1] if messages else None, record.value.get("info"), run):
            yield Unit(fields, record.number, record.position)
    except MemoryInvalid as error:
        yield Bad(record.number, f"The end of {run.task}: {error.message}", record.position)
    for asked in run.waiting:
        reason = f"`{asked.call.action[:80]}` has no result yet; it is imported when the log holds one."
        yield Bad(record.number, reason, record.position)


def _memories(value: Any, run: Conversation) -> Iterator[Fields]:
    """Yield the memories that a message makes whole; none for the message that ends a run, and for an empty one."""
    if _is_exit(value):
        return
    message = _message(value, waits=bool(run.waiting))
    if message.said or message.calls or message.thought or message.role == "tool":
        yield from run.take(message)


def _message(value: Any, waits: bool) -> Message:
    """Return a message as one of a chat. `waits`: a command does, so what the user says next is what it printed.

    Raises MemoryInvalid, with a sentence, where it cannot be understood.
    """
    if not isinstance(value, dict):
        raise MemoryInvalid("It is no object.")
    chat, commands = _as_chat(value), _commands(value)
    if commands and chat["role"] == "user":
        chat |= {"role": "assistant", "name": "user"}  # a command that a person typed
    elif chat["role"] == "user" and waits:
        chat["role"] = "tool"
    message = message_of(chat)
    if commands:
        return replace(message, said=BLOCK.sub("", message.said).strip(), calls=commands)
    return _with_code(message, _extra(value).get("returncode")) if message.role == "tool" else message


def _as_chat(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message of any of the dialects in the form of a chat."""
    chat = {"role": "", **value}
    if value.get("object") == "response":
        chat = {"role": "assistant", "content": value.get("output")}
    elif value.get("type") == "function_call_output":
        chat = {"role": "tool", "content": value.get("output"), "tool_call_id": value.get("call_id")}
    times = (value.get("timestamp"), _extra(value).get("timestamp"))
    return chat | {"timestamp": next((time for time in times if time is not None), None)}


def _with_code(result: Message, code: Any) -> Message:
    """Return what a command printed with its return code. One of 0 does not say that all went well: words do."""
    printed = RETURN_CODE.search(result.said)
    if not isinstance(code, int) and printed is not None:
        code = int(printed[1])
    if not isinstance(code, int):
        return result
    return replace(result, failed=True if code else None, meta={"returncode": int(code)})


def _commands(value: Mapping[str, Any]) -> tuple[Call, ...]:
    """Return the commands that a message gives beside its `tool_calls`: those it lists, or the only block in its text.

    Of several blocks none was run: the agent was told to give one.
    """
    listed = _extra(value).get("actions")
    if isinstance(listed, list) and listed:
        return tuple(_command(action) for action in listed)
    asks = value.get("role") == "assistant" and not value.get("tool_calls")
    blocks = BLOCK.findall(text_in(value.get("content"))) if asks else []
    return tuple(Call(id=None, name=TOOL, action=block.strip()) for block in blocks if len(blocks) == 1)


def _command(action: Any) -> Call:
    given = action if isinstance(action, dict) else {"command": action}
    command = given.get("command", given.get("action"))
    if not isinstance(command, str) or not command.strip():
        raise MemoryInvalid("An action has no command.")
    id = given.get("tool_call_id")
    return Call(id=id if isinstance(id, str) and id else None, name=TOOL, action=command)


def _end(last: Any, info: Any, run: Conversation) -> Iterator[Fields]:
    """Yield what was not answered and how the run ended; nothing while it goes on."""
    told = {**(info if isinstance(info, dict) else {}), **(_extra(last) if _is_exit(last) else {})}
    status, submission = told.get("exit_status"), as_text(told.get("submission"))
    if not isinstance(status, str) or not status:
        return
    yield from run.unanswered()
    yield run.memory(
        None,
        f"{run.task}/exit",
        action="exit",
        action_type="exit",
        observation=submission,
        text="\n".join(filter(None, (f"The run ended: {status}", submission))),
        type=("action",) if status == SUBMITTED else ("error", "action"),
        agent="assistant",
        meta={"exit_status": status},
    )


def _is_exit(value: Any) -> bool:
    return isinstance(value, dict) and value.get("role") == "exit"


def _extra(value: Any) -> Mapping[str, Any]:
    extra = value.get("extra") if isinstance(value, dict) else None
    return extra if isinstance(extra, dict) else {}


def _messages(value: Any) -> list[Any] | None:
    messages = value.get("messages") if isinstance(value, dict) else None
    return messages if isinstance(messages, list) else None
