"""The page of an unsubscribe link. It needs no script: its button is a form."""

from typing import Final

import htpy as h
from aws_lambda_powertools.event_handler import Response

from gather.core.bidi import isolate
from gather.http.pages.branding import card_style, head
from gather.http.pages.page import scripted_page
from gather.tenancy.teams.models import Branding
from unsubscriptions.pages.phrases import phrases

_HEADERS: Final = {"X-Robots-Tag": "noindex"}
_NOTE: Final = {"class": "note", "role": "status"}


def absent_page(language: str) -> Response[str]:
    """The page of a link that the service has not made."""
    texts = phrases(language)
    return _page(404, language, None, texts["absentTitle"], h.p[texts["absent"]])


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
    look = "quiet-button" if is_noted or is_out else "button"
    inside = [
        h.p(_NOTE if is_noted else {})[texts[said].format(company=company)],
        h.form(method="post", action=f"/unsubscribe/{token}{end}")[h.button(class_=look)[texts[label]]],
        h.p(".quiet")[texts["stays"].format(company=company)],
    ]
    return _page(200, language, branding, texts[title], inside)


def _page(status: int, language: str, branding: Branding | None, title: str, inside: h.Node) -> Response[str]:
    return scripted_page(
        status,
        language=language,
        title=title,
        style=card_style(branding),
        body=h.div(".card")[branding and head(branding), h.main[h.h1[title], inside]],
        policy={"form-action": "'self'"},
        headers=_HEADERS,
    )
