"""Workflow templates: the steps that a candidate goes through, and what they are applied to.

Interface: Workflow templates, rules 1 to 6; Workflow assignments, rules 1, 2 and 7.
"""

from gather.core.formats import RecordId
from gather.core.model import Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import content_routes as content
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.assignments import storage as assignment_storage
from gather.workflow.assignments.models import ApplyTemplate, WorkflowAssignment, WorkflowTemplateDetail
from gather.workflow.templates import service
from gather.workflow.templates.models import (
    ChangeWorkflowTemplate,
    CreateWorkflowTemplate,
    WorkflowTemplate,
)
from gather.workflow.templates.resources import Resources, list_resources
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
    template = service.create(call.records, call.team, call.body, now=call.now)
    return Result(OneWorkflowTemplate(workflow_template=template), version=1)


@api.get("/workflow-templates", response=WorkflowTemplateList)
def list_workflow_templates(call: TeamCall[NoBody, TeamQuery]) -> WorkflowTemplateList:
    """List the team's active workflow templates, newest first."""
    return WorkflowTemplateList(workflow_templates=service.list_active(call.records, call.team))


@api.get(PATH, response=OneWorkflowTemplateDetail)
def get_workflow_template(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a workflow template with its assignments."""
    detail, version = service.get(call.records, call.team, call.path["id"])
    return Result(OneWorkflowTemplateDetail(workflow_template=detail), version=version)


@api.patch(PATH, response=OneWorkflowTemplate)
def change_workflow_template(call: TeamCall[ChangeWorkflowTemplate, TeamQuery]) -> Result:
    """Change the members of a workflow template that are supplied; `steps` replaces all of them.

    Enrollments that run keep the steps that they began with.
    """
    stored = service.update(
        call.records, call.team, call.body, call.path["id"], now=call.now, precondition=call.precondition
    )
    return Result(OneWorkflowTemplate(workflow_template=stored.record), version=stored.version)


@api.delete(PATH, response=OneArchivedTemplate)
def archive_workflow_template(call: TeamCall[NoBody, ArchiveQuery]) -> OneArchivedTemplate:
    """Archive a workflow template; what it governed falls to the next rule, and who is enrolled goes on."""
    template = content.archive(WORKFLOW_TEMPLATE, call, call.path["id"], service.free_place)
    return OneArchivedTemplate(workflow_template=template)


@api.post(f"{PATH}/apply", response=AssignmentList)
def apply_workflow_template(call: TeamCall[ApplyTemplate, TeamQuery]) -> AssignmentList:
    """Apply a workflow template to jobs and job families, in place of what was applied to them before.

    A target that has the template already keeps its assignment, with the new threshold. 409 for an archived
    template.
    """
    assignments = service.apply(call.records, call.team, call.body, call.path["id"], now=call.now)
    return AssignmentList(assignments=assignments)


@api.delete("/workflow-template-assignments/{id}", response=RemovedAssignment)
def remove_workflow_assignment(call: TeamCall[NoBody, TeamQuery]) -> RemovedAssignment:
    """Take an assignment away, an override too; what it governed falls to the next rule."""
    assignment = assignment_storage.delete(call.records, call.team.team_id, call.path["id"])
    return RemovedAssignment(assignment=assignment)


@api.get("/workflow-resources", response=Resources)
def list_workflow_resources(call: TeamCall[NoBody, TeamQuery]) -> Resources:
    """List what workflow templates can be made of and applied to."""
    return list_resources(call.records, call.team)
