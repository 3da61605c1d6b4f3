"""Workflow templates: the steps that a candidate goes through, and what they are applied to.

Interface: Workflow templates, rules 1 to 6; Workflow assignments, rules 1, 2 and 7.
"""

from gather.core.errors import Conflict
from gather.core.formats import RecordId
from gather.core.model import Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import content_routes as content
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table import team_sets
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.assignments.models import ApplyTemplate, WorkflowAssignment, WorkflowTemplateDetail
from gather.workflow.assignments.storage import assignments_of, delete_assignment
from gather.workflow.templates import apply, references
from gather.workflow.templates.models import (
    MOST_TEMPLATES,
    ChangeWorkflowTemplate,
    CreateWorkflowTemplate,
    WorkflowTemplate,
    new_template,
)
from gather.workflow.templates.resources import Resources, read_resources
from gather.workflow.templates.storage import WORKFLOW_TEMPLATE

api = Api("workflow_templates", feature=JOB_WORKFLOW)
handler = api.handler

PATH = "/workflow-templates/{id}"


class ArchiveQuery(TeamQuery):
    """Query of DELETE /workflow-templates/{id}."""

    user_id: RecordId
    """The user who archives the template."""


class OneWorkflowTemplate(Model):
    """Data of the routes of one workflow template."""

    workflow_template: WorkflowTemplate


class OneWorkflowTemplateDetail(Model):
    """Data of GET /workflow-templates/{id}."""

    workflow_template: WorkflowTemplateDetail


class OneArchivedTemplate(Model):
    """Data of DELETE /workflow-templates/{id}."""

    workflow_template: Archived


class WorkflowTemplateList(Model):
    """Data of GET /workflow-templates."""

    workflow_templates: list[WorkflowTemplate]


class AssignmentList(Model):
    """Data of POST /workflow-templates/{id}/apply."""

    assignments: list[WorkflowAssignment]


class RemovedAssignment(Model):
    """Data of DELETE /workflow-template-assignments/{id}: the assignment that was."""

    assignment: WorkflowAssignment


@api.post("/workflow-templates", response=OneWorkflowTemplate, makes=WORKFLOW_TEMPLATE)
def create_workflow_template(call: TeamCall[CreateWorkflowTemplate, TeamQuery]) -> Result:
    """Add a workflow template."""
    default_group_id = references.check(
        call.records.table, call.body.steps, call.body.message_group_id, call.team
    )
    template = new_template(call.body, call.team, call.now, default_group_id)
    unit = call.records.unit_of_work()
    team_sets.save_new(unit, WORKFLOW_TEMPLATE, template, MOST_TEMPLATES, _too_many())
    unit.commit()
    return Result(OneWorkflowTemplate(workflow_template=template), version=1)


@api.get("/workflow-templates", response=WorkflowTemplateList)
def list_workflow_templates(call: TeamCall[NoBody, TeamQuery]) -> WorkflowTemplateList:
    """List the team's active workflow templates, newest first."""
    page = call.records.page(
        WORKFLOW_TEMPLATE,
        WORKFLOW_TEMPLATE.team_listing(call.team.team_id),
        Selection.ACTIVE,
        offset=0,
        size=MOST_TEMPLATES,
    )
    return WorkflowTemplateList(workflow_templates=page.records)


@api.get(PATH, response=OneWorkflowTemplateDetail)
def get_workflow_template(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a workflow template with its assignments."""
    table, team_id, template_id = call.records.table, call.team.team_id, call.path["id"]
    reading = table.start(lambda: tuple(assignments_of(table, team_id, template_id)))
    stored = call.records.get(WORKFLOW_TEMPLATE, team_id, template_id)
    detail = WorkflowTemplateDetail(**dict(stored.record), assignments=reading.result())
    return Result(OneWorkflowTemplateDetail(workflow_template=detail), version=stored.version)


@api.patch(PATH, response=OneWorkflowTemplate)
def change_workflow_template(call: TeamCall[ChangeWorkflowTemplate, TeamQuery]) -> Result:
    """Change the members of a workflow template that are supplied; `steps` replaces all of them.

    Enrollments that run keep the steps that they began with.
    """

    def change(stored: Stored[WorkflowTemplate], unit: UnitOfWork) -> WorkflowTemplate:
        call.check_version(stored.version)
        if call.body.supplied().keys() & {"steps", "message_group_id"}:
            references.check(unit.table, call.body.steps or (), call.body.message_group_id, call.team)
        return stored.record.change(call.body, call.moment)

    stored = call.records.change(WORKFLOW_TEMPLATE, call.team.team_id, call.path["id"], change)
    return Result(OneWorkflowTemplate(workflow_template=stored.record), version=stored.version)


@api.delete(PATH, response=OneArchivedTemplate)
def archive_workflow_template(call: TeamCall[NoBody, ArchiveQuery]) -> OneArchivedTemplate:
    """Archive a workflow template; what it governed falls to the next rule, and who is enrolled goes on."""

    def make_room(template: WorkflowTemplate, unit: UnitOfWork) -> None:
        team_sets.count_out(unit, WORKFLOW_TEMPLATE, template)

    template = content.archive(WORKFLOW_TEMPLATE, call, call.path["id"], make_room)
    return OneArchivedTemplate(workflow_template=template)


@api.post(f"{PATH}/apply", response=AssignmentList)
def apply_workflow_template(call: TeamCall[ApplyTemplate, TeamQuery]) -> AssignmentList:
    """Apply a workflow template to jobs and job families, in place of what was applied to them before.

    A target that has the template already keeps its assignment, with the new threshold. 409 for an archived
    template.
    """
    template = call.records.get(WORKFLOW_TEMPLATE, call.team.team_id, call.path["id"]).record
    if template.archived_at is not None:
        raise Conflict("The workflow template is archived.")
    body = call.body
    apply.check_targets(call.records, call.team, body.job_ids, body.job_family_ids)
    assignments = apply.assignments_for(
        template.id, body.job_ids, body.job_family_ids, body.initial_score_threshold, call.team, call.now
    )
    return AssignmentList(assignments=apply.save(call.records, assignments))


@api.delete("/workflow-template-assignments/{id}", response=RemovedAssignment)
def remove_workflow_assignment(call: TeamCall[NoBody, TeamQuery]) -> RemovedAssignment:
    """Take an assignment away, an override too; what it governed falls to the next rule."""
    assignment = delete_assignment(call.records, call.team.team_id, call.path["id"])
    return RemovedAssignment(assignment=assignment)


@api.get("/workflow-resources", response=Resources)
def list_workflow_resources(call: TeamCall[NoBody, TeamQuery]) -> Resources:
    """List what workflow templates can be made of and applied to."""
    return read_resources(call.records, call.team)


def _too_many() -> Exception:
    return Conflict(f"A team may have {MOST_TEMPLATES} active workflow templates. Archive one.")
