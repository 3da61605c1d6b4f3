"""The contents of each event: one payload model for each event name (interface: Events, rules 1 to 3)."""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar
from urllib.parse import urlsplit, urlunsplit

from pydantic import AfterValidator

from gather.core.model import LeftOutWhenNull, Model
from gather.events.event import EventName


def _without_internal_tokens(url: str) -> str:
    """The invite's address alone: what an internal caller added as query or fragment is cut off."""
    scheme, host, path, _, _ = urlsplit(url)
    return urlunsplit((scheme, host, path, "", ""))


OptionalId = Annotated[str | None, LeftOutWhenNull]
"""The id of a record that not every such event has; absent instead of null."""

OptionalNumber = Annotated[int | float | None, LeftOutWhenNull]
"""A number that not every such event has; absent instead of null."""


class Payload(Model):
    """Base of the payloads; `event` is the name that goes into the header and never into the body."""

    event: ClassVar[EventName]

    def members(self) -> dict[str, Any]:
        """The flat object that receivers get, in the client's spelling."""
        return self.model_dump(mode="json", by_alias=True)


class QuestionAudioGenerated(Payload):
    """Text-to-speech of an audio question is done."""

    event = EventName.QUESTION_AUDIO_GENERATED

    ai_audio_version_id: str
    """The version of the sound."""
    batch_id: str
    """The batch of scripts that the sound was made with."""
    narrator_id: str
    """The voice."""
    audio_url: str
    """Address of the sound."""
    text: str
    """The text that was spoken."""
    created_at: str
    """When it was created: ISO 8601 in UTC."""


class _CandidateInterviewPayload(Payload):
    candidate_interview_id: str
    """The candidate interview."""
    candidate_id: str
    """The candidate."""
    interview_id: str
    """The interview."""


class CandidateInterviewCompleted(_CandidateInterviewPayload):
    """The candidate is done; sent once for each completion (interface: Events, rule 4)."""

    event = EventName.CANDIDATE_INTERVIEW_COMPLETED

    completed_at: str
    """When it was completed: ISO 8601 in UTC."""


class CandidateInterviewStatusChanged(_CandidateInterviewPayload):
    """The status moved; `previous_status` is null when there was none."""

    event = EventName.CANDIDATE_INTERVIEW_STATUS_CHANGED

    status: str
    """The status after the event."""
    previous_status: str | None
    """The status before the event; null when there was none."""
    updated_at: str
    """When it was changed: ISO 8601 in UTC."""


class CandidateInterviewInvited(_CandidateInterviewPayload):
    """An invite was sent, or sent again; not for the invites of workflow steps."""

    event = EventName.CANDIDATE_INTERVIEW_INVITED

    status: str
    invited_at: str
    """When the invite was sent: ISO 8601 in UTC."""


class CandidateInterviewPartiallyCompleted(_CandidateInterviewPayload):
    """The first of several questions was answered."""

    event = EventName.CANDIDATE_INTERVIEW_PARTIALLY_COMPLETED

    status: str
    updated_at: str


class CandidateInterviewExpired(_CandidateInterviewPayload):
    """The invite's time ended before the candidate was done."""

    event = EventName.CANDIDATE_INTERVIEW_EXPIRED

    status: str
    expired_at: str
    """When the time ended: ISO 8601 in UTC."""


class InterviewCreated(Payload):
    """An interview was made; `status` is the number of the interview record."""

    event = EventName.INTERVIEW_CREATED

    interview_id: str
    status: int
    created_at: str


class InterviewUpdated(Payload):
    """An interview was changed; one event for each interview of a bulk update.

    Interface: Bulk updates, rule 4.
    """

    event = EventName.INTERVIEW_UPDATED

    interview_id: str
    status: int
    updated_at: str


class _EnrollmentPayload(Payload):
    enrollment_id: str
    """The enrollment."""
    job_id: str
    """The job."""
    candidate_id: str
    template_id: str
    """The workflow template."""
    assignment_id: str | None
    """The assignment that the enrollment came from; null when it is gone."""
    status: str


