"""From what a caller wrote to a model: by name, by folder, by function; and at once when there is none."""

import json
import os
import struct
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from clew.engine.embedding import cache, static_files
from clew.engine.embedding.callables import CallableEmbedder
from clew.engine.embedding.port import Fingerprint
from clew.engine.embedding.resolve import resolve
from clew.errors import EmbeddingError, ModelMissing
from onnx_models import WORDS, in_fastembeds_cache, lookup_model, write_tokenizer

TABLE = np.random.default_rng(7).normal(size=(len(WORDS), 384)).astype("<f4")

NO_NETWORK = """
import socket
def refused(*args, **kwargs):
    raise AssertionError("the network was tried")
socket.socket.connect = socket.getaddrinfo = refused
from clew.engine.embedding.resolve import resolve
from clew.errors import ModelMissing
try:
    resolve("BAAI/bge-small-en-v1.5")
except ModelMissing as error:
    print(error)
"""


def write_onnx(folder, *, pooled=False, whole=True):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(lookup_model(TABLE, pooled=pooled))
    write_tokenizer(folder, whole=whole)
    return folder


def write_static(folder, name, table):
    """Write a table as a safetensors file under a tensor's name."""
    folder.mkdir(parents=True, exist_ok=True)
    kind = {"float16": "F16", "float32": "F32"}[table.dtype.name]
    entry = {"dtype": kind, "shape": table.shape, "data_offsets": [0, table.nbytes]}
    header = json.dumps({name: entry}).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + table.tobytes())
    write_tokenizer(folder)
    return folder


def mean_of(*words):
    """Return the direction of the mean of some words' vectors."""
    mean = TABLE[[WORDS.index(word) for word in words]].astype(np.float64).mean(axis=0)
    return mean / np.linalg.norm(mean)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A cache folder of the test's own, and no models that the machine may have."""
    monkeypatch.setattr(cache, "user_cache_dir", lambda *names, **options: str(tmp_path / "home"))
    monkeypatch.delenv("FASTEMBED_CACHE_PATH", raising=False)
    return tmp_path / "home"


def test_a_named_model_that_is_not_here_is_missing_at_once(tmp_path):
    """No connection is tried, and the sentence names the two ways to get it."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-W", "error", "-c", NO_NETWORK]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    message = done.stdout
    assert "`BAAI/bge-small-en-v1.5` cannot be used: it is not on this machine" in message
    assert "allow_download=True" in message
    assert "FASTEMBED_CACHE_PATH" in message


def test_without_the_package_that_ships_it_the_default_model_is_missing(monkeypatch):
    """The error names the package to install."""
    monkeypatch.setattr(static_files, "SHIPPED_BY", "no_such_package")
    with pytest.raises(ModelMissing, match="pip install no_such_package"):
        resolve()


def test_a_download_that_fails_says_why(monkeypatch):
    """Where a download is allowed and impossible, the model is missing and the cause is in the sentence."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelMissing, match="downloading it failed"):
        resolve("sentence-transformers/all-MiniLM-L6-v2", allow_download=True)


def test_a_named_model_on_disk_is_used_without_a_network(tmp_path, monkeypatch):
    """A model in fastembed's cache is found by its name, in any case, and known by the name as it is written."""
    snapshot = write_onnx(in_fastembeds_cache(tmp_path / "cache", "Qdrant/all-MiniLM-L6-v2-onnx"))
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "cache"))
    embedder = resolve("SENTENCE-transformers/all-minilm-l6-v2")
    assert embedder.fingerprint.name == "sentence-transformers/all-MiniLM-L6-v2"
    assert embedder.fingerprint.dimension == 384
    assert not embedder.quick
    assert embedder.embed(["red blue"])[0] == pytest.approx(mean_of("red", "blue"), abs=1e-6)
    (snapshot / "tokenizer.json").unlink()
    with pytest.raises(ModelMissing):
        resolve("sentence-transformers/all-MiniLM-L6-v2")


@pytest.mark.parametrize("whole", [True, False], ids=["with settings", "two files"])
@pytest.mark.parametrize("pooled", [False, True], ids=["tokens", "pooled"])
def test_any_transformer_in_a_folder_is_an_embedder(tmp_path, pooled, whole):
    """Two files suffice, whether the graph pools or not; the vectors are the ones computed here by hand."""
    embedder = resolve(write_onnx(tmp_path / "colours", pooled=pooled, whole=whole))
    texts = ["red", "green blue blue", "blue red"]
    expected = [mean_of(*text.split()) for text in texts]
    # A graph that pools by itself sums the padding too, so its texts are embedded one by one.
    vectors = np.concatenate([embedder.embed([text]) for text in texts]) if pooled else embedder.embed(texts)
    assert vectors == pytest.approx(np.stack(expected), abs=1e-6)
    assert embedder.fingerprint.name == "colours"
    assert embedder.fingerprint.dimension == 384
    assert not embedder.quick


