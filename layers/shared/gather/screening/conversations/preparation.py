"""A reply that is prepared while the candidate may still go on: nothing counts until the turn itself comes.

The page asks for it in a pause that may be the end of an answer. What is kept for the turn is the engine's
own words alone, so that rules and guards judge them again when the turn is taken.

For example:

    prepared = prepare_reply(records, adapters, invite_token, request, base_url, now=now)
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from gather.core.clock import epoch_seconds
from gather.core.errors import Conflict
from gather.ports.interviewer import Interviewer, InterviewerRequest, InterviewerResponse
from gather.screening.candidate_interviews.storage import require_unfinished
from gather.screening.conversations.models import InterviewConversation, PreparedReply
from gather.screening.conversations.replies import check_active, hear, interviewer_turns, phrase_response
from gather.screening.conversations.requests import ConversationHead, FirstSound, TakeTurn
from gather.screening.conversations.storage import count_preparation, save_prepared_reply
from gather.screening.conversations.turn_context import Material, get_material
from gather.screening.conversations.view import ConversationView
from gather.screening.conversations.voice import FirstSentence
from gather.screening.recordings.storage import find_uploaded
from gather.screening.sessions.storage import ScreeningSession, open_session_with_consent
from gather.table.records import Records
from gather.tenancy.organizations.engines import engines_of
from gather.wiring import Adapters

KEPT: Final = timedelta(minutes=10)
"""How long a prepared reply waits for its turn."""

_WORDS: Final = re.compile(r"\w+|[?\u061f\uff1f]")


class _NoMorePreparations(Exception):
    """As many replies were prepared as may be."""


class RememberedInterviewer:
    """An Interviewer that keeps what its engine said, or says what an engine said before."""

    def __init__(self, engine: Interviewer, said: InterviewerResponse | None = None) -> None:
        self._engine = engine
        self.said = said

    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        if self.said is None:
            self.said = self._engine.respond(request)
        return self.said


def words_hash(text: str) -> str:
    """A hash of the words alone: a transcription changes commas and capitals at last. A question mark counts,
    because rules go by it."""
    return hashlib.sha256(" ".join(_WORDS.findall(text.casefold())).encode()).hexdigest()


def interviewer_for(
    engine: Interviewer, prepared: PreparedReply | None, conversation: InterviewConversation, words: str
) -> Interviewer:
    """The engine, or what it has said in preparation of a turn with these words at this place."""
    is_prepared = (
        prepared is not None
        and prepared.after_sequence == conversation.turns
        and prepared.words_hash == words_hash(words)
    )
    return RememberedInterviewer(engine, prepared.response) if prepared and is_prepared else engine


@dataclass(frozen=True, slots=True)
class Preparation:
    """A reply that was prepared: the conversation, which has not moved on, and the sound of its beginning."""

    conversation: ConversationHead
    first_sound: FirstSound | None


def prepare_reply(
    records: Records,
    adapters: Adapters,
    invite_token: str,
    request: TakeTurn,
    base_url: str,
    *,
    now: datetime,
) -> Preparation:
    """Prepare the reply to what the candidate seems to have said, and speak its first sentence.

    There is no sound where none can be had in time, where the engine failed, and after as many preparations
    as a conversation may have. Raises as `service.take_turn` does, but for IdempotencyKeyReused.
    """
    session = open_session_with_consent(records, invite_token, now)
    stored = session.whole.conversation
    if stored is None:
        raise Conflict("The conversation has not begun.")
    conversation = stored.conversation
    material = get_material(session, conversation)
    check_active(session, conversation, request, now)
    material.interview.check_takes_answers()
    view = ConversationView(adapters, session, material, base_url, now)
    head = view.head(conversation.state, conversation.asked)
    if not _count(records, session):
        return Preparation(head, None)
    return Preparation(head, _prepare(records, adapters, session, conversation, material, request, now))


def _count(records: Records, session: ScreeningSession) -> bool:
    """Count another preparation, before it costs anything. Returns whether it may be made. One round trip."""
    unit = records.unit_of_work()
    # Nothing is counted for a candidate who is erased meanwhile.
    require_unfinished(unit, session.whole.record)
    count_preparation(unit, session.whole.record, _NoMorePreparations())
    try:
        unit.commit_ahead()
    except _NoMorePreparations:
        return False
    return True


def _prepare(
    records: Records,
    adapters: Adapters,
    session: ScreeningSession,
    conversation: InterviewConversation,
    material: Material,
    request: TakeTurn,
    now: datetime,
) -> FirstSound | None:
    record, said = session.whole.record, request.prepare
    if said is None:
        return None
    if said.media_id is not None:
        find_uploaded(session.records.table, record, said.media_id, adapters.engines.media().describe)
    words, _ = hear(session, conversation, said.text, said.media_id, adapters)
    engines = engines_of(adapters, record.organization_id)
    engine = RememberedInterviewer(engines.interviewer())
    response = phrase_response(session, conversation, material, words, engine, now)
    if response.is_fallback:
        # The turn itself asks the engine again.
        return None
    turns = interviewer_turns(conversation.turns + 1, response, material, now)
    sentence = FirstSentence.begin(turns, conversation, engines)
    if engine.said is not None:
        _save(records, session, conversation, words, engine.said, now)
    return sentence.sound()


def _save(
    records: Records,
    session: ScreeningSession,
    conversation: InterviewConversation,
    words: str,
    said: InterviewerResponse,
    now: datetime,
) -> None:
    """Keep what the engine said for the turn. Raises Conflict where the interview was completed meanwhile."""
    record = session.whole.record
    prepared = PreparedReply(after_sequence=conversation.turns, words_hash=words_hash(words), response=said)
    unit = records.unit_of_work()
    require_unfinished(unit, record)
    save_prepared_reply(unit, record, prepared, epoch_seconds(now + KEPT))
    unit.commit()
