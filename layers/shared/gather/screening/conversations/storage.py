"""The conversation of an AI interview in the table.

Its state is a part of the candidate interview's partition and is read with it. The turns and the candidate's
requests have a partition of their own, because only some routes need them.

For example:

    storage.create_conversation(unit, record, conversation)
    storage.create_turns(unit, record, turns, candidate_turns_expire_at)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.conversations.models import (
    MOST_TOKENS,
    ConversationState,
    InterviewConversation,
    InterviewTurn,
    PreparedReply,
)
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import below, equal, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import Refusal, UnitOfWork


def conversation_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """The state of a conversation."""
    return CANDIDATE_INTERVIEW.part(team_id, candidate_interview_id, "CONVERSATION", "STATE")


def turn_key(team_id: str, candidate_interview_id: str, sequence: int) -> keys.Key:
    """A turn of a conversation, by its place."""
    return keys.Key(_partition(team_id, candidate_interview_id), f"TURN#{sequence:06d}")


def turn_request_key(team_id: str, candidate_interview_id: str, turn_id: str) -> keys.Key:
    """A candidate's request that was responded to, by the id that the client gave it."""
    return keys.Key(_partition(team_id, candidate_interview_id), f"REQUEST#{turn_id}")


def stream_count_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """How many addresses of streams were given for a conversation."""
    return keys.Key(_partition(team_id, candidate_interview_id), "STREAMS")


def preparation_count_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """How many replies were prepared for a conversation, and the tokens that they took."""
    return keys.Key(_partition(team_id, candidate_interview_id), "PREPARATIONS")


def prepared_reply_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """The reply that was prepared last and waits for its turn."""
    return keys.Key(_partition(team_id, candidate_interview_id), "PREPARED")


def _partition(team_id: str, candidate_interview_id: str) -> str:
    return f"{CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id).pk}#CONVERSATION"


INTERVIEW_CONVERSATION = ItemKind("INTERVIEW_CONVERSATION", conversation_key)
INTERVIEW_TURN = ItemKind("INTERVIEW_TURN", turn_key)
INTERVIEW_TURN_REQUEST = ItemKind("INTERVIEW_TURN_REQUEST", turn_request_key)
STREAM_COUNT = ItemKind(None, stream_count_key)
MOST_STREAMS = 40
"""Addresses of streams for a conversation. Who has had them goes on by uploads."""
PREPARATION_COUNT = ItemKind(None, preparation_count_key)
PREPARED_REPLY = ItemKind("PREPARED_REPLY", prepared_reply_key)
MOST_PREPARATIONS = 240
"""Replies that are prepared for a conversation: three for each turn that it may have."""


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """A conversation as it was read; `revision` counts its writes."""

    conversation: InterviewConversation
    revision: int


@dataclass(frozen=True, slots=True)
class TurnResponse:
    """The response to a candidate's request: the turns from `first` to `last` and the progress after them."""

    request_hash: str
    first: int
    last: int
    state: ConversationState
    asked: int


def conversation_of(item: Item) -> StoredConversation:
    """A conversation from its item."""
    return StoredConversation(InterviewConversation.model_validate(item), int(item["revision"]))


def create_conversation(
    unit: UnitOfWork, record: CandidateInterviewRecord, conversation: InterviewConversation
) -> None:
    """Save a new conversation. The commit raises LostRace when there is one."""
    place = INTERVIEW_CONVERSATION.at(record.team_id, record.id)
    unit.write(place.new(**conversation.model_dump(by_alias=True, mode="json"), revision=1))


def replace_conversation(
    unit: UnitOfWork,
    record: CandidateInterviewRecord,
    stored: StoredConversation,
    conversation: InterviewConversation,
    refused: Refusal | None = None,
) -> StoredConversation:
    """Save the changed conversation, on condition that nobody changed it since it was read."""
    revision = stored.revision + 1
    body = conversation.model_dump(by_alias=True, mode="json")
    place = INTERVIEW_CONVERSATION.at(record.team_id, record.id)
    unit.write(place.replace(equal("revision", stored.revision), **body, revision=revision), refused)
    return StoredConversation(conversation, revision)


