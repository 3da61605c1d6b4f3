"""Addresses of the console's screens (interface: Console, rule 1)."""

from urllib.parse import urlencode


def candidate_screen(console_url: str, candidate_id: str, *, candidate_interview_id: str = "") -> str:
    """The address of a candidate's screen, with one of their interviews; empty without a console."""
    if not console_url:
        return ""
    chosen = f"?{urlencode({'interview': candidate_interview_id})}" if candidate_interview_id else ""
    return f"{console_url}/candidates/{candidate_id}{chosen}"
