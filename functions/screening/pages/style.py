"""How the pages of candidates and of their results look."""

from pathlib import Path
from typing import Final

from gather.http.pages.branding import branded
from gather.http.static_text import static_text
from gather.tenancy.teams.models import Branding

_STYLE: Final = Path(__file__).parents[1] / "assets" / "invite.css"


def page_style(branding: Branding | None) -> str:
    """The style of the pages, under a team's branding where there is one."""
    return branded(static_text(_STYLE), branding)
