"""The use cases of a conversation: begin it, take a turn, show it.

For example:

    conversation, is_new = service.begin(records, adapters, invite_token, base_url, now=now)
    result = service.take_turn(records, adapters, invite_token, request, base_url, now=now)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import Conflict, GatherError, IdempotencyKeyReused
from gather.core.media_address import media_key
from gather.screening.answers import storage as answer_storage
from gather.screening.answers.models import StoredAnswer
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import BEGINS_FROM
from gather.screening.candidate_interviews.storage import require_unfinished
from gather.screening.conversations import interviewer
from gather.screening.conversations.models import (
    ConversationState,
    InterviewConversation,
    InterviewTurn,
    PendingTurn,
    TurnKind,
    TurnRole,
    missing_questions,
)
from gather.screening.conversations.preparation import interviewer_for
from gather.screening.conversations.replies import (
    PhrasedReply,
    check_active,
    hear,
    interviewer_turns,
    new_turn,
    phrase_response,
)
from gather.screening.conversations.requests import (
    ConversationHead,
    FirstSound,
    ShownConversation,
    ShownTurn,
    TakeTurn,
)
from gather.screening.conversations.rules import End, Silence
from gather.screening.conversations.storage import (
    StoredConversation,
    TurnResponse,
    create_conversation,
    create_turn_response,
    create_turns,
    delete_prepared_reply,
    list_turns,
    replace_conversation,
)
from gather.screening.conversations.turn_context import Material, get_material, spoken_questions
from gather.screening.conversations.view import ConversationView
from gather.screening.conversations.voice import FirstSentence
from gather.screening.recordings.length import measure_allowed_seconds
from gather.screening.recordings.storage import find_uploaded
from gather.screening.sessions.storage import (
    ScreeningSession,
    open_session,
    open_session_with_consent,
)
from gather.table.records import Records
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.tenancy.organizations.engines import engines_of
from gather.wiring import Adapters

# Longer than the function may take, so that no two ask the engine for one turn.
CLAIM = timedelta(seconds=40)
UNCAPTURED = timedelta(days=1)
"""How long the candidate's words are kept where the interview does not capture responses."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A turn that was taken: the turns that came of it, and how far the conversation was then.

    `is_repeated` says that it was taken before. `first_sound` is the sound of the reply's beginning, where it
    was asked for and could be had in time.
    """

    turns: tuple[ShownTurn, ...]
    conversation: ConversationHead
    is_repeated: bool
    first_sound: FirstSound | None = None


def show(
    records: Records, adapters: Adapters, invite_token: str, base_url: str, *, now: datetime
) -> ShownConversation:
    """The conversation with all of its turns; before the beginning it has none.

    Raises NotFound, Gone, and Conflict for an interview without an AI interviewer.
    """
    session = open_session(records, invite_token, now)
    return _show(ConversationView(adapters, session, _material_of(session), base_url, now))


def begin(
    records: Records, adapters: Adapters, invite_token: str, base_url: str, *, now: datetime
) -> tuple[ShownConversation, bool]:
    """Begin the conversation, and say whether it is new. One that was begun before goes on.

    Answers that were given to its questions before are deleted. Raises NotFound, Gone, Forbidden before a
    required consent, and Conflict when the candidate has completed the interview.
    """
    session = open_session_with_consent(records, invite_token, now)
    material = _material_of(session)
    if session.whole.conversation is None:
        try:
            conversation, turns = _begin(session, material, records, now)
        except LostRace:
            session = session.read_again(records)
            if session.whole.conversation is None:
                raise
        else:
            view = ConversationView(adapters, session, material, base_url, now)
            return view.conversation(conversation, turns), True
    return _show(ConversationView(adapters, session, material, base_url, now)), False


def take_turn(
    records: Records,
    adapters: Adapters,
    invite_token: str,
    request: TakeTurn,
    base_url: str,
    *,
    now: datetime,
) -> TurnResult:
    """Take a candidate's turn and respond to it. The same turn again gets the same result.

    Raises NotFound, Gone, Forbidden before a required consent, Conflict when the conversation is not active,
    is being responded to, or has moved on, IdempotencyKeyReused, ValidationFailed, and EngineFailed when a
    recording cannot be heard.
    """
    session = open_session_with_consent(records, invite_token, now)
    stored = session.whole.conversation
    material = get_material(session, stored.conversation if stored else None, request.turn_id)
    if material.response is not None:
        taken = _earlier_turn(session, request, material.response)
    else:
        taken = _take_new_turn(session, material, request, records, adapters, now)
    view = ConversationView(adapters, session, material, base_url, now)
    head = view.head(taken.state, taken.asked)
    return TurnResult(view.turns_of_result(taken.turns), head, taken.is_repeated, taken.first_sound)


def _material_of(session: ScreeningSession) -> Material:
    stored = session.whole.conversation
    return get_material(session, stored.conversation if stored else None)


def _show(view: ConversationView) -> ShownConversation:
    """The stored conversation. One round trip, none before the beginning."""
    session = view.session
    record, stored = session.whole.record, session.whole.conversation
    turns = list_turns(session.records.table, record.team_id, record.id) if stored else []
    return view.conversation(stored.conversation if stored else None, turns)


def _begin(
    session: ScreeningSession, material: Material, records: Records, now: datetime
) -> tuple[InterviewConversation, list[InterviewTurn]]:
    """Save a new conversation with its first turns. Raises Conflict, and LostRace when there is one."""
    session.check_unfinished()
    material.interview.check_takes_answers()
    record = session.whole.record
    asked = session.asked_questions_of(material.interview)
    question_ids = [each.id for each in spoken_questions(asked)]
    opening = interviewer.open_conversation(
        material.configuration, question_ids, material.script, now, is_practice=not record.is_judged
    )
    conversation = opening.exchange.conversation.changed(narrator_id=material.interview.narrator_id)
    turns = interviewer_turns(0, opening, material, now)
    unit = records.unit_of_work()
    create_conversation(unit, record, conversation)
    create_turns(unit, record, turns)
    for question_id in question_ids:
        if question_id in session.whole.answers:
            answer_storage.delete(unit, record, question_id)
    kept = [each for each in session.whole.answers if each not in question_ids]
    lifecycle.fix_questions(unit, session.whole.stored, asked, kept, now)
    unit.commit()
    return conversation, turns


@dataclass(frozen=True, slots=True)
class _TakenTurn:
    """A turn that was taken, as it is stored."""

    turns: Sequence[InterviewTurn]
    state: ConversationState
    asked: int
    is_repeated: bool
    first_sound: FirstSound | None = None


def _take_new_turn(
    session: ScreeningSession,
    material: Material,
    request: TakeTurn,
    records: Records,
    adapters: Adapters,
    now: datetime,
) -> _TakenTurn:
    stored = session.whole.conversation
    if stored is None:
        raise Conflict("The conversation has not begun.")
    check_active(session, stored.conversation, request, now)
    material.interview.check_takes_answers()
    seconds = None
    if request.media_id is not None:
        media = adapters.engines.media()
        found = find_uploaded(session.records.table, session.whole.record, request.media_id, media.describe)
        seconds = measure_allowed_seconds(partial(media.read_range, media_key(found.media_id)), found.size)
    claimed = _claim(records, session.whole.record, stored, request, now)
    try:
        reply = _reply_to(session, claimed.conversation, material, request, adapters, now)
        turns = _new_turns(
            claimed.conversation, material, request, replace(reply, recording_seconds=seconds), now
        )
        # The first sentence is spoken while the turn is stored.
        sentence = _begin_sentence(session, claimed.conversation, turns, adapters) if request.sound else None
        taken = _save_turn(session, claimed, material, request, reply.response, turns, records, now)
    except GatherError:
        _release(records, session.whole.record, claimed)
        raise
    if request.media_id is not None and not claimed.conversation.configuration.call_recording:
        adapters.engines.media().delete(media_key(request.media_id))
    return replace(taken, first_sound=sentence.sound()) if sentence else taken


def _earlier_turn(session: ScreeningSession, request: TakeTurn, response: TurnResponse) -> _TakenTurn:
    if response.request_hash != request.content_hash:
        raise IdempotencyKeyReused("Another turn was taken with this turnId.")
    record = session.whole.record
    turns = list_turns(session.records.table, record.team_id, record.id, response.first, response.last)
    return _TakenTurn(turns, response.state, response.asked, is_repeated=True)


def _claim(
    records: Records,
    record: CandidateInterviewRecord,
    stored: StoredConversation,
    request: TakeTurn,
    now: datetime,
) -> StoredConversation:
    """Claim the response, so that nobody else gives it. Raises Conflict when somebody was faster."""
    pending = PendingTurn(
        turn_id=request.turn_id,
        request_hash=request.content_hash,
        said_at=timestamp(now),
        claimed_until=timestamp(now + CLAIM),
    )
    unit = records.unit_of_work()
    claimed = replace_conversation(
        unit, record, stored, stored.conversation.changed(pending=pending), _taken_elsewhere()
    )
    unit.commit_ahead()
    return claimed


def _taken_elsewhere() -> Exception:
    return Conflict("A turn is being responded to. Read the conversation in a moment.")


def _release(records: Records, record: CandidateInterviewRecord, claimed: StoredConversation) -> None:
    """Let the turn be taken again at once."""
    unit = records.unit_of_work()
    replace_conversation(unit, record, claimed, claimed.conversation.changed(pending=None))
    try:
        unit.commit_ahead()
    except LostRace:
        return


def _reply_to(
    session: ScreeningSession,
    conversation: InterviewConversation,
    material: Material,
    request: TakeTurn,
    adapters: Adapters,
    now: datetime,
) -> PhrasedReply:
    words, times = hear(session, conversation, request.text, request.media_id, adapters)
    heard: str | Silence | End = words or (Silence() if request.silence else End())
    engine = engines_of(adapters, session.whole.record.organization_id).interviewer()
    engine = interviewer_for(engine, material.prepared, conversation, words)
    return PhrasedReply(words, times, phrase_response(session, conversation, material, heard, engine, now))


def _new_turns(
    conversation: InterviewConversation,
    material: Material,
    request: TakeTurn,
    reply: PhrasedReply,
    now: datetime,
) -> list[InterviewTurn]:
    """The candidate's turn, unless there is none, and those of the interviewer."""
    exchange, before = reply.response.exchange, conversation.turns
    if exchange.candidate is None:
        return interviewer_turns(before, reply.response, material, now)
    said = new_turn(before + 1, TurnRole.CANDIDATE, exchange.candidate, reply.words, now)
    said = said.changed(is_transcribed=request.is_transcribed and bool(reply.words))
    if conversation.configuration.call_recording:
        said = said.changed(
            media_id=request.media_id,
            word_times=reply.word_times,
            recording_seconds=reply.recording_seconds,
        )
    return [said, *interviewer_turns(before + 1, reply.response, material, now)]


