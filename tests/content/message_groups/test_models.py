"""Message groups: which texts are taken, and which group is for which interview."""

import re
from typing import get_args

import hypothesis
import pytest
from hypothesis import strategies

from gather.content.interviews.models import InterviewType
from gather.content.message_groups.models import MessageGroupType, MessageType, group_type_of
from gather.content.message_groups.placeholders import PLACEHOLDERS, check_placeholders
from gather.messaging.rendering import messages as message_rendering
from gather.messaging.rendering.messages import MessageTemplate, MessageValues, built_in_message

VALUES = MessageValues("Ada", "Lovelace", "Night shift", "Example Works", "https://gather.example.com/i/1")


@pytest.mark.parametrize(
    ("interview_type", "group_type"),
    [
        (InterviewType.STANDARD, MessageGroupType.STANDARD),
        (InterviewType.AI_INTERVIEWER, MessageGroupType.STANDARD),
        (InterviewType.QUESTIONNAIRE, MessageGroupType.QUESTIONNAIRE),
    ],
)
def test_questionnaires_have_groups_of_their_own(
    interview_type: InterviewType, group_type: MessageGroupType
) -> None:
    assert group_type_of(interview_type) is group_type


def test_the_types_of_messages_are_those_that_are_rendered() -> None:
    in_groups = [message_type.value for message_type in MessageType]
    of_meetings = ("SLOTS", "BOOKED", "REBOOKED", "CANCELLED", "RELEASED")
    in_no_group = ["ADVANCE", "MEETING_INVITE", "MEETING_MOVED", "REQUEST_REPLY", "WITHDRAWAL"]
    in_no_group += [f"MEETING_{name}" for name in of_meetings]

    assert [*in_groups, *in_no_group] == list(get_args(message_rendering.MessageType))


@pytest.mark.parametrize("name", PLACEHOLDERS)
def test_every_placeholder_that_is_taken_stands_for_something(name: str) -> None:
    text = check_placeholders(f"- {{{{{name}}}}} - {{{{ {name} }}}} -")

    sent = MessageTemplate("COMPLETION_CONFIRMATION", sms_body=text).render_sms(VALUES)

    assert re.fullmatch(r"- ([^{}]+) - \1 -", sent)


@pytest.mark.parametrize(
    "message", [built_in_message(kind.value, "en") for kind in MessageType], ids=lambda message: message.type
)
def test_the_built_in_texts_would_be_taken(message: MessageTemplate) -> None:
    for text in (message.email_subject, message.email_header, message.email_body, message.sms_body):
        assert text is not None
        assert check_placeholders(text) == text


@pytest.mark.parametrize("text", ["{link}", "{ {link} }", "a } b { c", "{}", "{{link}}{{companyName}}"])
def test_single_braces_are_text(text: str) -> None:
    assert check_placeholders(text) == text


@hypothesis.given(
    strategies.lists(
        strategies.sampled_from(["{", "}", "{{", "}}", " ", "x", *PLACEHOLDERS, "Link"]), max_size=12
    ).map("".join)
)
def test_what_is_taken_reaches_nobody_with_double_braces(text: str) -> None:
    try:
        taken = check_placeholders(text)
    except ValueError:
        return
    letters = MessageValues("A", "B", "C", "D", "E")

    sent = MessageTemplate("COMPLETION_CONFIRMATION", sms_body=f".{taken}.").render_sms(letters)

    assert "{{" not in sent
    assert "}}" not in sent
