"""Enrollments: one candidate's way through the steps of a job's workflow (interface: Enrollments, rule 4).

The record is the truth; the state machine that moves it only asks what is next. An enrollment keeps
the steps that its template had when it began.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.identifiers import derived_id
from gather.core.model import LeftOutWhenNull, Model
from gather.core.record import Identified, common_fields
from gather.core.tenant import TenantId
from gather.workflow.enrollments.gate import Gate, Observation
from gather.workflow.enrollments.status import (
    OVER,
    PASSED_ENDS,
    RESENDABLE,
    TRANSITIONS,
    EnrollmentStatus,
    StepStatus,
)
from gather.workflow.templates.models import GateMode, StepType, WorkflowStep, WorkflowTemplate


class EnrollmentStep(Model):
    """A step of an enrollment as integrators see it; `step_id` is the template's, `id` its own."""

    id: str
    """The candidate's own step."""
    step_id: str
    """The template's step."""
    position: int
    """The step's place, counted from 1."""
    step_type: StepType
    """The kind of step."""
    artifact_id: str
    """The interview or the meeting that the candidate is invited to."""
    status: StepStatus = StepStatus.PENDING
    """How far it is."""
    candidate_interview_id: Annotated[str | None, LeftOutWhenNull] = None
    """The step's candidate interview; null for a meeting and before the invite."""
    candidate_meeting_id: Annotated[str | None, LeftOutWhenNull] = None
    """The step's meeting; null for an interview and before the invite."""
    invite_sent_at: str | None = None
    """When the invite was sent last; null before."""
    score: int | float | None = None
    """The score that the gate was decided by; null before."""
    score_threshold: int | float | None = None
    """The score that the gate asks for; null for no gate."""
    completed_at: str | None = None
    """When it was completed; null before."""

    @property
    def is_over(self) -> bool:
        """Whether the step has its end."""
        return self.status in OVER


class EnrollmentStepRecord(EnrollmentStep):
    """The stored step. `send_at` is the moment from which its invite may go out, set when it is reached."""

    gate_mode: GateMode = GateMode.AUTOMATIC
    send_delay_minutes: int | float = 0
    send_at: str | None = None
    waiting_since: str | None = None
    """Since when the step waits for a score or a person; null when it does not, or never did."""

    @property
    def gate(self) -> Gate:
        """The gate after the step."""
        return Gate(self.score_threshold, self.gate_mode)

    @property
    def waits_for_person(self) -> bool:
        """Whether the score is below the threshold, and a person decides what follows from it."""
        return self.status is StepStatus.WAITING_FOR_EVALUATION and self.score is not None

    def reach(self, now: datetime) -> "EnrollmentStepRecord":
        """Set from when the step's invite may go out: after the step's delay."""
        return self.changed(send_at=timestamp(now + timedelta(minutes=self.send_delay_minutes)))


class Enrollment(Identified):
    """An enrollment as integrators see it. `assignment_id` names what governed the job at the time."""

    job_id: str
    """The job."""
    candidate_id: str
    """The candidate."""
    template_id: str
    """The workflow template."""
    assignment_id: str | None = None
    """The assignment that the enrollment came from; null when it is gone."""
    status: EnrollmentStatus = EnrollmentStatus.ACTIVE
    current_step_id: str | None = None
    """The step that the candidate is at; null when all are over."""
    completed_at: str | None = None
    steps: tuple[EnrollmentStep, ...] = ()
    """The steps, in their order."""


