"""The summary of a result in three sentences: what is met, what is not, and what to ask next.

Interface: Results, rule 15. It is made of the scores, topics and quotations as they are when somebody reads
them, so that it follows the scores of people, and is said in any language of LANGUAGES. For example:

    summary = summarize(evaluation, card, unheard=0, answers=4)
    " ".join(summary.sentences("de"))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from gather.core.bidi import isolate
from gather.core.catalogue import Phrases, Plural, catalogue_beside
from gather.core.words import sentences
from gather.screening.evaluations.models import (
    ScoreCard,
    StoredEvaluation,
    StoredSurveyScore,
    SummaryStatus,
    TopicScore,
)

MET_FROM: Final = 60
"""The lowest score of a topic that is met: the end of the rubric's middle level, which is 41 to 60."""
_MOST_NAMED: Final = 4
_MOST_QUOTED: Final = 2
_LONGEST_QUOTATION: Final = 120
_ENDS: Final = ".!?…؟。"

PHRASES: Final = catalogue_beside(
    __file__,
    "results-summary",
    {
        "met": "Met: {criteria}.",
        "metNone": "Met: nothing so far.",
        "notMet": "Not met: {criteria}",
        "notMetNone": "Not met: nothing",
        "ruledOut": "ruled out by: {names}",
        "unscored": "not scored: {names}",
        "unheard": Plural(
            "one recording could not be transcribed", "{count} recordings could not be transcribed"
        ),
        "scored": "{name} ({score} of 100)",
        "quoted": "{name} ({score} of 100, “{quotation}”)",
        "more": Plural("one more", "{count} more"),
        "comma": ", ",
        "semicolon": "; ",
        "nothingScored": "Nothing was scored.",
        "notScored": "Not scored: {names}",
        "onlyUnheard": Plural(
            "One recording could not be transcribed, which is not the candidate’s fault",
            "{count} recordings could not be transcribed, which is not the candidate’s fault",
        ),
        "answers": Plural("There is one answer to read", "There are {count} answers to read"),
        "noAnswers": "There is no answer",
        "askAbout": "Ask next about {name}.",
        "ask": "Ask next about {name}: {question}",
        "listen": "Listen next to what could not be transcribed, before you decide.",
        "read": "Read the answers next, before you decide.",
    },
)
"""The sentences by parts. `comma` and `semicolon` separate the parts of a list."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A topic of the scorecard, or a choice that is scored: 0 to 100, None where it could not be scored.

    `quotation` is what it rests on in the candidate's words, `ask_next` what to ask about it.
    """

    name: str
    weight: float
    score: int | None
    quotation: str | None = None
    ask_next: str | None = None

    @classmethod
    def of_topic(cls, topic: TopicScore) -> Self:
        """The topic, with the first of its quotations."""
        quotation = _shorten(topic.evidence[0]) if topic.evidence else None
        return cls(topic.topic, float(topic.weight), topic.score, quotation, topic.ask_next)

    @property
    def is_met(self) -> bool:
        """Whether its score is in the upper part of the rubric."""
        return self.score is not None and self.score >= MET_FROM

    @property
    def lack(self) -> float:
        """How much of the overall score it has left open."""
        return (self.weight or 1) * (100 - (self.score or 0))


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """The parts of a summary. `ruled_out_by` names the questions whose answers rule the candidate out.

    `unheard` counts the recordings that could not be transcribed, `answers` all answers.
    """

    criteria: tuple[Criterion, ...]
    ruled_out_by: tuple[str, ...]
    unheard: int
    answers: int

    def sentences(self, language: str) -> tuple[str, str, str]:
        """The three sentences in a language by its BCP 47 code, in English where it is not known."""
        said = _Wording(PHRASES.texts(language))
        if any(each.score is not None for each in self.criteria) or self.ruled_out_by:
            return said.met(self), said.not_met(self), said.next_step(self)
        return said.texts["nothingScored"], said.why_unscored(self), said.next_step(self)

    def without_quotations(self) -> "ResultSummary":
        """The same without the candidate's words, for those who are told scores alone."""
        return replace(self, criteria=tuple(replace(each, quotation=None) for each in self.criteria))

    @property
    def next_criterion(self) -> Criterion | None:
        """The criterion to ask about next: the one that has left most of the score open."""
        return max(self.criteria, key=lambda each: (not each.is_met, each.lack), default=None)