def _begin_sentence(
    session: ScreeningSession,
    conversation: InterviewConversation,
    turns: Sequence[InterviewTurn],
    adapters: Adapters,
) -> FirstSentence:
    engines = engines_of(adapters, session.whole.record.organization_id)
    return FirstSentence.begin(turns, conversation, engines)


def _save_turn(
    session: ScreeningSession,
    claimed: StoredConversation,
    material: Material,
    request: TakeTurn,
    responded: interviewer.Response,
    turns: Sequence[InterviewTurn],
    records: Records,
    now: datetime,
) -> _TakenTurn:
    conversation = responded.exchange.conversation.changed(pending=None)
    configuration = conversation.configuration
    said = turns[0] if turns[0].role is TurnRole.CANDIDATE else None
    response = TurnResponse(
        request_hash=request.content_hash,
        first=turns[0].sequence,
        last=turns[-1].sequence,
        state=conversation.state,
        asked=conversation.asked,
    )

    def save(unit: UnitOfWork) -> None:
        current = session if unit.attempt == 1 else session.read_again(records)
        current.check_unfinished()
        record = current.whole.record
        replace_conversation(unit, record, claimed, conversation, _taken_elsewhere())
        expires_at = None if configuration.capture_responses else epoch_seconds(now + UNCAPTURED)
        create_turns(unit, record, turns, expires_at)
        create_turn_response(unit, record, request.turn_id, response)
        if material.prepared is not None:
            delete_prepared_reply(unit, record)
        answers = dict(current.whole.answers)
        if said and said.kind is TurnKind.ANSWER and said.question_id and configuration.capture_responses:
            answers[said.question_id] = _answer(current, said.question_id, said, now)
            answer_storage.save(unit, record, answers[said.question_id])
        _move_on(unit, current, conversation, answers, now)

    records.run(save)
    return _TakenTurn(turns, conversation.state, conversation.asked, is_repeated=False)


