"""Kinds of which a team has few: they share a partition and are read whole (gather/table/team_sets.py)."""

from typing import TypeVar

from gather.domain.record import Identified
from gather.table import keys
from gather.table.records import Kind

R = TypeVar("R", bound=Identified)


class TeamSetKind(Kind[R]):
    """Records of a small set, which share the team's partition and are read by one Query."""

    def key(self, team_id: str, record_id: str) -> keys.Key:
        """The primary key of a record."""
        return keys.team_set(team_id, self.name, record_id)
