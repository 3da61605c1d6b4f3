"""The contract of every assistant of the chat."""

from dataclasses import replace

from gather.ports.assistant import Assistant, AssistantRequest, ChatTurn, OfferedJob, Passage

_HOURS = Passage("a1", "Working hours", "Shifts begin at 6 and at 14 o'clock.")
_JOB = OfferedJob("j1", "Barista", location=("Lisbon",), url="https://example.com/jobs/j1")
_REQUEST = AssistantRequest("en", "Robin", "When do shifts begin?", passages=(_HOURS,), jobs=(_JOB,))


def test_answers_from_what_was_found(assistant: Assistant) -> None:
    reply = assistant.reply(_REQUEST)

    assert reply.text.strip()
    assert reply.knew


def test_speaks_of_nothing_that_the_request_does_not_hold(assistant: Assistant) -> None:
    reply = assistant.reply(_REQUEST)

    assert set(reply.jobs) <= set(_REQUEST.jobs)
    assert set(reply.passages) <= set(_REQUEST.passages)


def test_says_when_it_does_not_know(assistant: Assistant) -> None:
    reply = assistant.reply(AssistantRequest("en", "Robin", "Is there a canteen on the moon?"))

    assert reply.text.strip()
    assert not reply.knew
    assert (reply.jobs, reply.passages) == ((), ())


def test_suggests_at_most_three_questions_and_only_when_asked(assistant: Assistant) -> None:
    assert assistant.reply(_REQUEST).suggestions == ()
    assert len(assistant.reply(replace(_REQUEST, with_suggestions=True)).suggestions) <= 3


def test_answers_in_a_long_conversation_and_to_a_resume(assistant: Assistant) -> None:
    history = (ChatTurn(True, "Hello"), ChatTurn(False, "Hello!")) * 5

    assert assistant.reply(replace(_REQUEST, history=history)).text
    assert assistant.reply(replace(_REQUEST, passages=(), is_resume=True)).text
