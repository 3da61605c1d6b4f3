"""The tips of a coaching interviewer: one after an answer, one or two at the end.

A tip is about how an answer is told. It tells no score, names no topic of a scorecard and judges no person.
"""

from collections.abc import Mapping
from typing import Final

from gather.core.catalogue import Phrases
from gather.screening.conversations.models import InterviewConversation, Strength
from gather.screening.conversations.phrases import phrases

_AFTER: Final[Mapping[Strength, tuple[str, ...]]] = {
    Strength.DETAIL: ("tipDetail", "tipDetailAgain"),
    Strength.OWN_PART: ("tipOwnPart", "tipOwnPartAgain"),
    Strength.OUTCOME: ("tipOutcome", "tipOutcomeAgain"),
}
"""The tips after an answer that lacks a strength; one of them is said, in turn."""
_AFTER_GOOD: Final = ("tipGood", "tipGoodAgain")
_HELPED: Final[Mapping[Strength, str]] = {
    Strength.DETAIL: "helpedDetail",
    Strength.OWN_PART: "helpedOwnPart",
    Strength.OUTCOME: "helpedOutcome",
}
"""The tips at the end on a strength that most answers had."""
_NEXT_TIME: Final[Mapping[Strength, str]] = {
    Strength.DETAIL: "nextTimeDetail",
    Strength.OWN_PART: "nextTimeOwnPart",
    Strength.OUTCOME: "nextTimeOutcome",
}
"""The tips at the end on a strength that most answers lacked."""


def answer_tip(conversation: InterviewConversation) -> str:
    """One tip on the answer to the open question: what it lacks first, or what was good about it."""
    shown = conversation.strengths.get(conversation.open_question_id or "", ())
    names = next((_AFTER[each] for each in Strength if each not in shown), _AFTER_GOOD)
    return _phrases(conversation)[names[conversation.asked % len(names)]]


def closing_tips(conversation: InterviewConversation) -> str:
    """One or two tips on the whole conversation: what most answers had, and what most of them lacked."""
    said, answers = _phrases(conversation), list(conversation.strengths.values())
    if not answers:
        return said["nextTimeAnswer"]
    lacking = {each: sum(each not in shown for shown in answers) for each in Strength}
    most_lacked = max(Strength, key=lambda each: lacking[each])
    if lacking[most_lacked] == 0:
        return said["helpedAll"]
    least_lacked = min(reversed(Strength), key=lambda each: lacking[each])
    had_by_most = lacking[least_lacked] * 2 <= len(answers)
    helped = [said[_HELPED[least_lacked]]] if had_by_most else []
    return " ".join((*helped, said[_NEXT_TIME[most_lacked]]))


def _phrases(conversation: InterviewConversation) -> Phrases:
    return phrases(conversation.configuration.language)
