"""The use case of a fairness report.

report = service.create(records, team, request)
"""

from gather.content.interviews.storage import INTERVIEW
from gather.core.caller import TeamScope
from gather.rights.fairness.population import list_assessed
from gather.rights.fairness.report import CreateFairnessReport, FairnessReport
from gather.table.records import Records
from gather.workflow.jobs.storage import JOB


def create(records: Records, team: TeamScope, request: CreateFairnessReport) -> FairnessReport:
    """Compare selection rates and scores between groups of candidates. Nothing of it is stored.

    Raises NotFound of what the request names, and ValidationFailed for too many candidates.
    """
    records.get(INTERVIEW, team.team_id, request.interview_id, "interviewId")
    if request.job_id is not None:
        records.get(JOB, team.team_id, request.job_id, "jobId")
    assessed, undecided = list_assessed(records, team.team_id, request)
    return FairnessReport.of(request, assessed, undecided)
