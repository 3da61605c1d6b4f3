"""The fields that most records share (interface: Conventions, rule 7)."""

from datetime import datetime
from typing import Any, TypeVar

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.core.model import Model
from gather.core.tenant import TenantId


class Identified(Model):
    """A stored record: its id and the times of its making and last change."""

    id: str
    """The record's id, a UUID."""
    created_at: str
    """When the record was created: ISO 8601 in UTC, with milliseconds."""
    updated_at: str
    """When the record was last changed: ISO 8601 in UTC, with milliseconds."""


class TeamRecord(Identified):
    """A record of one team, with the common suffix fields of the interface."""

    organization_id: TenantId
    """The organization that the record belongs to."""
    team_id: TenantId
    """The team that the record belongs to."""
    created_by_id: str | None = None
    """The user who created the record; null when nobody is known."""
    archived_at: str | None = None
    """When the record was archived; null unless it is archived."""


class Archived(Model):
    """The data of a DELETE of a content record, which is archived and not removed."""

    id: str
    archived_at: str

    @classmethod
    def of(cls, record: TeamRecord) -> "Archived":
        """The response for an archived record."""
        return cls(id=record.id, archived_at=record.archived_at or record.updated_at)


def common_fields(scope: TeamScope, now: datetime) -> dict[str, Any]:
    """The common fields of a record that is made now, by their Python names, with a new id."""
    moment = timestamp(now)
    return {
        "id": new_id(),
        "organization_id": scope.organization_id,
        "team_id": scope.team_id,
        "created_by_id": scope.user_id,
        "created_at": moment,
        "updated_at": moment,
    }


T = TypeVar("T", bound=TeamRecord)


def archived(record: T, moment: str) -> T:
    """The record archived at `moment`, or as it is when it was archived before."""
    if record.archived_at:
        return record
    return record.model_copy(update={"archived_at": moment, "updated_at": moment})
