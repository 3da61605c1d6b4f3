"""Generated from docs/openapi.json by `make clients`; changes here are lost. The events."""

from collections.abc import Mapping

from talent_screening.generated import models

Payload = (
    models.CandidateInterviewCompleted
    | models.CandidateInterviewExpired
    | models.CandidateInterviewInvited
    | models.CandidateInterviewPartiallyCompleted
    | models.CandidateInterviewStatusChanged
    | models.InterviewCreated
    | models.InterviewUpdated
    | models.QuestionAudioGenerated
    | models.WorkflowEnrollmentCompleted
    | models.WorkflowEnrollmentCreated
    | models.WorkflowEnrollmentFailed
    | models.WorkflowStepCompleted
    | models.WorkflowStepFailed
    | models.WorkflowStepInvited
    | models.WorkflowStepWaitingForEvaluation
)
"""The payload of an event."""

EVENTS: Mapping[str, type[Payload]] = {
    "question.audio_generated": models.QuestionAudioGenerated,
    "candidate_interview.completed": models.CandidateInterviewCompleted,
    "candidate_interview.status_changed": models.CandidateInterviewStatusChanged,
    "candidate_interview.invited": models.CandidateInterviewInvited,
    "candidate_interview.partially_completed": models.CandidateInterviewPartiallyCompleted,
    "candidate_interview.expired": models.CandidateInterviewExpired,
    "interview.created": models.InterviewCreated,
    "interview.updated": models.InterviewUpdated,
    "workflow.enrollment.created": models.WorkflowEnrollmentCreated,
    "workflow.enrollment.completed": models.WorkflowEnrollmentCompleted,
    "workflow.enrollment.failed": models.WorkflowEnrollmentFailed,
    "workflow.step.invited": models.WorkflowStepInvited,
    "workflow.step.completed": models.WorkflowStepCompleted,
    "workflow.step.failed": models.WorkflowStepFailed,
    "workflow.step.waiting_for_evaluation": models.WorkflowStepWaitingForEvaluation,
}
"""The payload's model by the name of the event."""
