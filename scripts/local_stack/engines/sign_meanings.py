"""Finds the signs of a scorecard in what was said in other words.

A sentence is compared with what people tell of many behaviours (`behaviours.toml`), and each sign of the
scorecard with the names of those behaviours and with the sentence itself. A sentence counts for the behaviour
that it is nearest to, and for none where it is nearer to what no scorecard looks for: private life, praise
of oneself, intentions, what others did, verdicts. All comparisons compete, so that no threshold of similarity
decides. Every function from a similarity to a score is continuous, so that what another machine computes in
the last digits moves no score.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from local_stack.engines.account_sentences import is_own
from local_stack.engines.behaviours import behaviours, example_sentences
from local_stack.engines.rubric_words import natural, worth
from local_stack.engines.sentence_encoder import Encoder, Vector, similarity

# Found on the answers of `scripts/trials/score`. Each may change by a fifth without moving its figures much.
_SHARPNESS: Final = 30.0
"""How much more the nearest comparison counts than the next ones."""
_MORE: Final = {
    "beside": 0.03,
    "praise": 0.1,
    "intention": 0.1,
    "others": 0.0,
    "verdicts": 0.05,
    "lapses": 0.0,
}
"""What is added to the similarity to a sentence that is evidence of nothing."""
_SIGN_ITSELF: Final = (0.95, 0.05)
"""Factor and summand for the similarity to the sign itself, which is shorter than a sentence."""
_SAME_BEHAVIOUR: Final = (0.5, 0.6)
_FOUND: Final = (0.05, 0.25)
_NEAR: Final = (0.25, 0.4)
"""Where a similarity or a share begins to count, and from where on it counts fully."""
_NOT_OWN: Final = 0.6
"""The worth of a sentence in which the speaker does not appear."""
_NAMED: Final = 0.2
_MOST_NAMED: Final = 1
"""The most signs of a sentence in which the speaker does not appear. More are a list, and no account."""

_LONG_WORDS: Final = 30
_WINDOW_WORDS, _WINDOW_STEP = 16, 8
_BREAK: Final = re.compile(r"[;:]\s+|,\s+(?:and |so |but )?")
_FEWEST_WORDS: Final = 3
_SAYS_SOMETHING: Final = re.compile(r"\w\w")


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence or a clause with its similarities: by behaviour, and to the kinds that are no evidence."""

    vector: Vector
    by_behaviour: tuple[float, ...]
    no_evidence: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """A sentence of an answer as it stands there, with its worth from 0 to 1."""

    text: str
    worth: float
    is_own: bool
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign with its vector, and how much it is the same as each behaviour, from 0 to 1."""

    vector: Vector
    same: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Comparisons:
    """The vectors of the behaviours' names and deeds, and by kind of the sentences that are no evidence."""

    names: list[list[Vector]]
    deeds: list[list[Vector]]
    no_evidence: dict[str, list[Vector]]


