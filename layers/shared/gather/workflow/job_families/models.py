"""Job families: jobs that are hired for alike (interface: Job families, rule 1)."""

from gather.core.record import Identified
from gather.core.tenant import TenantId

MOST_JOB_FAMILIES = 200
"""Job families that a team may have; they are listed all at once."""


class JobFamily(Identified):
    """A job family as lists show it. The administration makes them and puts jobs into them.

    It cannot be archived and so has no `archivedAt`, as in the interface.
    """

    organization_id: TenantId
    """The organization."""
    team_id: TenantId
    """The team; null for the whole organization."""
    created_by_id: str | None = None
    """The user who created the family; null when nobody is known."""
    display_name: str
    """The family's name."""
    description: str | None = None
    """The common ground of the family's jobs."""


class JobFamilyDetail(JobFamily):
    """A job family as the single get returns it, with the jobs in it."""

    job_ids: tuple[str, ...] = ()
    """The jobs of the family."""
