"""Who a record belongs to, as most kinds tell it."""

from typing import Protocol


class _OfTeam(Protocol):
    @property
    def team_id(self) -> str: ...


def team_of(record: _OfTeam) -> str:
    """The team that the record names."""
    return record.team_id
