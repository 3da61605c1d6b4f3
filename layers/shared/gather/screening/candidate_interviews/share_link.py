"""The link that opens a candidate's results read-only (interface: Share links, rules 1 to 3)."""

from gather.core.model import RequestModel
from gather.screening.candidate_interviews.requests import ExpiryDays

SHARE_DAYS = 30
"""How long a link to results is open unless asked otherwise (interface: Share links, rule 1)."""


class ShareResults(RequestModel):
    """Body of POST /candidate-interviews/{candidateInterviewId}/share-link."""

    expiry_days: ExpiryDays = SHARE_DAYS


def share_address(base_url: str, token: str | None) -> str | None:
    """The address that opens results read-only, or None without a token."""
    return None if token is None else f"{base_url}/share/{token}"
