"""The page of a meeting's invite. It needs no script: each answer is a form of its own.

Where the candidate's time zone is not known, a script adds the times in the zone of the device.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Final

import htpy as h
from aws_lambda_powertools.event_handler import Response

from candidate_meetings.pages.phrases import phrases
from gather.core.bidi import isolate
from gather.core.clock import from_timestamp, timestamp
from gather.core.language import LANGUAGES, known_language
from gather.core.spoken_time import SEPARATOR, shapes, spoken_clocks, spoken_moments, spoken_weekday, zone_of
from gather.http.pages.branding import card_style, head, with_contact
from gather.http.pages.page import scripted_page
from gather.http.static_text import static_text
from gather.workflow.candidate_meetings.models import (
    CandidateMeetingStatus,
    MeetingAnswer,
    OpenedInvite,
    OpenSlot,
)
from gather.workflow.meetings.requests import LONGEST_REQUEST

_STYLE: Final = Path(__file__).parents[1] / "assets" / "meeting.css"
_SCRIPT: Final = Path(__file__).parents[1] / "assets" / "bundles" / "meeting_page.js"
_HEADERS: Final = {"X-Robots-Tag": "noindex"}
_NOTE: Final = {"class": "note", "role": "status"}
_ALERT: Final = {"class": "note alert", "role": "alert"}


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


def meeting_page(opened: OpenedInvite, now: datetime, *, is_refused: bool = False) -> Response[str]:
    """The page of an invite that is open or confirmed. It `is_refused` after an answer that could not be
    taken."""
    meeting, branding = opened.meeting, opened.branding
    texts = phrases(meeting.language)
    body = h.div(".card")[
        head(branding),
        h.main[
            h.p(".quiet")[texts["invites"].format(company=_company(opened))],
            h.h1[meeting.title],
            h.p(".about")[meeting.description] if meeting.description else None,
            _refusal(opened) if is_refused else None,
            _facts(opened),
            _standing(opened, now),
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
        script=static_text(_SCRIPT),
        data={"dates": shapes(meeting.language), "separator": SEPARATOR},
        headers=_HEADERS,
    )


def _company(opened: OpenedInvite) -> str:
    return isolate(opened.branding.display_name, opened.meeting.language)


def _refusal(opened: OpenedInvite) -> h.Element:
    texts = phrases(opened.meeting.language)
    return h.p(_ALERT)[texts["takenKept" if opened.booking else "taken"]]


def _facts(opened: OpenedInvite) -> h.Element:
    meeting, texts = opened.meeting, phrases(opened.meeting.language)
    rows: list[tuple[str, h.Node]] = []
    starts_at = opened.booking.starts_at if opened.booking else None if meeting.slots else meeting.starts_at
    if starts_at is not None:
        rows.append((texts["when"], _moment(opened, starts_at)))
    if starts_at is not None or meeting.slots:
        rows.append((texts["long"], texts["minutes"].format(minutes=meeting.minutes)))
    if meeting.where:
        rows.append((texts["where"], [h.div[_place(place)] for place in meeting.where]))
    if not rows:
        return h.p[texts["noTimeYet"].format(company=_company(opened))]
    return h.dl[(h.div[h.dt[name], h.dd[value]] for name, value in rows)]


def _moment(opened: OpenedInvite, moment: str) -> h.Element:
    zones = (opened.meeting.timezone, opened.zone)
    text = spoken_moments(from_timestamp(moment), zones, opened.meeting.language)
    return h.time(datetime=moment, data_offset=_offset(opened, moment))[text]


def _offset(opened: OpenedInvite, moment: str) -> str | None:
    """The distance from UTC of a shown time in minutes, for a reader whose zone only the device knows."""
    if opened.zone is not None:
        return None
    distance = _there(moment, opened.meeting.timezone).utcoffset()
    return None if distance is None else str(int(distance.total_seconds()) // 60)


def _place(place: str) -> h.Node:
    """A place that is the address of a call can be followed."""
    is_address = place.startswith(("https://", "http://"))
    return h.a(href=place, rel="noreferrer", dir="ltr")[place] if is_address else place


def _standing(opened: OpenedInvite, now: datetime) -> h.Node:
    """The candidate's answer, and the answers that can be given now."""
    invite, texts = opened.invite, phrases(opened.meeting.language)
    if opened.booking is not None:
        return _booked(opened, now)
    if invite.status is CandidateMeetingStatus.CONFIRMED and invite.booking is None:
        said = h.p(_NOTE)[texts["confirmed" if opened.is_confirmed else "changed"]]
        return [said, _calendar(opened)]
    if opened.meeting.slots:
        return _slots_to_choose(opened, now)
    return [
        _said(opened, texts["ask"]),
        h.div(".answers")[_answer_form(opened, "confirm", "confirm", "button"), _decline(opened)],
        _another_time(opened),
        _answer_by(opened, now),
        _calendar(opened),
    ]


