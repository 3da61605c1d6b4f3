"""Enrollments as they are drawn, read from the stack's table: whole, as only a small table can be."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gather.content.interviews.storage import INTERVIEW
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.decisions.models import Decision
from gather.screening.decisions.storage import DECISION
from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.screening.evaluations.storage import EVALUATION
from gather.table import keys
from gather.table.conversion import Item
from gather.table.store import Table
from gather.tenancy.users.storage import USER
from gather.workflow.candidate_meetings.models import CandidateMeeting, CandidateMeetingStatus
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments.models import EnrollmentRecord, EnrollmentStepRecord
from gather.workflow.enrollments.models import execution_name as name_of
from gather.workflow.enrollments.status import UNDER_WAY, StepStatus
from gather.workflow.enrollments.storage import ENROLLMENT
from gather.workflow.jobs.storage import JOB
from gather.workflow.meetings.storage import MEETING
from gather.workflow.templates.models import StepType
from local_stack.pages.enrollments import DecisionView, EnrollmentView, StepView
from local_stack.table.items import items_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

MOST = 200
"""The number of enrollments on the page, newest first."""

Found = dict[keys.Key, Item]
Decisions = Mapping[str, Sequence[Decision]]
"""Decisions by the partition that they stand in, the oldest first."""


class EnrollmentReader:
    """Reads enrollments of all teams."""

    def __init__(self, client: "DynamoDBClient", table_name: str) -> None:
        self._client = client
        self._table_name = table_name
        self._table = Table(client, table_name)

    def newest(self) -> tuple[list[EnrollmentView], int]:
        """The newest enrollments, and how many there are."""
        records = sorted(self._all(), key=lambda record: record.created_at, reverse=True)
        shown = records[:MOST]
        decisions = self._decisions()
        wanted = {key for record in shown for key in (*_named(record), *_deciders(record, decisions))}
        found = self._table.get_many(wanted)
        return [_view(record, found, decisions) for record in shown], len(records)

    def one(self, enrollment_id: str) -> EnrollmentView | None:
        """The enrollment with this id, with everything that is known of its steps."""
        record = next((record for record in self._all() if record.id == enrollment_id), None)
        if record is None:
            return None
        decisions = self._decisions()
        found = self._table.get_many({*_named(record), *_made(record), *_deciders(record, decisions)})
        return _view(record, found, decisions)

    def _all(self) -> Iterator[EnrollmentRecord]:
        for item in items_of(self._client, self._table_name, ENROLLMENT.name):
            yield EnrollmentRecord.model_validate(item)

    def _decisions(self) -> Decisions:
        """All decisions of people."""
        items = sorted(items_of(self._client, self._table_name, DECISION.entity or ""), key=_place)
        found: defaultdict[str, list[Decision]] = defaultdict(list)
        for item in items:
            found[item["pk"]].append(Decision.model_validate(item))
        return found


def _place(item: Item) -> tuple[str, str]:
    return item["pk"], item["sk"]


def _named(record: EnrollmentRecord) -> Iterator[keys.Key]:
    """The candidate and the job of an enrollment, and the content of its steps."""
    yield CANDIDATE.key(record.team_id, record.candidate_id)
    yield JOB.key(record.team_id, record.job_id)
    for step in record.steps:
        yield _artifact(record, step)


def _artifact(record: EnrollmentRecord, step: EnrollmentStepRecord) -> keys.Key:
    kind = MEETING if step.step_type is StepType.MEETING else INTERVIEW
    return kind.key(record.team_id, step.artifact_id)


def _made(record: EnrollmentRecord) -> Iterator[keys.Key]:
    """The records that the steps created: candidate interviews with their evaluations, candidate meetings."""
    for step in record.steps:
        if step.candidate_interview_id is not None:
            yield CANDIDATE_INTERVIEW.key(record.team_id, step.candidate_interview_id)
            yield EVALUATION.key(record.team_id, step.candidate_interview_id)
        if step.candidate_meeting_id is not None:
            yield CANDIDATE_MEETING.key(record.team_id, step.candidate_meeting_id)


def _of_step(
    record: EnrollmentRecord, step: EnrollmentStepRecord, decisions: Decisions
) -> Sequence[Decision]:
    if step.candidate_interview_id is None:
        return ()
    return decisions.get(DECISION.key(record.team_id, step.candidate_interview_id, 0).pk, ())


def _deciders(record: EnrollmentRecord, decisions: Decisions) -> Iterator[keys.Key]:
    """The users who decided about the candidate."""
    for step in record.steps:
        for decision in _of_step(record, step, decisions):
            if decision.user_id is not None:
                yield USER.key(record.organization_id, decision.user_id)


def _view(record: EnrollmentRecord, found: Found, decisions: Decisions) -> EnrollmentView:
    candidate = found.get(CANDIDATE.key(record.team_id, record.candidate_id), {})
    job = found.get(JOB.key(record.team_id, record.job_id), {})
    return EnrollmentView(
        id=record.id,
        candidate=_name(candidate) or "A candidate",
        job=job.get("title", "A job of another team"),
        status=record.status.value,
        begun_at=record.created_at,
        ended_at=record.completed_at,
        execution=name_of(record.id, record.run),
        steps=[_step_view(record, step, found, decisions) for step in record.steps],
    )


def _name(person: Item) -> str:
    return f"{person.get('firstName', '')} {person.get('lastName', '')}".strip()


def _step_view(
    record: EnrollmentRecord, step: EnrollmentStepRecord, found: Found, decisions: Decisions
) -> StepView:
    artifact = found.get(_artifact(record, step), {})
    moments = [(what, moment) for what, moment in _moments(record, step, found) if moment is not None]
    return StepView(
        title=artifact.get("title", step.artifact_id),
        kind=step.step_type.value,
        status=step.status.value,
        score=step.score,
        threshold=step.score_threshold,
        moments=sorted(moments, key=lambda happened: happened[1]),
        waiting=_waiting(record, step, found),
        decisions=[
            DecisionView(decision.decision.value, _decider(record, decision, found), decision.created_at)
            for decision in _of_step(record, step, decisions)
        ],
        waits_for_person=record.is_active and step.waits_for_person,
    )


def _decider(record: EnrollmentRecord, decision: Decision, found: Found) -> str:
    """The name of who decided; a key that nobody owns has none."""
    user_id = decision.user_id
    user = found.get(USER.key(record.organization_id, user_id), {}) if user_id else {}
    return _name(user) or "a key of the team"


def _moments(
    record: EnrollmentRecord, step: EnrollmentStepRecord, found: Found
) -> Iterator[tuple[str, str | None]]:
    yield "Invite sent", step.invite_sent_at
    interview, evaluation = _interview_of(record, step, found)
    if interview is not None:
        yield "Candidate completed", interview.taken_at
        yield "Interview completed", interview.completed_at
        if interview.completed_at is None and interview.status is CandidateInterviewStatus.EXPIRED:
            yield "Invite expired", interview.updated_at
        yield "Invite closed", interview.closed_at
    if evaluation is not None:
        failed = evaluation.summary_status is SummaryStatus.ERROR
        yield "Evaluation failed" if failed else "Answers scored", evaluation.evaluated_at
    meeting = _meeting_of(record, step, found)
    if meeting is not None:
        yield "Candidate confirmed", meeting.confirmed_at
        if meeting.status is CandidateMeetingStatus.EXPIRED:
            yield "Invite expired", meeting.updated_at
    yield "Gate decided" if step.score_threshold is not None else "Step ended", step.completed_at


def _waiting(record: EnrollmentRecord, step: EnrollmentStepRecord, found: Found) -> str | None:
    """The event that the current step waits for."""
    if not record.is_active or step.id != record.current_step_id:
        return None
    if step.status is StepStatus.PENDING:
        return f"The invite goes out at {_plain(step.send_at)}" if step.send_at else None
    if step.waits_for_person:
        return "Waiting for a person's decision"
    if step.status is StepStatus.WAITING_FOR_EVALUATION:
        _, evaluation = _interview_of(record, step, found)
        if evaluation is not None and evaluation.may_be_run_again:
            return "Waiting for an evaluation that somebody has run again, or for a person's scores"
        return "Waiting for the score"
    if step.status not in UNDER_WAY:
        return None
    interview, _ = _interview_of(record, step, found)
    meeting = _meeting_of(record, step, found)
    expiry = interview.expiry if interview else meeting.expiry if meeting else None
    return f"Waiting for the candidate until {_plain(expiry)}"


def _plain(moment: str | None) -> str:
    return (moment or "").replace("T", " ")[:19]


def _interview_of(
    record: EnrollmentRecord, step: EnrollmentStepRecord, found: Found
) -> tuple[CandidateInterviewRecord | None, StoredEvaluation | None]:
    if step.candidate_interview_id is None:
        return None, None
    item = found.get(CANDIDATE_INTERVIEW.key(record.team_id, step.candidate_interview_id))
    scored = found.get(EVALUATION.key(record.team_id, step.candidate_interview_id))
    return (
        CandidateInterviewRecord.model_validate(item) if item else None,
        StoredEvaluation.model_validate(scored) if scored else None,
    )


def _meeting_of(
    record: EnrollmentRecord, step: EnrollmentStepRecord, found: Found
) -> CandidateMeeting | None:
    if step.candidate_meeting_id is None:
        return None
    item = found.get(CANDIDATE_MEETING.key(record.team_id, step.candidate_meeting_id))
    return CandidateMeeting.model_validate(item) if item else None
