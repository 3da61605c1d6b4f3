"""Candidate interviews: one candidate's way through one interview.

Interface: Candidate interviews, rule 1.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from gather.content.questions.asked_question import AskedQuestion
from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Conflict, Gone
from gather.core.identifiers import new_id, new_token
from gather.core.model import Model
from gather.core.record import Identified, common_fields
from gather.screening.candidate_interviews.consent import StoredConsent
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidate_interviews.share_link import SHARE_DAYS
from gather.screening.candidate_interviews.status import (
    DONE,
    OPEN,
    TRANSITIONS,
    CandidateInterviewStatus,
    StatusEvent,
    next_status,
)
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.decisions.models import DecisionWord
from gather.tenancy.organizations.models import RetainedKind
from gather.webhooks.models import new_secret

REQUEST_DAYS: Final = 30
"""For so many days after the end of an unfinished interview the candidate can still ask the team."""
MOST_REQUESTS: Final = 10


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
    completed_at: str | None = None
    """When the candidate completed the interview; null before."""
    score: int | None = None
    """The score of the results, from 0 to 100; null without one."""
    job_id: str | None = None
    """The job of the enrollment that the interview is for; null unless it is for one."""

    def is_over(self, now: datetime) -> bool:
        """Whether the time to answer has passed."""
        return self.status is CandidateInterviewStatus.EXPIRED or self.expiry <= timestamp(now)


class CandidateInterviewRecord(CandidateInterview):
    """The stored candidate interview, with the fields that no response shows.

    A method that changes something returns a changed copy:

        completed = candidate_interview.submit(asked, answered, now).complete(now, evaluate=True)

    `asked` holds the questions from the first answer on, so that later changes of the interview do not
    reach a candidate who has begun. `completion_id` is made by the first completion and names it: the
    event `candidate_interview.completed` is sent once for it. `evaluation_run` counts how often the
    answers were sent to evaluation. `removed_kinds` names what the organization's retention has removed,
    and `transcript_removed_at` is from when on nothing shows the candidate's words any more.
    `share_token` opens the results, until `share_expires_at` where that is set; None once the link was ended.
    `consent` is what the candidate has agreed to. `enrollment` is set when a workflow made it, `order_id`
    when a recruiting suite ordered it that is told what becomes of it. Unless it `is_judged` it is never
    evaluated: it is for practice or coaching.
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
    """When the candidate had answered everything last; null before."""
    completion_id: str | None = None
    evaluation_run: int = 0
    removed_kinds: tuple[str, ...] = ()
    transcript_removed_at: str | None = None
    is_judged: bool = True
    consent: StoredConsent | None = None
    enrollment: "EnrollmentLink | None" = None
    order_id: str | None = None
    decision: DecisionWord | None = None
    """What people have decided last; null before."""
    decisions: int = 0
    """How many decisions there are."""
    closed_at: str | None = None
    """When a decision or the candidate closed the invite; null while it is open."""
    withdrawn_at: str | None = None
    """When the candidate withdrew; null unless they did."""
    requests: int = 0
    """How often the candidate has asked the team for something."""
    results_at: str | None = None
    """When the results were there first, or the evaluation was given up; null before."""
    awaits_decision_at: str | None = None
    """Since when the results wait for a person's decision; null when they do not."""

    def is_over(self, now: datetime) -> bool:
        """Whether the candidate can answer no more: the time has passed, or the invite is closed."""
        return self.closed_at is not None or super().is_over(now)

    def invite(self, delivery_types: tuple[DeliveryType, ...], now: datetime) -> "CandidateInterviewRecord":
        """Count one more invite, which goes out by `delivery_types`.

        A candidate who has begun stays `partially_completed`. An invite after the expiry sets a new expiry
        (interface: Candidate interviews, rule 7). Raises Conflict when the candidate is done or the record
        archived.
        """
        self.check_invitable()
        fresh = self._reopen(self._whole_time(now)) if self.is_over(now) else self
        moment = timestamp(now)
        return fresh.changed(
            status=next_status(self.status, StatusEvent.INVITE),
            invite_sent_at=moment,
            invites=self.invites + 1,
            delivery_types=delivery_types,
            remind_at=fresh._reminder_time(now),
            updated_at=moment,
        )

    def check_invitable(self) -> None:
        """Raises Conflict when no invite makes sense any more."""
        if self.completion_id is not None or self.status in DONE:
            raise Conflict("The candidate has completed this interview.")
        if StatusEvent.INVITE not in TRANSITIONS[self.status]:
            raise Conflict("The candidate interview is archived.")

    def _whole_time(self, now: datetime) -> str:
        return timestamp(now + timedelta(days=self.expiry_days))

    def _reopen(self, expiry: str) -> "CandidateInterviewRecord":
        """Give the candidate time again until `expiry`, with a reminder and uploads to come."""
        removed = tuple(kind for kind in self.removed_kinds if kind != RetainedKind.UPLOADS)
        return self.changed(
            expiry=expiry, closed_at=None, withdrawn_at=None, reminded_at=None, removed_kinds=removed
        )

    def _reminder_time(self, now: datetime) -> str | None:
        """The time half-way between the invite and the expiry. A candidate is reminded once."""
        if self.reminded_at is not None:
            return self.remind_at
        return timestamp(now + (from_timestamp(self.expiry) - now) / 2)

    def awaits_reminder(self) -> bool:
        """Whether an invited candidate is still to be reminded: never after an invite by no channel."""
        is_to_come = self.remind_at is not None and self.reminded_at is None and self.closed_at is None
        return is_to_come and bool(self.delivery_types)

    def remind(self, now: datetime) -> "CandidateInterviewRecord":
        """Record that the reminder is on its way."""
        return self.changed(reminded_at=timestamp(now))

    def begin(
        self,
        asked: tuple[AskedQuestion, ...],
        answered: Iterable[str],
        now: datetime,
    ) -> "CandidateInterviewRecord":
        """Record that the candidate has answered something, and fix the questions `asked` from then on.

        `answered` are the ids of the questions that have an answer. The first answer after an invite makes
        the interview `partially_completed`.
        """
        return self.changed(
            asked=asked,
            answered=tuple(answered),
            status=next_status(self.status, StatusEvent.ANSWER),
            updated_at=timestamp(now),
        )

    def fix_questions(
        self,
        asked: tuple[AskedQuestion, ...],
        answered: Iterable[str],
        now: datetime,
    ) -> "CandidateInterviewRecord":
        """Fix the questions `asked` for a candidate who has seen them and may have answered none.

        `answered` are the ids of the questions that have an answer.
        """
        return self.changed(asked=asked, answered=tuple(answered), updated_at=timestamp(now))

    def submit(
        self,
        asked: tuple[AskedQuestion, ...],
        answered: Iterable[str],
        now: datetime,
    ) -> "CandidateInterviewRecord":
        """Record everything that the candidate has answered, so that the interview can be completed."""
        return self.changed(asked=asked, answered=tuple(answered), taken_at=timestamp(now))

    def complete(self, now: datetime, *, evaluate: bool) -> "CandidateInterviewRecord":
        """Complete the interview under a new completion id. `evaluate` counts another evaluation run."""
        moment = timestamp(now)
        return self.changed(
            status=next_status(self.status, StatusEvent.COMPLETE),
            completed_at=moment,
            completion_id=new_id(),
            evaluation_run=self.evaluation_run + int(evaluate),
            share_token=self.share_token or new_token(),
            share_expires_at=timestamp(now + timedelta(days=SHARE_DAYS)),
            updated_at=moment,
        )

    def share(self, days: int, now: datetime) -> "CandidateInterviewRecord":
        """Replace the link to the results with a new one, open for `days` days.

        Raises Conflict before the completion.
        """
        if self.completed_at is None:
            raise Conflict("The candidate has not completed this interview.")
        return self.changed(
            share_token=new_token(),
            share_expires_at=timestamp(now + timedelta(days=days)),
            updated_at=timestamp(now),
        )

    def end_share_link(self, now: datetime) -> "CandidateInterviewRecord":
        """End the link to the results. Returns the same record when it has no link."""
        if self.share_token is None:
            return self
        return self.changed(share_token=None, share_expires_at=None, updated_at=timestamp(now))

    def open_share_token(self, now: datetime) -> str | None:
        """The token of the link to the results that is open now, or None."""
        if self.share_expires_at is not None and self.share_expires_at <= timestamp(now):
            return None
        return self.share_token

    def begin_evaluation_run(self, now: datetime) -> "CandidateInterviewRecord":
        """Count another evaluation of the same answers."""
        return self.changed(evaluation_run=self.evaluation_run + 1, updated_at=timestamp(now))

    def change_status(self, status: CandidateInterviewStatus, now: datetime) -> "CandidateInterviewRecord":
        """Set a status that a user chose. Raises ValueError for `expired`.

        A record that is opened again after its expiry gets a new expiry. Without it the next run of the
        schedule would close the record.
        """
        opened = self._reopen(self._whole_time(now)) if status in OPEN and self.is_over(now) else self
        return opened.changed(
            status=next_status(self.status, StatusEvent.CHOOSE, status), updated_at=timestamp(now)
        )

    def decide(self, decision: DecisionWord, now: datetime) -> "CandidateInterviewRecord":
        """Count a decision of a person, which is the newest. A rejection closes an invite that is open."""
        decided = self.changed(
            decision=decision,
            decisions=self.decisions + 1,
            awaits_decision_at=None,
            updated_at=timestamp(now),
        )
        return decided.close(now) if decision is DecisionWord.REJECT else decided

    def receive_results(self, now: datetime) -> "CandidateInterviewRecord":
        """Record that the results are there, or that the evaluation was given up.

        Where no gate asks for a score, a person decides then. Nobody judges a practice.
        """
        moment = timestamp(now)
        fresh = self.changed(results_at=self.results_at or moment, updated_at=moment)
        is_gated = self.enrollment is not None and self.enrollment.is_gated
        return fresh if is_gated else fresh.await_decision(now)

    def judge(self, score: int | None, now: datetime) -> "CandidateInterviewRecord":
        """Record the score of the results. Returns the same record when it is the one before."""
        return self if score == self.score else self.changed(score=score, updated_at=timestamp(now))

    def await_decision(self, now: datetime) -> "CandidateInterviewRecord":
        """Have the results wait for a person's decision: the first one, or another one after a hold.

        Returns the same record when nobody is to decide, or it waits already.
        """
        is_open = self.decision in (None, DecisionWord.HOLD) and self.withdrawn_at is None
        if not self.is_judged or not is_open or self.awaits_decision_at is not None:
            return self
        return self.changed(awaits_decision_at=timestamp(now))

    @property
    def awaits_start(self) -> bool:
        """Whether the candidate has an open invite and has not begun."""
        is_invited = self.status is CandidateInterviewStatus.INVITE_SENT and self.closed_at is None
        return is_invited and self.asked is None and not self.answered

    def close(self, now: datetime) -> "CandidateInterviewRecord":
        """Close the invite. Returns the same record when it was completed or is closed."""
        if self.completed_at is not None or self.closed_at is not None:
            return self
        return self.changed(closed_at=timestamp(now), updated_at=timestamp(now))

    def open_again(self, now: datetime) -> "CandidateInterviewRecord":
        """Open an invite that was closed. Returns the same record when it is not closed."""
        if self.closed_at is None:
            return self
        return self.changed(closed_at=None, updated_at=timestamp(now))

    def extend(self, expiry: str, now: datetime) -> "CandidateInterviewRecord":
        """Give the candidate time until `expiry`, which is after `now`; also after the time has passed.

        The status is then again what it was before it was `expired`. The reminder comes half-way to the new
        expiry, unless the candidate was reminded within the same time. Raises Conflict when the candidate is
        done or the record archived.
        """
        self.check_invitable()
        fresh = self._reopen(expiry) if self.is_over(now) else self.changed(expiry=expiry)
        extended = fresh.changed(
            remind_at=fresh._reminder_time(now) if self.remind_at is not None else None,
            updated_at=timestamp(now),
        )
        if self.status is not CandidateInterviewStatus.EXPIRED:
            return extended
        has_begun = bool(self.answered)
        before = (
            CandidateInterviewStatus.PARTIALLY_COMPLETED
            if has_begun
            else CandidateInterviewStatus.INVITE_SENT
        )
        return extended.changed(status=next_status(self.status, StatusEvent.EXTEND, before))

    @property
    def ends_by_score(self) -> bool:
        """Whether a low score ends the candidate's enrollment without a person."""
        return self.is_judged and self.enrollment is not None and self.enrollment.ends_by_score

    def takes_requests(self, now: datetime) -> bool:
        """Whether the candidate can still ask the team: while it is open or completed, and then for
        REQUEST_DAYS."""
        end = min(self.expiry, self.closed_at or self.expiry)
        return self.completed_at is not None or end > timestamp(now - timedelta(days=REQUEST_DAYS))

    def count_request(self, now: datetime) -> "CandidateInterviewRecord":
        """Count a request of the candidate to the team.

        Raises Gone when an unfinished interview has been over for longer than REQUEST_DAYS, and Conflict
        after MOST_REQUESTS.
        """
        if not self.takes_requests(now):
            raise Gone("This invite has expired.")
        if self.requests >= MOST_REQUESTS:
            raise Conflict(f"There are {MOST_REQUESTS} requests already, which is the most.")
        return self.changed(requests=self.requests + 1)

    def withdraw(self, now: datetime) -> "CandidateInterviewRecord":
        """End the candidate's part in it by the candidate's own wish. What was completed stays as it is."""
        moment = timestamp(now)
        withdrawn = self.changed(withdrawn_at=moment, awaits_decision_at=None, updated_at=moment)
        if self.completed_at is not None:
            return withdrawn
        return withdrawn.close(now).changed(status=next_status(self.status, StatusEvent.WITHDRAW))

    def expire(self, now: datetime) -> "CandidateInterviewRecord":
        """Set the status `expired`. Raises ValueError unless the status is one of OPEN."""
        return self.changed(status=next_status(self.status, StatusEvent.EXPIRE), updated_at=timestamp(now))

    def let_time_pass(self, passed: timedelta) -> "CandidateInterviewRecord":
        """Move the expiry and the reminder nearer, as if the record had been made `passed` earlier."""
        return self.changed(
            expiry=_earlier(self.expiry, passed),
            remind_at=None if self.remind_at is None else _earlier(self.remind_at, passed),
        )


class EnrollmentLink(Model):
    """The step of an enrollment that a candidate interview is for. Its messages are those of
    `message_group_id`, the workflow's, where it has them. `ends_by_score` says that a score below the step's
    threshold ends the enrollment without a person."""

    enrollment_id: str
    step_id: str
    job_id: str
    message_group_id: str | None = None
    is_gated: bool = False
    """Whether the step has a gate that asks for a score."""
    ends_by_score: bool = False


_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)


def new_candidate_interview(
    request: CreateCandidateInterview, scope: TeamScope, now: datetime, default_expiry_days: int
) -> CandidateInterviewRecord:
    """Create the candidate interview that a POST asks for, without an invite. Its time begins now."""
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


def _earlier(moment: str, passed: timedelta) -> str:
    return timestamp(max(_EARLIEST, from_timestamp(moment) - passed))


def help_link(base_url: str, invite_token: str) -> str:
    """The address at which a candidate asks the team for something: the help of the page."""
    return f"{interview_link(base_url, invite_token)}#help"


def interview_link(base_url: str, invite_token: str) -> str:
    """The address at which a candidate takes an interview."""
    return f"{base_url}/i/{invite_token}"