def test_a_folder_says_how_its_tokens_are_pooled_and_prompted(tmp_path):
    """The small files beside the weights are heard: pooling, and the words before questions and texts."""
    folder = write_onnx(tmp_path / "model")
    before = resolve(folder).fingerprint
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    prompts = {"prompts": {"query": "query: ", "passage": "passage: "}}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(prompts))
    embedder = resolve(str(folder))
    assert embedder.embed(["red blue"])[0] == pytest.approx(mean_of("passage"), abs=1e-6)
    assert embedder.embed_query("red blue") == pytest.approx(mean_of("query"), abs=1e-6)
    assert not embedder.fingerprint.agrees_with(before)


@pytest.mark.parametrize("name", ["embeddings", "embedding.weight"])
@pytest.mark.parametrize("precision", [np.float32, np.float16])
def test_a_static_model_under_any_tensor_name(tmp_path, name, precision):
    """A table of token vectors is found under whatever name its publisher chose, and is quick."""
    embedder = resolve(write_static(tmp_path / "static", name, TABLE.astype(precision)))
    assert embedder.quick
    assert embedder.embed(["red green"])[0] == pytest.approx(mean_of("red", "green"), abs=2e-3)
    assert embedder.fingerprint.dimension == 384


def test_files_that_hold_no_model_are_refused(tmp_path):
    """An empty folder, a folder that is not there, and weights that are damaged or of another kind say so."""
    with pytest.raises(EmbeddingError, match="holds no embedding model"):
        resolve(tmp_path)
    with pytest.raises(EmbeddingError, match="holds no embedding model"):
        resolve(Path("/no/such/folder"))
    folder = write_static(tmp_path / "static", "embeddings", TABLE)
    weights = (folder / "model.safetensors").read_bytes()
    for damaged in (b"", weights[:100], weights[:-1], b"\xff" * 64, struct.pack("<Q", 2) + b"{}"):
        (folder / "model.safetensors").write_bytes(damaged)
        with pytest.raises(EmbeddingError, match="holds no table of token vectors"):
            resolve(folder)


def test_a_damaged_transformer_fails_as_an_embedding_error(tmp_path):
    """What the runtime raises on a broken file is translated."""
    folder = write_onnx(tmp_path / "broken")
    (folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(EmbeddingError, match="The model `broken` failed"):
        resolve(folder).embed(["red"])


@pytest.mark.parametrize(
    ("spec", "words"),
    [("BAAI/bge-small-en-v1.6", "Did you mean `BAAI/bge-small-en-v1.5`?"), ("???", "neither a folder nor a model")],
)
def test_an_unknown_name_is_refused_with_the_nearest(spec, words):
    """A typing error in a name is answered by the name that was meant."""
    with pytest.raises(EmbeddingError) as caught:
        resolve(spec)
    assert words in str(caught.value)


def test_an_embedder_is_taken_as_it_is_and_not_asked():
    """An object with the port's parts is returned unread: its fingerprint may cost a call."""

    class Own:
        quick = True

        @property
        def fingerprint(self):
            raise AssertionError("asked")

        def embed(self, texts):
            return np.ones((len(texts), 1), dtype=np.float32)

        def embed_query(self, text):
            return self.embed([text])[0]

    own = Own()
    assert resolve(own) is own
    wrapped = CallableEmbedder(lambda texts: [[1.0]] * len(texts), name="own")
    assert resolve(wrapped) is wrapped
    assert wrapped.fingerprint == Fingerprint("own", 1, "")


@pytest.mark.parametrize("spec", [3, object(), ["a"], b"model"])
def test_what_cannot_be_an_embedder_is_refused(spec):
    """The error names the type and what would work."""
    with pytest.raises(EmbeddingError, match=f"cannot be made from {type(spec).__name__}"):
        resolve(spec)


def test_opening_a_transformer_again_does_not_load_it(tmp_path):
    """Dimension and pooling are remembered, so that knowing a model costs no run of it."""
    folder = write_onnx(tmp_path / "colours")
    first = resolve(folder).fingerprint
    start = time.process_time()
    assert resolve(folder).fingerprint == first
    assert time.process_time() - start < 10  # blow-ups take minutes
