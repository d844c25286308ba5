"""Importing into a real store: what is new is added once, what is odd is reported, and nothing stops the rest."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters import landing, summary
from clew.adapters.importing import import_file, recognise
from clew.adapters.summary import Summary
from clew.errors import ImportFailed, MemoryNotFound

Write = Callable[..., Path]
Shared = Callable[[str], Path]
Message = dict[str, Any]

WORKSHOP = Path(__file__).parents[2] / "examples" / "workshop" / "log.json"


def talk(*texts: str) -> list[Message]:
    return [{"role": "user" if place % 2 == 0 else "assistant", "content": text} for place, text in enumerate(texts)]


def counts(summary: Summary) -> tuple[int, int, int]:
    return summary.new, summary.known, summary.bad_count


def told(store: clew.Engine, task: str) -> list[str | None]:
    return [memory.observation for memory in store.list(task=task)]


# ---- once and only once ------------------------------------------------------------------------------


def test_a_log_comes_in_whole_and_once(store: clew.Engine) -> None:
    """Every memory of the example's log is in the store after one run, and a second run adds nothing."""
    assert counts(import_file(store, WORKSHOP)) == (184, 0, 0)
    assert counts(import_file(store, WORKSHOP)) == (0, 184, 0)
    memory = store.get("T1-0/1")
    assert (memory.task, memory.step, memory.action_type, memory.source) == ("T1-0", 1, "list_files", "log.json")
    assert memory.at.isoformat() == "2024-05-06T09:00:16+00:00"
    rows = store.query("MATCH (a:Memory)-[e:CAUSED {inferred: false}]->(b:Memory) RETURN count(e) AS n").to_dicts()
    assert rows[0]["n"] > 200


def test_a_renamed_and_touched_log_is_the_same(store: clew.Engine, write: Write) -> None:
    """Neither the name nor the time of the file makes old words new."""
    log = [{"task_id": "T", "traj": talk("a", "b")}]
    assert counts(import_file(store, write("one.json", log))) == (2, 0, 0)
    later = write("two.json", log)
    os.utime(later, (time.time() + 60, time.time() + 60))
    assert counts(import_file(store, later)) == (0, 2, 0)