def summarize(
    evaluation: StoredEvaluation, card: ScoreCard | None, *, unheard: int, answers: int
) -> ResultSummary | None:
    """The summary of an evaluation, whose `card` has the evidence that is shown; None before there is one."""
    topics = card.topic_scores if card else ()
    is_there = evaluation.keeps_outcome or evaluation.summary_status is SummaryStatus.COMPLETE
    if not topics and not is_there:
        return None
    survey = evaluation.survey or ()
    return ResultSummary(
        criteria=tuple(map(Criterion.of_topic, topics)) or _choices(survey),
        ruled_out_by=tuple(each.title for each in survey if each.knocked_out),
        unheard=unheard,
        answers=answers,
    )


def _choices(survey: Iterable[StoredSurveyScore]) -> tuple[Criterion, ...]:
    return tuple(Criterion(each.title, 1, each.score) for each in survey if each.score is not None)


def _shorten(quotation: str) -> str:
    """The first sentence of a quotation, without its end, and no more than a line or two of it."""
    first = next(iter(sentences(quotation)), quotation).strip().rstrip(_ENDS)
    first = " ".join(first.split())
    if len(first) <= _LONGEST_QUOTATION:
        return first
    return f"{first[:_LONGEST_QUOTATION].rpartition(' ')[0] or first[:_LONGEST_QUOTATION]} …"


class _Wording:
    """Says the parts of a summary in one language."""

    def __init__(self, texts: Phrases) -> None:
        self.texts = texts

    def met(self, summary: ResultSummary) -> str:
        met = sorted((each for each in summary.criteria if each.is_met), key=lambda each: -(each.score or 0))
        return self._say("met", criteria=self._list(met)) if met else self.texts["metNone"]

    def not_met(self, summary: ResultSummary) -> str:
        open_criteria = [each for each in summary.criteria if each.score is not None and not each.is_met]
        listed = self._list(sorted(open_criteria, key=lambda each: -each.lack))
        unscored = [each.name for each in summary.criteria if each.score is None]
        return self._joined(
            self._say("notMet", criteria=listed) if listed else self.texts["notMetNone"],
            summary.ruled_out_by and self._say("ruledOut", names=self._names(summary.ruled_out_by)),
            unscored and self._say("unscored", names=self._names(unscored)),
            summary.unheard and self.texts.counted("unheard", summary.unheard),
        )

    def why_unscored(self, summary: ResultSummary) -> str:
        if summary.unheard:
            return self._joined(self.texts.counted("onlyUnheard", summary.unheard))
        if summary.criteria:
            names = self._names([each.name for each in summary.criteria])
            return self._joined(self._say("notScored", names=names))
        if summary.answers:
            return self._joined(self.texts.counted("answers", summary.answers))
        return self._joined(self.texts["noAnswers"])

    def next_step(self, summary: ResultSummary) -> str:
        if summary.unheard:
            return self.texts["listen"]
        criterion = summary.next_criterion
        if criterion is None or criterion.lack == 0:
            return self.texts["read"]
        question = (criterion.ask_next or "").strip()
        if not question:
            asked = self._say("askAbout", name=criterion.name)
            return asked[:-1] if criterion.name[-1] in _ENDS else asked
        asked = self._say("ask", name=criterion.name, question=question)
        return asked if question[-1] in _ENDS else f"{asked}."

    def _list(self, criteria: Sequence[Criterion]) -> str:
        """Criteria with their scores, the first with what was said."""
        named = [
            self._criterion(each, is_quoted=number < _MOST_QUOTED)
            for number, each in enumerate(criteria[:_MOST_NAMED])
        ]
        return self.texts["comma"].join([*named, *self._rest(criteria)])

    def _criterion(self, criterion: Criterion, *, is_quoted: bool) -> str:
        known = {"name": criterion.name, "score": str(criterion.score)}
        if is_quoted and criterion.quotation:
            return self._say("quoted", **known, quotation=criterion.quotation)
        return self._say("scored", **known)

    def _names(self, names: Sequence[str]) -> str:
        shown = [isolate(name, self.texts.language) for name in names[:_MOST_NAMED]]
        return self.texts["comma"].join([*shown, *self._rest(names)])

    def _rest(self, items: Sequence[object]) -> list[str]:
        left = len(items) - _MOST_NAMED
        return [self.texts.counted("more", left)] if left > 0 else []

    def _joined(self, *parts: str | Sequence[str] | int) -> str:
        return f"{self.texts['semicolon'].join(str(part) for part in parts if part)}."

    def _say(self, phrase: str, /, **values: str) -> str:
        return self.texts[phrase].format(
            **{
                name: value if name in ("criteria", "names") else isolate(value, self.texts.language)
                for name, value in values.items()
            }
        )
