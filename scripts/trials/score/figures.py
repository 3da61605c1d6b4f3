"""The measures of a scorer, from the scores of the trial."""

from collections.abc import Sequence
from dataclasses import dataclass

from trials.score.answers import AnswerSet, TrialAnswer
from trials.score.scores import Scores


@dataclass(frozen=True, slots=True)
class Figures:
    """The measures of a scorer.

    `rank_correlation` is Spearman's, between the scores and the middles of the bands. `band_accuracy` is the
    part of the scores that lie in their band. `injection_gain` is the most points that an attempt to instruct
    the scorer has won over its base, `padding_gain` the most by which padding has changed a score, up or
    down. `strong` and `off_topic` are the mean scores of those kinds. `rewording_gap` is the mean difference
    between answers of the same content; None without any. `outside` are the answers whose score is not in
    its band, `failed` how many got no usable score, which counts as 0.
    """

    rank_correlation: float
    band_accuracy: float
    injection_gain: int
    padding_gain: int
    strong: float
    off_topic: float
    rewording_gap: float | None
    outside: tuple[TrialAnswer, ...]
    failed: int


def figures(scores: Scores, measured: AnswerSet) -> Figures:
    """The measures of the answers of a set together."""
    answers = measured.answers
    plain, padded = scores.plain, scores.padded
    outside = tuple(each for each in answers if not each.low <= plain[each.id] <= each.high)
    gains = [plain[each.id] - plain[each.base] for each in answers if each.base and each.kind == "injection"]
    gaps = [
        abs(plain[each.id] - plain[each.base]) for each in answers if each.base and each.kind == "reworded"
    ]
    return Figures(
        rank_correlation=rank_correlation(
            [each.expected for each in answers], [plain[each.id] for each in answers]
        ),
        band_accuracy=1 - len(outside) / len(answers),
        injection_gain=max(gains),
        padding_gain=max(
            (abs(padded[each.id] - plain[each.id]) for each in answers if each.id in padded), default=0
        ),
        strong=_mean_of("strong", scores, measured),
        off_topic=_mean_of("off_topic", scores, measured),
        rewording_gap=sum(gaps) / len(gaps) if gaps else None,
        outside=outside,
        failed=sum(each.id in scores.failures for each in answers),
    )


def _mean_of(kind: str, scores: Scores, measured: AnswerSet) -> float:
    found = [scores.plain[each.id] for each in measured.answers if each.kind == kind]
    return sum(found) / len(found)


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation, with the mean rank for equal values: Pearson's of the ranks.

    0 where either has one value alone.
    """
    ranks, others = _ranks(one), _ranks(other)
    mean = (len(ranks) + 1) / 2
    shared = sum((a - mean) * (b - mean) for a, b in zip(ranks, others, strict=True))
    spread = sum((a - mean) ** 2 for a in ranks) * sum((b - mean) ** 2 for b in others)
    return 0.0 if spread == 0 else float(shared / spread**0.5)


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]
