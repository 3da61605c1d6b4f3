"""The requests of a browser to a conversation, and the responses (interface: Interview conversations)."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from gather.content.interviews.ai_interview import AiConfiguration
from gather.core.characters import is_blank
from gather.core.errors import Fault
from gather.core.formats import RecordId
from gather.core.model import Model, RequestModel, RequestPart
from gather.screening.conversations.models import (
    ConversationState,
    InterviewConversation,
    TurnKind,
    TurnRole,
)

LONGEST_TURN = 10_000

_SAID = ("text", "mediaId", "silence", "end", "prepare")

_Words = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TURN)]


class SeeminglySaid(RequestPart):
    """What a candidate who may still go on has said: `text` or `mediaId`."""

    text: _Words | None = None
    """The words that were heard."""
    media_id: RecordId | None = None
    """The recording of them, uploaded before."""


class TakeTurn(RequestModel):
    """Body of POST /screening/{inviteToken}/conversation/turns.

    `turnId` is chosen by the client: the same one again gets the same response. One of `text`, `mediaId`,
    `silence` and `end` says what the candidate did. Beside `mediaId`, `text` is what was heard.
    `afterSequence` is the last turn that the client has shown: a turn that goes to an older state of the
    conversation is refused. In place of the four, `prepare` has the service prepare its reply to a turn that
    may follow: no turn is taken, and nothing counts. `sound` asks for the sound of the reply's beginning.
    """

    turn_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    """An id that the client gives the turn; the same id again gets the same answer and nothing happens
    twice."""
    text: _Words | None = None
    """The words that were said or written; empty for silence."""
    media_id: RecordId | None = None
    """The recording of what the candidate said, uploaded before."""
    heard: Literal[True] | None = None
    """`true` says that an engine wrote the text down; a text beside a recording always is such."""
    silence: Literal[True] | None = None
    """`true` says that the candidate has been silent."""
    end: Literal[True] | None = None
    """`true` ends the conversation."""
    prepare: SeeminglySaid | None = None
    """What the candidate seems to have said, to prepare the reply to it."""
    sound: Literal[True] | None = None
    """`true` asks for the sound of the reply's first sentence in the response."""
    after_sequence: Annotated[int, Field(ge=0)] | None = None
    """The last turn that the client has seen."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        said = {member for member in _SAID if raw.get(member) is not None}
        if len(said) != 1 and said != {"text", "mediaId"}:
            yield Fault("body", f"must have exactly one of {', '.join(_SAID)}; text may come with mediaId")
        text = raw.get("text")
        if isinstance(text, str) and text and is_blank(text):
            yield Fault("text", "must not be blank")
        prepare = raw.get("prepare")
        if isinstance(prepare, dict) and (prepare.get("text") is None) == (prepare.get("mediaId") is None):
            yield Fault("prepare", "must have exactly one of text and mediaId")

    @property
    def is_transcribed(self) -> bool:
        """Whether a machine wrote the candidate's words down."""
        return self.media_id is not None or (self.heard is not None and self.text is not None)

    @property
    def content_hash(self) -> str:
        """A hash that tells whether another request with this `turn_id` says the same."""
        said = (self.text, self.media_id, self.silence, self.end)
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()


class ShownInterviewer(Model):
    """Who asks: the replica's name and picture. `avatar_url` is a page to embed, on which the face moves."""

    name: str
    """The interviewer's name."""
    photo_url: str | None
    """Address of the interviewer's picture."""
    avatar_url: str | None
    """Address of a moving picture of the interviewer; null for none."""


class ConversationProgress(Model):
    """How many of the spoken questions were asked."""

    asked: int
    """How many spoken questions have been asked."""
    total: int
    """How many spoken questions the interview has."""


class ShownTurn(Model):
    """A turn as the candidate sees it. `audio_url` plays what was said, where it can be heard.

    `audio_parts` play what the interviewer said in one or two pieces, of which the first is ready sooner than
    the whole: its first sentence, then the rest. There are none where the interviewer cannot be heard, and
    none for the candidate. `is_fallback` says that the interviewer's engine failed, so that it goes on with
    the plain questions.
    """

    id: str
    """The turn."""
    sequence: int
    """The turn's place in the conversation, counted from 1 without gaps."""
    role: TurnRole
    """Who took the turn."""
    kind: TurnKind
    """The kind of turn."""
    question_id: str | None
    """The question that the turn is about; null for other turns."""
    text: str
    """The words that were said or written; empty for silence."""
    audio_url: str | None
    """Address of the turn's sound; null when there is none."""
    audio_parts: tuple[str, ...]
    """Addresses of the turn's sound in parts, to be played one after the other."""
    created_at: str
    """When the turn was taken: ISO 8601 in UTC."""
    is_fallback: bool
    """Whether the service's own wording took the place of the engine's."""


class FirstSound(Model):
    """The sound of the first part of a reply, in the response itself.

    `text` is what it says: the beginning of the turn whose first address of `audioParts` it stands for.
    """

    text: str
    """What the sound says."""
    content_type: str
    """The type of the sound."""
    content: str
    """The sound, in base64."""


class ConversationSummary(Model):
    """How far a conversation is, as the candidate's page shows it."""

    state: ConversationState
    """Whether the conversation has begun and ended."""
    progress: ConversationProgress
    """How far the conversation is."""


class ConversationHead(ConversationSummary):
    """A conversation without its turns. `timeout_seconds` is how long a silence lasts before it counts."""

    interviewer: ShownInterviewer
    """Whom the candidate meets."""
    language: str
    """Language of the conversation, a BCP 47 code."""
    audio_only: bool
    """Whether candidates see no moving interviewer."""
    closed_captions: bool
    """Whether what is said is shown as text."""
    timeout_seconds: int | float
    """Seconds that a candidate may be silent."""
    disclosure: str
    """The sentence that says that an AI asks."""

    def add_turns(self, turns: Sequence[ShownTurn]) -> "ShownConversation":
        """The conversation with its turns."""
        return ShownConversation(**dict(self), turns=tuple(turns))


class ShownConversation(ConversationHead):
    """A conversation with all of its turns."""

    turns: tuple[ShownTurn, ...]
    """The turns, in their order."""


def head_of(
    configuration: AiConfiguration,
    disclosure: str,
    state: ConversationState,
    asked: int,
    total: int,
    avatar_url: str | None = None,
) -> ConversationHead:
    """A conversation as it is configured, in the given state."""
    replica = configuration.replica
    return ConversationHead(
        state=state,
        progress=ConversationProgress(asked=asked, total=total),
        interviewer=ShownInterviewer(
            name=replica.name if replica else "",
            photo_url=replica.photo_url if replica else None,
            avatar_url=avatar_url,
        ),
        language=configuration.language,
        audio_only=configuration.audio_only,
        closed_captions=configuration.closed_captions,
        timeout_seconds=configuration.timeout_seconds,
        disclosure=disclosure,
    )


def summary_of(conversation: InterviewConversation | None, total: int) -> ConversationSummary:
    """How far a conversation is, which was begun or was not; `total` counts its spoken questions."""
    state = conversation.state if conversation else ConversationState.NOT_STARTED
    asked = conversation.asked if conversation else 0
    return ConversationSummary(state=state, progress=ConversationProgress(asked=asked, total=total))
