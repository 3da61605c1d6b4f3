"""The page of a meeting's invite. It needs no script: each answer is a form of its own."""

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from aws_lambda_powertools.event_handler import Response

from gather.core.bidi import isolate
from gather.core.clock import from_timestamp
from gather.core.language import LANGUAGES, known_language
from gather.core.spoken_time import spoken_moment
from gather.http.pages.branding import card_style, face, with_contact
from gather.http.pages.page import scripted_page, static_text
from gather.tenancy.teams.models import Branding
from gather.workflow.candidate_meetings.models import CandidateMeeting, CandidateMeetingStatus, MeetingAnswer
from gather.workflow.meetings.models import MeetingRecord
from meetings.pages.phrases import phrases

_STYLE: Final = Path(__file__).parents[1] / "assets" / "meeting.css"
_HEADERS: Final = {"X-Robots-Tag": "noindex"}
_ANSWERS: Final = (
    (None, "confirm", "confirm", "button"),
    (MeetingAnswer.ANOTHER_TIME, "another-time", "anotherTime", "quiet-button"),
    (MeetingAnswer.DECLINED, "decline", "decline", "quiet-button"),
)
"""The answers that can be given, with the end of the address, the label and the look of each."""


@dataclass(frozen=True, slots=True)
class OpenedInvite:
    """What a token opens: the invite, its meeting, who invites, and the candidate's time zone."""

    invite: CandidateMeeting
    meeting: MeetingRecord
    branding: Branding
    zone: str | None

    @property
    def is_confirmed(self) -> bool:
        """Whether the candidate has confirmed the meeting as it is now."""
        return self.invite.status is CandidateMeetingStatus.CONFIRMED and self.invite.knows(self.meeting)


def bare_page(status: int, language: str, name: str) -> Response[str]:
    """A page that says why there is no invite. `name` is that of its phrases."""
    texts = phrases(language)
    title = texts[f"{name}Title"]
    body = f'<main class="card"><h1>{escape(title)}</h1><p>{escape(texts[name])}</p></main>'
    return scripted_page(
        status,
        language=language,
        title=title,
        style=card_style(None, static_text(_STYLE)),
        body=body,
        policy={},
        headers=_HEADERS,
    )


def meeting_page(opened: OpenedInvite) -> Response[str]:
    """The page of an invite that is open or confirmed."""
    meeting, branding = opened.meeting, opened.branding
    texts = phrases(meeting.language)
    invites = escape(texts["invites"].format(company=_company(opened)))
    body = (
        f'<div class="card"><header class="head">{face(branding)}'
        f"<p>{escape(branding.display_name)}</p></header>"
        f'<main><p class="quiet">{invites}</p><h1>{escape(meeting.title)}</h1>'
        f"{_facts(opened)}{_standing(opened)}{_calendar(opened)}{_contact(opened)}</main></div>"
    )
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


def _facts(opened: OpenedInvite) -> str:
    meeting, texts = opened.meeting, phrases(opened.meeting.language)
    rows = []
    if meeting.starts_at is not None:
        time = spoken_moment(from_timestamp(meeting.starts_at), opened.zone, meeting.language)
        long = texts["minutes"].format(minutes=meeting.minutes)
        rows += [(texts["when"], escape(time)), (texts["long"], escape(long))]
    if meeting.place is not None:
        rows.append((texts["where"], _place(meeting.place)))
    if not rows:
        return f"<p>{escape(texts['noTimeYet'].format(company=_company(opened)))}</p>"
    facts = "".join(f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>" for name, value in rows)
    return f"<dl>{facts}</dl>"


def _place(place: str) -> str:
    """A place that is the address of a call can be followed."""
    shown = escape(place)
    return f'<a href="{shown}" rel="noreferrer">{shown}</a>' if place.startswith("https://") else shown


def _standing(opened: OpenedInvite) -> str:
    """What the candidate has answered, and what can be answered now."""
    invite, texts = opened.invite, phrases(opened.meeting.language)
    if invite.status is CandidateMeetingStatus.CONFIRMED:
        said = texts["confirmed" if opened.is_confirmed else "changed"]
        return f'<p class="note" role="status">{escape(said)}</p>'
    said = texts[invite.answer].format(company=_company(opened)) if invite.answer else texts["ask"]
    deadline = spoken_moment(from_timestamp(invite.expiry), opened.zone, opened.meeting.language)
    forms = "".join(
        f'<form method="post" action="/m/{escape(invite.token)}/{path}">'
        f'<button class="{look}">{escape(texts[label])}</button></form>'
        for answer, path, label, look in _ANSWERS
        if answer is None or answer is not invite.answer
    )
    note = ' class="note" role="status"' if invite.answer else ""
    return (
        f'<p{note}>{escape(said)}</p><div class="answers">{forms}</div>'
        f'<p class="quiet">{escape(texts["answerBy"].format(deadline=deadline))}</p>'
    )


def _calendar(opened: OpenedInvite) -> str:
    if opened.meeting.starts_at is None:
        return ""
    label, token = phrases(opened.meeting.language)["calendar"], escape(opened.invite.token)
    return f'<p><a href="/m/{token}/calendar.ics" download="meeting.ics">{escape(label)}</a></p>'


def _contact(opened: OpenedInvite) -> str:
    branding, texts = opened.branding, phrases(opened.meeting.language)
    if branding.contact_email:
        text = with_contact(texts["contact"], branding.contact_email)
    else:
        text = escape(texts["contactCompany"].format(company=_company(opened)))
    return f'<p class="quiet">{text}</p>'
