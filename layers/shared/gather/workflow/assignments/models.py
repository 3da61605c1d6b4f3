"""Workflow assignments: which template governs a job, and why.

Interface: Workflow assignments, rules 1 and 4.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from gather.core.caller import TeamScope
from gather.core.errors import Fault
from gather.core.formats import RecordId
from gather.core.model import LeftOutWhenNull, Model, RequestModel
from gather.core.record import Identified, common_fields
from gather.core.tenant import TenantId
from gather.workflow.templates.models import Percentage, WorkflowTemplate

MOST_TARGETS = 100


class TargetType(StrEnum):
    """The kinds of target that a template is applied to."""

    JOB = "job"
    JOB_FAMILY = "job_family"


class AssignmentSource(StrEnum):
    """How an assignment was made. It is not the rule that wins; see `WorkflowSource`."""

    JOB_TEMPLATE = "job_template"
    JOB_FAMILY = "job_family"
    JOB_OVERRIDE = "job_override"


class WorkflowSource(StrEnum):
    """The rule by which a job's workflow was found."""

    JOB_OVERRIDE = "job_override"
    JOB_TEMPLATE = "job_template"
    JOB_FAMILY = "job_family"
    NONE = "none"


class WorkflowAssignment(Identified):
    """A template applied to a job or a job family. One target has one assignment of each source."""

    template_id: str
    """The workflow template."""
    target_type: TargetType
    """Whether the target is a job or a job family."""
    target_id: str
    """The job or the job family."""
    source: AssignmentSource
    """By which rule the template governs the job."""
    organization_id: TenantId
    """The organization."""
    team_id: TenantId
    """The team."""
    initial_score_threshold: int | float | None = None
    """The score, from 0 to 100, that a candidate needs to begin; null for none."""

    def replace_with(self, wanted: "WorkflowAssignment") -> "WorkflowAssignment":
        """Replace this assignment of a target with the one that is wanted.

        An assignment of the same template stays the same one and takes the threshold that is wanted now."""
        if self.template_id != wanted.template_id:
            return wanted
        return self.changed(
            initial_score_threshold=wanted.initial_score_threshold, updated_at=wanted.updated_at
        )


class WorkflowTemplateDetail(WorkflowTemplate):
    """A template as the single get returns it, with its assignments."""

    assignments: tuple[WorkflowAssignment, ...] = ()
    """The assignments of the template."""


class EffectiveWorkflow(Model):
    """The workflow that governs a job now; without one `template` is null and `assignment_id` absent."""

    source: WorkflowSource
    template: WorkflowTemplate | None = None
    """The workflow template; null when none governs the job."""
    assignment_id: Annotated[str | None, LeftOutWhenNull] = None
    """The assignment that governs the job; null when none does."""


Targets = Annotated[tuple[RecordId, ...], Field(max_length=MOST_TARGETS)]


class ApplyTemplate(RequestModel):
    """Body of POST /workflow-templates/{id}/apply: at least one target; `userId` is required."""

    user_id: RecordId
    """The user who applies the template."""
    job_ids: Targets = ()
    """The jobs that the template is applied to."""
    job_family_ids: Targets = ()
    """The job families that the template is applied to."""
    initial_score_threshold: Percentage | None = None

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        if not raw.get("jobIds") and not raw.get("jobFamilyIds"):
            yield Fault("jobIds", "must name at least one job, unless jobFamilyIds names a job family")


class OverrideWorkflow(RequestModel):
    """Body of POST /jobs/{jobId}/workflow-override (interface: Workflow assignments, rule 3)."""

    template_id: RecordId
    initial_score_threshold: Percentage | None = None


def new_assignment(
    template_id: str,
    target: tuple[TargetType, str],
    source: AssignmentSource,
    threshold: int | float | None,
    scope: TeamScope,
    now: datetime,
) -> WorkflowAssignment:
    """Create an assignment of a template to a target, a type and an id."""
    common: dict[str, Any] = common_fields(scope, now)
    common.pop("created_by_id")
    return WorkflowAssignment(
        **common,
        template_id=template_id,
        target_type=target[0],
        target_id=target[1],
        source=source,
        initial_score_threshold=threshold,
    )
