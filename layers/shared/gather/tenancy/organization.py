"""Organizations: the customers of the service."""

from gather.core.record import Identified

JOB_WORKFLOW = "jobWorkflow"
CONSENT_REQUIRED = "consentRequired"
"""Candidates answer only after they have agreed to it (interface: Consent, rule 3)."""
UNMASKED_SCORING = "unmaskedScoring"
"""The scorer sees what tells who speaks (interface: Evaluation, rule 7)."""
DEFAULT_EXPIRY_DAYS = 14
MOST_TEAMS = 500
MOST_USERS = 2_000


class Organization(Identified):
    """A customer. `features` names what is switched on; `default_expiry_days` is how long invites hold."""

    name: str
    features: tuple[str, ...] = ()
    default_expiry_days: int = DEFAULT_EXPIRY_DAYS
