"""The e-mail that a candidate does not confirm a meeting."""

from typing import Final

from gather.content.interviews.storage import INTERVIEW
from gather.core.bidi import isolate
from gather.core.clock import from_timestamp
from gather.core.language import DEFAULT_LANGUAGE
from gather.core.spoken_time import spoken_moment
from gather.messaging.notices.console import candidate_screen
from gather.messaging.notices.service import Notice
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.outbox import ClaimedTask
from gather.table.records import Records
from gather.wiring import Adapters
from gather.workflow.candidate_meetings.models import MeetingAnswer
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments.storage import ENROLLMENT
from gather.workflow.jobs.storage import JOB
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING
from gather.workflow.templates.models import StepType

_WANTS: Final = {
    MeetingAnswer.DECLINED: "declines the meeting",
    MeetingAnswer.ANOTHER_TIME: "asks for another time of the meeting",
}


def meeting_answer_notice(adapters: Adapters, task: ClaimedTask) -> Notice | None:
    """The notice of an answer to a meeting, with the way to reach the candidate.

    Four round trips. None when the candidate was erased meanwhile.
    """
    records = adapters.records
    stored = records.find(CANDIDATE_MEETING, task.team_id, task.payload["candidateMeetingId"])
    if stored is None:
        return None
    invite = stored.record
    candidate_key = CANDIDATE.key(task.team_id, invite.candidate_id)
    meeting_key = MEETING.key(task.team_id, invite.meeting_id)
    found = records.table.get_many([candidate_key, meeting_key])
    if candidate_key not in found:
        return None
    candidate = Candidate.model_validate(found[candidate_key])
    meeting = MeetingRecord.model_validate(found[meeting_key])
    name = isolate(candidate.full_name, DEFAULT_LANGUAGE)
    title = isolate(meeting.title, DEFAULT_LANGUAGE)
    wants = _WANTS[MeetingAnswer(task.payload["answer"])]
    said = [f"“{isolate(invite.answer_text, DEFAULT_LANGUAGE)}”"] if invite.answer_text else []
    until = spoken_moment(from_timestamp(invite.expiry), meeting.timezone, DEFAULT_LANGUAGE)
    return Notice(
        f"{name} {wants} {title}",
        (
            f"{name} {wants} “{title}”.",
            *said,
            f"You reach the candidate at {candidate.email or candidate.phone}.",
            f"Until {until} the candidate can still confirm, with the link of the invite.",
        ),
        console_link=candidate_screen(adapters.settings.console_url, invite.candidate_id),
        user_ids=find_meeting_subscribers(records, task.team_id, invite.enrollment_id),
        is_news=True,
    )


def find_meeting_subscribers(records: Records, team_id: str, enrollment_id: str) -> list[str]:
    """The subscribers of the interviews of a workflow, each once; without any the job's recruiter.

    Two round trips.
    """
    enrollment = records.find(ENROLLMENT, team_id, enrollment_id)
    if enrollment is None:
        return []
    record = enrollment.record
    artifact_ids = [step.artifact_id for step in record.steps if step.step_type is not StepType.MEETING]
    interviews = records.table.start(lambda: records.get_readable(INTERVIEW, team_id, artifact_ids))
    job = records.find(JOB, team_id, record.job_id)
    found = interviews.result()
    subscribers = dict.fromkeys(
        user_id
        for artifact_id in artifact_ids
        if artifact_id in found
        for user_id in found[artifact_id].notification_subscribers
    )
    recruiter = job.record.assigned_recruiter_id if job else None
    return [*subscribers] or ([recruiter] if recruiter else [])
