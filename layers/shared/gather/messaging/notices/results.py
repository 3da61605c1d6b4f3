"""The e-mail that a candidate's results are there, or that the evaluation was given up."""

from gather.messaging.notices.news import read_subject
from gather.messaging.notices.service import Notice
from gather.screening.evaluations import storage as evaluation_storage
from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.table.outbox import ClaimedTask
from gather.wiring import Adapters

_GIVEN_UP = "The answers could not be evaluated. Please read them, and give the scores yourself."


def results_notice(adapters: Adapters, task: ClaimedTask) -> Notice | None:
    """The notice of results, with the score where there is one.

    Three round trips. None when the candidate was erased meanwhile.
    """
    subject = read_subject(adapters, task)
    if subject is None:
        return None
    evaluation = evaluation_storage.find(adapters.records.table, task.team_id, subject.record.id)
    told = f"{subject.name} has completed"
    return subject.notice(
        adapters, f"{told} {subject.title}", f"{told} “{subject.title}”.", *_outcome(evaluation)
    )


def _outcome(evaluation: StoredEvaluation | None) -> tuple[str, ...]:
    if evaluation is None:
        return ()
    if evaluation.score is not None:
        return (f"Score: {evaluation.score} of 100.",)
    return (_GIVEN_UP,) if evaluation.summary_status is SummaryStatus.ERROR else ()
