"""The page of a meeting's invite. It needs no script: each answer is a form of its own."""

from pathlib import Path
from typing import Final

import htpy as h
from aws_lambda_powertools.event_handler import Response

from gather.core.bidi import isolate
from gather.core.clock import from_timestamp
from gather.core.language import LANGUAGES, known_language
from gather.core.spoken_time import spoken_moment
from gather.http.pages.branding import card_style, head, with_contact
from gather.http.pages.page import scripted_page
from gather.http.static_text import static_text
from gather.workflow.candidate_meetings.models import CandidateMeetingStatus, MeetingAnswer, OpenedInvite
from meetings.pages.phrases import phrases

_STYLE: Final = Path(__file__).parents[1] / "assets" / "meeting.css"
_HEADERS: Final = {"X-Robots-Tag": "noindex"}
_NOTE: Final = {"class": "note", "role": "status"}
_ANSWERS: Final = (
    (None, "confirm", "confirm", "button"),
    (MeetingAnswer.ANOTHER_TIME, "another-time", "anotherTime", "quiet-button"),
    (MeetingAnswer.DECLINED, "decline", "decline", "quiet-button"),
)
"""The answers that can be given, with the end of the address, the label and the look of each."""


def bare_page(status: int, language: str, name: str) -> Response[str]:
    """A page that says why there is no invite. `name` is that of its phrases."""
    texts = phrases(language)
    title = texts[f"{name}Title"]
    return scripted_page(
        status,
        language=language,
        title=title,
        style=card_style(None, static_text(_STYLE)),
        body=h.main(".card")[h.h1[title], h.p[texts[name]]],
        policy={},
        headers=_HEADERS,
    )


def meeting_page(opened: OpenedInvite) -> Response[str]:
    """The page of an invite that is open or confirmed."""
    meeting, branding = opened.meeting, opened.branding
    texts = phrases(meeting.language)
    body = h.div(".card")[
        head(branding),
        h.main[
            h.p(".quiet")[texts["invites"].format(company=_company(opened))],
            h.h1[meeting.title],
            _facts(opened),
            _standing(opened),
            _calendar(opened),
            _contact(opened),
        ],
    ]
    return scripted_page(
        200,
        language=known_language(LANGUAGES, meeting.language),
        title=meeting.title,
        style=card_style(branding, static_text(_STYLE)),
        body=body,
        policy={"form-action": "'self'"},
        headers=_HEADERS,
    )


def _company(opened: OpenedInvite) -> str:
    return isolate(opened.branding.display_name, opened.meeting.language)


def _facts(opened: OpenedInvite) -> h.Element:
    meeting, texts = opened.meeting, phrases(opened.meeting.language)
    rows: list[tuple[str, h.Node]] = []
    if meeting.starts_at is not None:
        time = spoken_moment(from_timestamp(meeting.starts_at), opened.zone, meeting.language)
        rows += [(texts["when"], time), (texts["long"], texts["minutes"].format(minutes=meeting.minutes))]
    if meeting.place is not None:
        rows.append((texts["where"], _place(meeting.place)))
    if not rows:
        return h.p[texts["noTimeYet"].format(company=_company(opened))]
    return h.dl[(h.div[h.dt[name], h.dd[value]] for name, value in rows)]


def _place(place: str) -> h.Node:
    """A place that is the address of a call can be followed."""
    return h.a(href=place, rel="noreferrer")[place] if place.startswith("https://") else place


def _standing(opened: OpenedInvite) -> h.Node:
    """The candidate's answer, and the answers that can be given now."""
    invite, texts = opened.invite, phrases(opened.meeting.language)
    if invite.status is CandidateMeetingStatus.CONFIRMED:
        return h.p(_NOTE)[texts["confirmed" if opened.is_confirmed else "changed"]]
    said = texts[invite.answer].format(company=_company(opened)) if invite.answer else texts["ask"]
    deadline = spoken_moment(from_timestamp(invite.expiry), opened.zone, opened.meeting.language)
    forms = [
        h.form(method="post", action=f"/m/{invite.token}/{path}")[h.button(class_=look)[texts[label]]]
        for answer, path, label, look in _ANSWERS
        if answer is None or answer is not invite.answer
    ]
    return [
        h.p(_NOTE if invite.answer else {})[said],
        h.div(".answers")[forms],
        h.p(".quiet")[texts["answerBy"].format(deadline=deadline)],
    ]


def _calendar(opened: OpenedInvite) -> h.Node:
    if opened.meeting.starts_at is None:
        return None
    label = phrases(opened.meeting.language)["calendar"]
    return h.p[h.a(href=f"/m/{opened.invite.token}/calendar.ics", download="meeting.ics")[label]]


def _contact(opened: OpenedInvite) -> h.Element:
    branding, texts = opened.branding, phrases(opened.meeting.language)
    if branding.contact_email:
        return h.p(".quiet")[with_contact(texts["contact"], branding.contact_email)]
    return h.p(".quiet")[texts["contactCompany"].format(company=_company(opened))]
