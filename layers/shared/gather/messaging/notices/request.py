"""The e-mail that a candidate asked for something."""

from typing import Final

from gather.core.bidi import isolate
from gather.core.errors import NotFound
from gather.core.language import DEFAULT_LANGUAGE
from gather.messaging.notices.news import read_subject
from gather.messaging.notices.service import Notice
from gather.screening.candidate_requests import storage as request_storage
from gather.screening.candidate_requests.models import CandidateRequestKind
from gather.table.outbox import ClaimedTask
from gather.wiring import Adapters

_ASKS: Final = {
    CandidateRequestKind.MORE_TIME: "asks for more time",
    CandidateRequestKind.OTHER_FORMAT: "asks for another way to be interviewed",
    CandidateRequestKind.QUESTION: "has a question",
    CandidateRequestKind.WITHDRAW: "has withdrawn",
}


def request_notice(adapters: Adapters, task: ClaimedTask) -> Notice | None:
    """The notice of a request, with the candidate's words and the way to answer.

    Three round trips. None when the candidate was erased meanwhile.
    """
    subject = read_subject(adapters, task)
    if subject is None:
        return None
    try:
        request = request_storage.get(
            adapters.records.table, task.team_id, subject.record.id, task.payload["requestId"]
        )
    except NotFound:
        return None
    asks = f"{subject.name} {_ASKS[request.kind]}"
    said = [f"“{isolate(request.text, DEFAULT_LANGUAGE)}”"] if request.text else []
    answer = f"You reach the candidate at {subject.candidate.email or subject.candidate.phone}."
    return subject.notice(adapters, f"{asks}: {subject.title}", f"{asks}: “{subject.title}”.", *said, answer)