def _booked(opened: OpenedInvite, now: datetime) -> h.Node:
    """The booked slot, which can be moved or cancelled until its time has come."""
    texts, booking = phrases(opened.meeting.language), opened.booking
    if booking is None or booking.has_begun(now):
        return [h.p(_NOTE)[texts["bookedOver"]], _calendar(opened)]
    free = [slot for slot in opened.slots if slot.free and slot.id != booking.slot_id]
    return [
        h.p(_NOTE)[texts["booked"]],
        _calendar(opened),
        h.details[h.summary[texts["move"]], _slots(opened, free, "moveButton")] if free else None,
        h.div(".answers")[_answer_form(opened, "booking/cancel", "cancel", "quiet-button")],
    ]


def _slots_to_choose(opened: OpenedInvite, now: datetime) -> h.Node:
    texts = phrases(opened.meeting.language)
    free = [slot for slot in opened.slots if slot.free]
    is_released = opened.invite.booking is not None
    choice = _slots(opened, free, "book") if free else h.p[texts["noTimes"].format(company=_company(opened))]
    return [
        h.p(_ALERT)[texts["released"]] if is_released else None,
        _said(opened, texts["choose"]),
        choice,
        _another_time(opened),
        h.div(".answers")[_decline(opened)],
        _answer_by(opened, now) if free else None,
    ]


def _said(opened: OpenedInvite, ask: str) -> h.Element:
    """The answer that the candidate has given, or else what the candidate is asked to do."""
    answer, texts = opened.invite.answer, phrases(opened.meeting.language)
    if answer is None:
        return h.p[ask]
    name = f"{answer}Slots" if opened.meeting.slots else answer.value
    return h.p(_NOTE)[texts[name].format(company=_company(opened))]


def _slots(opened: OpenedInvite, slots: Sequence[OpenSlot], label: str) -> h.Element:
    """The form by which a slot is chosen, with a group of choices for each day."""
    texts = phrases(opened.meeting.language)
    return h.form(".slots", method="post", action=f"/m/{opened.invite.token}/booking")[
        _days(opened, slots), h.button(class_="button")[texts[label]]
    ]


def _days(opened: OpenedInvite, slots: Sequence[OpenSlot]) -> Iterator[h.Element]:
    meeting, zone = opened.meeting, opened.meeting.timezone or opened.zone
    for day, of_day in groupby(
        slots, lambda slot: spoken_weekday(_there(slot.starts_at, zone), meeting.language)
    ):
        yield h.fieldset[h.legend[day], [_choice(opened, slot) for slot in of_day]]


def _choice(opened: OpenedInvite, slot: OpenSlot) -> h.Element:
    meeting = opened.meeting
    zones = (meeting.timezone, opened.zone)
    starts_at, ends_at = from_timestamp(slot.starts_at), from_timestamp(slot.ends_at)
    clocks = spoken_clocks(starts_at, ends_at, zones, meeting.language)
    return h.label[
        h.input(type="radio", name="slotId", value=slot.id, required=True),
        h.time(datetime=slot.starts_at, data_offset=_offset(opened, slot.starts_at))[clocks],
    ]


def _there(moment: str, zone: str | None) -> datetime:
    return from_timestamp(moment).astimezone(zone_of(zone))


def _answer_form(opened: OpenedInvite, path: str, label: str, look: str) -> h.Element:
    text = phrases(opened.meeting.language)[label]
    return h.form(method="post", action=f"/m/{opened.invite.token}/{path}")[h.button(class_=look)[text]]


def _decline(opened: OpenedInvite) -> h.Node:
    if opened.invite.answer is MeetingAnswer.DECLINED:
        return None
    return _answer_form(opened, "decline", "decline", "quiet-button")


def _another_time(opened: OpenedInvite) -> h.Node:
    """The form by which another time is asked for, with what the candidate wants to say."""
    texts = phrases(opened.meeting.language)
    if opened.invite.answer is MeetingAnswer.ANOTHER_TIME:
        return None
    return h.form(".another", method="post", action=f"/m/{opened.invite.token}/another-time")[
        h.label(for_="text")[texts["whichTimes"]],
        h.textarea(id="text", name="text", rows=2, maxlength=LONGEST_REQUEST, dir="auto"),
        h.button(class_="quiet-button")[texts["anotherTime"]],
    ]


def _answer_by(opened: OpenedInvite, now: datetime) -> h.Node:
    """Until when the candidate is asked to answer, which is before the meeting; nothing once that is over."""
    until = opened.meeting.answer_until(opened.invite.expiry)
    if until <= timestamp(now):
        return None
    before, _, after = phrases(opened.meeting.language)["answerBy"].partition("{deadline}")
    return h.p(".quiet")[before, _moment(opened, until), after]


def _calendar(opened: OpenedInvite) -> h.Node:
    if opened.event() is None:
        return None
    label = phrases(opened.meeting.language)["calendar"]
    return h.p[h.a(href=f"/m/{opened.invite.token}/calendar.ics", download="meeting.ics")[label]]


def _contact(opened: OpenedInvite) -> h.Element:
    branding, texts = opened.branding, phrases(opened.meeting.language)
    if branding.contact_email:
        return h.p(".quiet")[with_contact(texts["contact"], branding.contact_email)]
    return h.p(".quiet")[texts["contactCompany"].format(company=_company(opened))]