class SignMeanings:
    """Compares sentences with signs by the vectors of an encoder."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: _Comparisons | None = None

    def told(self, said: Sequence[str]) -> list[ToldSentence]:
        """The sentences that say something, with what they are near to. Raises EngineFailed."""
        parts = {each: list(_parts(natural(each))) for each in said}
        vectors = self._vectors(list(dict.fromkeys(part for each in parts.values() for part in each)))
        compared = {part: self._compared(vector) for part, vector in vectors.items()}
        return [
            ToldSentence(
                text=each,
                worth=worth(each) * (1.0 if is_own(each) else _NOT_OWN),
                is_own=is_own(each),
                parts=tuple(compared[part] for part in parts[each]),
            )
            for each in said
            if parts[each]
        ]

    def signs(self, texts: Sequence[str]) -> list[_Sign]:
        """The signs that the texts of a scorecard name. Raises EngineFailed."""
        named = self._comparisons().names
        return [
            _Sign(
                vector=vector,
                same=tuple(
                    _ramp(max(similarity(vector, name) for name in names), _SAME_BEHAVIOUR) for names in named
                ),
            )
            for vector in self._encoder.encode(list(texts))
        ]

    def evidence(
        self, told: ToldSentence, signs: Sequence[_Sign], by_words: Sequence[bool]
    ) -> tuple[float, ...] | None:
        """How much the sentence is evidence of each sign, from 0 to 1.

        `by_words` says which signs its words name. None for a sentence that is no part of an account: a
        verdict, or a list of signs that nobody tells of.
        """
        shares = [_shares(part, signs) for part in told.parts]
        best = [max(each) for each in zip(*shares, strict=True)]
        # A clause of the speaker's own may resemble a verdict: "got it done completely".
        if any(_is_verdict(part, signs) for part in (told.parts[:1] if told.is_own else told.parts)):
            return None
        named = sum(share > _NAMED or by for share, by in zip(best, by_words, strict=True))
        if not told.is_own and named > _MOST_NAMED:
            return None
        return tuple(share * told.worth for share in best)

    def _compared(self, vector: Vector) -> _Part:
        compared = self._comparisons()
        return _Part(
            vector=vector,
            by_behaviour=tuple(_mean_of_two_nearest(vector, each) for each in compared.deeds),
            no_evidence={
                kind: max(similarity(vector, other) for other in vectors) + _MORE[kind]
                for kind, vectors in compared.no_evidence.items()
            },
        )

    def _comparisons(self) -> _Comparisons:
        if self._known is None:
            compared = behaviours()
            vectors = self._vectors(example_sentences())
            self._known = _Comparisons(
                names=[_of(each.signs, vectors) for each in compared.known],
                deeds=[_of(each.deeds, vectors) for each in compared.known],
                no_evidence={kind: _of(each, vectors) for kind, each in compared.no_evidence.items()},
            )
        return self._known

    def _vectors(self, texts: Sequence[str]) -> dict[str, Vector]:
        return dict(zip(texts, self._encoder.encode(texts), strict=True))


def _of(sentences: Sequence[str], vectors: Mapping[str, Vector]) -> list[Vector]:
    return [vectors[each] for each in sentences]


def _parts(sentence: str) -> Iterator[str]:
    """The sentence, its clauses, and pieces of one that goes on without an end, as speech does."""
    if not _SAYS_SOMETHING.search(sentence):
        return
    yield sentence
    clauses = [each for each in map(str.strip, _BREAK.split(sentence)) if len(each.split()) >= _FEWEST_WORDS]
    if len(clauses) > 1:
        yield from clauses
    for each in clauses:
        said = each.split()
        if len(said) > _LONG_WORDS:
            yield from (
                " ".join(said[start : start + _WINDOW_WORDS]) for start in range(0, len(said), _WINDOW_STEP)
            )


def _mean_of_two_nearest(vector: Vector, others: Sequence[Vector]) -> float:
    nearest = sorted((similarity(vector, other) for other in others), reverse=True)[:2]
    return sum(nearest) / len(nearest)


def _to_itself(part: _Part, sign: _Sign) -> float:
    factor, summand = _SIGN_ITSELF
    return factor * max(0.0, similarity(part.vector, sign.vector)) + summand


def _shares(part: _Part, signs: Sequence[_Sign]) -> list[float]:
    """How much the part is about each sign, from 0 to 1, among all that it may be about."""
    to_signs = [_to_itself(part, sign) for sign in signs]
    everything = [*to_signs, *part.by_behaviour, *part.no_evidence.values()]
    most = max(everything)
    weights = [math.exp(_SHARPNESS * (each - most)) for each in everything]
    total = math.fsum(weights)
    of_behaviours = weights[len(signs) : len(signs) + len(part.by_behaviour)]
    shares = []
    for place, sign in enumerate(signs):
        share = weights[place] + math.fsum(map(_product, of_behaviours, sign.same))
        near = max(to_signs[place], *map(_product, part.by_behaviour, sign.same))
        shares.append(_ramp(share / total, _FOUND) * _ramp(near, _NEAR))
    return shares


def _is_verdict(part: _Part, signs: Sequence[_Sign]) -> bool:
    others = (each for kind, each in part.no_evidence.items() if kind != "verdicts")
    nearest = max(*part.by_behaviour, *others, *(_to_itself(part, sign) for sign in signs))
    return part.no_evidence["verdicts"] > nearest


def _product(one: float, other: float) -> float:
    return one * other


def _ramp(value: float, bounds: tuple[float, float]) -> float:
    """0 up to the lower bound, 1 from the upper one on, and in between in proportion."""
    low, high = bounds
    return min(1.0, max(0.0, (value - low) / (high - low)))
