"""The e-mail that a candidate does not confirm a meeting."""

from typing import Final

from gather.core.bidi import isolate
from gather.core.language import DEFAULT_LANGUAGE
from gather.messaging.notices.service import Notice
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.outbox import ClaimedTask
from gather.wiring import Adapters
from gather.workflow.candidate_meetings.models import MeetingAnswer
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.meetings.models import Meeting
from gather.workflow.meetings.storage import MEETING

_WANTS: Final = {
    MeetingAnswer.DECLINED: "declines the meeting",
    MeetingAnswer.ANOTHER_TIME: "asks for another time of the meeting",
}


def meeting_answer_notice(adapters: Adapters, task: ClaimedTask) -> Notice:
    """The notice of an answer to a meeting, with the way to reach the candidate. Two round trips."""
    records = adapters.records
    invite = records.get(CANDIDATE_MEETING, task.team_id, task.payload["candidateMeetingId"]).record
    candidate_key = CANDIDATE.key(task.team_id, invite.candidate_id)
    meeting_key = MEETING.key(task.team_id, invite.meeting_id)
    found = records.table.get_many([candidate_key, meeting_key])
    candidate = Candidate.model_validate(found[candidate_key])
    meeting = Meeting.model_validate(found[meeting_key])
    name = isolate(f"{candidate.first_name} {candidate.last_name}", DEFAULT_LANGUAGE)
    title = isolate(meeting.title, DEFAULT_LANGUAGE)
    wants = _WANTS[MeetingAnswer(task.payload["answer"])]
    return Notice(
        f"{name} {wants} {title}",
        (
            f"{name} {wants} “{title}”.",
            f"You reach the candidate at {candidate.email or candidate.phone}.",
            f"Until {invite.expiry} the candidate can still confirm, with the link of the invite.",
        ),
    )
