"""The contract of every interviewer of AI interviews."""

from dataclasses import replace

import pytest

from gather.ports.assistant import ChatTurn, Passage
from gather.ports.interviewer import Aside, Coaching, FollowUp, Intent, Interviewer, InterviewerRequest

_REQUEST = InterviewerRequest(
    prompt="You are the interviewer in a job interview.",
    language="en",
    heard="Last year I calmed a guest by listening to him, and I made him a new coffee at once.",
    open_question="How did you calm an angry guest?",
    next_question="Why coffee?",
)
_INVITING = replace(_REQUEST, open_question=None, next_question=None, is_inviting=True)
_HOURS = Passage("job", "The job", "Shifts begin at 6 o'clock.")


def test_takes_an_answer_for_an_answer(interviewer: Interviewer) -> None:
    assert interviewer.respond(_REQUEST).intent is Intent.ANSWER


@pytest.mark.parametrize("heard", ["Yes.", "I listened.", _REQUEST.heard])
def test_asks_on_only_as_it_is_offered(interviewer: Interviewer, heard: str) -> None:
    for offered in [(), (FollowUp.ELABORATE,), (FollowUp.CLARIFY, FollowUp.DIG_DEEPER)]:
        response = interviewer.respond(replace(_REQUEST, heard=heard, offered_follow_ups=offered))

        assert response.follow_up in (None, *offered)


def test_hears_who_asks_for_the_question_again(interviewer: Interviewer) -> None:
    response = interviewer.respond(replace(_REQUEST, heard="Could you repeat the question, please?"))

    assert response.intent is Intent.UNCLEAR


def test_hears_who_asks_about_the_interview(interviewer: Interviewer) -> None:
    response = interviewer.respond(replace(_REQUEST, heard="Is this being recorded?"))

    assert (response.intent, response.aside) == (Intent.ABOUT_INTERVIEW, Aside.RECORDING)


def test_replies_from_the_passages_once_the_candidate_may_ask(interviewer: Interviewer) -> None:
    asked = replace(_INVITING, heard="When do shifts begin?", passages=(_HOURS,))

    response = interviewer.respond(asked)

    assert response.intent is Intent.QUESTION
    assert response.knew
    assert "6" in response.reply


def test_knows_nothing_without_a_passage(interviewer: Interviewer) -> None:
    response = interviewer.respond(replace(_INVITING, heard="Is there a canteen on the moon?"))

    assert response.intent is Intent.QUESTION
    assert not response.knew


def test_hears_who_has_no_question(interviewer: Interviewer) -> None:
    assert interviewer.respond(replace(_INVITING, heard="No, thank you.")).intent is not Intent.QUESTION


def test_coaches_with_a_tip_that_asks_nothing(interviewer: Interviewer) -> None:
    tip = "A tip: end with what came of it."

    response = interviewer.respond(replace(_REQUEST, coaching=Coaching(tip=tip, type="behavioral")))

    assert response.intent is Intent.ANSWER
    assert response.lead
    assert "?" not in response.lead


def test_counts_tokens_and_goes_on_in_a_long_conversation(interviewer: Interviewer) -> None:
    history = (ChatTurn(True, "I did."), ChatTurn(False, "Thank you.")) * 6

    assert interviewer.respond(replace(_REQUEST, history=history)).tokens >= 0
