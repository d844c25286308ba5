"""How many tokens a text costs a reader, counted with the tokenizer of the default model unless somebody says.

Counting words, or dividing characters by four, was refused: both are off by half on code and on Chinese, and a budget
that is exceeded is no budget. The default tokenizer is Llama 2's: a small vocabulary, so newer models need fewer tokens
than are counted here, not more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

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


@cache
def _tokenizer() -> Tokenizer:
    # Where an event loop opens a store, this module is loaded in its thread, and these two take a tenth of a second.
    from tokenizers import Tokenizer

    from .static_files import shipped

    tokenizer = Tokenizer.from_file(str(shipped().tokenizer))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
