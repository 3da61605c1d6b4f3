"""The messages about a meeting that a workflow asks a candidate to: its invite, and its booking.

For example:

    mailing = read_meeting_mailing(adapters, task, invite, now)
    mailing = read_booking_mailing(adapters, task, invite, now)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from gather.content.message_groups import built_in_messages
from gather.content.message_groups.models import MessageGroupType, MessageType
from gather.content.message_groups.storage import DEFAULT_MESSAGE_GROUP, default_group_among
from gather.core.clock import from_timestamp, timestamp
from gather.core.spoken_time import spoken_moments
from gather.messaging.notifications.mailings import (
    Mailing,
    channels_of,
    find_message,
    opt_out_ways,
    whom_to_ask,
)
from gather.messaging.rendering.messages import MessageType as MessageKind
from gather.ports.messages import EmailAttachment
from gather.screening.candidates.delivery_type import is_texted
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conversion import Item
from gather.table.deployment_secret import DEPLOYMENT_SECRET
from gather.table.keys import Key
from gather.table.outbox import ClaimedTask
from gather.tenancy.organizations.storage import organization_key, sms_countries_among, team_key
from gather.tenancy.teams.models import Team
from gather.wiring import Adapters
from gather.workflow.candidate_meetings.models import (
    BookingChange,
    CandidateMeeting,
    CandidateMeetingStatus,
    meeting_link,
)
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.storage import ENROLLMENT
from gather.workflow.meetings.calendar import (
    EventStatus,
    Method,
    Person,
    describe_event,
    invitation_of,
    write_calendar,
)
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING

_FILE_NAME: Final = "meeting.ics"
_KINDS: Final[Mapping[BookingChange, MessageKind]] = {
    BookingChange.BOOKED: "MEETING_BOOKED",
    BookingChange.MOVED: "MEETING_REBOOKED",
    BookingChange.CHANGED: "MEETING_REBOOKED",
    BookingChange.CANCELLED: "MEETING_CANCELLED",
}


@dataclass(frozen=True, slots=True)
class _Material:
    """What a message about a meeting is made of. `found` has the items that were read."""

    found: Mapping[Key, Item]
    candidate: Candidate
    meeting: MeetingRecord
    enrollment: EnrollmentRecord
    team: Team


def read_meeting_mailing(
    adapters: Adapters, task: ClaimedTask, invite: CandidateMeeting, now: datetime
) -> Mailing | None:
    """Read the mailing of an invite to a meeting; None when it is out of date. Two round trips.

    The team's default messages are about interviews, so of them only the switches of the channels count here.
    The texts of a workflow's own messages hold, but not where the meeting was moved: they do not say so.

    Out of date is an invite that a newer one followed, one whose time has passed, and one to a candidate
    who is archived. One who was faster than it gets it all the same, because its sending was promised.
    """
    is_over = invite.status is CandidateMeetingStatus.EXPIRED or (
        invite.status is CandidateMeetingStatus.INVITE_SENT and invite.expiry <= timestamp(now)
    )
    if is_over or task.payload["invite"] != invite.invites:
        return None
    material = _read(adapters, invite)
    if material is None:
        return None
    meeting, candidate, enrollment = material.meeting, material.candidate, material.enrollment
    default_id = default_group_among(material.found, invite.team_id, MessageGroupType.STANDARD)
    group_ids = (enrollment.message_group_id, default_id)
    message = find_message(adapters.records.table, invite.team_id, group_ids, MessageType.INVITE)
    has_own_text = enrollment.message_group_id not in (None, default_id)
    released = task.payload.get("released")
    lost = (_calendar(adapters, material, invite, released, Method.CANCEL, now),) if released else ()
    kind = _kind_of(meeting, is_moved=task.payload.get("isMoved", False), is_released=released is not None)
    return _mailing(
        adapters,
        material,
        invite,
        type=MessageType.INVITE,
        kind=kind,
        message=message if has_own_text and kind in ("MEETING_INVITE", "MEETING_SLOTS") else None,
        channels=channels_of(message, candidate, task.payload.get("deliveryTypes"), must_go=True),
        details=meeting.facts(candidate.timezone, released["startsAt"] if released else None),
        facts=(
            *_answer_by(meeting, candidate, invite, now),
            whom_to_ask(material.team, meeting.language),
        ),
        attachments=lost,
    )


def read_booking_mailing(
    adapters: Adapters, task: ClaimedTask, invite: CandidateMeeting, now: datetime
) -> Mailing | None:
    """Read the mailing that tells a candidate of their booking; None for one who is archived.

    Two round trips. It tells of the booking as it was when the task was made: each change has a message of
    its own. It goes by e-mail, with the calendar file, or by text message to a candidate without an address.
    """
    material = _read(adapters, invite)
    if material is None:
        return None
    meeting, candidate, change = material.meeting, material.candidate, BookingChange(task.payload["change"])
    is_cancelled = change is BookingChange.CANCELLED
    method = Method.CANCEL if is_cancelled else Method.REQUEST
    message_type = MessageType.COMPLETION_CONFIRMATION
    takes = built_in_messages.PHRASES.texts(meeting.language)["takes"].format(minutes=meeting.minutes)
    return _mailing(
        adapters,
        material,
        invite,
        type=message_type,
        kind=_KINDS[change],
        channels=channels_of(None, candidate, None, must_go=True)[:1],
        details=meeting.facts(candidate.timezone, task.payload["startsAt"]),
        facts=(*(() if is_cancelled else (takes,)), whom_to_ask(material.team, meeting.language)),
        attachments=(_calendar(adapters, material, invite, task.payload, method, now),),
    )


def _read(adapters: Adapters, invite: CandidateMeeting) -> _Material | None:
    """Read what the messages of an invite are made of; None when the candidate is archived or erased."""
    candidate_key = CANDIDATE.key(invite.team_id, invite.candidate_id)
    meeting_key = MEETING.key(invite.team_id, invite.meeting_id)
    enrollment_key = ENROLLMENT.key(invite.team_id, invite.enrollment_id)
    branding_key = team_key(invite.organization_id, invite.team_id)
    default_key = DEFAULT_MESSAGE_GROUP.key(invite.team_id, MessageGroupType.STANDARD)
    others = [default_key, DEPLOYMENT_SECRET.key(), organization_key(invite.organization_id)]
    found = adapters.records.table.get_many(
        [candidate_key, meeting_key, enrollment_key, branding_key, *others]
    )
    if candidate_key not in found or enrollment_key not in found:
        return None
    candidate = Candidate.model_validate(found[candidate_key])
    if candidate.archived_at is not None:
        return None
    return _Material(
        found,
        candidate,
        MeetingRecord.model_validate(found[meeting_key]),
        EnrollmentRecord.model_validate(found[enrollment_key]),
        Team.model_validate(found[branding_key]),
    )


def _mailing(adapters: Adapters, material: _Material, invite: CandidateMeeting, **parts: Any) -> Mailing:
    """The mailing to the invite's candidate. One that is closed has no link."""
    is_closed = invite.closed_at is not None
    return Mailing(
        candidate=material.candidate,
        title=material.meeting.title,
        team=material.team,
        link="" if is_closed else meeting_link(adapters.settings.base_url, invite.token),
        language=material.meeting.language,
        opt_out_ways=opt_out_ways(adapters, material.found, material.candidate),
        is_texted=is_texted(material.candidate, sms_countries_among(material.found, invite.organization_id)),
        **{"message": None, **parts},
    )