class EnrollmentRecord(Enrollment):
    """The stored enrollment.

    `run` counts its executions: what an earlier one still does has no effect. `run_at` is the time at which
    this one was asked for. `fruitless_runs` counts those in a row that came to nothing. `task_token` is that
    of the execution that waits for the current step's end. `attention_at` is the time at which the recovery
    worker checks the enrollment.
    """

    organization_id: TenantId
    team_id: TenantId
    created_by_id: str | None = None
    message_group_id: str | None = None
    rejection_delay_minutes: int | float | None = None
    run: int = 1
    run_at: str
    fruitless_runs: int = 0
    task_token: str | None = None
    attention_at: str | None = None
    steps: tuple[EnrollmentStepRecord, ...] = ()

    @property
    def is_active(self) -> bool:
        """Whether it goes on."""
        return self.status is EnrollmentStatus.ACTIVE

    @property
    def current(self) -> EnrollmentStepRecord:
        """The step that the candidate is at, or was at last."""
        return next(step for step in self.steps if step.id == self.current_step_id)

    @property
    def next_step(self) -> EnrollmentStepRecord | None:
        """The step after the current one."""
        place = self.steps.index(self.current) + 1
        return self.steps[place] if place < len(self.steps) else None

    def step(self, step_id: str) -> EnrollmentStepRecord | None:
        """The step with this id of the enrollment's own, or None."""
        return next((step for step in self.steps if step.id == step_id), None)

    def with_step(self, changed: EnrollmentStepRecord) -> "EnrollmentRecord":
        """The record with one of its steps replaced."""
        return self.changed(steps=tuple(changed if step.id == changed.id else step for step in self.steps))

    def proceed(self, now: datetime, waited_until: str | None = None) -> "tuple[EnrollmentRecord, Action]":
        """Go on from a step that is over, and say what is next. Asked again it returns the same.

        `waited_until` is the end of the wait that the execution has behind it: it is not waited for twice,
        whatever this machine's clock says.
        """
        if not self.is_active:
            return self, Action(ActionName.END)
        if self.current.status is StepStatus.FAILED:
            return self.end(EnrollmentStatus.FAILED, now), Action(ActionName.END)
        record = self
        if self.current.is_over:
            following = self.next_step
            if following is None:
                return self.end(EnrollmentStatus.COMPLETED, now), Action(ActionName.END)
            record = self.with_step(following.reach(now)).changed(
                current_step_id=following.id, task_token=None, updated_at=timestamp(now)
            )
        step = record.current
        if step.status is not StepStatus.PENDING:
            return record, Action(ActionName.AWAIT)
        if step.send_at is not None and step.send_at != waited_until and step.send_at > timestamp(now):
            return record, Action(ActionName.WAIT, step.send_at)
        return record, Action(ActionName.INVITE)

    def observe(self, step_id: str, observation: Observation, now: datetime) -> "EnrollmentRecord":
        """Record what a step's candidate has done. Returns the same record when nothing follows from it.

        A step that is over stays as it is, whatever comes later; only a score that it was not decided by is
        recorded, even after the enrollment's end.
        """
        step = self.step(step_id)
        if step is None:
            return self
        if step.is_over:
            if step.score is not None or step.score_threshold is not None or observation.score is None:
                return self
            return self._with_score(step, observation.score, now)
        if not self.is_active:
            return self
        status = step.gate.decide(step.status, observation)
        if status is step.status:
            return self if observation.score == step.score else self._with_score(step, observation.score, now)
        if status not in TRANSITIONS[step.status]:
            return self
        moment = timestamp(now)
        changed = step.changed(
            status=status,
            score=observation.score,
            completed_at=moment if status in OVER else None,
            waiting_since=moment if status is StepStatus.WAITING_FOR_EVALUATION else step.waiting_since,
        )
        return self.with_step(changed).changed(updated_at=moment)

    def _with_score(
        self, step: EnrollmentStepRecord, score: int | float | None, now: datetime
    ) -> "EnrollmentRecord":
        return self.with_step(step.changed(score=score)).changed(updated_at=timestamp(now))

    def invite(
        self,
        now: datetime,
        *,
        candidate_interview_id: str | None = None,
        candidate_meeting_id: str | None = None,
    ) -> "EnrollmentRecord":
        """Record that the current step's invite is on its way, for the first time or again."""
        step = self.current
        changed = step.changed(
            status=StepStatus.INVITED if step.status is StepStatus.PENDING else step.status,
            invite_sent_at=timestamp(now),
            candidate_interview_id=candidate_interview_id or step.candidate_interview_id,
            candidate_meeting_id=candidate_meeting_id or step.candidate_meeting_id,
        )
        return self.with_step(changed).changed(updated_at=timestamp(now))

    def end(self, status: EnrollmentStatus, now: datetime) -> "EnrollmentRecord":
        """End the enrollment; `completed_at` is the time of its end, whatever the status."""
        moment = timestamp(now)
        return self.changed(status=status, completed_at=moment, task_token=None, updated_at=moment)

    def check_decidable(self) -> None:
        """Raises Conflict when no decision moves the enrollment any more."""
        if self.status in (EnrollmentStatus.COMPLETED, EnrollmentStatus.STOPPED):
            raise Conflict(
                f"The enrollment is {self.status}, and no decision moves it. "
                "Set the candidate interview to hired, or archive it."
            )

    def advance(self, step_id: str, now: datetime) -> "EnrollmentRecord":
        """Let a step's candidate go on by a person's decision, also after the step has failed.

        Returns the same record when the candidate has gone on already.
        """
        step = self.step(step_id)
        if step is None or (self.is_active and step.status in PASSED_ENDS):
            return self
        moment = timestamp(now)
        record = self
        if step.status not in PASSED_ENDS:
            end = StepStatus.COMPLETED if step.score_threshold is None else StepStatus.PASSED
            record = record.with_step(step.changed(status=end, completed_at=moment))
        return record.changed(status=EnrollmentStatus.ACTIVE, completed_at=None, updated_at=moment)

    def reject(self, step_id: str, now: datetime) -> "EnrollmentRecord":
        """Fail the enrollment by a person's decision, and the step unless it is over.

        Returns the same record when it has failed already.
        """
        step = self.step(step_id)
        if step is None or not self.is_active:
            return self
        record = self
        if not step.is_over:
            record = self.with_step(step.changed(status=StepStatus.FAILED, completed_at=timestamp(now)))
        return record.end(EnrollmentStatus.FAILED, now)

    @property
    def is_rejection(self) -> bool:
        """Whether the enrollment has failed by the candidate's score, and not because no answer came."""
        return self.status is EnrollmentStatus.FAILED and self.current.score is not None

    def is_left_open(self, step_id: str) -> bool:
        """Whether the gate of a step had nothing to decide by, so that the candidate has gone on without."""
        step = self.step(step_id)
        has_gate = step is not None and step.score_threshold is not None
        return has_gate and step is not None and step.status is StepStatus.COMPLETED

    def check_resendable(self, step_id: str) -> None:
        """Raises Conflict unless the candidate is at this step and not done with it."""
        if not self.is_active or self.current.id != step_id or self.current.status not in RESENDABLE:
            raise Conflict("The candidate is not at this step, or is done with it.")


