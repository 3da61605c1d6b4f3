"""Candidate interviews: one candidate's way through one interview.

Interface: Candidate interviews, rule 1.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from gather.content.questions.asked_question import AskedQuestion
from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Conflict
from gather.core.identifiers import new_id, new_token
from gather.core.model import Model
from gather.core.record import Identified, common_fields
from gather.screening.candidate_interviews.consent import StoredConsent
from gather.screening.candidate_interviews.requests import SHARE_DAYS, CreateCandidateInterview
from gather.screening.candidate_interviews.status import BEGINS_FROM, DONE, OPEN, CandidateInterviewStatus
from gather.screening.candidates.delivery_type import DeliveryType
from gather.tenancy.organizations.models import RetainedKind
from gather.webhooks.models import new_secret


class CandidateInterview(Identified):
    """A candidate interview as integrators see it. `status` is null until invited."""

    candidate_id: str
    """The candidate."""
    interview_id: str
    """The interview."""
    status: CandidateInterviewStatus | None = None
    """The status of the candidate interview."""
    invite_token: str
    """The token in the address of the candidate's page."""
    expiry: str
    """Until when the candidate can answer: ISO 8601 in UTC."""
    invite_sent_at: str | None = None
    """When the invite was sent last; null when it never was."""
    external_id: str | None = None
    """The id of the candidate interview in the client's own system."""
    external_redirect_uri: str | None = None
    """Where the candidate is sent after the completion; null for nowhere."""
    webhook_url: str | None = None
    """Where the events of this candidate interview are sent too; null for nowhere."""


class CandidateInterviewRecord(CandidateInterview):
    """The stored candidate interview, with what is never shown.

    `asked` holds the questions from the first answer on, so that later changes of the interview do not
    reach a candidate who has begun. `completion_id` is made by the first completion and names it: the
    event `candidate_interview.completed` is sent once for it. `evaluation_run` counts how often the
    answers were sent to evaluation. `removed_kinds` names what the organization's retention has removed,
    and `transcript_removed_at` is from when on nothing shows the candidate's words any more.
    `share_token` opens the results, until `share_expires_at` where that is set; None once the link was ended.
    `consent` is what the candidate has agreed to. `enrollment` is set when a workflow made it. Unless it
    `is_judged` it is never evaluated: it is for practice or coaching.
    """

    organization_id: str
    team_id: str
    created_by_id: str | None = None
    expiry_days: int
    """For how many days the link is good."""
    delivery_types: tuple[DeliveryType, ...] = ()
    """The ways by which the invite goes out; all that the candidate can be reached by unless sent."""
    invites: int = 0
    remind_at: str | None = None
    reminded_at: str | None = None
    webhook_secret: str | None = None
    share_token: str | None = None
    share_expires_at: str | None = None
    asked: tuple["AskedQuestion", ...] | None = None
    answered: tuple[str, ...] = ()
    taken_at: str | None = None
    """When the candidate completed the interview; null before."""
    completed_at: str | None = None
    completion_id: str | None = None
    evaluation_run: int = 0
    removed_kinds: tuple[str, ...] = ()
    transcript_removed_at: str | None = None
    is_judged: bool = True
    consent: StoredConsent | None = None
    enrollment: "EnrollmentLink | None" = None


class EnrollmentLink(Model):
    """The step of an enrollment that a candidate interview is for. Its messages are those of
    `message_group_id`, the workflow's, where it has them."""

    enrollment_id: str
    step_id: str
    job_id: str
    message_group_id: str | None = None


_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)


def new_candidate_interview(
    request: CreateCandidateInterview, scope: TeamScope, now: datetime, default_expiry_days: int
) -> CandidateInterviewRecord:
    """The candidate interview that a POST asks for, not yet invited; its time begins now."""
    expiry_days = request.expiry_days or default_expiry_days
    return CandidateInterviewRecord(
        **common_fields(scope, now),
        candidate_id=request.candidate_id,
        interview_id=request.interview_id,
        invite_token=new_token(),
        share_token=new_token(),
        expiry_days=expiry_days,
        expiry=timestamp(now + timedelta(days=expiry_days)),
        external_id=request.external_id,
        external_redirect_uri=request.external_redirect_uri,
        webhook_url=request.webhook_url,
        webhook_secret=new_secret() if request.webhook_url else None,
    )


def is_over(record: CandidateInterview, now: datetime) -> bool:
    """Whether the time to answer has passed."""
    return record.status is CandidateInterviewStatus.EXPIRED or record.expiry <= timestamp(now)


def invited(
    record: CandidateInterviewRecord, delivery_types: tuple[DeliveryType, ...], now: datetime
) -> CandidateInterviewRecord:
    """The record with one more invite, to be sent by `delivery_types`.

    Who has begun stays `partially_completed`; an invite after the expiry starts a new one (interface:
    Candidate interviews, rule 7). Raises Conflict when the candidate is done or the record archived.
    """
    check_invitable(record)
    fresh = _reopened(record, now) if is_over(record, now) else record
    begun = fresh.status is CandidateInterviewStatus.PARTIALLY_COMPLETED
    moment = timestamp(now)
    return fresh.changed(
        status=fresh.status if begun else CandidateInterviewStatus.INVITE_SENT,
        invite_sent_at=moment,
        invites=record.invites + 1,
        delivery_types=delivery_types,
        remind_at=_reminder_time(fresh, now),
        updated_at=moment,
    )


