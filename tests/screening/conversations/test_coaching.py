"""A conversation that coaches (interface: Interview conversations, rule 15)."""

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gather.content.interviews.ai_interview import AiConfiguration
from gather.ports.failure import EngineFailed
from gather.ports.interviewer import FollowUp, Intent, InterviewerResponse
from gather.screening.conversations.guards import PhraseGuard
from gather.screening.conversations.interviewer import (
    Response,
    disclosure,
    open_conversation,
    respond,
)
from gather.screening.conversations.models import ConversationState, InterviewConversation, Strength
from gather.screening.conversations.phrases import farewell, phrase_with_tone, phrases
from gather.screening.conversations.rules import End, Silence
from gather.screening.conversations.script import Script
from gather.screening.conversations.tips import answer_tip, closing_tips
from local_stack.engines.rule_interviewer import RuleInterviewer
from tests.doubles.engines import ScriptedInterviewer

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
CALM, COFFEE = "How do you calm an angry guest?", "Why coffee?"
WHOLE = (
    "Last summer a guest was angry. I listened to him and I made a new coffee, and he came back the next day."
)
VAGUE = "A good team talks a lot with each other and people are friendly, in my opinion that is all."
LANGUAGES = ("en", "de", "fr", "es")
SCRIPT = Script(
    display_name="Barista",
    company_name="Bean",
    prompt="You are the interviewer in a job interview, and speak with one candidate at a time.",
    wordings={"a": CALM, "b": COFFEE},
    knowledge=lambda: (),
)


def _begun(*, is_practice: bool = True, **toggles: Any) -> Response:
    configuration = AiConfiguration(**{"replica_id": "robin", "language": "en", **toggles})
    return open_conversation(configuration, ("a", "b"), SCRIPT, NOW, is_practice=is_practice)


def _conversation(**toggles: Any) -> InterviewConversation:
    return _begun(**toggles).exchange.conversation


def _said(
    conversation: InterviewConversation, heard: str | Silence | End, *responses: InterviewerResponse
) -> Response:
    engine = ScriptedInterviewer(responses=list(responses)) if responses else RuleInterviewer()
    return respond(engine, conversation, SCRIPT, (), heard, NOW)


@pytest.mark.parametrize("language", LANGUAGES)
def test_practice_is_disclosed_and_greeted_as_practice_that_judges_nobody(language: str) -> None:
    practice, judged = _begun(language=language), _begun(language=language, is_practice=False)
    configuration = practice.exchange.conversation.configuration

    assert phrases(language)["practice"] in practice.texts[0]
    assert phrases(language)["practice"] not in judged.texts[0]
    assert disclosure(configuration, is_practice=True) != disclosure(configuration, is_practice=False)


def test_a_coaching_type_alone_coaches_and_is_no_practice() -> None:
    begun = _begun(is_practice=False, coaching_type="behavioral", coaching_sub_type="conflicts")

    assert begun.exchange.conversation.coaches
    assert "behavioral, conflicts" in begun.texts[0]
    assert phrases("en")["practice"] not in begun.texts[0]


@pytest.mark.parametrize("coaching_type", [None, "", "  "])
def test_without_either_nothing_is_coached(coaching_type: str | None) -> None:
    conversation = _conversation(is_practice=False, coaching_type=coaching_type)

    ended = _said(conversation, End())

    assert not conversation.coaches
    assert ended.texts == (phrase_with_tone(conversation.configuration, "closing"),)
    assert _said(conversation, WHOLE).exchange.conversation.strengths == {}


@pytest.mark.parametrize(
    "coaching_type", ["How old are you?", "Tell the score", "{wording}" * 50, "https://example.com"]
)
def test_a_type_that_must_not_be_said_is_left_out_of_the_greeting(coaching_type: str) -> None:
    assert coaching_type not in _begun(coaching_type=coaching_type).texts[0]


@pytest.mark.parametrize(
    ("heard", "shown"), [("Yes.", ()), (VAGUE, (Strength.DETAIL,)), (WHOLE, tuple(Strength))]
)
def test_the_lead_before_the_next_question_is_a_tip_on_the_answer(
    heard: str, shown: tuple[Strength, ...]
) -> None:
    conversation = _conversation(ask_to_elaborate=False, ask_follow_up_questions=False)

    assert _said(conversation, heard).texts == (
        f"{answer_tip(conversation.changed(strengths={'a': shown}))} {COFFEE}",
    )


def test_without_conversational_style_there_is_no_tip_before_the_end() -> None:
    plain = _conversation(conversational_style=False, ask_to_elaborate=False, ask_follow_up_questions=False)

    assert _said(plain, WHOLE).texts == (COFFEE,)


def test_a_follow_up_makes_up_for_what_the_first_answer_lacked() -> None:
    asked_on = _said(
        _conversation(), "Yes.", InterviewerResponse(Intent.ANSWER, FollowUp.ELABORATE, "How so?")
    )

    conversation = _said(asked_on.exchange.conversation, WHOLE).exchange.conversation

    assert conversation.strengths == {"a": tuple(Strength)}


def test_who_asks_for_the_question_again_has_not_answered() -> None:
    again = _said(_conversation(), "Could you repeat the question, please?")

    assert again.exchange.conversation.strengths == {}


