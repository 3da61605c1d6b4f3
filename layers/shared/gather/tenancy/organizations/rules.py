"""The rule that a key works for its own organization."""

from gather.core.errors import NotFound


def check_own_organization(organization_id: str, own_organization_id: str) -> None:
    """Check that the organization that a request names is the one of its key. Raises NotFound."""
    if organization_id != own_organization_id:
        raise NotFound("organization", organization_id, "organizationId")
