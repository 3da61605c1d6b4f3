"""The enrollments worker: starts executions, records what candidates have done, stops what has ended.

The worker moves the record first and tells the execution after it. Where the telling is lost, the recovery
worker finds an enrollment that does not move and has another execution take it up.
"""

from gather.core.errors import NotFound
from gather.events import enrollment_tasks
from gather.events.task import TaskName
from gather.table.outbox import Task
from gather.table.unit_of_work import UnitOfWork
from gather.workers.task_runner import Attempt
from gather.workers.task_tokens import wake
from gather.workers.unknown_work import UnknownWork
from gather.workflow.candidate_meetings.booking_updates import update_bookings
from gather.workflow.candidate_meetings.repeat_invites import invite_all_after_move
from gather.workflow.enrollments.end import stop_enrollments
from gather.workflow.enrollments.executions import Executions
from gather.workflow.enrollments.progress import advance, check
from gather.workflow.enrollments.storage import ENROLLMENT


def run(attempt: Attempt) -> None:
    """Do the task. Where time runs out, another task takes its place with the rest of the work.

    Raises NotFound unless the enrollment's candidate was erased, and UnknownWork for a task of another
    release.
    """
    try:
        rest = _rest_of(attempt)
    except NotFound:
        if not _is_erased(attempt):
            raise
        rest = None

    def leave_rest(unit: UnitOfWork) -> None:
        if rest is not None:
            unit.send(rest)

    attempt.finish(leave_rest)


def _is_erased(attempt: Attempt) -> bool:
    """Whether the task's enrollment is gone: its candidate was erased."""
    enrollment_id = attempt.task.payload.get("enrollmentId")
    records, team_id = attempt.adapters.records, attempt.task.team_id
    return enrollment_id is not None and records.find(ENROLLMENT, team_id, enrollment_id) is None


def _rest_of(attempt: Attempt) -> Task | None:
    """Do what there is time for; returns the task that is left, if any."""
    task, adapters = attempt.task, attempt.adapters
    match TaskName(task.name):
        case TaskName.START_ENROLLMENT:
            record = adapters.records.get(ENROLLMENT, task.team_id, task.payload["enrollmentId"]).record
            if record.is_active and record.run == task.payload["run"]:
                Executions(adapters).start(record)
        case TaskName.ADVANCE_ENROLLMENT:
            advance(adapters, task.team_id, task.payload["enrollmentId"], task.payload["stepId"])
        case TaskName.CHECK_ENROLLMENT:
            check(adapters, task.team_id, task.payload["enrollmentId"])
        case TaskName.WAKE_ENROLLMENT:
            wake(adapters, task.payload["token"])
        case TaskName.ASK_MEETING_ANEW | TaskName.UPDATE_BOOKINGS:
            return _rest_of_meeting(attempt)
        case TaskName.STOP_ENROLLMENTS:
            if not stop_enrollments(adapters, task.team_id, task.payload, attempt.has_time):
                return enrollment_tasks.stop(task, adapters.clock.now(), **task.payload)
        case name:
            raise UnknownWork(name, task.id)
    return None


def _rest_of_meeting(attempt: Attempt) -> Task | None:
    """Tell the candidates of a meeting that was changed; returns the task that is left, if any."""
    task, adapters = attempt.task, attempt.adapters
    payload, now = {**task.payload}, adapters.clock.now()
    if task.name == TaskName.UPDATE_BOOKINGS:
        is_done = update_bookings(adapters, task.team_id, payload, attempt.has_time)
        return None if is_done else enrollment_tasks.update_bookings(task, now, **payload)
    if invite_all_after_move(adapters, task.team_id, payload, attempt.has_time):
        return None
    return enrollment_tasks.invite_after_move(task, payload["meetingId"], now, was_held=payload["wasHeld"])