def _move_on(
    unit: UnitOfWork,
    session: ScreeningSession,
    conversation: InterviewConversation,
    answers: Mapping[str, StoredAnswer],
    now: datetime,
) -> None:
    """Have the candidate interview follow: complete it where nothing else is missing, note a first answer."""
    stored, asked = session.whole.stored, session.asked_questions()
    has_ended = conversation.state is ConversationState.ENDED
    if has_ended and not missing_questions(asked, answers, conversation):
        are_words_kept = conversation.configuration.capture_responses
        lifecycle.complete(unit, stored, asked, answers, now, are_words_kept=are_words_kept)
    elif answers and stored.record.status in BEGINS_FROM:
        lifecycle.begin(unit, stored, asked, answers, now)
    else:
        require_unfinished(unit, stored.record)


def _answer(session: ScreeningSession, question_id: str, said: InterviewTurn, now: datetime) -> StoredAnswer:
    """Join the candidate's words to a question by now to one answer."""
    before = session.whole.answers.get(question_id)
    text = said.text if before is None else f"{before.text}\n{said.text}"
    asked = next(each for each in session.asked_questions() if each.id == question_id)
    return StoredAnswer(
        question_id=question_id,
        kind=asked.kind,
        text=text,
        transcription=text,
        media_id=before.media_id if before and before.media_id else said.media_id,
        recording_seconds=before.recording_seconds if before and before.media_id else said.recording_seconds,
        answered_at=timestamp(now),
    )
