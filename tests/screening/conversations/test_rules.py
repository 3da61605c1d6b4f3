"""The rules of an AI interview's conversation, whatever is said and whatever an engine wants.

Interface: Interview conversations, rules 1 to 13.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.content.interviews.ai_interview import AiConfiguration
from gather.ports.interviewer import FollowUp, Intent
from gather.screening.conversations.models import ConversationState, InterviewConversation, TurnKind
from gather.screening.conversations.rules import (
    LONGEST_CONVERSATION,
    MOST_CANDIDATE_TURNS,
    MOST_FOLLOW_UPS,
    MOST_REPLIES,
    End,
    Exchange,
    Heard,
    Move,
    Silence,
    Words,
    begin_conversation,
    is_last_turn,
    next_exchange,
    offered_follow_ups,
)

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SHORT, LONG = "Yes.", "one two three four five six seven eight nine ten eleven twelve"

configurations = st.builds(
    AiConfiguration,
    replica_id=st.just("robin"),
    language=st.just("en"),
    ask_follow_up_questions=st.booleans(),
    ask_to_elaborate=st.booleans(),
    dig_deeper=st.booleans(),
    ask_candidate_questions=st.booleans(),
)
words = st.builds(
    Words, st.sampled_from([SHORT, LONG]), st.sampled_from(Intent), st.sampled_from([None, *FollowUp])
)
question_lists = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=5)


def _begun(question_ids: Sequence[str] = ("a", "b"), **toggles: bool) -> InterviewConversation:
    configuration = AiConfiguration(replica_id="robin", language="en", **toggles)
    return begin_conversation(configuration, question_ids, 1, NOW).conversation


def _inviting() -> InterviewConversation:
    return _say(_begun(("a",)), Words(LONG, Intent.ANSWER)).conversation


def _say(conversation: InterviewConversation, *heard: Heard, now: datetime = NOW) -> Exchange:
    """The last of the exchanges in which `heard` is said."""
    result = None
    for each in heard:
        result = next_exchange(conversation, each, now)
        conversation = result.conversation
    assert result is not None
    return result


def _kinds(result: Exchange) -> list[TurnKind]:
    return [move.kind for move in result.interviewer]


def _held(
    configuration: AiConfiguration, question_ids: Sequence[str], said: Sequence[Heard]
) -> tuple[InterviewConversation, list[Move], list[Move]]:
    """A conversation in which `said` is said over and over: its end, the interviewer's moves and the
    candidate's."""
    result = begin_conversation(configuration, question_ids, 1, NOW)
    asked, answered = [*result.interviewer], list[Move]()
    turn = 0
    while result.conversation.state is ConversationState.ACTIVE:
        assert turn < MOST_CANDIDATE_TURNS, "every conversation ends"
        result = next_exchange(result.conversation, said[turn % len(said)], NOW)
        turn += 1
        asked += result.interviewer
        answered += [result.candidate] if result.candidate else []
        assert result.conversation.turns == len(asked) + len(answered)
    return result.conversation, asked, answered


anything = st.lists(words | st.just(Silence()), min_size=1, max_size=30)


@given(configurations, question_lists, anything)
def test_questions_are_asked_once_and_in_order(
    configuration: AiConfiguration, question_ids: list[str], said: list[Heard]
) -> None:
    conversation, asked, _ = _held(configuration, question_ids, said)

    questions = [move.question_id for move in asked if move.kind is TurnKind.QUESTION]
    assert questions == question_ids[: len(questions)]
    if conversation.candidate_turns < MOST_CANDIDATE_TURNS:
        assert questions == question_ids


@given(configurations, question_lists, anything)
def test_never_more_follow_ups_than_promised(
    configuration: AiConfiguration, question_ids: list[str], said: list[Heard]
) -> None:
    _, asked, _ = _held(configuration, question_ids, said)

    promised = (
        configuration.ask_to_elaborate + 2 * configuration.ask_follow_up_questions + configuration.dig_deeper
    )
    follow_ups = Counter(move.question_id for move in asked if move.kind is TurnKind.FOLLOW_UP)
    assert all(count <= min(promised, MOST_FOLLOW_UPS) for count in follow_ups.values())


@given(configurations, question_lists, anything)
def test_the_closing_is_the_last_turn_and_the_only_one(
    configuration: AiConfiguration, question_ids: list[str], said: list[Heard]
) -> None:
    conversation, asked, _ = _held(configuration, question_ids, said)

    assert [move.kind for move in asked].count(TurnKind.CLOSING) == 1
    assert asked[-1].kind is TurnKind.CLOSING
    assert conversation.ended_at is not None


@given(configurations, question_lists, anything)
def test_candidates_are_invited_only_where_they_may_ask_and_have_five_replies(
    configuration: AiConfiguration, question_ids: list[str], said: list[Heard]
) -> None:
    conversation, asked, _ = _held(configuration, question_ids, said)

    kinds = [move.kind for move in asked]
    invited = kinds.count(TurnKind.INVITE_QUESTIONS)
    assert invited <= configuration.ask_candidate_questions
    if conversation.candidate_turns < MOST_CANDIDATE_TURNS:
        assert invited == configuration.ask_candidate_questions
    if invited:
        after = kinds[kinds.index(TurnKind.INVITE_QUESTIONS) :]
        assert after.count(TurnKind.REPLY) <= MOST_REPLIES


@given(configurations, question_lists, anything)
def test_turns_name_their_question_by_their_kind(
    configuration: AiConfiguration, question_ids: list[str], said: list[Heard]
) -> None:
    _, asked, answered = _held(configuration, question_ids, said)

    with_question = {TurnKind.QUESTION, TurnKind.FOLLOW_UP}
    without = {TurnKind.GREETING, TurnKind.INVITE_QUESTIONS, TurnKind.REPLY, TurnKind.CLOSING}
    assert all(move.question_id for move in asked if move.kind in with_question)
    assert not any(move.question_id for move in asked if move.kind in without)
    assert not any(move.question_id for move in answered if move.kind is TurnKind.QUESTION)


