"""`admin.py job-family`: job families of a team, and the jobs in them."""

from administration import job_families
from administration.commands import (
    IN_TEAM,
    NAME,
    Arguments,
    Change,
    Command,
    CommandResult,
    Row,
    argument,
    checked,
    row,
    team_of,
)
from gather.core.formats import Text
from gather.wiring import Adapters
from gather.workflow.job_families import storage as families_of_table
from gather.workflow.job_families.storage import JOB_FAMILY
from gather.workflow.jobs.models import JobRecord
from gather.workflow.jobs.storage import JOB


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the job families of a team, newest first."""
    found = families_of_table.list_all(adapters.records, team_of(arguments, adapters).team_id)
    return [row(family, "organizationId", "teamId", "createdById") for family in found]


def _show(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show a job family with the ids of its jobs."""
    team_id = team_of(arguments, adapters).team_id
    return row(families_of_table.get(adapters.records.table, team_id, arguments.family)[0])


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make a job family of a team."""
    return row(
        job_families.create_job_family(
            adapters.records,
            team_of(arguments, adapters),
            arguments.name,
            adapters.clock.now(),
            description=arguments.description,
        )
    )


def _add_job(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Put a job into a job family."""
    return _move(arguments, adapters, job_families.add_job, joins=True)


def _remove_job(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Take a job out of a job family."""
    return _move(arguments, adapters, job_families.remove_job, joins=False)


def _move(arguments: Arguments, adapters: Adapters, change: job_families.Change, *, joins: bool) -> Change:
    records, team_id = adapters.records, team_of(arguments, adapters).team_id
    family = records.get(JOB_FAMILY, team_id, arguments.family).record
    job = records.get(JOB, team_id, arguments.job).record
    effect = (
        f"job {job.title} ({job.id}) {'joins' if joins else 'leaves'} family {family.display_name} "
        f"({family.id})"
    )
    is_so = (family.id in job.job_family_ids) is joins

    def carry_out() -> Row:
        return _families_of(change(records, team_id, family.id, job.id, adapters.clock.now()))

    return Change([] if is_so else [effect], _families_of(job), carry_out)


def _families_of(job: JobRecord) -> Row:
    return {"id": job.id, "title": job.title, "jobFamilyIds": list(job.job_family_ids)}


_FAMILY = argument("family", help="id of the job family")
_JOB = argument("job", help="id of a job of the team")

COMMANDS = (
    Command("job-family", "list", _list, IN_TEAM),
    Command("job-family", "show", _show, (*IN_TEAM, _FAMILY)),
    Command(
        "job-family",
        "create",
        _create,
        (
            *IN_TEAM,
            argument("name", type=NAME),
            argument("--description", type=checked(Text), help="what its jobs have in common"),
        ),
    ),
    Command("job-family", "add-job", _add_job, (*IN_TEAM, _FAMILY, _JOB), changes=True),
    Command("job-family", "remove-job", _remove_job, (*IN_TEAM, _FAMILY, _JOB), changes=True),
)
