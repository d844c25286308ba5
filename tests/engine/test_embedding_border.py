"""Only unit vectors get past the border, and whoever made another is told which."""

import math

import numpy as np
import pytest
from clew.engine.embedding.border import checked, embed_each
from clew.engine.embedding.callables import CallableEmbedder
from clew.engine.embedding.port import Fingerprint
from clew.engine.embedding.resolve import resolve
from clew.errors import EmbeddingError
from hypothesis import given
from hypothesis import strategies as st

finite = st.floats(-1e300, 1e300, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-250)
vectors = st.lists(finite, min_size=2, max_size=6).filter(any)


@given(vectors)
def test_any_finite_vector_becomes_its_direction(vector):
    """Neither a huge nor a tiny vector overflows: the result has norm 1 and points the same way."""
    [unit] = checked([vector], 1)
    scale = max(map(abs, vector))
    norm = math.hypot(*(x / scale for x in vector))
    assert unit.dtype == np.float32
    assert np.linalg.norm(unit) == pytest.approx(1, abs=1e-6)
    assert unit == pytest.approx([x / scale / norm for x in vector], abs=1e-6)


@pytest.mark.parametrize(
    "found",
    [
        [[3, 4], [0, 2]],
        [(3.0, 4.0), (0.0, 2.0)],
        np.array([[3, 4], [0, 2]], dtype=np.float16),
        (np.array(row) for row in ([3, 4], [0, 2])),
    ],
    ids=["lists", "tuples", "float16", "generator"],
)
def test_rows_of_any_kind_are_taken(found):
    """A list of lists, an array of another precision and a generator of rows give the same vectors."""
    assert checked(found, 2).tolist() == pytest.approx(np.array([[0.6, 0.8], [0, 1]], dtype=np.float32))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([[1, 2]], "shape (1, 2) where (3, d)"),
        ([1, 2, 3], "shape (3,)"),
        ([[1], [1, 2], [1]], "did not give vectors of numbers"),
        ([["1"], ["2"], ["3"]], "did not give vectors of numbers"),
        (None, "did not give vectors of numbers"),
        (
            [[1, 2], [float("nan"), 1], [1, 2]],
            "Text 2 of 3: The embedder gave a vector with a value that is not finite",
        ),
        ([[1, 2], [1, 2], [float("inf"), 1]], "Text 3 of 3"),
        ([[0, 0], [1, 2], [0, 0]], "Text 1 of 3 (and 1 more): The embedder gave a vector with only zeros"),
    ],
)
def test_what_is_no_vector_is_refused_in_one_sentence(found, words):
    """A wrong shape, no numbers, NaN, infinity and zeros are errors that say what came and which text it was."""
    with pytest.raises(EmbeddingError) as caught:
        checked(found, 3)
    assert words in str(caught.value)


def test_another_dimension_than_before_is_refused():
    """A model that changes its dimension is caught at the second call."""
    lengths = iter([2, 3])
    embedder = CallableEmbedder(lambda texts: [[1.0] * next(lengths)] * len(texts))
    embedder.embed(["a"])
    with pytest.raises(EmbeddingError, match=r"shape \(1, 3\) where \(1, 2\)"):
        embedder.embed(["b"])


def toy(texts):
    """Return letters counted in three classes; a text with none of them is a zero vector."""
    return [[text.count(letter) for letter in "abc"] for text in texts]


def test_a_function_is_an_embedder():
    """A bare function satisfies the port, is not quick, and says that its weights are unknown."""
    embedder = resolve(toy)
    assert not embedder.quick
    assert embedder.fingerprint == Fingerprint(f"{__name__}.toy", 3, "")
    assert embedder.embed(["aab", "c"]).shape == (2, 3)
    assert embedder.embed([]).shape == (0, 3)
    assert embedder.embed_query("cc").tolist() == [0, 0, 1]


def test_questions_may_have_a_function_of_their_own():
    """Where a model treats questions otherwise, its other function is asked."""
    embedder = CallableEmbedder(toy, query=lambda text: toy([text + "ccc"])[0], name="toy v2")
    assert embedder.fingerprint.name == "toy v2"
    assert embedder.embed_query("a") != pytest.approx(embedder.embed(["a"])[0])


@pytest.mark.parametrize("fault", [ConnectionError("no route"), KeyError("model"), ZeroDivisionError()])
def test_a_failing_function_is_one_kind_of_error(fault):
    """Whatever a function raises, the caller sees an EmbeddingError with the cause behind it."""

    def failing(texts):
        raise fault

    with pytest.raises(EmbeddingError, match=type(fault).__name__) as caught:
        resolve(failing).embed(["a"])
    assert caught.value.__cause__ is fault


def test_a_generator_that_fails_half_way_is_the_same_error():
    """Foreign code that runs while its rows are read is translated as well."""

    def failing(texts):
        yield [1.0, 2.0]
        raise ConnectionError("gone")

    with pytest.raises(EmbeddingError, match="gone"):
        resolve(failing).embed(["a", "b"])


def test_one_refused_text_does_not_hold_up_the_others():
    """Blank texts and texts without a vector get None, all others their vector, at the price of one more call."""
    calls = []

    def counting(texts):
        calls.append(list(texts))
        return toy(texts)

    found = embed_each(CallableEmbedder(counting), ["a", "  ", "zzz", "bb"])
    assert [None if vector is None else vector.tolist() for vector in found] == [[1, 0, 0], None, None, [0, 1, 0]]
    assert calls == [["a", "zzz", "bb"], ["a", "bb"]]


def test_a_failing_embedder_still_fails_for_each():
    """When no single text is at fault, the error is the caller's to handle."""
    with pytest.raises(EmbeddingError, match="shape"):
        embed_each(CallableEmbedder(lambda texts: [[1.0]]), ["a", "b"])


@given(st.text(min_size=1), st.integers(1, 4096), st.text())
def test_a_fingerprint_survives_its_json(name, dimension, sha256):
    """A fingerprint written and read again is equal."""
    fingerprint = Fingerprint(name, dimension, sha256)
    assert Fingerprint.from_json(fingerprint.to_json()) == fingerprint


def test_the_weights_decide_not_the_name():
    """Equal weights agree under any name; where weights are unknown, the names must be equal."""
    here, there = Fingerprint("a", 8, "f00d"), Fingerprint("b", 8, "f00d")
    assert here.agrees_with(there)
    assert not here.agrees_with(Fingerprint("a", 8, "beef"))
    assert Fingerprint("a", 8, "").agrees_with(here)
    assert not Fingerprint("b", 8, "").agrees_with(here)
    assert not Fingerprint("a", 9, "").agrees_with(Fingerprint("a", 8, ""))
