"""The initial threshold: a candidate's latest score decides whether the first step is reached at all."""

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, candidate_listing
from gather.screening.evaluations import storage as evaluation_storage
from gather.table.listing import SLOTS, Selection
from gather.table.records import Records
from gather.workflow.jobs.models import JobRecord

LATEST = 100
"""So many of a candidate's interviews, the newest, are looked at."""


def find_latest_score(records: Records, candidate_id: str, job: JobRecord) -> int | None:
    """Find the candidate's latest score for the job, in a step of a workflow or in its interview.

    None when no score of it decides yet. Three round trips, fewer when there is nothing to look at.
    """
    listing = candidate_listing(job.team_id, candidate_id)
    page = records.page(CANDIDATE_INTERVIEW, listing, Selection.ALL, offset=0, size=LATEST, slot=SLOTS[1])
    of_job = [record for record in page.records if record.completed_at and _is_for(record, job)]
    scored = [
        (evaluation.evaluated_at or "", evaluation.score)
        for evaluation in evaluation_storage.find_all(records.table, of_job).values()
        if evaluation.decides and evaluation.score is not None and not evaluation.is_partial
    ]
    return max(scored)[1] if scored else None


def _is_for(record: CandidateInterviewRecord, job: JobRecord) -> bool:
    if record.enrollment is not None:
        return record.enrollment.job_id == job.id
    return record.interview_id == job.interview_id
