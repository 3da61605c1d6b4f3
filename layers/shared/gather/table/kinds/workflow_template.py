"""Where the records of workflow templates live in the table."""

from gather.domain.workflow_template import WorkflowTemplate
from gather.table.kinds.ownership import team_of
from gather.table.kinds.team_set import TeamSetKind

WORKFLOW_TEMPLATE = TeamSetKind(
    resource="workflow template",
    name="WORKFLOW_TEMPLATE",
    model=WorkflowTemplate,
    team_of=team_of,
    listings=lambda record: [],
)