def test_a_log_that_grew_adds_what_is_new(store: clew.Engine, write: Write) -> None:
    """Lines that are still written are imported again and again: each memory once, a call when its result is there."""
    call = {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{}"}}]}
    answer = {"role": "tool", "tool_call_id": "1", "content": "42"}
    lines = [*talk("a", "b"), call, answer, *talk("c")]
    seen = [counts(import_file(store, write("log.jsonl", lines=lines[:end]))) for end in (1, 3, 4, 5)]
    assert seen == [(1, 0, 0), (1, 1, 1), (1, 2, 0), (1, 3, 0)]
    half = write("log.jsonl", "".join(json.dumps(line) + "\n" for line in lines) + '{"role": "user", "con')
    assert counts(import_file(store, half)) == (0, 4, 1)
    assert told(store, "log") == ["a", "b", "42", "c"]


def test_a_run_that_was_killed_half_way_is_finished(
    store: clew.Engine, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written before the end of a run stays, and the next run adds the rest."""
    monkeypatch.setattr(landing, "BATCH", 2)
    path = write("log", talk("a", "b", "c", "d", "e"))

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_file(store, path, progress=stop)
    assert counts(import_file(store, path)) == (3, 2, 0)
    assert told(store, "log") == ["a", "b", "c", "d", "e"]


def test_what_was_forgotten_stays_forgotten(store: clew.Engine, write: Write) -> None:
    """A second run does not bring back what somebody took out."""
    path = write("log", talk("a", "b"))
    import_file(store, path)
    store.forget("log/0")
    assert counts(import_file(store, path)) == (0, 2, 0)
    with pytest.raises(MemoryNotFound):
        store.get("log/0")


def test_a_dry_run_counts_and_writes_nothing(store: clew.Engine, write: Write) -> None:
    """A dry run says what a run would add, and leaves the store as it is."""
    import_file(store, write("log", talk("a", "b")))
    grown = write("log", talk("a", "b", "c"))
    assert counts(import_file(store, grown, dry_run=True)) == (1, 2, 0)
    assert counts(import_file(store, grown)) == (1, 2, 0)


# ---- collisions --------------------------------------------------------------------------------------


def test_of_two_conversations_of_one_name_the_first_stands(store: clew.Engine, write: Write) -> None:
    """A second conversation with the same task and trial is left out as a whole and told once; others come in."""
    one = {"task_id": "T", "trial": 0}
    path = write("log", [{**one, "traj": talk("a", "b")}, {**one, "traj": talk("x", "y", "z")}, {"traj": talk("d")}])
    summary = import_file(store, path)
    assert counts(summary) == (3, 0, 1)
    assert told(store, "T-0") == ["a", "b"]
    assert told(store, "log-3") == ["d"]
    (bad,) = summary.bad
    assert (bad.number, bad.reason) == (2, "Another conversation is called `T-0` in the store; this one is left out.")


def test_a_conversation_that_is_told_again_is_one(store: clew.Engine, write: Write) -> None:
    """Lines that each hold a conversation as far as it has come add up to it; what was changed later is told."""
    states = [{"id": "T", "messages": talk(*texts)} for texts in ("a", "ab", "abc", "axcd")]
    summary = import_file(store, write("log.jsonl", lines=states))
    assert counts(summary) == (4, 5, 1)
    assert told(store, "T") == ["a", "b", "c", "d"]
    (bad,) = summary.bad
    assert bad.number == 4
    assert bad.reason.startswith("The memory `T/1` is there already, and differs in text and observation")


def test_two_logs_of_one_stem_need_two_names(store: clew.Engine, write: Write) -> None:
    """A second log called as the first is left out, and comes in under a name of its own."""
    first, second = write("a/session.jsonl", lines=talk("x", "y")), write("b/session.jsonl", lines=talk("p", "q", "r"))
    assert counts(import_file(store, first)) == (2, 0, 0)
    assert counts(import_file(store, second)) == (0, 0, 1)
    assert counts(import_file(store, second, name="b")) == (3, 0, 0)
    assert told(store, "session") == ["x", "y"]
    assert told(store, "b") == ["p", "q", "r"]


def test_a_refused_memory_costs_itself(store: clew.Engine, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """One memory that the store refuses leaves the others of its batch in, in their order."""
    store.remember("somebody else's", id="log/5")
    summary = import_file(store, write("log", talk(*"abcdefgh")))
    assert counts(summary) == (7, 0, 1)
    assert told(store, "log") == [*"abcde", *"gh"]


# ---- what is odd -------------------------------------------------------------------------------------


def test_bad_records_are_told_by_number(store: clew.Engine, write: Write) -> None:
    """A broken line, an unknown role and a memory that cannot be kept are told; the rest is in."""
    lines = [json.dumps(message) for message in talk("a", "b")]
    odd = [
        lines[0],
        '{"role": }',
        '{"role": "critic"}',
        json.dumps({"role": "user", "content": "x", "caused_by": "log/1"}),
        lines[1],
    ]
    summary = import_file(store, write("log.jsonl", "\r\n".join(odd)))
    assert counts(summary) == (2, 0, 3)
    assert [(bad.number, bad.reason) for bad in summary.bad] == [
        (2, "This is not JSON: Expecting value (character 10)."),
        (3, "The role `critic` is not known."),
        (4, "log/1: `causes` names the memory itself."),
    ]


def test_what_the_words_hold_comes_back_unchanged(store: clew.Engine, write: Write) -> None:
    """NUL, half a surrogate pair, marks of direction and line breaks of every kind are kept as they are."""
    odd = "\0 \ud800 \u202e \r\n \u2028 \x1b[31m e\u0301 記憶"
    import_file(store, write("log", talk(odd)))
    assert store.get("log/0").observation == odd


def test_many_bad_records_are_counted(store: clew.Engine, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report keeps the first bad records and counts all."""
    monkeypatch.setattr(summary, "BAD_KEPT", 3)
    told = import_file(store, write("log.jsonl", lines=[*talk("a"), *([{}] * 10)]))
    assert (told.new, told.bad_count, len(told.bad)) == (1, 10, 3)


@pytest.mark.parametrize("content", ["", " \r\n\t", "[]", "\ufeff"])
def test_a_file_without_records_adds_nothing(store: clew.Engine, write: Write, content: str) -> None:
    """An empty log is no error: it may only have been begun."""
    summary = import_file(store, write("log", content))
    assert (summary.format, *counts(summary)) == ("empty", 0, 0, 0)


@pytest.mark.parametrize(
    ("content", "words"),
    [("hello", "in no format"), ("{}", "in no format"), ("42", "in no format"), ('{"a": 1}\n{"a": 2}', "in no format")],
)
def test_a_file_of_no_known_format_is_refused(store: clew.Engine, write: Write, content: str, words: str) -> None:
    """What no importer knows is refused in words that list what is known."""
    with pytest.raises(ImportFailed, match=words) as refusal:
        import_file(store, write("log", content))
    assert "swe-agent" in str(refusal.value) and "chat" in str(refusal.value)


def test_a_format_may_be_named(store: clew.Engine, write: Write) -> None:
    """The name of a format overrules the content; a name that is none is refused."""
    path = write("log", "{}")
    assert counts(import_file(store, path, format="chat")) == (0, 0, 1)
    with pytest.raises(ImportFailed, match="no importer named `xml`"):
        import_file(store, path, format="xml")


def test_what_is_no_file_is_refused(store: clew.Engine, tmp_path: Path) -> None:
    """A pipe, nothing at all, and a folder of nothing that is known, are refused, whether a format is named or not."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "none"):
        for format in (None, "chat"):
            with pytest.raises(ImportFailed):
                import_file(store, path, format=format)


def test_each_format_is_recognised_by_content(write: Write) -> None:
    """The name of a file says nothing: what stands in it does."""
    run = recognise(write("a.json", {"trajectory": [{"action": "ls", "observation": "x"}]}))
    chat = recognise(write("b.traj", [{"task_id": 0, "trial": 0, "traj": talk("a")}]))
    assert run is not None and chat is not None
    assert (run.name, chat.name) == ("swe-agent", "chat")


# ---- progress and time -------------------------------------------------------------------------------


def test_progress_is_true(store: clew.Engine, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is in bytes, never falls, never passes the size, and ends there."""
    monkeypatch.setattr(landing, "BATCH", 50)
    path = write("log", "\n".join(json.dumps(m, ensure_ascii=False) for m in talk(*["記憶の糸" * 20] * 300)))
    seen: list[tuple[int, int]] = []
    import_file(store, path, progress=lambda done, total: seen.append((done, total)))
    size = path.stat().st_size
    assert seen == sorted(seen) and len(set(seen)) > 3
    assert {total for _, total in seen} == {size}
    assert seen[-1] == (size, size)


def test_a_backdated_log_is_known_when_it_happened(store: clew.Engine, write: Write) -> None:
    """Backdated, a memory is known to the store from its own time on; else from the import on."""
    stamps = [{**message, "timestamp": f"2024-05-0{day}"} for day, message in enumerate(talk("a", "b", "c"), start=1)]
    import_file(store, write("then.json", stamps), backdate=True)
    import_file(store, write("now.json", stamps))
    then, now = store.get("then/1"), store.get("now/1")
    assert then.recorded_at == then.at == now.at
    assert now.recorded_at.year > 2024


def test_drafts_are_made_quickly(write: Write) -> None:
    """Turning a log into drafts, extraction included, takes far less than writing them: under 1.5 ms a memory."""
    text = "Please change reservation 4WQ150 of mia_li_3668 to flight HAT069 on 2024-05-20. " * 4
    path = write("log", [{"task_id": task, "traj": talk(*[text] * 20)} for task in range(50)])
    start = time.process_time()
    assert import_file(_Nothing(), path).new == 1000
    assert time.process_time() - start < 10  # quadratic reading takes minutes


class _Nothing:
    """A store that keeps nothing: what is measured is the way to it."""

    namespace = "default"

    def remember_drafts(self, drafts: Any) -> list[Any]:
        return [clew.engine.values.model.Receipt(draft.id, row, row, new=True) for row, draft in enumerate(drafts)]

    def get(self, id: str) -> Any:
        raise MemoryNotFound(id)


def test_real_logs_come_in_whole(store: clew.Engine, shared: Shared) -> None:
    """All real logs come in without a bad record, and naming the coding runs once more adds nothing."""
    airline, runs = shared("data/tau_bench/airline_dev.json"), list(shared("data/swe_agent").glob("*.traj"))
    assert counts(import_file(store, airline)) == (1849, 0, 0)
    assert sum(import_file(store, run).new for run in runs) == 44
    assert sum(import_file(store, run).known for run in runs) == 44
    assert store.stats()["memories"] == 1893
