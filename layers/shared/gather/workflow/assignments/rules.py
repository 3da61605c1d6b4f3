"""The choice of the workflow that governs a job, of all that reach it.

Interface: Workflow assignments, rule 4.
"""

from collections.abc import Sequence

from gather.workflow.assignments.models import AssignmentSource, WorkflowAssignment, WorkflowSource

PRECEDENCE: Sequence[tuple[AssignmentSource, WorkflowSource]] = (
    (AssignmentSource.JOB_OVERRIDE, WorkflowSource.JOB_OVERRIDE),
    (AssignmentSource.JOB_TEMPLATE, WorkflowSource.JOB_TEMPLATE),
    (AssignmentSource.JOB_FAMILY, WorkflowSource.JOB_FAMILY),
)
"""Which assignment wins, first to last (interface: Workflow assignments, rule 4)."""


def choose_assignment(
    assignments: Sequence[WorkflowAssignment],
) -> tuple[WorkflowSource, WorkflowAssignment | None]:
    """Choose the assignment that governs a job, of all that reach it; of several families' the latest."""
    for source, rule in PRECEDENCE:
        reaching = [assignment for assignment in assignments if assignment.source is source]
        if reaching:
            return rule, max(reaching, key=lambda assignment: (assignment.created_at, assignment.id))
    return WorkflowSource.NONE, None