def check_invitable(record: CandidateInterviewRecord) -> None:
    """Raises Conflict when no invite makes sense any more."""
    if record.completion_id is not None or record.status in DONE:
        raise Conflict("The candidate has completed this interview.")
    if record.status is CandidateInterviewStatus.ARCHIVED:
        raise Conflict("The candidate interview is archived.")


def _reopened(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record with its whole time before it again, a reminder to come, and uploads that may follow."""
    expiry = timestamp(now + timedelta(days=record.expiry_days))
    removed = tuple(kind for kind in record.removed_kinds if kind != RetainedKind.UPLOADS)
    return record.changed(expiry=expiry, reminded_at=None, removed_kinds=removed)


def _reminder_time(record: CandidateInterviewRecord, now: datetime) -> str | None:
    """Half-way between the invite and the expiry; once reminded, no reminder follows."""
    if record.reminded_at is not None:
        return record.remind_at
    return timestamp(now + (from_timestamp(record.expiry) - now) / 2)


def awaits_reminder(record: CandidateInterviewRecord) -> bool:
    """Whether an invited candidate is still to be reminded; who was invited by no channel never is."""
    return record.remind_at is not None and record.reminded_at is None and bool(record.delivery_types)


def reminded(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record whose reminder is on its way."""
    return record.changed(reminded_at=timestamp(now))


def begun(
    record: CandidateInterviewRecord,
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> CandidateInterviewRecord:
    """The record of a candidate who has answered something: the questions `asked` are fixed from then on.

    `answered` are the ids of those that have an answer. A first answer after an invite makes the interview
    partially completed.
    """
    status = record.status
    if status in BEGINS_FROM:
        status = CandidateInterviewStatus.PARTIALLY_COMPLETED
    return record.changed(asked=asked, answered=tuple(answered), status=status, updated_at=timestamp(now))


def with_questions_fixed(
    record: CandidateInterviewRecord,
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> CandidateInterviewRecord:
    """The record of a candidate who has met the questions `asked` and need not have answered one.

    `answered` are the ids of those that have an answer.
    """
    return record.changed(asked=asked, answered=tuple(answered), updated_at=timestamp(now))


def taken(
    record: CandidateInterviewRecord,
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> CandidateInterviewRecord:
    """The record with everything that the candidate has answered, ready to be completed."""
    return record.changed(asked=asked, answered=tuple(answered), taken_at=timestamp(now))


def completed(record: CandidateInterviewRecord, now: datetime, *, evaluate: bool) -> CandidateInterviewRecord:
    """The record completed, by a completion with a name of its own; `evaluate` starts another run."""
    moment = timestamp(now)
    return record.changed(
        status=CandidateInterviewStatus.NEW_RESPONSE,
        completed_at=moment,
        completion_id=new_id(),
        evaluation_run=record.evaluation_run + int(evaluate),
        share_token=record.share_token or new_token(),
        share_expires_at=timestamp(now + timedelta(days=SHARE_DAYS)),
        updated_at=moment,
    )


def shared(record: CandidateInterviewRecord, days: int, now: datetime) -> CandidateInterviewRecord:
    """The record with a new link to its results, in place of an earlier one. Raises Conflict before the
    completion."""
    if record.completed_at is None:
        raise Conflict("The candidate has not completed this interview.")
    return record.changed(
        share_token=new_token(),
        share_expires_at=timestamp(now + timedelta(days=days)),
        updated_at=timestamp(now),
    )


def unshared(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record without a link to its results; the same one when it has none."""
    if record.share_token is None:
        return record
    return record.changed(share_token=None, share_expires_at=None, updated_at=timestamp(now))


def shared_by(record: CandidateInterviewRecord, now: datetime) -> str | None:
    """The token of the link to the results that is open now, or None."""
    if record.share_expires_at is not None and record.share_expires_at <= timestamp(now):
        return None
    return record.share_token


def with_evaluation_run(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record with another evaluation of the same answers."""
    return record.changed(evaluation_run=record.evaluation_run + 1, updated_at=timestamp(now))


def with_status(
    record: CandidateInterviewRecord, status: CandidateInterviewStatus, now: datetime
) -> CandidateInterviewRecord:
    """The record with a status that a user set.

    One that is opened again after its expiry gets a new expiry, or the next run of the schedule would
    close it.
    """
    opened = _reopened(record, now) if status in OPEN and is_over(record, now) else record
    return opened.changed(status=status, updated_at=timestamp(now))


def expired(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record with its time over."""
    return record.changed(status=CandidateInterviewStatus.EXPIRED, updated_at=timestamp(now))


def earlier(record: CandidateInterviewRecord, passed: timedelta) -> CandidateInterviewRecord:
    """The record as if it had been made so much earlier: its expiry and its reminder are nearer."""
    return record.changed(
        expiry=_earlier(record.expiry, passed),
        remind_at=None if record.remind_at is None else _earlier(record.remind_at, passed),
    )


def _earlier(moment: str, passed: timedelta) -> str:
    return timestamp(max(_EARLIEST, from_timestamp(moment) - passed))


def interview_link(base_url: str, invite_token: str) -> str:
    """The address at which a candidate takes an interview."""
    return f"{base_url}/i/{invite_token}"
