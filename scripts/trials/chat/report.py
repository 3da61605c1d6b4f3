"""The report of a trial, as a person reads it."""

from collections.abc import Sequence
from dataclasses import dataclass

from trials.chat.replies import JudgedReply, ReplyVerdict


@dataclass(frozen=True, slots=True)
class ChatFigures:
    """The measures of an engine.

    Of the `answerable` questions, how many it answered rightly, and how many without the fact; of the
    `unanswerable` ones, to how many it invented an answer. `failed` is how many of all got no usable reply.
    """

    answerable: int
    right: int
    wrong: int
    unanswerable: int
    invented: int
    failed: int


def figures(judged: Sequence[JudgedReply]) -> ChatFigures:
    """The measures of the replies to one list of questions."""
    answerable = [each.verdict for each in judged if each.question.is_answerable]
    return ChatFigures(
        answerable=len(answerable),
        right=answerable.count(ReplyVerdict.RIGHT),
        wrong=answerable.count(ReplyVerdict.WRONG),
        unanswerable=len(judged) - len(answerable),
        invented=sum(each.verdict is ReplyVerdict.INVENTED for each in judged),
        failed=sum(each.verdict is ReplyVerdict.FAILED for each in judged),
    )


def report(name: str, judged: Sequence[JudgedReply], *, with_all: bool = False) -> str:
    """The figures and the replies that were not right, or with `with_all` every reply."""
    found = figures(judged)
    shown = [each for each in judged if with_all or each.verdict is not ReplyVerdict.RIGHT]
    return "\n".join(
        [
            f"{name}:",
            f"  answered rightly: {found.right} of {found.answerable} that have an answer",
            f"  answered wrongly: {found.wrong}",
            f"  invented:         {found.invented} of {found.unanswerable} that have none",
            f"  no usable reply:  {found.failed}",
            *(f"  {each.verdict:<9} {each.question.text}\n            {_line(each.reply)}" for each in shown),
        ]
    )


def _line(reply: str) -> str:
    return " ".join(reply.split())
