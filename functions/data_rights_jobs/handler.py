"""The worker of data rights: carries out erasures and exports.

An erasure goes in steps that may be repeated and stop anywhere. What one attempt has no time for is another
task in its place, so that an erasure may be of any size.
"""

from datetime import timedelta

from gather.events.task import TaskName
from gather.rights.erasure.worker import delete_late_uploads, erase, erase_late_writes, give_up_erasure
from gather.rights.export.archive import delete_export, export, give_up_export
from gather.table.unit_of_work import UnitOfWork
from gather.workers.task_runner import Attempt, Policy, TaskWorker
from gather.workers.unknown_work import UnknownWork


def _do(attempt: Attempt) -> None:
    match TaskName(attempt.task.name):
        case TaskName.ERASE_CANDIDATE:
            erase(attempt)
        case TaskName.ERASE_LATE_WRITES:
            erase_late_writes(attempt)
        case TaskName.REMOVE_LATE_UPLOADS:
            delete_late_uploads(attempt)
        case TaskName.EXPORT_CANDIDATE:
            export(attempt)
        case TaskName.REMOVE_EXPORT:
            delete_export(attempt)
        case name:
            raise UnknownWork(name, attempt.task.id)


def _give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    if attempt.task.name == TaskName.EXPORT_CANDIDATE:
        return give_up_export(attempt, unit)
    return attempt.task.name != TaskName.ERASE_CANDIDATE or give_up_erasure(attempt, unit)


handler = TaskWorker(
    "data-rights",
    _do,
    Policy(timedelta(minutes=6)),
    give_up=_give_up,
)
