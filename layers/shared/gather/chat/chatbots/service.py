"""The use cases of a team's chatbots.

chatbot = service.create(records, team, CreateChatbot(title="Careers", display_name="Jo"), now=now)
service.archive(records, team, chatbot.id, now=now, precondition=Precondition())
"""

from collections.abc import Callable
from datetime import datetime

from gather.chat.chatbots import storage as chatbot_storage
from gather.chat.chatbots.models import Chatbot
from gather.chat.chatbots.references import check_attachments
from gather.chat.chatbots.requests import CreateChatbot, configure_chatbot, new_chatbot
from gather.chat.chatbots.storage import CHATBOT
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.model import RequestModel
from gather.core.precondition import Precondition
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def create(records: Records, team: TeamScope, request: CreateChatbot, *, now: datetime) -> Chatbot:
    """Create the chatbot that the request asks for. Raises NotFound of what it attaches."""
    check_attachments(records.table, request.supplied(), team.team_id)
    chatbot = new_chatbot(request, team, now)
    unit = records.unit_of_work()
    chatbot_storage.create(unit, chatbot)
    unit.commit()
    return chatbot


def update(
    records: Records,
    team: TeamScope,
    request: RequestModel,
    chatbot_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[Chatbot]:
    """Change the members of a chatbot that the request supplies.

    Raises NotFound, also of what the request attaches, PreconditionFailed and Conflict.
    """
    supplied = request.supplied()

    def configure(chatbot: Chatbot) -> Chatbot:
        check_attachments(records.table, supplied, team.team_id, chatbot)
        return configure_chatbot(chatbot, supplied, timestamp(now))

    return _change(records, team, chatbot_id, configure, precondition)


def archive(
    records: Records, team: TeamScope, chatbot_id: str, *, now: datetime, precondition: Precondition
) -> Stored[Chatbot]:
    """Archive a chatbot. Raises NotFound, PreconditionFailed and Conflict."""
    return _change(records, team, chatbot_id, lambda chatbot: chatbot.archive(timestamp(now)), precondition)


def unarchive(
    records: Records, team: TeamScope, chatbot_id: str, *, now: datetime, precondition: Precondition
) -> Stored[Chatbot]:
    """Take an archived chatbot back into use. Raises NotFound, PreconditionFailed and Conflict."""
    return _change(records, team, chatbot_id, lambda chatbot: chatbot.unarchive(timestamp(now)), precondition)


def _change(
    records: Records,
    team: TeamScope,
    chatbot_id: str,
    change: Callable[[Chatbot], Chatbot],
    precondition: Precondition,
) -> Stored[Chatbot]:
    def change_stored(stored: Stored[Chatbot], _unit: UnitOfWork) -> Chatbot:
        precondition.check(stored.version)
        return change(stored.record)

    return records.change(CHATBOT, team.team_id, chatbot_id, change_stored)