def test_it_begins_with_the_greetings_and_the_first_question() -> None:
    configuration = AiConfiguration(replica_id="robin", language="en")

    begun = begin_conversation(configuration, ("a", "b"), 2, NOW)

    assert begun.interviewer == (
        Move(TurnKind.GREETING),
        Move(TurnKind.GREETING),
        Move(TurnKind.QUESTION, "a"),
    )
    assert begun.conversation.turns == 3


def test_the_first_silence_is_nudged_and_the_second_passes_the_question_over() -> None:
    first = _say(_begun(), Silence())
    second = _say(_begun(), Silence(), Silence())

    assert first.candidate == Move(TurnKind.SILENCE, "a")
    assert first.interviewer == (Move(TurnKind.NUDGE, "a"),)
    assert second.interviewer == (Move(TurnKind.QUESTION, "b"),)


def test_an_answer_starts_the_count_of_silences_anew() -> None:
    follow_up = Words(SHORT, Intent.ANSWER, FollowUp.ELABORATE)

    result = _say(_begun(), Silence(), follow_up, Silence())

    assert _kinds(result) == [TurnKind.NUDGE]


def test_two_silences_after_the_invitation_close() -> None:
    result = _say(_inviting(), Silence(), Silence())

    assert _kinds(result) == [TurnKind.CLOSING]


def test_who_asks_about_the_question_gets_a_reply_and_it_stays_open() -> None:
    result = _say(_begun(), Words("What do you mean?", Intent.UNCLEAR))

    assert result.candidate == Move(TurnKind.QUESTION)
    assert _kinds(result) == [TurnKind.REPLY]
    assert result.conversation.open_question_id == "a"


def test_any_other_question_is_an_answer_before_the_invitation() -> None:
    result = _say(_begun(), Words("What does it pay?", Intent.QUESTION))

    assert result.candidate == Move(TurnKind.ANSWER, "a")


def test_the_closing_follows_the_fifth_reply() -> None:
    asks = Words("When?", Intent.QUESTION)

    fourth = _say(_inviting(), *(asks,) * 4)
    fifth = _say(_inviting(), *(asks,) * 5)

    assert _kinds(fourth) == [TurnKind.REPLY]
    assert _kinds(fifth) == [TurnKind.REPLY, TurnKind.CLOSING]


@pytest.mark.parametrize("intent", [Intent.DECLINE, Intent.ANSWER])
def test_who_asks_nothing_gets_the_closing(intent: Intent) -> None:
    result = _say(_inviting(), Words("No.", intent))

    assert result.candidate == Move(TurnKind.ANSWER)
    assert _kinds(result) == [TurnKind.CLOSING]


def test_an_end_closes_at_once_and_is_no_turn() -> None:
    result = _say(_begun(), End())

    assert result.candidate is None
    assert _kinds(result) == [TurnKind.CLOSING]
    assert result.conversation.state is ConversationState.ENDED


def test_only_a_first_answer_can_be_short() -> None:
    conversation = _begun(ask_follow_up_questions=False, dig_deeper=False)
    later = _say(conversation, Words(SHORT, Intent.ANSWER, FollowUp.ELABORATE)).conversation

    assert offered_follow_ups(conversation, SHORT) == (FollowUp.ELABORATE,)
    assert offered_follow_ups(conversation, LONG) == ()
    assert offered_follow_ups(later, SHORT) == ()


@pytest.mark.parametrize(
    ("follow_up", "toggle", "most"),
    [
        (FollowUp.ELABORATE, "ask_to_elaborate", 1),
        (FollowUp.CLARIFY, "ask_follow_up_questions", 2),
        (FollowUp.DIG_DEEPER, "dig_deeper", 1),
    ],
)
def test_each_follow_up_is_asked_only_so_often(follow_up: FollowUp, toggle: str, most: int) -> None:
    off = {"ask_to_elaborate": False, "ask_follow_up_questions": False, "dig_deeper": False}
    insists = Words(SHORT, Intent.ANSWER, follow_up)
    conversation = _begun(("a",), **{**off, toggle: True})

    kinds = []
    for _ in range(most + 1):
        result = _say(conversation, insists)
        conversation = result.conversation
        kinds += _kinds(result)

    assert kinds == [TurnKind.FOLLOW_UP] * most + [TurnKind.INVITE_QUESTIONS]


@pytest.mark.parametrize("heard", [Words(LONG, Intent.UNCLEAR), Words(LONG, Intent.ANSWER), Silence()])
def test_the_eightieth_turn_is_answered_with_the_closing(heard: Heard) -> None:
    conversation = _begun().changed(candidate_turns=MOST_CANDIDATE_TURNS - 2)

    before = _say(conversation, heard)
    last = _say(before.conversation, heard)

    assert TurnKind.CLOSING not in _kinds(before)
    assert not is_last_turn(conversation, NOW)
    assert is_last_turn(before.conversation, NOW)
    assert _kinds(last) == [TurnKind.CLOSING]


def test_the_first_turn_after_an_hour_is_answered_with_the_closing() -> None:
    late = NOW + LONGEST_CONVERSATION
    in_time = late - timedelta(seconds=1)
    answer = Words(LONG, Intent.ANSWER)

    assert TurnKind.CLOSING not in _kinds(_say(_begun(), answer, now=in_time))
    assert _kinds(_say(_begun(), answer, now=late)) == [TurnKind.CLOSING]
    assert is_last_turn(_begun(), late)
