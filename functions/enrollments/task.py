"""The tasks of an enrollment's execution: what is next, and waiting for the candidate.

The record decides, so that a task may be repeated, and an execution that another one took the place of
is told to end. A task that fails is tried again by the state machine.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from enrollments.waking import wake
from gather import wiring
from gather.core.settings import settings
from gather.table.records import Stored, Transaction
from gather.workflow import enrollment_operations
from gather.workflow.enrollment import Action, ActionName, EnrollmentRecord, EnrollmentStatus, ended, proceed
from gather.workflow.enrollment_storage import ENROLLMENT
from gather.workflow.step_invite_operations import invite, read_invitee, tell_of_unsent

END = Action(ActionName.END)


def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """The function's entry.

    `action` `next`: `{"action", "until"}` comes back; `until` only for a wait, and it is the `waitedUntil` of
    the next call. `await`: keeps the execution's `token` until the candidate is done.
    """
    now = wiring.clock().now()
    run = _Run(event["teamId"], event["enrollmentId"], event["run"])
    if event["action"] == "next":
        action = _next(run, event["waitedUntil"], now)
        return {"action": action.name, "until": action.until}
    _await(run, event["token"], now)
    return {}


@dataclass(frozen=True, slots=True)
class _Run:
    """An execution of an enrollment; `number` counts from 1."""

    team_id: str
    enrollment_id: str
    number: int


def _next(run: _Run, waited_until: str | None, now: datetime) -> Action:
    """Move the enrollment on, with the invite to a step that is due.

    Whoever is done or has failed has that end, whatever has become of the job; everybody else of a job that
    has ended is stopped, one who was enrolled in that moment too.
    """
    action = END

    def change(stored: Stored[EnrollmentRecord], transaction: Transaction) -> EnrollmentRecord:
        nonlocal action
        before = stored.record
        if before.run != run.number:
            action = END
            return before
        after, action = proceed(before, now, waited_until)
        if action.name is ActionName.END:
            return enrollment_operations.moved(transaction, before, after, now)
        invitee = read_invitee(wiring.records(), before)
        if not invitee.goes_on:
            action = END
            return enrollment_operations.moved(
                transaction, before, ended(before, EnrollmentStatus.STOPPED, now), now
            )
        if action.name is not ActionName.INVITE:
            return enrollment_operations.moved(transaction, before, after, now)
        action = Action(ActionName.AWAIT)
        after, link = invite(transaction, after, invitee, settings().base_url, now)
        after = enrollment_operations.moved(transaction, before, after, now)
        tell_of_unsent(transaction, after, invitee, link, now)
        return after

    wiring.records().change(ENROLLMENT, run.team_id, run.enrollment_id, change)
    return action


def _await(run: _Run, token: str, now: datetime) -> None:
    """Keep the token for the worker that sees the step's end, or go on at once where it came before."""
    waits = False

    def change(stored: Stored[EnrollmentRecord], transaction: Transaction) -> EnrollmentRecord:
        nonlocal waits
        record = stored.record
        waits = record.run == run.number and record.is_active and not record.current.is_over
        return (
            enrollment_operations.moved(transaction, record, record.changed(task_token=token), now)
            if waits
            else record
        )

    wiring.records().change(ENROLLMENT, run.team_id, run.enrollment_id, change)
    if not waits:
        wake(token)
