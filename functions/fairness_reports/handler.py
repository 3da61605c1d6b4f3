"""Fairness reports: who is selected, by groups of candidates.

Interface: Fairness reports.
"""

from gather.core.caller import Role
from gather.core.model import Model, TeamQuery
from gather.http.call import TeamCall
from gather.http.routes import Api
from gather.rights.fairness import service
from gather.rights.fairness.csv_table import csv_of
from gather.rights.fairness.report import CreateFairnessReport, FairnessReport

api = Api("fairness-reports")
handler = api.handler


class OneFairnessReport(Model):
    """Data of POST /fairness-reports."""

    report: FairnessReport
    csv: str
    """The tables of the report as CSV, a line for each group."""


@api.post("/fairness-reports", response=OneFairnessReport, status=200, least_role=Role.REVIEWER)
def create_fairness_report(call: TeamCall[CreateFairnessReport, TeamQuery]) -> OneFairnessReport:
    """Compare selection rates and scores between groups of candidates. Nothing of it is stored."""
    report = service.create(call.records, call.team, call.body)
    return OneFairnessReport(report=report, csv=csv_of(report))
