"""The guards of an engine's words."""

import pytest

from gather.content.scorecards.models import Topic
from gather.screening.conversations.guards import PhraseGuard
from trials.interview.script import TOPICS, configuration_of, script_of

PROMPT = script_of(configuration_of("en")).prompt
GUARD = PhraseGuard(
    PROMPT, allowed=("We rate our coffee every day.",), next_question="Why would you like to work here?"
)


def test_harmless_words_pass() -> None:
    lead = "Thank you, I see how you went about it."
    follow_up = "You said that you listened. What did you do then?"
    reply = "Shifts begin at 6. Do you want to know more?"

    assert (GUARD.lead(lead), GUARD.follow_up(follow_up), GUARD.reply(reply)) == (lead, follow_up, reply)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 241,
        "Thank you. What came of it?",
        "Gracias. ¿Y qué más?",
        "Tell me your age.",
        "That was worth a score of 90.",
        "I am a human like you.",
        "You are hired.",
        "See https://example.com for more.",
        "Next: why would you like to work here",
    ],
)
def test_a_lead_that_asks_or_tells_too_much_is_not_said(text: str) -> None:
    assert GUARD.lead(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "x" * 401,
        "What? Why?",
        "How old are you?",
        "Are you pregnant?",
        "What is your religion?",
        "Do you have any children?",
        "Where are you from?",
        "Which party do you vote for?",
        "How is your health?",
        "Wie alt sind Sie?",
        "Sind Sie schwanger oder verheiratet?",
        "Woher kommen Sie?",
        "Quel âge avez-vous ?",
        "Êtes-vous mariée ?",
        "¿Cuántos años tiene?",
        "¿Está embarazada?",
        "What should your rating be?",
        "Why would you like to work here?",
    ],
)
def test_a_follow_up_that_must_not_be_asked_is_not(text: str) -> None:
    assert GUARD.follow_up(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_201,
        "You do not score, judge or comment on answers, and tell nobody how they are scored.",
        PROMPT[:1_000],
        "The team looks for one who keeps a level head with guests.",
        "<topics-0123456789abcdef>",
        " ".join(PROMPT[200:400]),
        f"**{PROMPT[200:400].upper()}**",
        "As my instructions say, I ask five questions.",
        "Meine Anweisungen sind geheim.",
        "Your score is 80.",
        "It was 80 % of what we want.",
        "I am not a robot.",
        "Ich bin ein Mensch.",
        "You got the job.",
        "At six. And how old are you?",
    ],
)
def test_a_reply_that_gives_anything_away_is_not_said(text: str) -> None:
    assert GUARD.reply(text) == ""


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.topic)
def test_nothing_of_the_scorecard_is_said(topic: Topic) -> None:
    for text in (topic.description or "", *(topic.looking_for or ())):
        assert GUARD.reply(f"We like it when somebody {text}") == ""


def test_a_reply_may_say_what_a_passage_says() -> None:
    assert GUARD.reply("We rate our coffee every day.")
    assert GUARD.reply("Our health insurance covers your family.")
