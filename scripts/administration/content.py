"""Content of a team that no public route makes: meetings, knowledge bases, questionnaires, job families
(answers: Records), and message groups."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from gather.domain.caller import TeamScope
from gather.domain.message_group import (
    Message,
    MessageGroup,
    MessageGroupStatus,
    MessageGroupType,
    MessageType,
)
from gather.domain.message_rendering import DEFAULT_MESSAGES
from gather.domain.record import TeamRecord, common_fields
from gather.identifiers import new_id
from gather.table import keys, store
from gather.table.kinds import MESSAGE_GROUP
from gather.table.records import Kind, Records


class Resource(StrEnum):
    """A kind of plain record."""

    MEETING = "meeting"
    KNOWLEDGE_BASE = "knowledge-base"
    SCREENING_QUESTIONNAIRE = "screening-questionnaire"
    JOB_FAMILY = "job-family"


class TitledRecord(TeamRecord):
    """A record that is known by its title alone. Job families are shown by `display_name`."""

    title: str
    display_name: str | None = None


def _kind(resource: Resource) -> Kind[TitledRecord]:
    name = resource.name
    return Kind(
        resource=resource.value.replace("-", " "),
        name=name,
        model=TitledRecord,
        team_of=lambda record: record.team_id,
        listings=lambda record: [keys.listing(record.team_id, name)],
        search_text=lambda record: record.title,
    )


KINDS: Mapping[Resource, Kind[TitledRecord]] = {resource: _kind(resource) for resource in Resource}


def create_resource(
    records: Records, resource: Resource, scope: TeamScope, title: str, now: datetime
) -> TitledRecord:
    """Make a plain record of a team. One round trip."""
    display_name = title if resource is Resource.JOB_FAMILY else None
    record = TitledRecord(**common_fields(scope, now), title=title, display_name=display_name)
    transaction = records.transaction()
    transaction.create(KINDS[resource], record)
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
