"""The invite to a meeting that a workflow asks a candidate to."""

from datetime import datetime

from gather import wiring
from gather.clock import timestamp
from gather.domain.candidate import Candidate
from gather.domain.candidate_meeting import CandidateMeeting, CandidateMeetingStatus
from gather.domain.enrollment import EnrollmentRecord
from gather.domain.meeting import Meeting
from gather.domain.message_group import MessageGroupType, MessageType
from gather.domain.team import Team
from gather.events.step_invites import meeting_link
from gather.settings import settings
from gather.table import keys
from gather.table.kinds import CANDIDATE, ENROLLMENT, MEETING
from gather.table.outbox import ClaimedTask
from notifications.mailing import Mailing, channels_of, message_of


def read_meeting_mailing(task: ClaimedTask, invite: CandidateMeeting, now: datetime) -> Mailing | None:
    """What an invite to a meeting sends, or None when it is out of date. Two round trips.

    Out of date is an invite that a newer one followed, one whose time has passed, and one to a candidate
    who is archived. One who was faster than it gets it all the same, because its sending was promised.
    """
    is_over = invite.status is CandidateMeetingStatus.EXPIRED or (
        invite.status is CandidateMeetingStatus.INVITE_SENT and invite.expiry <= timestamp(now)
    )
    if is_over or task.payload["invite"] != invite.invites:
        return None
    candidate_key = CANDIDATE.key(invite.team_id, invite.candidate_id)
    meeting_key = MEETING.key(invite.team_id, invite.meeting_id)
    enrollment_key = ENROLLMENT.key(invite.team_id, invite.enrollment_id)
    team_key = keys.team(invite.organization_id, invite.team_id)
    default_key = keys.default_message_group(invite.team_id, MessageGroupType.STANDARD)
    found = wiring.table().get_many([candidate_key, meeting_key, enrollment_key, team_key, default_key])
    candidate = Candidate.model_validate(found[candidate_key])
    if candidate.archived_at is not None:
        return None
    enrollment = EnrollmentRecord.model_validate(found[enrollment_key])
    default_id = found.get(default_key, {}).get("messageGroupId")
    message = message_of(invite.team_id, (enrollment.message_group_id, default_id), MessageType.INVITE)
    return Mailing(
        type=MessageType.INVITE,
        message=message,
        candidate=candidate,
        title=Meeting.model_validate(found[meeting_key]).title,
        team=Team.model_validate(found[team_key]),
        channels=channels_of(MessageType.INVITE, message, candidate, task.payload.get("deliveryTypes")),
        link=meeting_link(settings().base_url, invite.token),
    )