def new_enrollment(
    enrollment_id: str,
    template: WorkflowTemplate,
    job_id: str,
    candidate_id: str,
    assignment_id: str | None,
    scope: TeamScope,
    now: datetime,
) -> EnrollmentRecord:
    """An enrollment at its first step, which may be invited after the step's delay."""
    steps = tuple(_step_of(enrollment_id, step) for step in template.steps)
    first = steps[0].reach(now)
    common = {**common_fields(scope, now), "id": enrollment_id}
    return EnrollmentRecord(
        **common,
        job_id=job_id,
        candidate_id=candidate_id,
        template_id=template.id,
        assignment_id=assignment_id,
        current_step_id=first.id,
        message_group_id=template.message_group_id,
        rejection_delay_minutes=template.rejection_delay_minutes,
        run_at=common["created_at"],
        steps=(first, *steps[1:]),
    )


def _step_of(enrollment_id: str, step: WorkflowStep) -> EnrollmentStepRecord:
    return EnrollmentStepRecord(
        id=derived_id(enrollment_id, "step", step.id),
        step_id=step.id,
        position=step.position,
        step_type=step.step_type,
        artifact_id=step.artifact_id,
        score_threshold=step.score_threshold,
        gate_mode=step.gate_mode or GateMode.AUTOMATIC,
        send_delay_minutes=step.send_delay_minutes or 0,
    )


class ActionName(StrEnum):
    """The next action of an enrollment's execution."""

    WAIT = "wait"
    INVITE = "invite"
    AWAIT = "await"
    END = "end"


@dataclass(frozen=True, slots=True)
class Action:
    """`until` is the time that a wait ends."""

    name: ActionName
    until: str | None = None


def execution_name(enrollment_id: str, run: int) -> str:
    """The first execution's name is the enrollment's id; later ones say which they are."""
    return enrollment_id if run == 1 else f"{enrollment_id}-{run}"