def _kind_of(meeting: MeetingRecord, *, is_moved: bool, is_released: bool) -> MessageKind:
    if is_released:
        return "MEETING_RELEASED"
    if is_moved:
        return "MEETING_MOVED"
    return "MEETING_SLOTS" if meeting.slots else "MEETING_INVITE"


def _answer_by(
    meeting: MeetingRecord, candidate: Candidate, invite: CandidateMeeting, now: datetime
) -> tuple[str, ...]:
    """Until when the candidate is asked to answer, which is before the meeting; nothing once that is over."""
    until = meeting.answer_until(invite.expiry)
    if until <= timestamp(now):
        return ()
    zones = (meeting.timezone, candidate.timezone)
    deadline = spoken_moments(from_timestamp(until), zones, meeting.language)
    return (built_in_messages.PHRASES.texts(meeting.language)["answerBy"].format(deadline=deadline),)


def _calendar(
    adapters: Adapters,
    material: _Material,
    invite: CandidateMeeting,
    booking: Mapping[str, Any],
    method: Method,
    now: datetime,
) -> EmailAttachment:
    """The calendar file of a booking (`startsAt`, `endsAt`, `sequence`)."""
    team, candidate = material.team, material.candidate
    event = describe_event(
        material.meeting,
        team.display_name,
        uid=invite.id,
        sequence=booking["sequence"],
        changed_at=timestamp(now),
        status=EventStatus.CANCELLED if method is Method.CANCEL else EventStatus.CONFIRMED,
        times=(from_timestamp(booking["startsAt"]), from_timestamp(booking["endsAt"])),
    )
    organizer = Person(team.display_name, team.contact_email or adapters.settings.email_sender)
    attendee = Person(f"{candidate.first_name} {candidate.last_name}", candidate.email or "")
    content = write_calendar(invitation_of(event, method, organizer, attendee))
    return EmailAttachment(_FILE_NAME, f"text/calendar; charset=utf-8; method={method}", content.encode())
