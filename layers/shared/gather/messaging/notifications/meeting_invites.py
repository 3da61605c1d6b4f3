"""The invite to a meeting that a workflow asks a candidate to."""

from datetime import datetime

from gather.content.message_groups.models import MessageGroupType, MessageType
from gather.content.message_groups.storage import DEFAULT_MESSAGE_GROUP, default_group_among
from gather.core.clock import timestamp
from gather.messaging.notifications.mailings import (
    Mailing,
    answer_by,
    channels_of,
    find_message,
    opt_out_ways,
    whom_to_ask,
)
from gather.messaging.sent_messages.models import SentMessageType
from gather.screening.candidates.delivery_type import is_texted
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.deployment_secret import DEPLOYMENT_SECRET
from gather.table.outbox import ClaimedTask
from gather.tenancy.organizations.storage import organization_key, sms_countries_among, team_key
from gather.tenancy.teams.models import Team
from gather.wiring import Adapters
from gather.workflow.candidate_meetings.models import CandidateMeeting, CandidateMeetingStatus, meeting_link
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.storage import ENROLLMENT
from gather.workflow.meetings.models import Meeting
from gather.workflow.meetings.storage import MEETING


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
    candidate_key = CANDIDATE.key(invite.team_id, invite.candidate_id)
    meeting_key = MEETING.key(invite.team_id, invite.meeting_id)
    enrollment_key = ENROLLMENT.key(invite.team_id, invite.enrollment_id)
    branding_key = team_key(invite.organization_id, invite.team_id)
    default_key = DEFAULT_MESSAGE_GROUP.key(invite.team_id, MessageGroupType.STANDARD)
    table = adapters.records.table
    others = [default_key, DEPLOYMENT_SECRET.key(), organization_key(invite.organization_id)]
    found = table.get_many([candidate_key, meeting_key, enrollment_key, branding_key, *others])
    candidate = Candidate.model_validate(found[candidate_key])
    if candidate.archived_at is not None:
        return None
    enrollment = EnrollmentRecord.model_validate(found[enrollment_key])
    default_id = default_group_among(found, invite.team_id, MessageGroupType.STANDARD)
    group_ids = (enrollment.message_group_id, default_id)
    message = find_message(table, invite.team_id, group_ids, MessageType.INVITE)
    meeting = Meeting.model_validate(found[meeting_key])
    team = Team.model_validate(found[branding_key])
    has_own_text = enrollment.message_group_id not in (None, default_id)
    is_moved = task.payload.get("isMoved", False)
    return Mailing(
        type=SentMessageType.INVITE,
        kind="MEETING_MOVED" if is_moved else "MEETING_INVITE",
        message=message if has_own_text and not is_moved else None,
        candidate=candidate,
        title=meeting.title,
        team=team,
        channels=channels_of(message, candidate, task.payload.get("deliveryTypes"), must_go=True),
        link=meeting_link(adapters.settings.base_url, invite.token),
        language=meeting.language,
        opt_out_ways=opt_out_ways(adapters, found, candidate),
        is_texted=is_texted(candidate, sms_countries_among(found, invite.organization_id)),
        details=meeting.facts(candidate.timezone),
        facts=(
            answer_by(invite.expiry, candidate, meeting.language),
            whom_to_ask(team, meeting.language),
        ),
    )
