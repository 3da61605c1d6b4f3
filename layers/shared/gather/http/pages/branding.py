"""The look of pages under a team's branding: its logo, colors and background."""

from pathlib import Path
from typing import Final
from urllib.parse import quote

import htpy as h

from gather.core.email_address import sent_email
from gather.http.pages.colors import contrast, ink_on
from gather.http.pages.page import https_only
from gather.http.static_text import static_text
from gather.tenancy.teams.models import Branding

_IN_ADDRESSES: Final = "%/:?&=#+,;@!$*[]~"
"""The characters of an address that stay as they are inside the style; quotes and brackets would end it."""
_CARD: Final = Path(__file__).parent / "assets" / "card.css"
_DEFAULT_COLOR: Final = "2f5bea"
_READABLE: Final = 3.0
"""The contrast that a mark needs to be seen (WCAG 2, non-text contrast)."""
_LIGHT, _DARK = ("fff", "1b1f27"), ("181c25", "e9ecf2")
"""Ground and ink of the page, as in `palette.css`."""


def branded(style: str, branding: Branding | None) -> str:
    """A page's style under a team's branding, whose colors it takes from variables such as `--accent`.

    Without a branding they are the product's own.
    """
    accent = (branding and (branding.accent_color or branding.button_color)) or _DEFAULT_COLOR
    button = (branding and (branding.button_color or branding.accent_color)) or _DEFAULT_COLOR
    colors = {
        "accent": accent,
        "accent-ink": ink_on(accent),
        "button": button,
        "button-ink": ink_on(button),
        "mark-light": _mark(button, *_LIGHT),
        "mark-dark": _mark(button, *_DARK),
    }
    rules = " ".join(f"--{name}: #{color};" for name, color in colors.items())
    image = https_only(branding.background_image) if branding else None
    behind = f'body {{ background-image: url("{quote(image, safe=_IN_ADDRESSES)}"); }}' if image else ""
    return f":root {{ {rules} }}\n{style}{behind}"


def card_style(branding: Branding | None, more: str = "") -> str:
    """The style of a page that is one card, with `more` of its own, under a team's branding."""
    return branded(static_text(_CARD) + more, branding)


def _mark(color: str, ground: str, ink: str) -> str:
    """The color of borders and bars: the team's, or the page's ink where that could hardly be seen."""
    return color if contrast(color, ground) >= _READABLE else ink


def face(branding: Branding) -> h.Element:
    """The team's logo, or its initial."""
    logo = https_only(branding.logo_url)
    initial = branding.display_name.strip()[:1].upper()
    return h.span(".face", aria_hidden="true")[
        h.img(src=logo, alt="", referrerpolicy="no-referrer") if logo else initial
    ]


def head(branding: Branding) -> h.Element:
    """The head of a card: who the page is from."""
    return h.header(".head")[face(branding), h.p[branding.display_name]]


def with_contact(sentence: str, contact: str, name: str | None = None) -> h.Node:
    """A sentence with `{contact}`, in which the e-mail address opens a mail to it, after the `name`."""
    before, _, after = sentence.partition("{contact}")
    link = h.a(href=f"mailto:{quote(sent_email(contact), safe='@')}", dir="ltr")[contact]
    return [before, name and [h.bdi[name], " ("], link, name and ")", after]
