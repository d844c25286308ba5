"""The one module that imports fastembed, and only when a model is needed: the import alone costs 0.4-1.4 s.

Every model runs through fastembed: the static one that is the default, any other model on disk, and any model that
fastembed knows by name. Nothing here opens a connection unless the caller said that it may.
"""

from __future__ import annotations

import hashlib
import os
import threading
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ...errors import EmbeddingError, ModelMissing
from .cache import cache_path
from .onnx_files import OnnxModel, tokenizer_folder

if TYPE_CHECKING:
    from fastembed import TextEmbedding
    from fastembed.rerank.cross_encoder import TextCrossEncoder  # pyright: ignore[reportMissingTypeStubs]

STATIC_STAND_IN = "minishlab/potion-base-8M"
"""fastembed picks its code by a registered name; given a folder, this name means "a static model", whichever it is."""

_REGISTRY = threading.Lock()
"""fastembed's registry of custom models is one list for the whole process, and refuses a name it has."""


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model that fastembed knows by name, found on disk."""

    name: str
    dimension: int
    folder: Path
    weights: Path
    files: tuple[Path, ...]
    """What the fingerprint covers: the weights and the tokenizer."""


def _fastembed() -> ModuleType:
    """Import fastembed, the runtime under it kept quiet.

    From version 1.29 on, onnxruntime reports its use to its maker and leaves an identifier in the user's cache. What
    runs inside a memory engine must not. Whoever wants that sets the variable to 0 before.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import fastembed

    return fastembed


def open_static(folder: Path) -> TextEmbedding:
    """Load a static model: `model.safetensors` with the tensor `embeddings`, and `tokenizer.json`."""
    return _opened(STATIC_STAND_IN, folder)


def open_named(found: NamedModel) -> TextEmbedding:
    """Load a model that was found on disk."""
    return _opened(found.name, found.folder)


def _opened(registered: str, folder: Path) -> TextEmbedding:
    # The cache folder is named, although it is not used, because fastembed would otherwise make one in /tmp.
    return _fastembed().TextEmbedding(
        registered, cache_dir=str(folder), specific_model_path=str(folder), local_files_only=True
    )


def open_custom(model: OnnxModel, pooling: str) -> TextEmbedding:
    """Load a transformer that fastembed does not know, by registering it under a name made from its path."""
    fastembed = _fastembed()
    from fastembed.common.model_description import ModelSource, PoolingType

    path = str(model.weights.absolute())
    name = f"clew/{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}-{pooling.lower()}"
    with _REGISTRY:
        if name not in {card["model"] for card in fastembed.TextEmbedding.list_supported_models()}:
            # It wants a source and a dimension, and uses neither: the folder is given, the dimension found by trying.
            fastembed.TextEmbedding.add_custom_model(name, PoolingType(pooling), True, ModelSource(hf=name), 0, path)
    return _opened(name, tokenizer_folder(model))


def try_custom(model: OnnxModel) -> dict[str, Any]:
    """Return the `dimension` and the `pooling` that a transformer works with.

    Some exports pool inside the graph, and only running one tells; asked for no pooling, fastembed refuses the others.
    """
    try:
        return {"dimension": _dimension(open_custom(model, "DISABLED")), "pooling": "DISABLED"}
    except ValueError:
        pooling = model.pooling or "MEAN"
        return {"dimension": _dimension(open_custom(model, pooling)), "pooling": pooling}


def _dimension(model: TextEmbedding) -> int:
    return len(next(iter(model.embed(["dimension"]))))


def find_named(name: str, *, allow_download: bool) -> NamedModel:
    """Return where a model lies that fastembed knows by name.

    Raises `EmbeddingError` when it knows none of that name, and `ModelMissing`, at once and without having tried the
    network, when the model is not on this machine and may not be downloaded.
    """
    card = _card(name)
    folder = _on_disk(card)
    why = "it is not on this machine"
    if folder is None and allow_download:
        why = _download(card)
        folder = _on_disk(card)
    if folder is not None:
        return NamedModel(card["model"], card["dim"], folder, folder / card["model_file"], _files(card, folder))
    raise ModelMissing(
        f"The embedding model `{card['model']}` cannot be used: {why}.",
        hint="Either allow a download (allow_download=True) where there is a network, or copy the folder "
        f"{_model_cache()} from a machine that has it; FASTEMBED_CACHE_PATH names another folder.",
        model=card["model"],
        looked_in=str(_model_cache()),
    )


def _card(name: str) -> dict[str, Any]:
    """Return what fastembed says of a model: `model`, `dim`, `model_file`, `additional_files`, `sources`."""
    return _known(name, _fastembed().TextEmbedding.list_supported_models())


def _known(name: str, listed: list[dict[str, Any]]) -> dict[str, Any]:
    cards = {card["model"].lower(): card for card in listed}
    if name.lower() in cards:
        return cards[name.lower()]
    near = [cards[key]["model"] for key in get_close_matches(name.lower(), cards, n=1, cutoff=0.5)]
    raise EmbeddingError(
        f"`{name}` is neither a folder nor a model that fastembed knows.",
        hint=f"Did you mean `{near[0]}`?" if near else "Give a folder with model.onnx and tokenizer.json.",
        code="embedding.unknown",
    )


def open_cross_encoder(name: str, *, allow_download: bool) -> TextCrossEncoder:
    """Load a model that scores a question and a text together.

    Raises `EmbeddingError` for a name that fastembed does not know, and `ModelMissing` as `find_named` does.
    """
    _fastembed()
    from fastembed.rerank.cross_encoder import TextCrossEncoder  # pyright: ignore[reportMissingTypeStubs]

    card = _known(name, TextCrossEncoder.list_supported_models())
    if allow_download:
        return TextCrossEncoder(card["model"], cache_dir=str(_model_cache()))
    folder = _on_disk(card)
    if folder is None:
        raise ModelMissing(
            f"The cross-encoder `{card['model']}` is not on this machine.",
            hint=f"Allow a download (allow_download=True), or copy {_model_cache()} from a machine that has it.",
            model=card["model"],
            looked_in=str(_model_cache()),
        )
    return TextCrossEncoder(
        card["model"], cache_dir=str(folder), specific_model_path=str(folder), local_files_only=True
    )


def _files(card: dict[str, Any], folder: Path) -> tuple[Path, ...]:
    return tuple(folder / name for name in (card["model_file"], *card["additional_files"], "tokenizer.json"))


def _model_cache() -> Path:
    """Return where named models are kept: fastembed's own setting, else the user's cache (its default is in /tmp)."""
    chosen = os.environ.get("FASTEMBED_CACHE_PATH")
    return Path(chosen) if chosen else cache_path() / "fastembed"


def _on_disk(card: dict[str, Any]) -> Path | None:
    from huggingface_hub import try_to_load_from_cache

    found = try_to_load_from_cache(card["sources"]["hf"], card["model_file"], cache_dir=_model_cache())
    if not isinstance(found, str):
        return None
    folder = Path(found).parents[len(Path(card["model_file"]).parts) - 1]
    return folder if all(file.is_file() for file in _files(card, folder)) else None


def _download(card: dict[str, Any]) -> str:
    """Let fastembed download a model. Return why it is not there, should it not be."""
    try:
        _fastembed().TextEmbedding(card["model"], cache_dir=str(_model_cache()), lazy_load=True)
    except Exception as error:
        return f"downloading it failed ({error})"
    return "it was downloaded and is not whole"
