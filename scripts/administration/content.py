"""Content of a team that no public route makes (answers: Records): meetings, knowledge bases and
questionnaires."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from gather.domain.caller import TeamScope
from gather.domain.knowledge_base import KnowledgeBase
from gather.domain.meeting import Meeting
from gather.domain.record import common_fields
from gather.domain.screening_questionnaire import ScreeningQuestionnaire
from gather.table.kinds import (
    KNOWLEDGE_BASE,
    MEETING,
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
