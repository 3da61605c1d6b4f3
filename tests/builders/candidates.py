"""Candidates straight in the table, by the Python names of their fields."""

from datetime import UTC, datetime
from typing import Any

from gather.core.caller import TeamScope
from gather.core.record import common_fields
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.records import Records

CREATED_AT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def new_candidate(team: TeamScope, first_name: str = "Ada", **fields: Any) -> Candidate:
    """A candidate of a team that is not stored yet."""
    return Candidate(**common_fields(team, CREATED_AT), first_name=first_name, last_name="X", **fields)


def make_candidate(records: Records, team: TeamScope, first_name: str = "Ada", **fields: Any) -> Candidate:
    """A candidate of a team."""
    candidate = new_candidate(team, first_name, **fields)
    unit = records.unit_of_work()
    unit.create(CANDIDATE, candidate)
    unit.commit()
    return candidate
