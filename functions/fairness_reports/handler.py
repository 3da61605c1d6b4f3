"""Fairness reports: who is selected, by groups of candidates.

Interface: Fairness reports.
"""

from gather.content.interviews.storage import INTERVIEW
from gather.core.model import Model, TeamQuery
from gather.http.call import TeamCall
from gather.http.routes import Api
from gather.rights.fairness.csv_table import csv_of
from gather.rights.fairness.population import list_assessed
from gather.rights.fairness.report import CreateFairnessReport, FairnessReport, report_of
from gather.workflow.jobs.storage import JOB

api = Api("fairness-reports")
handler = api.handler


class OneFairnessReport(Model):
    """Data of POST /fairness-reports."""

    report: FairnessReport
    csv: str
    """The tables of the report as CSV, a line for each group."""


@api.post("/fairness-reports", response=OneFairnessReport, status=200)
def create_fairness_report(call: TeamCall[CreateFairnessReport, TeamQuery]) -> OneFairnessReport:
    """Compare selection rates and scores between groups of candidates. Nothing of it is stored."""
    team_id = call.team.team_id
    call.records.get(INTERVIEW, team_id, call.body.interview_id, "interviewId")
    if call.body.job_id is not None:
        call.records.get(JOB, team_id, call.body.job_id, "jobId")
    assessed, undecided = list_assessed(call.records, team_id, call.body)
    report = report_of(call.body, assessed, undecided)
    return OneFairnessReport(report=report, csv=csv_of(report))
