"""`POST /v1/embeddings`: OpenAI's form, and the vectors of the encoder."""

import base64
import json
import struct
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from local_stack.engine_server.embeddings.route import Embeddings
from local_stack.engine_server.failures import EngineRefusal
from local_stack.engines.sentence_encoder import EncoderMissing, ServerEncoder, similarity
from local_stack.engines.server_client import EngineRefused, EngineServer
from local_stack.models.store import path_of


class Numbers(list[float]):
    """A vector as numpy has them, as far as the route uses it."""

    def tolist(self) -> list[float]:
        return list(self)

    def astype(self, kind: str) -> "Numbers":
        assert kind == "<f4"
        return self

    def tobytes(self) -> bytes:
        return struct.pack(f"<{len(self)}f", *self)


class Lengths:
    """Makes a vector of a sentence's length."""

    def encode(self, sentences: Sequence[str]) -> Sequence[Any]:
        return [Numbers([float(len(sentence)), 0.5]) for sentence in sentences]

    def count_pieces(self, sentence: str) -> int:
        return len(sentence.split())


def ask(body: object) -> Any:
    sent = EnvironBuilder("/", method="POST", data=json.dumps(body), content_type="application/json")
    request = Request(sent.get_environ())
    return Embeddings("minilm-l6", Lengths())(request).get_json()


def test_each_text_has_a_vector_in_the_order_of_the_texts() -> None:
    assert ask({"model": "minilm-l6", "input": ["one two", "three"]}) == {
        "object": "list",
        "data": [
            {"object": "embedding", "index": 0, "embedding": [7.0, 0.5]},
            {"object": "embedding", "index": 1, "embedding": [5.0, 0.5]},
        ],
        "model": "minilm-l6",
        "usage": {"prompt_tokens": 3, "total_tokens": 3},
    }


def test_one_text_is_a_list_of_one() -> None:
    assert len(ask({"input": "one"})["data"]) == 1


def test_base64_has_the_same_numbers() -> None:
    written = ask({"input": "one", "encoding_format": "base64"})["data"][0]["embedding"]

    assert struct.unpack("<2f", base64.b64decode(written)) == (3.0, 0.5)


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        {"input": ""},
        {"input": []},
        {"input": [""]},
        {"input": [1]},
        {"input": ["a"] * 2_049},
        {"input": "a", "encoding_format": "int8"},
    ],
)
def test_what_is_no_such_request_is_refused(body: object) -> None:
    with pytest.raises(EngineRefusal) as refused:
        ask(body)

    assert refused.value.status == 400


@pytest.mark.models("minilm-l6")
def test_the_vectors_are_those_of_the_model(engine_server: EngineServer) -> None:
    """The first numbers are those that sentence-transformers computes, in its documentation's example."""
    response = engine_server.post_json(
        "/embeddings", {"model": "minilm-l6", "input": ["This is an example sentence"]}
    )

    vector = response["data"][0]["embedding"]
    assert len(vector) == 384
    assert vector[:5] == pytest.approx([0.0677, 0.0635, 0.0487, 0.0793, 0.0374], abs=1e-3)
    assert similarity(vector, vector) == pytest.approx(1, abs=1e-6)
    assert response["usage"] == {"prompt_tokens": 7, "total_tokens": 7}


@pytest.mark.models("minilm-l6")
def test_a_sentence_has_the_same_vector_whatever_it_is_encoded_with(engine_server: EngineServer) -> None:
    alone = ServerEncoder(engine_server).encode(["I listened to her."])[0]
    among = ServerEncoder(engine_server).encode(["Hello.", "I listened to her.", "It rained."] * 50)

    assert len(among) == 150
    assert among[1] == alone == among[148]


@pytest.mark.models("minilm-l6")
@pytest.mark.parametrize("text", ["half \ud83d of one", "a\x00b", "   ", "🙂", "x" * 100_000, "\u202eabc"])
def test_any_text_has_a_vector(engine_server: EngineServer, text: str) -> None:
    vector = ServerEncoder(engine_server).encode([text])[0]

    assert similarity(vector, vector) == pytest.approx(1, abs=1e-6)


@pytest.mark.models("minilm-l6")
def test_the_marks_of_the_model_are_words_in_a_text(engine_server: EngineServer) -> None:
    response = engine_server.post_json("/embeddings", {"model": "minilm-l6", "input": "[SEP]"})

    assert response["usage"]["prompt_tokens"] == len(["[CLS]", "[", "sep", "]", "[SEP]"])


@pytest.mark.models("minilm-l6")
def test_what_means_the_same_is_nearer_than_what_has_the_same_words(engine_server: EngineServer) -> None:
    said, same, other = ServerEncoder(engine_server).encode(
        ["The bank refused the loan.", "They did not lend him any money.", "We sat on the bank of the river."]
    )

    assert similarity(said, same) > similarity(said, other) + 0.1


class Refusing(EngineServer):
    """Refuses with a status."""

    def __init__(self, status: int) -> None:
        super().__init__("http://127.0.0.1:1/v1", "")
        self._status = status

    def post_json(self, path: str, body: object) -> Any:
        raise EngineRefused(self._status, "No.")


def test_a_model_that_is_being_fetched_is_waited_for_and_one_that_never_comes_is_not() -> None:
    with pytest.raises(EngineRefused) as refused:
        ServerEncoder(Refusing(503)).encode(["Hello."])
    assert refused.value.retryable

    with pytest.raises(EncoderMissing):
        ServerEncoder(Refusing(501)).encode(["Hello."])


@pytest.mark.models("minilm-l6")
def test_the_examples_are_encoded_once_and_kept_in_a_file(tmp_path: Path) -> None:
    from local_stack.engine_server.embeddings.examples import THREAD, remember_examples
    from local_stack.engine_server.embeddings.minilm import MiniLm

    sentences = ("I listened to the guest.", "I wrote a test.")
    first, second = MiniLm(path_of("minilm-l6")), MiniLm(path_of("minilm-l6"))
    remember_examples(first, sentences, tmp_path)
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join()
    encoded: list[str] = []
    second._vector = encoded.append  # type: ignore[assignment, method-assign]
    remember_examples(second, sentences, tmp_path)

    assert [each.tolist() for each in second.encode(sentences)] == [
        each.tolist() for each in first.encode(sentences)
    ]
    assert encoded == []
