"""Meetings: appointments that a workflow may ask a candidate to.

Interface: Records without routes, rule 1.
"""

from gather.core.record import TeamRecord


class Meeting(TeamRecord):
    """A meeting of a team. The administration makes them; the interface refers to them."""

    title: str
    """The meeting's title."""
