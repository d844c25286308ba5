"""Opening a store for asyncio: all that `clew.aopen` loads where it is called, which is the thread of an event loop.

The engine itself is half a second of imports, and they are made in the thread that opens. What runs there in Python
lets the loop have its turn every 5 ms; what does not is a library that is initialised, which is one call of C.
"""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ClewError, StoreClosed
from ..embedding.tokens import TokenCounter, count_tokens
from ..running.limits import DEFAULTS, Limits
from ..values.model import DEFAULT_NAMESPACE
from .workers import finished, once

if TYPE_CHECKING:
    from ..embedding.resolve import EmbedderSpec
    from ..llm.port import LLM
    from .asynchronous import AsyncEngine
    from .engine import Engine


def aopen(
    path: str | Path,
    *,
    create: bool = True,
    namespace: str = DEFAULT_NAMESPACE,
    embedder: EmbedderSpec = None,
    tokens: TokenCounter = count_tokens,
    background: bool = True,
    limits: Limits = DEFAULTS,
    llm: LLM | None = None,
) -> Opening:
    """Open a store for asyncio, by `await` or `async with`; options and errors as in `open`.

    All that the first write and the first question need is loaded meanwhile, which takes a second, once a process.
    """
    options = {"create": create, "namespace": namespace, "embedder": embedder, "tokens": tokens, "llm": llm}
    return Opening(path, background=background, limits=limits, **options)


class Opening:
    """A store that is about to be open: `await` it, or use it in an `async with` block, which closes it."""

    def __init__(self, path: str | Path, **options: Any) -> None:
        self._opens = partial(_opened, path, options)
        self._memory: AsyncEngine | None = None

    def __await__(self) -> Generator[Any, None, AsyncEngine]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncEngine:
        self._memory = await self._open()
        return self._memory

    async def __aexit__(self, *_: object) -> None:
        assert self._memory is not None
        await self._memory.aclose()

    async def _open(self) -> AsyncEngine:
        opening = once(self._opens)
        try:
            return await finished(opening)
        except BaseException:
            opening.add_done_callback(_close_unwanted)
            raise


def _opened(path: str | Path, options: dict[str, Any]) -> AsyncEngine:
    """Load the engine and open the store: what the thread of an opening does."""
    from .asynchronous import AsyncEngine
    from .engine import open

    engine = open(path, **options)
    try:
        _warm(engine)
        return AsyncEngine(engine)
    except BaseException:
        engine.close()
        raise


def _warm(engine: Engine) -> None:
    """Load the language, the numeric core and the model. The graph engine comes with the first pattern: few ask one.

    A library is loaded without a break for the event loop: 60 ms for the largest, the tokenizer of the default model,
    and better now than at a question.
    """
    engine.plan("MATCH (m:Memory) RETURN m")
    import_module("numpy.ma")  # or the first `numpy.unique` would
    if engine.embedder.quick:
        with suppress(ClewError):  # said again by the first write or question, where it belongs
            engine.embedder.embed_query("warm")


def _close_unwanted(opening: Future[AsyncEngine]) -> None:
    """Close what was opened for somebody who no longer waits."""
    if not opening.cancelled() and opening.exception() is None:
        with suppress(StoreClosed):  # the interpreter is leaving, and closes by itself what is open
            once(opening.result().engine.close)
