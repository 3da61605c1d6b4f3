"""The records that a new stack starts with: organizations with their teams, users and keys."""

from typing import Any

from local_stack.seed_organizations import make_organization
from local_stack.seed_settings import SeedSettings


def seed(mode: str, settings: SeedSettings) -> dict[str, Any]:
    """Writes the first records of an empty table; answers the ready file's fields that name them.

    `mode` is `demo` or `empty`. Called once in a state folder's life: the answer is kept there for later
    starts.
    """
    main = make_organization("Example Works", ("jobWorkflow", "scoreCard"), team_count=2)
    other = make_organization("Other Works", ("jobWorkflow", "scoreCard"))
    plain = make_organization("Plain Works", ())
    return {
        "organizationId": main.organization_id,
        "teamId": main.team_ids[0],
        "secondTeamId": main.team_ids[1],
        "userId": main.user_id,
        "adminKey": main.admin_key(),
        "apiKey": main.team_key(),
        "organizationKey": main.organization_key(),
        "accountsKey": main.accounts_key(),
        "integrationsKey": main.integrations_key(),
        "otherOrganizationId": other.organization_id,
        "otherTeamId": other.team_ids[0],
        "otherApiKey": other.team_key(),
        "plainApiKey": plain.team_key(),
    }