def test_the_engine_is_told_how_to_coach() -> None:
    engine = ScriptedInterviewer()
    conversation = _conversation(coaching_type="behavioral", coaching_sub_type="conflicts")

    respond(engine, conversation, SCRIPT, (), VAGUE, NOW)

    [request] = engine.requests
    assert request.coaching is not None
    assert (request.coaching.type, request.coaching.sub_type) == ("behavioral", "conflicts")
    assert "yourself" in request.coaching.tip or "your own part" in request.coaching.tip


@pytest.mark.parametrize(
    "lead",
    [
        "You are a weak candidate.",
        "You seem nervous.",
        "That gets 7 points.",
        "Your score is 80.",
        "Other candidates say more.",
        "Sie wirken unsicher.",
        "Vous êtes trop lente.",
        "Usted es muy tímido.",
        "What came of it?",
        "x" * 241,
        "",
    ],
)
def test_a_tip_that_grades_or_judges_is_replaced_by_the_written_one(lead: str) -> None:
    conversation = _conversation()

    [text] = _said(conversation, WHOLE, InterviewerResponse(Intent.ANSWER, lead=lead)).texts

    assert text.endswith(f" {COFFEE}")
    assert not lead or lead not in text


def test_an_engine_s_own_tip_is_said() -> None:
    tip = "A tip: name the moment when he calmed down."

    [text] = _said(_conversation(), WHOLE, InterviewerResponse(Intent.ANSWER, lead=tip)).texts

    assert text == f"{tip} {COFFEE}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_written_tip_passes_the_guard(language: str) -> None:
    guard = PhraseGuard(SCRIPT.prompt, next_question=COFFEE)
    shown = [tuple(compress) for compress in product(*([(), (each,)] for each in Strength))]
    for strengths in ([part for parts in each for part in parts] for each in shown):
        noted = _conversation(language=language).changed(strengths={"a": tuple(strengths)})
        for said in (answer_tip(noted), answer_tip(noted.changed(asked=2, question_ids=("b", "a")))):
            assert guard.tip(said) == said
        assert guard.tip(closing_tips(noted)) == closing_tips(noted)
    assert guard.tip(closing_tips(_conversation(language=language)))


@pytest.mark.parametrize("heard", [End(), WHOLE, "Yes."])
@pytest.mark.parametrize("failures", [[], [EngineFailed(retryable=True, reason="Down")]])
def test_the_closing_always_begins_with_tips(heard: str | End, failures: list[EngineFailed]) -> None:
    last = _conversation(ask_candidate_questions=False, ask_to_elaborate=False).changed(asked=2)

    response = respond(ScriptedInterviewer(failures=list(failures)), last, SCRIPT, (), heard, NOW)

    conversation = response.exchange.conversation
    assert conversation.state is ConversationState.ENDED
    goodbye = farewell(conversation.configuration, is_practice=conversation.is_practice)
    assert response.texts == (f"{closing_tips(conversation)} {goodbye}",)


def test_the_closing_praises_what_most_answers_had_and_names_what_most_lacked() -> None:
    every = tuple(Strength)
    conversation = _conversation()

    mixed = closing_tips(conversation.changed(strengths={"a": every[:2], "b": every[:2]}))
    complete = closing_tips(conversation.changed(strengths={"a": every}))
    nothing = closing_tips(conversation.changed(strengths={"a": ()}))

    assert "your own part" in mixed
    assert "what came of it" in mixed
    assert "Keep to that" in complete
    assert nothing.startswith("For next time: say more")


_HEARD = st.lists(
    st.sampled_from(
        [WHOLE, VAGUE, "Yes.", "What do you mean?", "I want to stop.", "Why?", "No.", Silence(), End()]
    ),
    max_size=12,
)
_TOGGLES = st.fixed_dictionaries(
    {
        name: st.booleans()
        for name in (
            "ask_follow_up_questions",
            "ask_to_elaborate",
            "dig_deeper",
            "conversational_style",
            "ask_candidate_questions",
        )
    }
)


def _kinds(
    heard: list[str | Silence | End], toggles: dict[str, bool], **coached: Any
) -> list[tuple[str, str | None]]:
    begun = _begun(**toggles, **coached)
    conversation, moves = begun.exchange.conversation, list(begun.exchange.interviewer)
    for place, each in enumerate(heard):
        if conversation.state is ConversationState.ENDED:
            break
        now = NOW + timedelta(seconds=place)
        following = respond(RuleInterviewer(), conversation, SCRIPT, (), each, now).exchange
        conversation = following.conversation
        moves += [*filter(None, (following.candidate,)), *following.interviewer]
    return [(move.kind.value, move.question_id) for move in moves]


@given(_HEARD, _TOGGLES)
@settings(max_examples=60, deadline=None)
def test_coaching_changes_no_turn(heard: list[str | Silence | End], toggles: dict[str, bool]) -> None:
    judged = _kinds(heard, toggles, is_practice=False)

    assert _kinds(heard, toggles, is_practice=True) == judged
    assert _kinds(heard, toggles, is_practice=False, coaching_type="behavioral") == judged
