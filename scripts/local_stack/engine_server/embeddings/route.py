"""`POST /v1/embeddings`, as OpenAI describes it."""

import base64
from collections.abc import Sequence
from typing import Any, Final, Protocol

from werkzeug.wrappers import Request, Response

from local_stack.engine_server.failures import EngineRefusal, json_response

_MOST_TEXTS: Final = 2_048
"""As in OpenAI's protocol."""
_FORMATS: Final = ("float", "base64")


class SentenceVectors(Protocol):
    """What makes vectors of sentences."""

    def encode(self, sentences: Sequence[str]) -> Sequence[Any]:
        """An array of 32-bit numbers for each sentence, of length 1."""
        ...

    def count_pieces(self, sentence: str) -> int:
        """The word pieces of the sentence, as the protocol's count of tokens."""
        ...


class Embeddings:
    """The route's engine. Whatever `model` is asked for, `name` responds."""

    def __init__(self, name: str, vectors: SentenceVectors) -> None:
        self._name = name
        self._vectors = vectors

    def __call__(self, request: Request) -> Response:
        asked = request.get_json(force=True, silent=True)
        if not isinstance(asked, dict):
            raise EngineRefusal(400, "The body is a JSON object.")
        texts = _texts(asked.get("input"))
        encoding = asked.get("encoding_format") or "float"
        if encoding not in _FORMATS:
            raise EngineRefusal(400, f"`encoding_format` is one of {', '.join(_FORMATS)}.")
        vectors = self._vectors.encode(texts)
        pieces = sum(map(self._vectors.count_pieces, texts))
        return json_response(
            {
                "object": "list",
                "data": [
                    {"object": "embedding", "index": place, "embedding": _written(vector, encoding)}
                    for place, vector in enumerate(vectors)
                ],
                "model": self._name,
                "usage": {"prompt_tokens": pieces, "total_tokens": pieces},
            }
        )


def _texts(given: object) -> list[str]:
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not texts or not all(isinstance(each, str) and each for each in texts):
        raise EngineRefusal(400, "`input` is a text or a list of texts, none of them empty.")
    if len(texts) > _MOST_TEXTS:
        raise EngineRefusal(400, f"`input` has {_MOST_TEXTS} texts at most.")
    return texts


def _written(vector: Any, encoding: str) -> list[float] | str:
    if encoding == "base64":
        return base64.b64encode(vector.astype("<f4").tobytes()).decode()
    numbers: list[float] = vector.tolist()
    return numbers
