"""Classes of characters, as they stand between the brackets of a pattern.

Not `\\w`: it holds Chinese and Japanese characters, which write no spaces, so that `我的订单号` would be one word.
The alphabets here are those that separate words by spaces and tell a name by its capital.
"""

from __future__ import annotations

LETTERS = "0-9A-Za-z_\u00c0-\u024f\u0370-\u052f"
"""Letters of Latin, Greek and Cyrillic, digits, and the underscore: what a word or an identifier is made of."""

UPPER = "".join(chr(code) for code in range(0x41, 0x530) if chr(code).isupper())
LOWER = "".join(chr(code) for code in range(0x61, 0x530) if chr(code).islower())
"""The capitals and small letters among them."""

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
KANA = "\u3040-\u30ff"
