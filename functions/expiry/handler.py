"""The expiry schedule: candidate interviews, links to their results, meetings of workflows, and exports."""

from gather.rights.export import worker as export_worker
from gather.rights.export.storage import EXPORT
from gather.screening.candidate_interviews import worker as candidate_interview_worker
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, EXPIRY_SCHEDULE
from gather.table.conversion import Item
from gather.workers.schedule import ScheduledRun, scheduled
from gather.workflow.candidate_meetings import worker as candidate_meeting_worker
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING

_WORK = {
    CANDIDATE_INTERVIEW.name: candidate_interview_worker.expire,
    CANDIDATE_MEETING.name: candidate_meeting_worker.expire,
    EXPORT.name: export_worker.expire,
}


def _expire(run: ScheduledRun, item: Item) -> bool:
    return _WORK[item["entity"]](run, item)


handler = scheduled(EXPIRY_SCHEDULE, "CandidateInterviewsExpired", _expire)
