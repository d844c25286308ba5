"""The default model: on disk with the package, run through fastembed, and right."""

import threading

import numpy as np
import pytest
from clew.engine.embedding.resolve import DEFAULT, resolve
from clew.engine.embedding.static_files import HALF_AND_SINGLE, shipped
from clew.errors import EmbeddingError

TEXTS = [
    "The flight was cancelled because of the storm.",
    "agent (8 May 2023): booked two seats in economy",
    "他昨天在北京买了一只猫。",
    'get_user_details({"user_id": "mia_li_3668"})',
    "x",
    "one two three " * 400,
    "naïve café 🌊\n\ttabs",
]


@pytest.fixture(scope="module")
def embedder():
    return resolve()


def test_vectors_have_the_promised_form(embedder):
    """One float32 row of norm 1 for each text, and the dimension that the fingerprint says."""
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.fingerprint.dimension) == (len(TEXTS), 256)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)
    assert embedder.embed([]).shape == (0, 256)
    assert embedder.quick


def test_two_routes_agree(embedder):
    """What comes through fastembed is the normalised mean of the shipped table's rows, computed here from the file."""
    from tokenizers import Tokenizer

    model = shipped()
    table = np.fromfile(model.weights, dtype=HALF_AND_SINGLE[model.dtype], offset=model.offset).reshape(model.shape)
    tokenizer = Tokenizer.from_file(str(model.tokenizer))
    tokenizer.enable_truncation(512)
    means = [
        table[tokenizer.encode(text, add_special_tokens=False).ids].mean(axis=0, dtype=np.float64) for text in TEXTS
    ]
    expected = np.stack([mean / np.linalg.norm(mean) for mean in means])
    assert embedder.embed(TEXTS) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("Which aeroplane ticket did she buy?", "She bought a plane ticket to Rome.", "The soup needs more salt."),
        ("the test suite fails", "pytest reports two failing tests", "the cat sleeps on the sofa"),
        ("他买了什么动物?", "他昨天买了一只猫。", "明天的天气很好。"),
        ("机票多少钱", "去上海的机票是八百元。", "她喜欢听音乐。"),
    ],
)
def test_near_is_nearer_than_far(embedder, question, near, far):
    """A question is closer to the text that answers it than to one that does not, in English and in Chinese."""
    close, distant = embedder.embed([near, far]) @ embedder.embed_query(question)
    assert close > distant + 0.05


def test_a_text_has_one_vector_whatever_its_company(embedder):
    """Batching and sorting by length change neither the vector nor the order."""
    together = embedder.embed(TEXTS * 30)
    alone = np.stack([embedder.embed([text])[0] for text in TEXTS])
    assert together == pytest.approx(np.tile(alone, (30, 1)), abs=1e-6)
    assert alone == pytest.approx(np.stack([embedder.embed_query(text) for text in TEXTS]), abs=1e-6)


@pytest.mark.parametrize("text", ["\ud800", "a\x00b", "\u200b", "\ufffd", "</s>", "🏳️‍🌈", "\x07"])
def test_odd_characters_are_embedded(embedder, text):
    """Half a surrogate pair, NUL, marks of the tokenizer itself and control characters have a vector."""
    assert np.linalg.norm(embedder.embed([text])[0]) == pytest.approx(1, abs=1e-6)


def test_blank_texts_are_refused_by_number(embedder):
    """The model is not asked about nothing."""
    with pytest.raises(EmbeddingError, match="Text 2 of 2 has no words"):
        embedder.embed(["a", " "])
    with pytest.raises(EmbeddingError, match="no words"):
        embedder.embed_query("")


def test_the_one_text_without_a_vector_is_refused_by_number(embedder):
    """The tokenizer's own mark for the unknown has no meaning, so it has no vector, and says so."""
    with pytest.raises(EmbeddingError, match=r"Text 2 of 2: The model .* gave a vector with only zeros"):
        embedder.embed(["a", "<unk>"])


def test_the_fingerprint_is_the_models(embedder):
    """A second embedder has the same fingerprint, which names the model and covers its weights."""
    fingerprint = resolve(DEFAULT).fingerprint
    assert fingerprint == embedder.fingerprint
    assert fingerprint.name == "wordllama/l2_supercat_256"
    assert len(fingerprint.sha256) == 64


def test_threads_may_share_a_model_from_its_first_text():
    """Eight threads that all come first get the same vectors."""
    embedder = resolve()
    found = []
    threads = [threading.Thread(target=lambda: found.append(embedder.embed(TEXTS))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(np.array_equal(vectors, found[0]) for vectors in found)
