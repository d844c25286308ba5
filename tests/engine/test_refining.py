"""Re-ranking moves hits and says from where; what fails changes nothing and is told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.handle.engine import Engine
from clew.engine.llm.helper import Helper
from clew.engine.refining.by_llm import MOST, LLMReranker
from clew.engine.refining.cross_encoder import CrossEncoder
from clew.errors import LimitError, LLMError, QueryError
from onnx_models import in_fastembeds_cache, sharing_model, write_tokenizer


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with clew.open(tmp_path_factory.mktemp("refining"), background=False) as engine:
        for number in range(5):
            engine.remember(f"the vendor's offer, version {number}", id=f"v{number}", task="T", step=number)
        yield engine


class ByLength:
    """The text that ends in the highest number first."""

    def scores(self, need: str, texts: Sequence[str]) -> list[float]:
        return [float(text[-1]) for text in texts]


class Awaited:
    async def scores(self, need: str, texts: Sequence[str]) -> list[float]:
        await asyncio.sleep(0)
        return [float(text[-1]) for text in texts]


class Answers:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def complete(self, prompt: str, schema: Mapping[str, Any]) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer(schema)


def test_hits_are_moved_and_say_from_where(store: Engine) -> None:
    """A new answer; the first one is as it was."""
    front = store.recall("the vendor's offer", k=5)
    refined = front.refine(ByLength())
    assert refined.ids == ["v4", "v3", "v2", "v1", "v0"]
    assert [hit.rank for hit in refined] == [1, 2, 3, 4, 5]
    assert [front.ids[hit.was - 1] for hit in refined if hit.was] == refined.ids
    assert all(hit.was is None for hit in front)


def test_what_expand_brought_stays_behind_its_hit(store: Engine) -> None:
    """It is not scored, and has its hit's rank."""
    front = store.recall("the vendor's offer, version 2", k=1, expand={"steps": 1}).refine(ByLength())
    assert [hit.rank for hit in front] == [1] * len(front) and len(front) == 3
    assert front[0].expanded_from is None


def test_it_can_be_awaited(store: Engine) -> None:
    """By a reranker that is awaited, and by one that is not."""
    front = store.recall("the vendor's offer", k=5)
    for reranker in (ByLength(), Awaited()):
        assert asyncio.run(front.arefine(reranker)).ids == ["v4", "v3", "v2", "v1", "v0"]


@pytest.mark.parametrize("scores", [[1.0], ["x"] * 5, [float("nan")] * 5, None])
def test_scores_that_are_none_change_nothing(store: Engine, scores: Any) -> None:
    """Too few, no numbers, not finite: the same hits, and a note."""
    front = store.recall("the vendor's offer", k=5)
    refined = front.refine(type("Broken", (), {"scores": lambda *_: scores})())
    assert refined.hits == front.hits
    assert refined.notes[-1].startswith("Not re-ranked: ")
    assert asyncio.run(front.arefine(type("Broken", (), {"scores": lambda *_: scores})())).hits == front.hits


def test_an_answer_without_a_need_cannot_be_refined(store: Engine) -> None:
    """There is nothing to score for."""
    with pytest.raises(QueryError, match="need"):
        store.recall(task="T").refine(ByLength())


def test_a_language_model_grades(store: Engine) -> None:
    """As many grades as memories, in range; others are refused."""
    front = store.recall("the vendor's offer", k=5)
    graded = LLMReranker(
        Answers(lambda schema: {"grades": [n / 2 for n in range(schema["properties"]["grades"]["maxItems"])]})
    )
    assert front.refine(graded).ids == front.ids[::-1]
    for answer in ([11] * 5, [1] * 4, [True] * 5, ["9"] * 5):
        refused = front.refine(LLMReranker(Answers(lambda _, answer=answer: {"grades": answer})))
        assert refused.ids == front.ids and "refused" in refused.notes[-1]
    many = graded.scores("need", ["text"] * (MOST + 2))
    assert len(many) == MOST + 2 and min(many[:MOST]) > max(many[MOST:])


def test_a_cross_encoder_that_is_not_there_is_told(
    store: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Softly, without trying a network, and with a sentence that names it; so is a name that is none."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    front = store.recall("the vendor's offer", k=5)
    refined = front.refine(CrossEncoder())
    assert refined.hits == front.hits and "not on this machine" in refined.notes[-1]
    assert "neither" in front.refine(CrossEncoder("nobody/nothing")).notes[-1]


def test_a_cross_encoder_reads_the_need_and_each_memory_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real model of fastembed's kind, found by its name on this machine, moves hits by the words that both share."""
    folder = in_fastembeds_cache(tmp_path / "models", "Xenova/ms-marco-MiniLM-L-6-v2")
    (folder / "onnx").mkdir()
    (folder / "onnx" / "model.onnx").write_bytes(sharing_model())
    write_tokenizer(folder, ("[UNK]", "[PAD]", "offer", "red", "green", "blue"))
    (folder / "config.json").write_text('{"pad_token_id": 1}')
    (folder / "special_tokens_map.json").write_text('{"pad_token": "[PAD]"}')
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "models"))
    need, encoder = "offer green blue", CrossEncoder()
    assert encoder.scores(need, ["offer red", "offer green green", "red red", "blue green offer blue"]) == [1, 3, 0, 4]
    with clew.open(tmp_path / "store", background=False) as engine:
        engine.remember("the offer in red, red and red, which nobody took", id="red")
        engine.remember("an offer: green and blue, blue, blue", id="blue")
        front = engine.recall(need, k=2)
        refined = front.refine(encoder)
    assert refined.ids == ["blue", "red"] and refined.notes == front.notes
    assert sorted(hit.was or 0 for hit in refined) == [1, 2]


def test_a_model_that_does_not_answer_is_not_waited_for() -> None:
    """Within its seconds, or it is done without; its own words are not repeated."""
    import threading

    never = threading.Event()
    slow = Answers(lambda _: never.wait(5) or {})
    with pytest.raises(LLMError, match=r"within 0\.05 seconds"):
        Helper(slow, seconds=0.05).ask("?", {"type": "object", "properties": {}})
    never.set()
    for error in (RuntimeError("sk-1"), OSError("sk-1")):
        with pytest.raises(LLMError) as raised:
            Helper(Answers(error)).ask("?", {"type": "object", "properties": {}})
        assert "sk-1" not in str(raised.value)
    with pytest.raises(LimitError):
        Helper(Answers(LimitError("stopped"))).ask("?", {"type": "object", "properties": {}})
