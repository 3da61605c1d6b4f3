"""The steps of the enrollment's state machine (functions/enrollments/assets/enrollment.asl.json): go on, and
wait for the candidate.

The record decides, so that a task may be repeated, and an execution that another one took the place of
is told to end. A task that fails is tried again by the state machine.
"""

from dataclasses import dataclass
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.errors import NotFound
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from gather.workers.task_tokens import wake
from gather.workers.unknown_work import UnknownWork, leave_to_recovery
from gather.workflow.enrollments import lifecycle
from gather.workflow.enrollments.models import Action, ActionName
from gather.workflow.enrollments.step_invites import get_invitee, invite
from gather.workflow.enrollments.storage import ENROLLMENT

_END = Action(ActionName.END)


def take_step(event: dict[str, Any], _context: LambdaContext, adapters: Adapters) -> dict[str, Any]:
    """Take a step of the state machine.

    `action` `next`: `{"action", "until"}` comes back; `until` only for a wait, and it is the `waitedUntil` of
    the next call. `await`: saves the execution's `token` until the candidate is done. An action of another
    release fails: the execution tries it again, and recovery starts another one.
    """
    run = _EnrollmentRun(event["teamId"], event["enrollmentId"], event["run"])
    if event["action"] == "next":
        action = _next(adapters, run, event["waitedUntil"])
        return {"action": action.name, "until": action.until}
    if event["action"] == "await":
        _await(adapters, run, event["token"])
        return {}
    unknown = UnknownWork(event["action"])
    leave_to_recovery(unknown, "enrollment task")
    raise unknown


@dataclass(frozen=True, slots=True)
class _EnrollmentRun:
    """An execution of an enrollment; `number` counts from 1."""

    team_id: str
    enrollment_id: str
    number: int


def _next(adapters: Adapters, run: _EnrollmentRun, waited_until: str | None) -> Action:
    """Move the enrollment on, with the invite to a step that is due.

    Whoever is done or has failed has that end, whatever has become of the job; everybody else of a job that
    has ended is stopped, one who was enrolled in that moment too.
    """
    now = adapters.clock.now()

    def move(unit: UnitOfWork) -> Action:
        stored = unit.find(ENROLLMENT, run.team_id, run.enrollment_id)
        if stored is None:
            return _END  # its candidate was erased
        before = stored.record
        if before.run != run.number:
            return _END
        after, action = before.proceed(now, waited_until)
        if action.name is not ActionName.END:
            invitee = get_invitee(unit, before)
            if not invitee.goes_on:
                lifecycle.stop(unit, stored, now)
                return _END
            if action.name is ActionName.INVITE:
                invite(unit, stored, after, invitee, adapters.settings.base_url, now)
                return Action(ActionName.AWAIT)
        lifecycle.move(unit, stored, after, now)
        return action

    try:
        return adapters.records.run(move)
    except NotFound:
        return _END  # its candidate is being erased, and it with them


def _await(adapters: Adapters, run: _EnrollmentRun, token: str) -> None:
    """Save the token for the worker that sees the step's end, or go on at once where it came before."""
    now = adapters.clock.now()

    def save_token(unit: UnitOfWork) -> bool:
        stored = unit.find(ENROLLMENT, run.team_id, run.enrollment_id)
        if stored is None:
            return False  # its candidate was erased
        record = stored.record
        waits = record.run == run.number and record.is_active and not record.current.is_over
        if waits:
            lifecycle.move(unit, stored, record.changed(task_token=token), now)
        return waits

    if not adapters.records.run(save_token):
        wake(adapters, token)