class WorkflowEnrollmentCreated(_EnrollmentPayload):
    """A candidate was enrolled in a job's workflow."""

    event = EventName.WORKFLOW_ENROLLMENT_CREATED

    created_at: str


class WorkflowEnrollmentCompleted(_EnrollmentPayload):
    """The final step was passed."""

    event = EventName.WORKFLOW_ENROLLMENT_COMPLETED

    completed_at: str


class WorkflowEnrollmentFailed(_EnrollmentPayload):
    """A gate was not passed; `enrollment_step_id` and `step_id` name its step, if it had one."""

    event = EventName.WORKFLOW_ENROLLMENT_FAILED

    enrollment_step_id: OptionalId = None
    """The candidate's own step."""
    step_id: OptionalId = None
    """The template's step."""
    failed_at: str
    """When it failed: ISO 8601 in UTC."""


class _StepPayload(_EnrollmentPayload):
    """`enrollment_step_id` is the enrollment's own step, `step_id` the template's; `status` the step's."""

    enrollment_step_id: str
    step_id: str
    artifact_id: str
    """The target of the invite: an interview or a meeting."""
    candidate_interview_id: OptionalId = None
    candidate_meeting_id: OptionalId = None
    """The candidate's meeting; absent for interviews."""


class WorkflowStepInvited(_StepPayload):
    """The invite of a step was sent, with one of the two candidate ids, by the step's type."""

    event = EventName.WORKFLOW_STEP_INVITED

    invite_url: Annotated[str, AfterValidator(_without_internal_tokens)]
    """The address that the candidate was invited to."""
    invited_at: str


class WorkflowStepCompleted(_StepPayload):
    """A step's gate was passed; the score and its threshold when scored."""

    event = EventName.WORKFLOW_STEP_COMPLETED

    has_next_step: bool
    """Whether another step follows."""
    score: OptionalNumber = None
    """The score that decided; absent when nothing was scored."""
    score_threshold: OptionalNumber = None
    """The score that the gate asks for; absent without a gate."""
    completed_at: str


class WorkflowStepFailed(_StepPayload):
    """A step's gate was not passed."""

    event = EventName.WORKFLOW_STEP_FAILED

    failed_at: str


class WaitingReason(StrEnum):
    """Why a gate waits for a person."""

    BELOW_THRESHOLD = "below_threshold"
    """The score is below the threshold, and the step's `gateMode` is `confirm`, or recordings that could not
    be transcribed have no part in the score."""


class WorkflowStepWaitingForEvaluation(_StepPayload):
    """A step's gate cannot be decided yet."""

    event = EventName.WORKFLOW_STEP_WAITING_FOR_EVALUATION

    reason: Annotated[WaitingReason | None, LeftOutWhenNull] = None
    """Why the gate waits for a person; absent while a score is still to come."""
    updated_at: str


PAYLOADS: Mapping[EventName, type[Payload]] = {
    payload.event: payload
    for payload in (
        QuestionAudioGenerated,
        CandidateInterviewCompleted,
        CandidateInterviewStatusChanged,
        CandidateInterviewInvited,
        CandidateInterviewPartiallyCompleted,
        CandidateInterviewExpired,
        InterviewCreated,
        InterviewUpdated,
        WorkflowEnrollmentCreated,
        WorkflowEnrollmentCompleted,
        WorkflowEnrollmentFailed,
        WorkflowStepInvited,
        WorkflowStepCompleted,
        WorkflowStepFailed,
        WorkflowStepWaitingForEvaluation,
    )
}
"""The payload model of each event."""


def body(members: Mapping[str, Any]) -> bytes:
    """The raw body of a delivery: the same bytes for every attempt, in ASCII.

    Members are sorted because the table keeps no order; ASCII, so that a receiver that guesses the
    wrong character set still checks the signature over the right text.
    """
    return json.dumps(members, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")
