"""The commands of each noun, and all of them."""

from administration.nouns import (
    candidates,
    erasures,
    failures,
    integrations,
    job_families,
    keys,
    knowledge_bases,
    ledgers,
    meetings,
    organizations,
    questionnaires,
    retention,
    suppressions,
    tables,
    teams,
    users,
)

COMMANDS = (
    *organizations.COMMANDS,
    *teams.COMMANDS,
    *users.COMMANDS,
    *keys.COMMANDS,
    *job_families.COMMANDS,
    *meetings.COMMANDS,
    *knowledge_bases.COMMANDS,
    *questionnaires.COMMANDS,
    *integrations.COMMANDS,
    *candidates.COMMANDS,
    *erasures.COMMANDS,
    *ledgers.COMMANDS,
    *tables.COMMANDS,
    *retention.COMMANDS,
    *suppressions.COMMANDS,
    *failures.COMMANDS,
)
"""Every command; those of a noun stand together."""
