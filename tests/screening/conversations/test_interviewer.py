"""The responses of the interviewer in a conversation (interface: Interview conversations)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gather.content.interviews.ai_interview import AiConfiguration, ReplicaOfInterview
from gather.core.language import LANGUAGES
from gather.ports.assistant import Passage
from gather.ports.failure import EngineFailed
from gather.ports.interviewer import Aside, FollowUp, Intent, InterviewerResponse
from gather.screening.conversations.interviewer import (
    HISTORY,
    Response,
    first_turn_needed,
    open_conversation,
    respond,
)
from gather.screening.conversations.models import (
    MOST_TOKENS,
    ConversationState,
    InterviewConversation,
    InterviewTurn,
    TurnKind,
    TurnRole,
)
from gather.screening.conversations.phrases import phrase_with_tone, phrases
from gather.screening.conversations.rules import LONGEST_CONVERSATION, MOST_CANDIDATE_TURNS, End, Silence
from gather.screening.conversations.script import Script
from screening.pages.invite_phrases import PHRASES
from tests.doubles.engines import ScriptedInterviewer

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
CALM, COFFEE = "How do you calm an angry guest?", "Why coffee?"
PAY = Passage("job", "Pay", "The salary is 1,450 euros a month.")
LONG = "I listened to the guest for a while and then I made him another coffee."
FAILURE = EngineFailed(retryable=True, reason="The interviewer's engine answered ThrottlingException")


class _Knowledge:
    """Counts how often it is read."""

    def __init__(self) -> None:
        self.reads = 0

    def __call__(self) -> Sequence[Passage]:
        self.reads += 1
        return (PAY,)


def _configuration(**toggles: Any) -> AiConfiguration:
    return AiConfiguration(**{"replica_id": "robin", "language": "en", **toggles})


def _script(**changes: Any) -> Script:
    members: dict[str, Any] = {
        "display_name": "Barista",
        "company_name": "Bean",
        "prompt": "You are the interviewer in a job interview, and speak with one candidate at a time.",
        "wordings": {"a": CALM, "b": COFFEE},
        "knowledge": lambda: (PAY,),
        **changes,
    }
    return Script(**members)


def _begun(**toggles: Any) -> InterviewConversation:
    return open_conversation(_configuration(**toggles), ("a", "b"), _script(), NOW).exchange.conversation


def _inviting(**toggles: Any) -> InterviewConversation:
    return _begun(**toggles).changed(asked=2, is_inviting=True)


def _response(
    conversation: InterviewConversation, heard: Any, *engine: InterviewerResponse, **script: Any
) -> Response:
    return respond(ScriptedInterviewer(responses=[*engine]), conversation, _script(**script), (), heard, NOW)


def _kinds(response: Response) -> list[TurnKind]:
    return [move.kind for move in response.exchange.interviewer]


def _turn(role: TurnRole, kind: TurnKind, text: str) -> InterviewTurn:
    return InterviewTurn(id="t", created_at="", updated_at="", sequence=1, role=role, kind=kind, text=text)


def test_greetings_are_said_word_for_word() -> None:
    response = open_conversation(
        _configuration(), ("a",), _script(greeting="Hi there.", welcome="We roast coffee."), NOW
    )

    assert response.texts[:2] == ("Hi there.", "We roast coffee.")
    assert CALM in response.texts[2]


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "AI"), ("de-AT", "KI"), ("fr", "IA"), ("es", "IA"), ("pt", "IA"), ("ja", "AI")],
)
def test_without_a_greeting_it_names_company_and_interview_and_says_that_it_is_an_ai(
    language: str, says: str
) -> None:
    greeting = open_conversation(_configuration(language=language), ("a",), _script(), NOW).texts[0]

    assert all(word in greeting for word in ("Bean", "Barista", says))


def test_a_greeting_needs_no_company() -> None:
    greeting = open_conversation(_configuration(), ("a",), _script(company_name=""), NOW).texts[0]

    assert "AI interviewer" in greeting
    assert "{" not in greeting


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_greeting_it_says_both_names(language: str) -> None:
    replica = ReplicaOfInterview(id="robin", name="Robin", photo_url="https://bean.example/robin.png")
    configuration = _configuration(language=language, replica=replica)

    named = open_conversation(configuration, ("a",), _script(candidate_name="Ada"), NOW).texts[0]
    unnamed = open_conversation(_configuration(language=language), ("a",), _script(), NOW).texts[0]

    assert "Ada" in named
    assert "Robin" in named
    assert "{" not in named + unnamed
    assert "  " not in named + unnamed


def test_a_name_stays_on_its_line_and_in_its_direction() -> None:
    script = _script(candidate_name="Ada\n\u202eignore", company_name="Bean & Co.")

    greeting = open_conversation(_configuration(language="ar"), ("a",), script, NOW).texts[0]

    assert "\u2068Ada ignore\u2069" in greeting
    assert "\u2068Bean & Co.\u2069" in greeting


def test_the_welcome_follows_the_hello() -> None:
    welcomed = open_conversation(_configuration(), ("a",), _script(welcome="We roast coffee."), NOW)

    assert _kinds(welcomed) == [TurnKind.GREETING, TurnKind.GREETING, TurnKind.QUESTION]
    assert welcomed.texts[0].startswith("Hello")
    assert welcomed.texts[1] == "We roast coffee."


def test_an_interview_without_questions_invites_or_closes() -> None:
    assert _kinds(open_conversation(_configuration(), (), _script(), NOW)) == [
        TurnKind.GREETING,
        TurnKind.INVITE_QUESTIONS,
    ]


def test_the_wording_stands_alone_without_conversational_style_and_is_led_in_with_it() -> None:
    engine = InterviewerResponse(Intent.ANSWER, lead="Thank you for that.")

    led = _response(_begun(), LONG, engine)
    plain = _response(_begun(conversational_style=False), LONG, engine)

    assert led.texts == (f"Thank you for that. {COFFEE}",)
    assert plain.texts == (COFFEE,)
    assert (
        open_conversation(_configuration(conversational_style=False), ("a",), _script(), NOW).texts[-1]
        == CALM
    )


def test_a_follow_up_is_the_engine_s_or_a_stock_phrase() -> None:
    asks = InterviewerResponse(Intent.ANSWER, FollowUp.CLARIFY, "How long did it take?")
    asks_privately = InterviewerResponse(Intent.ANSWER, FollowUp.CLARIFY, "How old are you?")

    assert _response(_begun(), LONG, asks).texts == ("How long did it take?",)
    assert _response(_begun(), LONG, asks_privately).texts == (phrases("en")["clarify"],)


@pytest.mark.parametrize(
    ("toggle", "follow_up", "heard"),
    [
        ("ask_to_elaborate", FollowUp.ELABORATE, "Yes."),
        ("ask_follow_up_questions", FollowUp.CLARIFY, LONG),
        ("dig_deeper", FollowUp.DIG_DEEPER, LONG),
    ],
)
def test_a_follow_up_is_asked_only_where_its_toggle_is_on(
    toggle: str, follow_up: FollowUp, heard: str
) -> None:
    asks = InterviewerResponse(Intent.ANSWER, follow_up, "How so?")

    assert _kinds(_response(_begun(**{toggle: True}), heard, asks)) == [TurnKind.FOLLOW_UP]
    assert _kinds(_response(_begun(**{toggle: False}), heard, asks)) == [TurnKind.QUESTION]


def test_tones_make_a_difference_that_can_be_read() -> None:
    for name in ("nudge", "invite", "closing"):
        said = {
            phrase_with_tone(
                _configuration(friendly_tone=friendly, professional_tone=professional, language=language),
                name,
            )
            for friendly in (True, False)
            for professional in (True, False)
            for language in LANGUAGES
        }

        assert len(said) == 4 * len(LANGUAGES)


def test_every_language_has_every_phrase() -> None:
    said = {frozenset(phrases(language).phrases) for language in LANGUAGES}

    assert said == {frozenset(phrases("en").phrases)}
    assert phrases("ja") == phrases("en-GB")


def test_silence_is_nudged_and_then_passed_over_without_the_engine() -> None:
    engine = ScriptedInterviewer()
    first = respond(engine, _begun(), _script(), (), Silence(), NOW)
    second = respond(engine, first.exchange.conversation, _script(), (), Silence(), NOW)

    assert first.texts == (phrase_with_tone(_configuration(), "nudge"),)
    assert second.texts == (f"{phrases('en')['goOn']} {COFFEE}",)
    assert engine.requests == []


def test_a_nudge_after_the_invitation_speaks_of_no_question_of_ours() -> None:
    assert _response(_inviting(), Silence()).texts == (phrases("en")["nudgeToAsk"],)


def test_the_closing_after_silence_is_not_led_in() -> None:
    silent = _inviting().changed(silences=1)

    assert _response(silent, Silence()).texts == (phrase_with_tone(_configuration(), "closing"),)


def test_an_end_closes_without_the_engine() -> None:
    engine = ScriptedInterviewer()

    response = respond(engine, _begun(), _script(), (), End(), NOW)

    assert response.texts == (phrase_with_tone(_configuration(), "closing"),)
    assert engine.requests == []


@pytest.mark.parametrize(
    ("conversation", "now"),
    [
        (_begun().changed(candidate_turns=MOST_CANDIDATE_TURNS - 1), NOW),
        (_begun(), NOW + LONGEST_CONVERSATION + timedelta(minutes=1)),
    ],
)
def test_the_engine_is_not_asked_where_a_limit_closes_anyway(
    conversation: InterviewConversation, now: datetime
) -> None:
    engine = ScriptedInterviewer()

    response = respond(engine, conversation, _script(), (), LONG, now)

    assert _kinds(response) == [TurnKind.CLOSING]
    assert response.exchange.conversation.state is ConversationState.ENDED
    assert not response.is_fallback
    assert engine.requests == []


def test_the_engine_is_told_what_it_needs() -> None:
    engine = ScriptedInterviewer()
    history = [_turn(TurnRole.CANDIDATE, TurnKind.ANSWER, "x" * 2_000)] * (HISTORY + 5)

    respond(engine, _begun(friendly_tone=False, language="de"), _script(), history, "Ja.", NOW)

    [request] = engine.requests
    assert (request.open_question, request.next_question) == (CALM, COFFEE)
    assert request.offered_follow_ups == (FollowUp.ELABORATE, FollowUp.CLARIFY)
    assert request.is_short
    assert (request.language, request.friendly, request.professional) == ("de", False, True)
    assert len(request.history) == HISTORY
    assert len(request.history[0].text) == 1_000
    assert request.passages == ()


def test_tokens_are_added_up_until_the_budget_is_spent() -> None:
    engine = ScriptedInterviewer(responses=[InterviewerResponse(Intent.ANSWER, tokens=700)])
    nearly = _begun().changed(tokens=MOST_TOKENS - 1)

    used = respond(engine, nearly, _script(), (), LONG, NOW)
    after = respond(engine, used.exchange.conversation, _script(), (), LONG, NOW)

    assert used.exchange.conversation.tokens == MOST_TOKENS + 699
    assert not used.is_fallback
    assert after.is_fallback
    assert len(engine.requests) == 1


def test_after_a_failure_the_plain_next_question_follows() -> None:
    engine = ScriptedInterviewer(failures=[FAILURE])

    response = respond(engine, _begun(), _script(), (), "Yes.", NOW)

    assert response.is_fallback
    assert response.texts == (COFFEE,)
    assert response.exchange.candidate is not None
    assert response.exchange.candidate.kind is TurnKind.ANSWER


def test_after_a_failure_the_written_rules_understand_what_is_plain() -> None:
    again = respond(ScriptedInterviewer(failures=[FAILURE]), _begun(), _script(), (), "Wie bitte?", NOW)
    asked = respond(ScriptedInterviewer(failures=[FAILURE]), _inviting(), _script(), (), "Why?", NOW)

    assert _kinds(again) == _kinds(asked) == [TurnKind.REPLY]
    assert CALM in again.texts[0]
    assert phrases("en")["unknown"] in asked.texts[0]


def test_who_did_not_understand_hears_the_wording_again_with_other_words_for_it() -> None:
    explains = InterviewerResponse(Intent.UNCLEAR, reply="It is about guests who complain.")
    asks_five = InterviewerResponse(Intent.UNCLEAR, reply="Who? When? Where? Why? How?")
    has_wording = InterviewerResponse(Intent.UNCLEAR, reply=f"Gladly: {CALM}")

    assert _response(_begun(), "What do you mean?", explains).texts == (
        f"It is about guests who complain. {CALM}",
    )
    assert _response(_begun(), "What do you mean?", asks_five).texts == (
        f"{phrases('en')['asTheQuestionSays']} {CALM}",
    )
    assert _response(_begun(), "What do you mean?", has_wording).texts == (f"Gladly: {CALM}",)


def test_who_plainly_asks_for_the_question_again_gets_it_whatever_the_engine_says() -> None:
    response = _response(_begun(), "Can you repeat the question?", InterviewerResponse(Intent.ANSWER))

    assert _kinds(response) == [TurnKind.REPLY]
    assert CALM in response.texts[0]


def test_no_engine_keeps_a_candidate_at_one_question() -> None:
    stuck = InterviewerResponse(Intent.UNCLEAR)
    replied = [_turn(TurnRole.INTERVIEWER, TurnKind.REPLY, CALM)]

    at_length = _response(_begun(), "word " * 50, stuck)
    again = respond(ScriptedInterviewer(responses=[stuck]), _begun(), _script(), replied, "Hm.", NOW)

    assert _kinds(at_length) == _kinds(again) == [TurnKind.QUESTION]


def test_the_candidate_s_question_gets_what_the_engine_says_from_the_passages() -> None:
    engine = ScriptedInterviewer(responses=[InterviewerResponse(Intent.QUESTION, reply=PAY.text)])
    knowledge = _Knowledge()

    response = respond(engine, _inviting(), _script(knowledge=knowledge), (), "How much is the salary?", NOW)

    assert response.texts == (f"{PAY.text} {phrases('en')['anythingElse']}",)
    assert engine.requests[0].passages == (PAY,)
    assert knowledge.reads == 1


@pytest.mark.parametrize(
    "engine",
    [
        InterviewerResponse(Intent.QUESTION, reply="A million.", knew=False),
        InterviewerResponse(Intent.QUESTION, reply="Your score is 80."),
        InterviewerResponse(Intent.QUESTION, reply="x" * 1_201),
        InterviewerResponse(Intent.QUESTION),
    ],
)
def test_the_team_answers_what_the_interviewer_does_not_know_or_must_not_tell(
    engine: InterviewerResponse,
) -> None:
    assert _response(_inviting(), "How was I?", engine).texts[0].startswith(phrases("en")["unknown"])


def test_the_last_reply_does_not_ask_for_more() -> None:
    response = _response(
        _inviting().changed(replies=4), "And the pay?", InterviewerResponse(Intent.QUESTION, reply="1,450.")
    )

    assert response.texts == ("1,450.", phrase_with_tone(_configuration(), "closing"))


@pytest.mark.parametrize("intent", [Intent.ANSWER, Intent.DECLINE])
def test_what_holds_a_question_is_one_whatever_the_engine_says(intent: Intent) -> None:
    assert _kinds(_response(_inviting(), "No. But what does it pay?", InterviewerResponse(intent))) == [
        TurnKind.REPLY
    ]


@pytest.mark.parametrize(
    ("heard", "phrase"),
    [("Yes, I have a question.", "askAway"), ("Are you a human?", "whoIAm")],
)
def test_some_questions_need_neither_engine_nor_knowledge(heard: str, phrase: str) -> None:
    engine, knowledge = ScriptedInterviewer(), _Knowledge()

    response = respond(engine, _inviting(), _script(knowledge=knowledge), (), heard, NOW)

    assert response.texts[0].startswith(phrases("en")[phrase])
    assert engine.requests == []
    assert knowledge.reads == 0


def test_who_declines_gets_the_closing_without_the_engine() -> None:
    engine, knowledge = ScriptedInterviewer(), _Knowledge()

    response = respond(engine, _inviting(), _script(knowledge=knowledge), (), "No, thank you.", NOW)

    assert response.texts == (phrase_with_tone(_configuration(), "closing"),)
    assert engine.requests == []
    assert knowledge.reads == 0


def test_knowledge_is_not_read_before_the_invitation() -> None:
    knowledge = _Knowledge()

    _response(_begun(), "What does it pay?", knowledge=knowledge)

    assert knowledge.reads == 0


def test_a_bare_why_asks_on_after_the_question_before_it() -> None:
    engine = ScriptedInterviewer()
    history = [_turn(TurnRole.CANDIDATE, TurnKind.QUESTION, "How much is the salary?")]

    respond(engine, _inviting(), _script(), history, "Why?", NOW)

    assert engine.requests[0].passages == (PAY,)


def test_candidates_are_invited_only_where_the_toggle_is_on() -> None:
    assert _kinds(_response(_begun().changed(asked=2), LONG)) == [TurnKind.INVITE_QUESTIONS]
    assert _kinds(_response(_begun(ask_candidate_questions=False).changed(asked=2), LONG)) == [
        TurnKind.CLOSING
    ]


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("Is this being recorded?", "No recording of your voice is kept."),
        ("How long will this take?", "This is question 1 of 2. Our conversation can take 60 more minutes"),
        ("Are you a robot?", "a computer program"),
        ("Can I come back to this later?", "within the next 60 minutes"),
        ("Who will read this?", "People of the team read our conversation"),
        ("Can I speak to a human?", "jobs@bean.example"),
        ("Can you hear me?", "your words reach me"),
    ],
)
def test_what_the_page_knows_is_told_without_the_engine_and_the_question_stays_open(
    heard: str, told: str
) -> None:
    engine, begun = ScriptedInterviewer(), _begun()

    response = respond(engine, begun, _script(contact="jobs@bean.example"), (), heard, NOW)

    after = response.exchange.conversation
    assert response.exchange.candidate is not None
    assert (response.exchange.candidate.kind, response.exchange.candidate.question_id) == (
        TurnKind.QUESTION,
        None,
    )
    assert _kinds(response) == [TurnKind.REPLY]
    assert told in response.texts[0]
    assert CALM in response.texts[0]
    assert (after.answers, after.follow_ups, after.open_question_id) == (0, (), "a")
    assert engine.requests == []


@pytest.mark.parametrize(
    ("toggles", "told"),
    [
        ({"call_recording": True}, "your voice is recorded"),
        ({"capture_responses": False}, "deleted after a day"),
        ({}, "kept in writing"),
    ],
)
def test_what_is_recorded_is_told_as_it_is_configured(toggles: dict[str, Any], told: str) -> None:
    assert told in _response(_begun(**toggles), "Is this being recorded?").texts[0]


def test_the_time_that_is_left_is_told() -> None:
    conversation = _begun()
    later = NOW + LONGEST_CONVERSATION - timedelta(seconds=90)

    response = respond(ScriptedInterviewer(), conversation, _script(), (), "How long will this take?", later)

    assert "one more minute at most" in response.texts[0]


def test_who_asks_for_a_moment_is_not_asked_again() -> None:
    assert CALM not in _response(_begun(), "One moment, please.").texts[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("aside", Aside)
def test_every_language_has_a_reply_to_every_aside(language: str, aside: Aside) -> None:
    begun = _begun(language=language)
    judged = InterviewerResponse(Intent.ABOUT_INTERVIEW, aside=aside)

    for conversation in (begun, begun.changed(asked=2, is_inviting=True)):
        [text] = _response(conversation, "Hmm, ok?", judged).texts[:1]

        assert text.strip()
        assert "{" not in text


def test_an_engine_may_hear_what_the_rules_do_not_and_code_replies() -> None:
    judged = InterviewerResponse(Intent.ABOUT_INTERVIEW, aside=Aside.RECORDING, reply="Nobody records.")

    response = _response(_begun(), "Does a tape run in the background?", judged)

    assert _kinds(response) == [TurnKind.REPLY]
    assert phrases("en")["notRecorded"] in response.texts[0]
    assert "Nobody" not in response.texts[0]


@pytest.mark.parametrize(
    ("heard", "aside"),
    [
        (LONG, Aside.RECORDING),
        ("Does a tape run?", None),
        ("Does a tape run?", Aside.REPEAT),
        (f"Does a tape run? {LONG} {LONG}", Aside.RECORDING),
    ],
)
def test_an_engine_that_takes_an_answer_for_a_question_is_not_followed(
    heard: str, aside: Aside | None
) -> None:
    judged = InterviewerResponse(Intent.ABOUT_INTERVIEW, aside=aside)

    response = _response(_begun(), heard, judged)

    assert response.exchange.candidate is not None
    assert response.exchange.candidate.kind is TurnKind.ANSWER


def test_an_engine_keeps_nobody_at_one_question_by_what_is_about_the_interview() -> None:
    judged = InterviewerResponse(Intent.ABOUT_INTERVIEW, aside=Aside.RECORDING)
    before = (_turn(TurnRole.INTERVIEWER, TurnKind.REPLY, "No recording is kept."),)

    response = respond(
        ScriptedInterviewer(responses=[judged]), _begun(), _script(), before, "Does a tape run?", NOW
    )

    assert response.exchange.candidate is not None
    assert response.exchange.candidate.kind is TurnKind.ANSWER


def test_asking_again_repeats_the_open_follow_up_however_long_ago_it_was_asked() -> None:
    asks = InterviewerResponse(Intent.ANSWER, FollowUp.CLARIFY, "How long did it take?")
    asked = _response(_begun(), LONG, asks)
    conversation = asked.exchange.conversation
    follow_up = InterviewTurn(
        id="f",
        created_at="",
        updated_at="",
        sequence=conversation.open_turn,
        role=TurnRole.INTERVIEWER,
        kind=TurnKind.FOLLOW_UP,
        question_id="a",
        text=asked.texts[0],
    )
    much_later = conversation.changed(turns=conversation.turns + 3 * HISTORY)

    response = respond(
        ScriptedInterviewer(), conversation, _script(), (follow_up,), "Sorry, what was the question?", NOW
    )

    assert response.texts == (phrases("en")["again"].format(wording="How long did it take?"),)
    assert conversation.open_turn == conversation.turns
    assert first_turn_needed(much_later) == conversation.open_turn


def test_what_is_meant_is_asked_of_the_open_follow_up() -> None:
    asks = InterviewerResponse(Intent.ANSWER, FollowUp.CLARIFY, "How long did it take?")
    conversation = _response(_begun(), LONG, asks).exchange.conversation
    follow_up = _turn(TurnRole.INTERVIEWER, TurnKind.FOLLOW_UP, "How long did it take?").changed(
        question_id="a"
    )
    engine = ScriptedInterviewer(
        responses=[InterviewerResponse(Intent.UNCLEAR, reply="In minutes or hours.")]
    )

    response = respond(engine, conversation, _script(), (follow_up,), "What do you mean?", NOW)

    assert engine.requests[0].open_follow_up == "How long did it take?"
    assert response.texts == ("In minutes or hours. How long did it take?",)


def test_a_follow_up_is_no_echo() -> None:
    echo = InterviewerResponse(Intent.ANSWER, FollowUp.CLARIFY, "You listened to the guest for a while?")

    assert _response(_begun(), LONG, echo).texts == (phrases("en")["clarify"],)


def test_texts_that_contradict_each_other_are_left_to_the_team() -> None:
    other = Passage("pay", "Pay", "The salary is 1,600 euros a month.")
    engine = InterviewerResponse(Intent.QUESTION, reply="The salary is 1,450 euros a month.")

    replied = _response(_inviting(), "What is the salary a month?", engine, knowledge=lambda: (PAY, other))
    judged = _response(_inviting(), "What is the salary?", replace(engine, disagrees=True))

    for response in (replied, judged):
        assert response.texts[0].startswith(phrases("en")["contradiction"])
        assert "1,450" not in response.texts[0]


def test_after_the_invitation_questions_about_the_interview_are_questions_too() -> None:
    engine = ScriptedInterviewer()

    response = respond(engine, _inviting(), _script(), (), "Was this recorded?", NOW)

    assert phrases("en")["notRecorded"] in response.texts[0]
    assert phrases("en")["anythingElse"] in response.texts[0]
    assert response.exchange.conversation.replies == 1
    assert engine.requests == []


def test_the_engine_is_not_told_the_candidates_name() -> None:
    begun = open_conversation(_configuration(), ("a", "b"), _script(candidate_name="Ada"), NOW)
    history = (_turn(TurnRole.INTERVIEWER, TurnKind.GREETING, begun.texts[0]),)
    engine = ScriptedInterviewer()

    respond(engine, begun.exchange.conversation, _script(candidate_name="Ada"), history, LONG, NOW)

    assert "Ada" not in repr(engine.requests[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_wants_a_person_is_led_to_the_pages_help_by_its_name(language: str) -> None:
    asked = InterviewerResponse(Intent.ABOUT_INTERVIEW, aside=Aside.CONTACT)

    [told] = _response(_begun(language=language), "Hmm, ok?", asked).texts

    assert PHRASES.texts(language)["helpTitle"] in told
