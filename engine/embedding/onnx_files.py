"""Any folder with `model.onnx` and `tokenizer.json`: what else must be known before it can be run.

How the tokens' vectors become one (pooling), what to read before a question, how many tokens fit: published models
say it in small JSON files beside the weights, in more than one convention, and people copy only the two large files.
So each answer is looked for in the usual places and has a default. Refused: guessing a pooling by the model's name; a
wrong one gives vectors that look fine and rank badly.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ...errors import EmbeddingError
from .cache import temporary_folder
from .prompts import Prompts, prompts_for

MODEL_FILES = (
    "model.onnx",
    "onnx/model.onnx",
    "model_optimized.onnx",
    "model_quantized.onnx",
    "onnx/model_quantized.onnx",
)
POOLING_FILE = "1_Pooling/config.json"
PROMPTS_FILE = "config_sentence_transformers.json"
POOLINGS = (
    ("pooling_mode_cls_token", "CLS"),
    ("pooling_mode_lasttoken", "LAST_TOKEN"),
    ("pooling_mode_mean_tokens", "MEAN"),
)
PAD_TOKENS = ("[PAD]", "<pad>", "<|endoftext|>", "</s>")
TOKENS = 512
"""How many tokens a model reads when nothing beside it says so: what most sentence encoders were trained with."""


@dataclass(frozen=True, slots=True)
class OnnxModel:
    """A transformer on disk."""

    folder: Path
    weights: Path
    pooling: str | None
    """CLS, LAST_TOKEN or MEAN; None where the folder does not say."""
    prompts: Prompts

    @property
    def files(self) -> tuple[Path, ...]:
        """What the fingerprint covers: all that a vector depends on."""
        settings = [self.folder / name for name in (POOLING_FILE, PROMPTS_FILE)]
        beside = [self.weights.with_name(self.weights.name + "_data"), *settings]
        return (self.weights, self.folder / "tokenizer.json", *(file for file in beside if file.is_file()))


def read_onnx(folder: Path) -> OnnxModel | None:
    """Return the transformer in a folder, or None where there is none."""
    weights = next((folder / name for name in MODEL_FILES if (folder / name).is_file()), None)
    if weights is None or not (folder / "tokenizer.json").is_file():
        return None
    return OnnxModel(folder, weights, _pooling(folder), _prompts(folder))


def tokenizer_folder(model: OnnxModel) -> Path:
    """Return a folder with the tokenizer and its settings: the model's own, else a private one with them filled in.

    Raises `EmbeddingError` where no token for padding can be found.
    """
    if (model.folder / "tokenizer_config.json").is_file():
        return model.folder
    tokenizer = _json(model.folder / "tokenizer.json")
    settings = {
        "pad_token": _pad_token(tokenizer, model.folder),
        "model_max_length": _part(tokenizer, "truncation").get("max_length") or TOKENS,
    }
    folder = Path(tempfile.mkdtemp(dir=temporary_folder()))
    shutil.copy(model.folder / "tokenizer.json", folder / "tokenizer.json")
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    return folder


def _pooling(folder: Path) -> str | None:
    declared = _json(folder / POOLING_FILE)
    return next((pooling for key, pooling in POOLINGS if declared.get(key)), None)


def _prompts(folder: Path) -> Prompts:
    declared = _part(_json(folder / PROMPTS_FILE), "prompts")
    if not declared:
        return prompts_for(folder.resolve().name)
    return Prompts(declared.get("query") or "", declared.get("document") or declared.get("passage") or "")


def _pad_token(tokenizer: Mapping[str, Any], folder: Path) -> str:
    known = {token["content"] for token in tokenizer.get("added_tokens") or ()}
    usual = (token for token in PAD_TOKENS if token in known)
    found: str | None = _part(tokenizer, "padding").get("pad_token") or next(usual, None)
    if found is None:
        raise EmbeddingError(
            f"{folder} does not say which token pads a batch.",
            hint="Put the model's tokenizer_config.json beside its tokenizer.json.",
            code="embedding.format",
        )
    return found


def _json(path: Path) -> Mapping[str, Any]:
    """Return a settings file, or nothing where it is not there or not readable."""
    with suppress(OSError, ValueError):
        return _part({"file": json.loads(path.read_bytes())}, "file")
    return {}


def _part(settings: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the mapping under a key, or nothing: published files put null and lists where a mapping is expected."""
    found = settings.get(key)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
