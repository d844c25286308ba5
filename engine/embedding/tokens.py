"""How many tokens a text costs a reader, counted with the tokenizer of the default model unless somebody says.

Counting words, or dividing characters by four, was refused: both are off by half on code and on Chinese, and a budget
that is exceeded is no budget. The default tokenizer is Llama 2's: a small vocabulary, so newer models need fewer tokens
than are counted here, not more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import index
from typing import TYPE_CHECKING, TypeAlias

from ...errors import MemoryInvalid
from .texts import printable

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TokenCounter: TypeAlias = Callable[[str], int]
"""Text in, number of tokens out. Anything that counts may stand here: tiktoken's `len(encoding.encode(text))`, say."""

PIECE = 20_000
"""Characters counted at a time: the tokenizer takes seconds over megabytes in one piece, and is linear in pieces."""


def count_tokens(text: str) -> int:
    """Return the number of tokens of `text`. Raises ModelMissing where the default tokenizer is not on disk."""
    tokenizer = _tokenizer()
    pieces = [printable(text[start : start + PIECE]) for start in range(0, len(text), PIECE)]
    return sum(len(encoding.ids) for encoding in tokenizer.encode_batch_fast(pieces, add_special_tokens=False))


def counted(text: str, count: TokenCounter) -> int:
    """Return the number of tokens of `text` by a caller's counter. Raises MemoryInvalid where that is none."""
    tokens: object = count(text)
    try:
        whole = -1 if isinstance(tokens, bool) else index(tokens)  # type: ignore[arg-type] - what is none raises
    except TypeError:
        whole = -1
    if whole < 0:
        said = f"`tokens` counted {tokens!r:.40}, and not a whole number from 0."
        raise MemoryInvalid(said, hint="As in `len(encode(text))`.")
    return whole


@cache
def _tokenizer() -> Tokenizer:
    # Where an event loop opens a store, this module is loaded in its thread, and these two take a tenth of a second.
    from tokenizers import Tokenizer

    from .static_files import shipped

    tokenizer = Tokenizer.from_file(str(shipped().tokenizer))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
