"""The content of a message, read: a list of typed blocks, in Anthropic's words or in OpenAI's, nested to any depth.

    {"type": "text", "text": ...}        input_text, output_text, refusal, a plain string       what is said
    {"type": "thinking", ...}            reasoning, with a summary or in full                   what was thought
    {"type": "tool_use", ...}            server_tool_use, function_call, local_shell_call, ...  calls
    {"type": "tool_result", ...}         web_search_tool_result, function_call_output, ...      results of calls
    {"type": "image", ...}               audio, video, file, document                           `[image]`

What is encrypted or encoded says nothing to anybody and is left out. A block of an unknown kind stays, as JSON: kinds
come faster than importers do. Blocks are walked by a stack of our own, because depth is the log's and not ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .calls import Call, as_text, call_of, first_set, string

THOUGHTS = ("thinking", "redacted_thinking", "reasoning")

NAMED_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use", "function_call", "custom_tool_call", "mcp_call")
"""Calls that name their tool. Others are named by their kind: `web_search_call` calls `web_search`."""

ANSWERED_LATER = (
    "function_call",
    "custom_tool_call",
    "local_shell_call",
    "shell_call",
    "apply_patch_call",
    "computer_call",
    "tool_search_call",
)
"""Calls of the Responses API whose output is an item by itself. The other ones hold theirs, if they have any."""

ARGUMENTS = ("arguments", "input", "action", "queries", "code", "operation")
OUTPUTS = ("output", "outputs", "results", "content", "tools", "error")

WRAPPERS = ("message", "content", "document", "search_result", "web_fetch_result", "resource")
"""Kinds that are nothing but a frame around their content, which has a title perhaps. Results are such frames too."""

MEDIA = {
    **dict.fromkeys(("image", "image_url", "input_image", "image_asset_pointer", "computer_screenshot"), "image"),
    **dict.fromkeys(("audio", "input_audio", "output_audio", "audio_asset_pointer"), "audio"),
    **dict.fromkeys(("video", "input_video", "video_container_asset_pointer"), "video"),
    "real_time_user_audio_video_asset_pointer": "video",
    **dict.fromkeys(("file", "input_file", "container_upload"), "file"),
    "document": "document",
}
"""Parts of content that are no words: of them only the medium is kept."""

ELSEWHERE = ("base64", "url", "file")
"""Kinds of source that are not there to be read."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came back from a call. answers: its id. failed: what the log itself says of it, None for nothing."""

    answers: str | None
    said: str
    failed: bool | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """What the content of one message holds. `said` and `thought` are "" where there is nothing of it."""

    said: str
    thought: str = ""
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()


def content_of(content: Any, *, by_agent: bool) -> Content:
    """Return content, sorted by what it is. Only an agent calls: for anyone else such a block is text.

    Raises MemoryInvalid for a call without a name.
    """
    said: list[str] = []
    thought: list[str] = []
    calls: list[Call] = []
    results: list[Result] = []
    for block in _flat(content):
        kind = kind_of(block)
        if kind in THOUGHTS:
            thought.append(_thought(block))
        elif is_result(kind):
            results.append(_result(block))
        elif is_call(kind) and by_agent:
            calls.append(_call(kind, block))
            results.extend(() if _is_answered_later(kind) else (Result(calls[-1].id, _output(block), _failed(block)),))
        else:
            said.append(text_in(block))
    return Content("\n".join(said), "\n".join(filter(None, thought)), tuple(calls), tuple(results))


def text_in(content: Any) -> str:
    """Return what content of any depth says, a line a part."""
    return "\n".join(_words(part) for part in _leaves(content))


def is_item(value: Any) -> bool:
    """Say whether a value is an item of the Responses API that stands where a message may: a block by itself."""
    kind = kind_of(value)
    return kind in THOUGHTS or is_call(kind) or is_result(kind)


def is_call(kind: str) -> bool:
    return kind in NAMED_CALLS or kind.endswith("_call")


def is_result(kind: str) -> bool:
    return kind.endswith(("tool_result", "_call_output"))


def kind_of(block: Any) -> str:
    """Return what a block says it is; "" for what is no block."""
    kind = first_set(block, ("type", "content_type")) if isinstance(block, dict) else None
    return kind if isinstance(kind, str) else ""


def _flat(content: Any) -> Iterator[Any]:
    """Yield the blocks of lists in lists, in order."""
    stack = [] if content is None else [content]
    while stack:
        block = stack.pop()
        if isinstance(block, list):
            stack.extend(reversed(block))
        else:
            yield block


def _leaves(content: Any) -> Iterator[Any]:
    """Yield the parts that hold words themselves, in order."""
    stack = [content]
    while stack:
        part = stack.pop()
        inside = _inside(part)
        if inside is None:
            yield part
        else:
            stack.extend(reversed(inside))


def _inside(part: Any) -> list[Any] | None:
    """Return the parts that a part is made of, None for one that is made of none."""
    if isinstance(part, list):
        return part
    if not isinstance(part, dict) or (kind_of(part) not in WRAPPERS and not is_result(kind_of(part))):
        return None
    content = first_set(part, ("content", "output", "resource", "source"))
    if content is None or kind_of(content) in ELSEWHERE:
        return None
    title = part.get("title")
    return [*([title] if isinstance(title, str) and title else []), content]


def _words(part: Any) -> str:
    """Return the words of a part that holds no other part."""
    if not isinstance(part, dict):
        return as_text(part)
    text = part.get("text", part.get("refusal"))
    if isinstance(text, str):
        return text
    kind = kind_of(part)
    if kind == "text" and isinstance(part.get("data"), str):
        return part["data"]
    if kind == "web_search_result":
        return " ".join(part[key] for key in ("title", "url") if isinstance(part.get(key), str))
    return f"[{MEDIA[kind]}]" if kind in MEDIA else as_text(part)


def _thought(block: Mapping[str, Any]) -> str:
    """Return what was thought aloud: in full, else summed up."""
    thinking = first_set(block, ("thinking", "text", "content", "summary"))
    return "" if thinking is None or kind_of(block) == "redacted_thinking" else text_in(thinking)


def _call(kind: str, block: Mapping[str, Any]) -> Call:
    name = block.get("name") if kind in NAMED_CALLS else kind.removesuffix("_call")
    return call_of(name, first_set(block, ARGUMENTS, {}), first_set(block, ("call_id", "id")))


def _is_answered_later(kind: str) -> bool:
    return kind in ANSWERED_LATER or kind.endswith("tool_use")


def _result(block: Mapping[str, Any]) -> Result:
    return Result(string(first_set(block, ("tool_use_id", "call_id"))), _output(block), _failed(block))


def _output(block: Mapping[str, Any]) -> str:
    output = first_set(block, OUTPUTS)
    framed = isinstance(output, dict) and "success" in output and "content" in output
    return "" if output is None else text_in(output["content"] if framed else output)


def _failed(block: Mapping[str, Any]) -> bool | None:
    """Say whether a block says that it failed. That it does not say so is no sign that all went well."""
    output = first_set(block, OUTPUTS)
    unsuccessful = isinstance(output, dict) and output.get("success") is False
    return True if block.get("is_error") is True or unsuccessful or kind_of(output).endswith("_error") else None
