"""The use cases of the messages that were sent to a candidate.

history = service.list_of_candidate(records, team, candidate_id, limit=20)
"""

from dataclasses import dataclass

from gather.core.caller import TeamScope
from gather.messaging.channels import suppression_storage
from gather.messaging.channels.email_fate import EmailFate
from gather.messaging.channels.opt_out import marks_of
from gather.messaging.sent_messages import storage as sent_message_storage
from gather.messaging.sent_messages.models import SentMessage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.candidates.storage import CANDIDATE
from gather.table import deployment_secret
from gather.table.records import Records


@dataclass(frozen=True, slots=True)
class MessageHistory:
    """The newest messages to a candidate, and what holds further ones back: the channels that the candidate
    has left, and why e-mail is suppressed."""

    messages: list[SentMessage]
    opted_out: frozenset[DeliveryType]
    suppressed: EmailFate | None


def list_of_candidate(records: Records, team: TeamScope, candidate_id: str, limit: int) -> MessageHistory:
    """List the newest messages to a candidate, at most `limit`. Up to four round trips. Raises NotFound."""
    table = records.table
    candidate = records.get(CANDIDATE, team.team_id, candidate_id).record
    secret = deployment_secret.find_secret(table)
    marks = {} if secret is None else marks_of(secret, candidate)
    blocks = suppression_storage.find_message_blocks(table, marks)
    messages = sent_message_storage.list_newest(table, team.team_id, candidate.id, limit)
    return MessageHistory(messages, blocks.opted_out, blocks.suppressed)
