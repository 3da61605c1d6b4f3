"""Where the records of workflow templates live in the table."""

from gather.table import keys
from gather.table.kind import Kind, team_of
from gather.workflow.templates.models import WorkflowTemplate

WORKFLOW_TEMPLATE = Kind(
    resource="workflow template",
    name="WORKFLOW_TEMPLATE",
    model=WorkflowTemplate,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "WORKFLOW_TEMPLATE")],
)
