"""The use case of the review queue: what waits for the team, or for a candidate.

part = service.read_queue(records, team, ReviewFilter(kind=ReviewKind.GATE), after="", size=50, now=now)
part.items[0].since
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.review_kind import ReviewKind
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_requests.models import StoredCandidateRequest
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.evaluations.models import StoredEvaluation
from gather.screening.evaluations.storage import EVALUATION
from gather.table.concurrency import Started
from gather.table.conversion import Item
from gather.table.keys import Key
from gather.table.readable import readable
from gather.table.records import Records
from gather.table.review import ReviewEntry, Waiting, count_review, next_review, read_review
from gather.table.store import Table
from gather.workflow.candidate_meetings.models import CandidateMeeting
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.jobs.models import JobRecord
from gather.workflow.jobs.storage import JOB
from gather.workflow.review_queue.models import WAITERS, ReviewItem, Waiter

SOON: Final = timedelta(days=3)
"""How long before its expiry an invite that nobody began stands in the queue."""


@dataclass(frozen=True, slots=True)
class ReviewFilter:
    """The items that a request asks for: those of all members that are not None.

    Who may not approve a job is not waited for by one.
    """

    kind: ReviewKind | None = None
    job_id: str | None = None
    waiting_for: Waiter | None = None
    may_approve: bool = True

    @classmethod
    def of(cls, parameters: Mapping[str, str], *, may_approve: bool) -> "ReviewFilter":
        """The filter of query parameters, which were checked."""
        kind, waiting_for = parameters.get("kind"), parameters.get("waitingFor")
        return cls(
            kind=ReviewKind(kind) if kind else None,
            job_id=parameters.get("jobId"),
            waiting_for=Waiter(waiting_for) if waiting_for else None,
            may_approve=may_approve,
        )

    def includes(self, kind: ReviewKind) -> bool:
        """Whether items of a kind wait for whom the request names."""
        if self.waiting_for is None:
            return True
        is_theirs = kind is not ReviewKind.APPROVAL or self.may_approve
        return is_theirs and self.waiting_for is WAITERS[kind]


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """A part of the queue. `counts` are of the whole of it, of all kinds; `last` is the place of the last
    item, None when no more follow."""

    items: list[ReviewItem]
    counts: Mapping[ReviewKind, int]
    last: str | None


def read_queue(
    records: Records, team: TeamScope, wanted: ReviewFilter, *, after: str, size: int, now: datetime
) -> ReviewPart:
    """Read `size` items that follow the place `after`, empty for the beginning.

    Three round trips, beside which up to a hundred thousand of a kind are counted. Raises NotFound for an
    absent job.
    """
    job = records.table.start(lambda: _find_job(records, team, wanted.job_id))
    started = [
        records.table.start(_reading(records.table, team.team_id, kind, wanted, after, size + 1, now))
        for kind in filter(wanted.includes, ReviewKind)
    ]
    waiting = [reading.result() for reading in started]
    if wanted.job_id is not None and job.result() is None:
        raise NotFound(JOB.resource, wanted.job_id, "jobId")
    following = [entry for each in waiting for entry in each.following]
    part = following[:size]
    subjects = _read_subjects(records.table, part)
    items = _items(records, team.team_id, part, subjects)
    counts = {each.kind: each.count.result() for each in waiting}
    # The index is a moment behind the records: what has left the queue meanwhile is not shown.
    left = Counter(entry.kind for entry in part if entry.key not in subjects)
    last = part[-1].place if len(following) > size else None
    return ReviewPart(items, {kind: counts.get(kind, 0) - left[kind] for kind in ReviewKind}, last)


def _find_job(records: Records, team: TeamScope, job_id: str | None) -> object:
    return None if job_id is None else records.find(JOB, team.team_id, job_id)


@dataclass(frozen=True, slots=True)
class _OfOneKind:
    """Of what waits for one reason: the first that follow a place, and how many there are of all."""

    kind: ReviewKind
    following: list[ReviewEntry]
    count: Started[int]


def _reading(
    table: Table, team_id: str, kind: ReviewKind, wanted: ReviewFilter, after: str, size: int, now: datetime
) -> Callable[[], _OfOneKind]:
    soon = (timestamp(now), timestamp(now + SOON)) if kind is ReviewKind.INVITE else None
    waiting = Waiting(team_id, kind, wanted.job_id, soon)
    is_listed = wanted.kind in (None, kind)
    # The index has invites in the order of their expiry, and nothing by its job.
    if is_listed and (soon is not None or wanted.job_id is not None):
        return lambda: _read_whole(table, waiting, after, size)
    return lambda: _read_next(table, waiting, after, size if is_listed else 0)


def _read_whole(table: Table, waiting: Waiting, after: str, size: int) -> _OfOneKind:
    entries = sorted(read_review(table, waiting), key=lambda entry: entry.place)
    following = [entry for entry in entries if entry.place > after][:size]
    return _OfOneKind(waiting.kind, following, table.start(lambda: len(entries)))


def _read_next(table: Table, waiting: Waiting, after: str, size: int) -> _OfOneKind:
    """Read the next and begin to count, which may last longer than all that is read of the next."""
    count = table.start(lambda: count_review(table, waiting))
    following = next_review(table, waiting, after=after, size=size) if size else []
    return _OfOneKind(waiting.kind, following, count)


@dataclass(frozen=True, slots=True)
class _Subject:
    """The ids by which an item is described."""

    candidate_id: str | None = None
    candidate_interview_id: str | None = None
    interview_id: str | None = None


_SCORED: Final = frozenset({ReviewKind.GATE, ReviewKind.DECISION})


def _of_enrollment(item: Item) -> _Subject:
    record = EnrollmentRecord.model_validate(item)
    return _Subject(record.candidate_id, record.current.candidate_interview_id)


def _of_candidate_interview(item: Item) -> _Subject:
    record = CandidateInterviewRecord.model_validate(item)
    return _Subject(record.candidate_id, record.id, record.interview_id)


def _of_request(item: Item) -> _Subject:
    request = StoredCandidateRequest.model_validate(item)
    return _Subject(request.candidate_id, request.candidate_interview_id, request.interview_id)


def _of_meeting(item: Item) -> _Subject:
    return _Subject(CandidateMeeting.model_validate(item).candidate_id)


def _of_job(_item: Item) -> _Subject:
    return _Subject()


_SUBJECTS: Final[Mapping[ReviewKind, Callable[[Item], _Subject]]] = {
    ReviewKind.REQUEST: _of_request,
    ReviewKind.GATE: _of_enrollment,
    ReviewKind.DECISION: _of_candidate_interview,
    ReviewKind.MEETING: _of_meeting,
    ReviewKind.APPROVAL: _of_job,
    ReviewKind.INVITE: _of_candidate_interview,
}


def _read_subjects(table: Table, entries: Iterable[ReviewEntry]) -> dict[Key, _Subject]:
    """The subjects of those entries whose records still wait, by the records' keys. One round trip."""
    found = table.get_many([entry.key for entry in entries])
    return {
        entry.key: _SUBJECTS[entry.kind](found[entry.key])
        for entry in entries
        if entry.key in found and _still_waits(entry, found[entry.key])
    }


