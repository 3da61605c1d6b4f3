"""The chat's engine is tested like a model: the local one keeps its targets, and the judging is right."""

from dataclasses import dataclass

import pytest

from gather.ports.assistant import AssistantReply, AssistantRequest
from gather.ports.failure import EngineFailed
from local_stack.engines.quoting_assistant import QuotingAssistant
from trials.chat.questions import HELD_OUT, LEARNED, TrialQuestion, questions
from trials.chat.replies import JudgedReply, ReplyVerdict, judge_replies
from trials.chat.report import figures, report


@dataclass
class Says:
    """An assistant that says one thing to everything."""

    text: str
    knew: bool

    def reply(self, request: AssistantRequest) -> AssistantReply:
        return AssistantReply(self.text, self.knew)


@pytest.fixture(scope="module")
def local() -> list[JudgedReply]:
    return judge_replies(QuotingAssistant(), questions())


def test_the_local_engine_keeps_its_targets(local: list[JudgedReply]) -> None:
    found = figures(local)

    assert (found.answerable, found.unanswerable) == (40, 20)
    assert found.right >= 36
    assert found.wrong == 0
    assert found.invented == 0


@pytest.mark.parametrize(
    ("name", "answerable", "unanswerable", "least"), [(LEARNED, 32, 16, 30), (HELD_OUT, 16, 6, 15)]
)
def test_the_local_engine_understands_more_than_the_questions_that_it_was_made_for(
    name: str, answerable: int, unanswerable: int, least: int
) -> None:
    found = figures(judge_replies(QuotingAssistant(), questions(name)))

    assert (found.answerable, found.unanswerable) == (answerable, unanswerable)
    assert found.right >= least
    assert (found.wrong, found.invented) == (0, 0)


def test_every_question_has_facts_or_says_why_it_has_none() -> None:
    asked = (*questions(), *questions(LEARNED), *questions(HELD_OUT))

    assert len({each.id for each in questions()}) == 60
    assert len({each.text for each in asked}) == 130
    for each in asked:
        assert each.is_answerable is not bool(each.why), each.id
    assert {each.language for each in asked} == {"en", "de", "fr", "es"}


def test_an_engine_that_tells_everything_invents() -> None:
    found = figures(judge_replies(Says("30 days, 38 hours, and so on", knew=True), questions()))

    assert found.invented == 20
    assert found.right < 10


def test_an_engine_that_knows_nothing_is_never_right() -> None:
    found = figures(judge_replies(Says("30 days", knew=False), questions()))

    assert (found.right, found.wrong, found.invented) == (0, 0, 0)


class SaysNothing:
    """An assistant whose every reply comes too late."""

    def reply(self, request: AssistantRequest) -> AssistantReply:
        raise EngineFailed(retryable=True, reason="The chat's engine did not answer")


def test_a_reply_that_fails_is_counted_and_the_trial_goes_on() -> None:
    judged = judge_replies(SaysNothing(), questions())

    found = figures(judged)
    assert (found.failed, found.right, found.wrong, found.invented) == (60, 0, 0, 0)
    text = report("Says nothing", judged)
    assert "no usable reply:  60\n" in text
    assert "The chat's engine did not answer" in text


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("In Berlin and in HAMBURG", ReplyVerdict.RIGHT),
        ("In Berlin and the Hanse city", ReplyVerdict.RIGHT),
        ("In Hamburg", ReplyVerdict.WRONG),
    ],
)
def test_a_right_reply_has_each_fact_in_one_of_its_wordings(reply: str, verdict: ReplyVerdict) -> None:
    asked = TrialQuestion("offices", "Where?", "en", (("Berlin",), ("Hamburg", "Hanse city")), "")

    assert judge_replies(Says(reply, knew=True), [asked])[0].verdict is verdict


def test_the_report_has_the_figures_and_what_was_not_right(local: list[JudgedReply]) -> None:
    text = report("Local", local)

    assert text.startswith("Local:\n  answered rightly: ")
    assert "invented:         0 of 20" in text
    assert "Is there a canteen?" not in text
    assert "Is there a canteen?" in report("Local", local, with_all=True)
    assert "How many days" in report("Says", judge_replies(Says("I see", knew=True), questions()))
