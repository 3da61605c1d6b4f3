"""A conversation as the candidate's page shows it, with the addresses under which its turns can be heard."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from gather.screening.conversations import voice
from gather.screening.conversations.avatar import avatar_address
from gather.screening.conversations.interviewer import disclosure
from gather.screening.conversations.models import ConversationState, InterviewConversation, InterviewTurn
from gather.screening.conversations.requests import (
    ConversationHead,
    ShownConversation,
    ShownTurn,
    head_of,
    summary_of,
)
from gather.screening.conversations.turn_context import Material, spoken_questions
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.sessions.storage import ScreeningSession
from gather.wiring import Adapters


@dataclass(frozen=True, slots=True)
class ConversationView:
    """Shows the conversation of a session, with addresses that begin with `base_url`, as of `now`."""

    adapters: Adapters
    session: ScreeningSession
    material: Material
    base_url: str
    now: datetime

    def conversation(
        self, conversation: InterviewConversation | None, turns: Sequence[InterviewTurn]
    ) -> ShownConversation:
        """The conversation with all of its turns; None is one that has not begun."""
        summary = summary_of(conversation, self._total())
        addresses = recording_addresses(self.session.records.table, self.base_url, self.now)
        record = self.session.whole.record
        shown = self._turns(turns, lambda turn: addresses.of(record, turn.media_id))
        return self.head(summary.state, summary.progress.asked).add_turns(shown)

    def head(self, state: ConversationState, asked: int) -> ConversationHead:
        """The conversation without its turns, in the given state. `asked` counts the questions asked."""
        configuration = self.material.configuration
        told = disclosure(configuration, is_practice=not self.session.whole.record.is_judged)
        avatar_url = avatar_address(configuration, self.adapters.engines.avatar())
        return head_of(configuration, told, state, asked, self._total(), avatar_url)

    def turns_of_result(self, turns: Sequence[InterviewTurn]) -> tuple[ShownTurn, ...]:
        """The turns that came of a request. A repeated request gets the addresses of the first one."""
        addresses = recording_addresses(self.session.records.table, self.base_url, self.now)
        record = self.session.whole.record
        return self._turns(turns, lambda turn: addresses.given_at(record, turn.media_id, turn.created_at))

    def _total(self) -> int:
        return len(spoken_questions(self.session.asked_questions_of(self.material.interview)))

    def _turns(
        self, turns: Sequence[InterviewTurn], recording_of: Callable[[InterviewTurn], str | None]
    ) -> tuple[ShownTurn, ...]:
        """The turns with the addresses of the candidate's own recordings and of the interviewer's voice."""
        narrator = voice.choose_voice(self.adapters.engines.speech(), self.material.configuration.language)
        token = self.session.whole.record.invite_token

        def shown(turn: InterviewTurn) -> ShownTurn:
            heard = voice.list_addresses(turn, self.base_url, token, can_speak=narrator is not None)
            return ShownTurn(
                id=turn.id,
                sequence=turn.sequence,
                role=turn.role,
                kind=turn.kind,
                question_id=turn.question_id,
                text=turn.text,
                audio_url=heard.whole or recording_of(turn),
                audio_parts=heard.parts,
                created_at=turn.created_at,
                is_fallback=turn.is_fallback,
            )

        return tuple(shown(turn) for turn in turns)