def _still_waits(entry: ReviewEntry, item: Item) -> bool:
    return item.get("reviewSince") == entry.since and item["reviewPk"].endswith(f"#{entry.kind.value}")


@dataclass(frozen=True, slots=True)
class _Details:
    """What is shown of the subjects."""

    candidates: Mapping[str, Candidate]
    jobs: Mapping[str, JobRecord]
    interviews: Mapping[str, InterviewDetail]
    evaluations: Mapping[str, StoredEvaluation]


def _items(
    records: Records, team_id: str, entries: Iterable[ReviewEntry], subjects: Mapping[Key, _Subject]
) -> list[ReviewItem]:
    """The items of the entries that still wait. One round trip."""
    there = [(entry, subjects[entry.key]) for entry in entries if entry.key in subjects]
    details = _read_details(records, team_id, there)
    return [item for entry, subject in there for item in _item(entry, subject, details)]


def _read_details(records: Records, team_id: str, there: Iterable[tuple[ReviewEntry, _Subject]]) -> _Details:
    """Read what is shown, kind by kind side by side. One round trip."""
    start = records.table.start
    candidate_ids = {subject.candidate_id for _, subject in there if subject.candidate_id}
    job_ids = {entry.job_id for entry, _ in there if entry.job_id}
    interview_ids = {
        subject.interview_id for entry, subject in there if subject.interview_id and not entry.job_id
    }
    scored = {
        EVALUATION.key(team_id, subject.candidate_interview_id): subject.candidate_interview_id
        for entry, subject in there
        if entry.kind in _SCORED and subject.candidate_interview_id
    }
    candidates = start(lambda: records.get_readable(CANDIDATE, team_id, candidate_ids))
    jobs = start(lambda: records.get_readable(JOB, team_id, job_ids))
    interviews = start(lambda: records.get_readable(INTERVIEW, team_id, interview_ids))
    evaluations = {
        scored[key]: evaluation
        for key, item in records.table.get_many(scored).items()
        for evaluation in readable(StoredEvaluation, [item])
    }
    return _Details(candidates.result(), jobs.result(), interviews.result(), evaluations)


def _item(entry: ReviewEntry, subject: _Subject, details: _Details) -> Iterator[ReviewItem]:
    """The item of an entry; none where its candidate was erased meanwhile."""
    candidate = details.candidates.get(subject.candidate_id or "")
    if subject.candidate_id is not None and candidate is None:
        return
    job = details.jobs.get(entry.job_id or "")
    interview = details.interviews.get(subject.interview_id or "")
    evaluation = details.evaluations.get(subject.candidate_interview_id or "")
    yield ReviewItem(
        kind=entry.kind,
        candidate_interview_id=subject.candidate_interview_id,
        candidate_id=subject.candidate_id,
        candidate_name=candidate.full_name if candidate else None,
        job_id=entry.job_id,
        title=job.title if job else interview.display_name if interview else None,
        since=entry.since,
        score=evaluation.score if evaluation else None,
    )
