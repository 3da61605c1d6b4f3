"""The page of an unsubscribe link. It needs no script: its button is a form."""

from html import escape
from typing import Final

from aws_lambda_powertools.event_handler import Response

from gather.core.bidi import isolate
from gather.http.pages.branding import card_style, face
from gather.http.pages.page import scripted_page
from gather.tenancy.teams.models import Branding
from unsubscriptions.pages.phrases import phrases

_HEADERS: Final = {"X-Robots-Tag": "noindex"}


def absent_page(language: str) -> Response[str]:
    """The page of a link that the service has not made."""
    texts = phrases(language)
    return _page(404, language, None, texts["absentTitle"], f"<p>{escape(texts['absent'])}</p>")


def subscription_page(
    language: str, branding: Branding | None, token: str, *, is_out: bool, is_noted: bool
) -> Response[str]:
    """The page of a link, with the button that there is to press. `is_noted` says that one was pressed."""
    texts = phrases(language)
    company = isolate(branding.display_name, language) if branding else texts["theCompany"]
    if is_out:
        title, said, label, end = "outTitle", "out", "undo", "/undo"
    else:
        title, said, label, end = (
            ("backTitle", "back", "leave", "") if is_noted else ("title", "ask", "leave", "")
        )
    note = ' class="note" role="status"' if is_noted else ""
    look = "quiet-button" if is_noted or is_out else "button"
    inside = (
        f"<p{note}>{escape(texts[said].format(company=company))}</p>"
        f'<form method="post" action="/unsubscribe/{escape(token)}{end}">'
        f'<button class="{look}">{escape(texts[label])}</button></form>'
        f'<p class="quiet">{escape(texts["stays"].format(company=company))}</p>'
    )
    return _page(200, language, branding, texts[title], inside)


def _page(status: int, language: str, branding: Branding | None, title: str, inside: str) -> Response[str]:
    head = (
        f'<header class="head">{face(branding)}<p>{escape(branding.display_name)}</p></header>'
        if branding
        else ""
    )
    return scripted_page(
        status,
        language=language,
        title=title,
        style=card_style(branding),
        body=f'<div class="card">{head}<main><h1>{escape(title)}</h1>{inside}</main></div>',
        policy={"form-action": "'self'"},
        headers=_HEADERS,
    )
