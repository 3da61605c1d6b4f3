"""The rules by which answers to survey questions are scored, and by which one knocks a candidate out.

The interface names the fields (interface: Survey questions, rules 4 to 6; Results, rule 5) and leaves
the rules to the service. They are these:

- Only a question with `includeScoring` is scored, from 0 to 100, and FREE_TEXT never is. A question
  that does not say which answer is the better one cannot be scored: its score is None, and it has no
  part in the survey's score. A question that was left unanswered scores 0.
- YES_NO: 100 for the preferred answer, 0 for the other one.
- THUMBS_UP_DOWN and MULTIPLE_CHOICE: 100 when what was chosen is a preferred option, else 0. The first
  option of THUMBS_UP_DOWN is up.
- MULTIPLE_CHOICE_WEIGHTED: the weight of the chosen option relative to the heaviest one; of several
  chosen options, their mean. A negative weight scores 0. Without any positive weight nothing can be
  attained, and the question is not scored.
- MULTIPLE_CHOICE_MULTIPLE_ANSWER: with `selectAllForFullScore` the share of the preferred options
  chosen, less one such share for each wrong pick; otherwise any preferred option gives the full score,
  which wrong picks reduce to their share of right picks.
- A knockout question knocks out unless it is answered in the preferred way, scored or not: a preferred
  option (for weighted questions without one, an option of positive weight); with
  `selectAllForFullScore`, all of them. A question that prefers nothing knocks nobody out.
- A chosen option that the question no longer has counts as a wrong pick.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

SurveyType = Literal[
    "FREE_TEXT",
    "YES_NO",
    "THUMBS_UP_DOWN",
    "MULTIPLE_CHOICE",
    "MULTIPLE_CHOICE_WEIGHTED",
    "MULTIPLE_CHOICE_MULTIPLE_ANSWER",
]


@dataclass(frozen=True, slots=True)
class ScorableOption:
    """An option as scoring sees it. `weight` counts for the weighted type alone."""

    id: str
    weight: int | float | Decimal = 0
    preferred: bool = False


@dataclass(frozen=True, slots=True)
class ScorableQuestion:
    """A survey question of an interview as scoring sees it.

    `knockout` is the interview's own setting for the question (interface: Interviews, rule 4).
    """

    id: str
    title: str
    type: SurveyType
    include_scoring: bool = False
    knockout: bool = False
    select_all_for_full_score: bool = False
    preferred_option: bool | None = None
    options: tuple[ScorableOption, ...] = ()

    def score(self, answer: "SurveyAnswer | None") -> "SurveyAnswerScore":
        """Score the answer to a question; None stands for no answer."""
        score = self._share(answer or SurveyAnswer()) if self.include_scoring else None
        return SurveyAnswerScore(
            question_id=self.id,
            title=self.title,
            score=None if score is None else round_half_up(100 * score),
            knocked_out=self.knockout and not self._is_acceptable(answer or SurveyAnswer()),
        )

    def _share(self, answer: "SurveyAnswer") -> Fraction | None:
        """The score from 0 to 1; None when the question prefers no answer."""
        match self.type:
            case "FREE_TEXT":
                return None
            case "YES_NO":
                if self.preferred_option is None:
                    return None
                return Fraction(answer.value is self.preferred_option)
            case "MULTIPLE_CHOICE_WEIGHTED":
                return self._weighted_score(answer)
            case "MULTIPLE_CHOICE_MULTIPLE_ANSWER":
                return self._multiple_answer_score(self._chosen(answer))
            case _:
                preferred, chosen = self._preferred, self._chosen(answer)
                return Fraction(bool(chosen) and chosen <= preferred) if preferred else None

    def _weighted_score(self, answer: "SurveyAnswer") -> Fraction | None:
        weights = {option.id: Fraction(option.weight) for option in self.options}
        heaviest = max(weights.values(), default=Fraction(0))
        if heaviest <= 0:
            return None
        chosen = self._chosen(answer)
        if not chosen:
            return Fraction(0)
        mean = sum((weights.get(option_id, Fraction(0)) for option_id in chosen), Fraction(0)) / len(chosen)
        return max(Fraction(0), mean / heaviest)

    def _multiple_answer_score(self, chosen: frozenset[str]) -> Fraction | None:
        preferred = self._preferred
        if not preferred:
            return None
        right, wrong = len(chosen & preferred), len(chosen - preferred)
        if self.select_all_for_full_score:
            return Fraction(max(0, right - wrong), len(preferred))
        return Fraction(right, right + wrong) if right else Fraction(0)

    def _is_acceptable(self, answer: "SurveyAnswer") -> bool:
        """Whether a knockout question is answered in the preferred way, or prefers none."""
        if self.type == "FREE_TEXT":
            return True
        if self.type == "YES_NO":
            return self.preferred_option is None or answer.value is self.preferred_option
        preferred, chosen = self._preferred, self._chosen(answer)
        if self.type == "MULTIPLE_CHOICE_WEIGHTED" and not preferred:
            preferred = frozenset(option.id for option in self.options if option.weight > 0)
        if not preferred:
            return True
        if self.type != "MULTIPLE_CHOICE_MULTIPLE_ANSWER":
            return bool(chosen) and chosen <= preferred
        return preferred <= chosen if self.select_all_for_full_score else bool(preferred & chosen)

    @property
    def _preferred(self) -> frozenset[str]:
        return frozenset(option.id for option in self.options if option.preferred)

    def _chosen(self, answer: "SurveyAnswer") -> frozenset[str]:
        """The ids of the chosen options; thumbs may be given as up or down, the first option being up."""
        if self.type == "THUMBS_UP_DOWN" and answer.value in ("up", "down"):
            position = 0 if answer.value == "up" else 1
            return frozenset(option.id for option in self.options[position : position + 1])
        return frozenset(answer.option_ids)


@dataclass(frozen=True, slots=True)
class SurveyAnswer:
    """A candidate's answer: `value` for yes or no and for thumbs, `option_ids` for choices."""

    value: bool | Literal["up", "down"] | None = None
    option_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SurveyAnswerScore:
    """The score of one answer. `score` runs from 0 to 100 and is None when the question is not scored."""

    question_id: str
    title: str
    score: int | None
    knocked_out: bool


def survey_score(scores: Iterable[SurveyAnswerScore]) -> Fraction | None:
    """The mean of the scored answers, unrounded; None when there are none."""
    counted = [each.score for each in scores if each.score is not None]
    return Fraction(sum(counted), len(counted)) if counted else None


def round_half_up(number: Fraction) -> int:
    """The nearest whole number, a half up."""
    return (number + Fraction(1, 2)).__floor__()
