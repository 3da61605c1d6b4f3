"""Sentences as vectors of their meaning.

Sentences that mean the same have vectors of nearly the same direction, in whatever words they say it.
"""

from collections import OrderedDict
from collections.abc import Sequence
from math import dist
from typing import Final, Protocol

from local_stack.engines.server_client import EngineRefused, EngineServer

Vector = tuple[float, ...]

ENCODER_MODEL: Final = "minilm-l6"
_AT_ONCE: Final = 64
"""The sentences of one request, so that it is responded to in time on a slow machine."""
_KEPT: Final = 4_096
_CANNOT: Final = (404, 501)


class Encoder(Protocol):
    """Makes vectors of English sentences."""

    def encode(self, sentences: Sequence[str]) -> Sequence[Vector]:
        """The vector of each sentence, of length 1. The same sentence has the same vector always.

        Raises EngineFailed, and EncoderMissing where there will be none.
        """
        ...


class EncoderMissing(Exception):
    """There is no encoder on this machine, and none is being fetched."""


class ServerEncoder:
    """The encoder of the stack's engine server. Keeps the vectors of the sentences that it has seen last."""

    def __init__(self, server: EngineServer) -> None:
        self._server = server
        self._kept: OrderedDict[str, Vector] = OrderedDict()

    def encode(self, sentences: Sequence[str]) -> Sequence[Vector]:
        new = [each for each in dict.fromkeys(sentences) if each not in self._kept]
        vectors = {each: self._kept[each] for each in sentences if each in self._kept}
        for start in range(0, len(new), _AT_ONCE):
            some = new[start : start + _AT_ONCE]
            vectors.update(zip(some, self._asked(some), strict=True))
        self._keep(vectors)
        return [vectors[each] for each in sentences]

    def _asked(self, sentences: Sequence[str]) -> Sequence[Vector]:
        try:
            response = self._server.post_json("/embeddings", {"model": ENCODER_MODEL, "input": sentences})
        except EngineRefused as refused:
            if refused.server_status in _CANNOT:
                raise EncoderMissing(refused.reason) from refused
            raise
        return [tuple(each["embedding"]) for each in response["data"]]

    def _keep(self, vectors: dict[str, Vector]) -> None:
        for sentence, vector in vectors.items():
            self._kept[sentence] = vector
            self._kept.move_to_end(sentence)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def similarity(one: Vector, other: Vector) -> float:
    """The cosine of the angle between two vectors of length 1: 1 for the same meaning, about 0 for none.

    By their distance, which takes a quarter of the time of their product.
    """
    return 1 - dist(one, other) ** 2 / 2