def count_stream(unit: UnitOfWork, record: CandidateInterviewRecord, refused: Refusal) -> None:
    """Count another address of a stream, as part of `unit`, which is refused after `MOST_STREAMS`."""
    count = Update(add={"given": 1}, condition=lacks("given") | below("given", MOST_STREAMS))
    unit.write(STREAM_COUNT.at(record.team_id, record.id).update(count), refused)


def count_preparation(unit: UnitOfWork, record: CandidateInterviewRecord, refused: Refusal) -> None:
    """Count another preparation, as part of `unit`. It is refused after `MOST_PREPARATIONS`, and once those
    before it took as many tokens as a conversation may use."""
    may_be_made = (lacks("made") | below("made", MOST_PREPARATIONS)) & (
        lacks("tokens") | below("tokens", MOST_TOKENS)
    )
    count = Update(add={"made": 1}, condition=may_be_made)
    unit.write(PREPARATION_COUNT.at(record.team_id, record.id).update(count), refused)


def save_prepared_reply(
    unit: UnitOfWork, record: CandidateInterviewRecord, prepared: PreparedReply, expires_at: int
) -> None:
    """Save what waits for its turn until `expires_at` (epoch seconds), in place of what waited before."""
    body = prepared.model_dump(by_alias=True, mode="json")
    unit.write(PREPARED_REPLY.at(record.team_id, record.id).put(**body, expiresAtEpoch=expires_at))
    spent = Update(add={"tokens": prepared.response.tokens})
    unit.write(PREPARATION_COUNT.at(record.team_id, record.id).update(spent))


def delete_prepared_reply(unit: UnitOfWork, record: CandidateInterviewRecord) -> None:
    """Remove what waited for its turn: the turn is there, or another one."""
    unit.write(PREPARED_REPLY.at(record.team_id, record.id).delete())


def find_prepared_reply(found: Mapping[keys.Key, Item], key: keys.Key) -> PreparedReply | None:
    """Find what waits for its turn among the items that were read."""
    item = found.get(key)
    return PreparedReply.model_validate(item) if item is not None else None


def create_turns(
    unit: UnitOfWork,
    record: CandidateInterviewRecord,
    turns: Sequence[InterviewTurn],
    candidate_turns_expire_at: int | None = None,
) -> None:
    """Save new turns. Those of the candidate are removed at `candidate_turns_expire_at` (epoch seconds)."""
    for turn in turns:
        body = turn.model_dump(by_alias=True, mode="json")
        if candidate_turns_expire_at is not None and turn.role == "candidate":
            body["expiresAtEpoch"] = candidate_turns_expire_at
        unit.write(INTERVIEW_TURN.at(record.team_id, record.id, turn.sequence).new(**body))


def create_turn_response(
    unit: UnitOfWork, record: CandidateInterviewRecord, turn_id: str, response: TurnResponse
) -> None:
    """Save what came of a request, so that the same one gets the same response."""
    place = INTERVIEW_TURN_REQUEST.at(record.team_id, record.id, turn_id)
    unit.write(
        place.new(
            requestHash=response.request_hash,
            first=response.first,
            last=response.last,
            state=response.state.value,
            asked=response.asked,
        )
    )


def find_turn_response(found: Mapping[keys.Key, Item], key: keys.Key) -> TurnResponse | None:
    """Find the response to a request among the items that were read."""
    item = found.get(key)
    if item is None:
        return None
    return TurnResponse(
        request_hash=item["requestHash"],
        first=int(item["first"]),
        last=int(item["last"]),
        state=ConversationState(item["state"]),
        asked=int(item["asked"]),
    )


def list_turns(
    table: Table, team_id: str, candidate_interview_id: str, first: int = 1, last: int | None = None
) -> list[InterviewTurn]:
    """The turns of a conversation from `first` to `last` in their order. One round trip, consistent."""
    start = turn_key(team_id, candidate_interview_id, first)
    end = turn_key(team_id, candidate_interview_id, 999_999 if last is None else last)
    turns = KeyRange(start.pk, between=(start.sk, end.sk))
    return [InterviewTurn.model_validate(item) for item in table.query_all(turns, consistent=True)]
