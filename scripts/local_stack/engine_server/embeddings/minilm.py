"""all-MiniLM-L6-v2 in numpy: word pieces, six layers of a BERT, the mean of the last one, normalized.

Sentences are encoded one by one, so that a sentence has the same vector to the last bit whatever it is
encoded with.
"""

import json
import math
import mmap
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

Array = NDArray[np.float32]

_MOST_PIECES: Final = 256
"""The word pieces of a text that count. The model was trained with so many."""
_KEPT_SENTENCES: Final = 4_096
_LENGTH_BYTES: Final = 8
_LEAST_VARIANCE: Final = np.float32(1e-12)
_HALF: Final = np.float32(0.5)
_ROOT_OF_HALF: Final = np.float32(math.sqrt(0.5))


class _Normalization(NamedTuple):
    weight: Array
    bias: Array


class _Linear(NamedTuple):
    weight: Array
    bias: Array


class _Layer(NamedTuple):
    """A layer's weights: those that look from word to word, and those that change each word alone."""

    query_key_value: _Linear
    attended: _Linear
    after_attention: _Normalization
    inner: _Linear
    outer: _Linear
    after_outer: _Normalization


class MiniLm:
    """The encoder whose files are in `folder`. Keeps the vectors of the sentences that it has seen last."""

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self._heads: int = config["num_attention_heads"]
        weights = _read_weights(folder / "model.safetensors")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_PIECES)
        # "[SEP]" in a text is no mark of the model's.
        self._tokenizer.encode_special_tokens = True
        # Stays in the file, of which only the rows of the words that are said are read.
        self._words = weights["embeddings.word_embeddings.weight"]
        self._places = (
            weights["embeddings.position_embeddings.weight"]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        self._first = _normalization(weights, "embeddings.LayerNorm")
        self._layers = [
            _layer(weights, f"encoder.layer.{number}") for number in range(config["num_hidden_layers"])
        ]
        self._known: dict[str, Array] = {}
        self._kept: OrderedDict[str, Array] = OrderedDict()
        self._lock = Lock()

    def encode(self, sentences: Sequence[str]) -> list[Array]:
        """The vector of each sentence, of length 1."""
        return [self._kept_vector(sentence) for sentence in sentences]

    def know(self, sentences: Sequence[str], vectors: Array) -> None:
        """Takes the vectors of sentences that it has encoded before, for good. Raises ValueError for
        others'."""
        if vectors.shape != (len(sentences), len(self._first.bias)):
            raise ValueError("these are no vectors of the sentences")
        self._known = dict(zip(sentences, vectors.astype(np.float32), strict=True))

    def count_pieces(self, sentence: str) -> int:
        """The word pieces of the sentence that count."""
        return len(self._pieces(sentence))

    def _kept_vector(self, sentence: str) -> Array:
        known = self._known.get(sentence)
        if known is not None:
            return known
        with self._lock:
            vector = self._kept.get(sentence)
            if vector is None:
                vector = self._kept[sentence] = self._vector(sentence)
            self._kept.move_to_end(sentence)
            if len(self._kept) > _KEPT_SENTENCES:
                self._kept.popitem(last=False)
            return vector

    def _pieces(self, sentence: str) -> list[int]:
        # Half of a surrogate pair, which JSON may have, is no text to the tokenizer.
        text = sentence.encode(errors="replace").decode()
        ids: list[int] = self._tokenizer.encode(text).ids
        return ids

    def _vector(self, sentence: str) -> Array:
        pieces = self._pieces(sentence)
        state = _normalized(self._words[pieces] + self._places[: len(pieces)], self._first)
        for layer in self._layers:
            seen = _linear(self._attention(state, layer), layer.attended)
            state = _normalized(state + seen, layer.after_attention)
            changed = _linear(_gelu(_linear(state, layer.inner)), layer.outer)
            state = _normalized(state + changed, layer.after_outer)
        mean: Array = state.mean(axis=0)
        vector: Array = mean / np.sqrt((mean * mean).sum())
        return vector

    def _attention(self, state: Array, layer: _Layer) -> Array:
        count, width = state.shape
        heads = _linear(state, layer.query_key_value).reshape(count, 3, self._heads, -1)
        query, key, value = heads.transpose(1, 2, 0, 3)
        scores = query @ key.transpose(0, 2, 1) / np.float32(math.sqrt(width / self._heads))
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        attended: Array = (shares @ value).transpose(1, 0, 2).reshape(count, width)
        return attended


def _read_weights(path: Path) -> dict[str, Array]:
    """The arrays of a safetensors file: the length of a header, the header in JSON, the numbers."""
    with path.open("rb") as file:
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    begin = _LENGTH_BYTES + int.from_bytes(content[:_LENGTH_BYTES], "little")
    header = json.loads(bytes(content[_LENGTH_BYTES:begin]))
    return {
        name: np.frombuffer(
            content[begin + each["data_offsets"][0] : begin + each["data_offsets"][1]], "<f4"
        ).reshape(each["shape"])
        for name, each in header.items()
        if name != "__metadata__" and each["dtype"] == "F32"
    }


def _layer(weights: dict[str, Array], name: str) -> _Layer:
    attention = [_linear_of(weights, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
    return _Layer(
        query_key_value=_Linear(
            np.concatenate([each.weight for each in attention], axis=1),
            np.concatenate([each.bias for each in attention]),
        ),
        attended=_linear_of(weights, f"{name}.attention.output.dense"),
        after_attention=_normalization(weights, f"{name}.attention.output.LayerNorm"),
        inner=_linear_of(weights, f"{name}.intermediate.dense"),
        outer=_linear_of(weights, f"{name}.output.dense"),
        after_outer=_normalization(weights, f"{name}.output.LayerNorm"),
    )


def _linear_of(weights: dict[str, Array], name: str) -> _Linear:
    return _Linear(np.ascontiguousarray(weights[f"{name}.weight"].T), weights[f"{name}.bias"])


def _normalization(weights: dict[str, Array], name: str) -> _Normalization:
    return _Normalization(weights[f"{name}.weight"], weights[f"{name}.bias"])


def _linear(state: Array, layer: _Linear) -> Array:
    return state @ layer.weight + layer.bias


def _normalized(state: Array, layer: _Normalization) -> Array:
    centred = state - state.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    normalized: Array = centred / np.sqrt(variance + _LEAST_VARIANCE) * layer.weight + layer.bias
    return normalized


def _gelu(state: Array) -> Array:
    activated: Array = state * _HALF * (1 + _error_function(state * _ROOT_OF_HALF))
    return activated


def _error_function(values: Array) -> Array:
    """The error function, by formula 7.1.26 of Abramowitz and Stegun: right to 1.5e-7."""
    size = np.abs(values)
    t = 1 / (1 + np.float32(0.3275911) * size)
    powers = np.float32(1.061405429) * t - np.float32(1.453152027)
    powers = powers * t + np.float32(1.421413741)
    powers = powers * t - np.float32(0.284496736)
    powers = (powers * t + np.float32(0.254829592)) * t
    result: Array = np.sign(values) * (1 - powers * np.exp(-size * size))
    return result
