"""Content of a team that no public route makes: meetings, knowledge bases, questionnaires (answers: Records),
and message groups."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from gather.domain.caller import TeamScope
from gather.domain.knowledge_base import KnowledgeBase
from gather.domain.meeting import Meeting
from gather.domain.message_group import (
    Message,
    MessageGroup,
    MessageGroupStatus,
    MessageGroupType,
    MessageType,
)
from gather.domain.message_rendering import DEFAULT_MESSAGES
from gather.domain.record import common_fields
from gather.domain.screening_questionnaire import ScreeningQuestionnaire
from gather.identifiers import new_id
from gather.table import keys, store
from gather.table.kinds import (
    KNOWLEDGE_BASE,
    MEETING,
    MESSAGE_GROUP,
    SCREENING_QUESTIONNAIRE,
)
from gather.table.records import Kind, Records


class Resource(StrEnum):
    """A kind of plain record."""

    MEETING = "meeting"
    KNOWLEDGE_BASE = "knowledge-base"
    SCREENING_QUESTIONNAIRE = "screening-questionnaire"


PlainRecord = Meeting | KnowledgeBase | ScreeningQuestionnaire

KINDS: Mapping[Resource, Kind[Any]] = {
    Resource.MEETING: MEETING,
    Resource.KNOWLEDGE_BASE: KNOWLEDGE_BASE,
    Resource.SCREENING_QUESTIONNAIRE: SCREENING_QUESTIONNAIRE,
}


def create_resource(
    records: Records, resource: Resource, scope: TeamScope, title: str, now: datetime
) -> PlainRecord:
    """Make a plain record of a team. One round trip."""
    kind = KINDS[resource]
    record: PlainRecord = kind.model(**common_fields(scope, now), title=title)
    transaction = records.transaction()
    transaction.create(kind, record)
    transaction.commit()
    return record


def create_default_message_group(
    records: Records, scope: TeamScope, title: str, now: datetime
) -> MessageGroup:
    """Make a published group of the built-in messages the team's default for its interviews."""
    common = common_fields(scope, now)
    group = MessageGroup(
        **common,
        title=title,
        status=MessageGroupStatus.PUBLISHED,
        type=MessageGroupType.STANDARD,
        default=True,
        messages=tuple(_message(message_type, common) for message_type in MessageType),
    )
    pointer = keys.default_message_group(scope.team_id, group.type)
    transaction = records.transaction()
    transaction.create(MESSAGE_GROUP, group)
    transaction.write(
        store.put(
            {
                "pk": pointer.pk,
                "sk": pointer.sk,
                "entity": "DEFAULT_MESSAGE_GROUP",
                "messageGroupId": group.id,
            }
        )
    )
    transaction.commit()
    return group


def _message(message_type: MessageType, group: Mapping[str, Any]) -> Message:
    text = DEFAULT_MESSAGES[message_type.value]
    return Message(
        id=new_id(),
        type=message_type,
        sms_body=text.sms_body,
        sms_enabled=True,
        email_subject=text.email_subject,
        email_header=text.email_header,
        email_body=text.email_body,
        email_enabled=True,
        message_group_id=group["id"],
        created_at=group["created_at"],
        updated_at=group["updated_at"],
    )
