"""The events that an operation causes, at once or by its consequences, by the operation's name."""

from collections.abc import Mapping

from gather.events.event import EventName as Event

_STATUS = Event.CANDIDATE_INTERVIEW_STATUS_CHANGED
_INVITED = (Event.CANDIDATE_INTERVIEW_INVITED, _STATUS)
_ANSWERED = (Event.CANDIDATE_INTERVIEW_PARTIALLY_COMPLETED, _STATUS)
_COMPLETED = (Event.CANDIDATE_INTERVIEW_COMPLETED, _STATUS)
_GATE = (
    Event.WORKFLOW_STEP_COMPLETED,
    Event.WORKFLOW_STEP_FAILED,
    Event.WORKFLOW_STEP_WAITING_FOR_EVALUATION,
    Event.WORKFLOW_ENROLLMENT_COMPLETED,
    Event.WORKFLOW_ENROLLMENT_FAILED,
    Event.WORKFLOW_STEP_INVITED,
)

CAUSES: Mapping[str, tuple[Event, ...]] = {
    "createQuestion": (Event.QUESTION_AUDIO_GENERATED,),
    "changeQuestion": (Event.QUESTION_AUDIO_GENERATED,),
    "createInterview": (Event.INTERVIEW_CREATED,),
    "createInterviewCopy": (Event.INTERVIEW_CREATED,),
    "changeInterview": (Event.INTERVIEW_UPDATED,),
    "changeInterviews": (Event.INTERVIEW_UPDATED,),
    "createCandidateInterview": _INVITED,
    "resendInvite": _INVITED,
    "changeCandidateInterviewStatus": (*_COMPLETED, *_GATE),
    "changeScores": _GATE,
    "evaluateCandidateInterview": _GATE,
    "giveAnswer": _ANSWERED,
    "takeTurn": (*_ANSWERED, Event.CANDIDATE_INTERVIEW_COMPLETED, *_GATE),
    "completeScreening": (*_COMPLETED, *_GATE),
    "inviteCandidate": (
        Event.WORKFLOW_ENROLLMENT_CREATED,
        Event.WORKFLOW_STEP_INVITED,
        Event.WORKFLOW_ENROLLMENT_FAILED,
    ),
    "resendStepInvite": (Event.WORKFLOW_STEP_INVITED,),
    "confirmMeeting": (
        Event.WORKFLOW_STEP_COMPLETED,
        Event.WORKFLOW_ENROLLMENT_COMPLETED,
        Event.WORKFLOW_STEP_INVITED,
    ),
}
"""An operation that is not named causes none."""


def sentence(operation: str) -> str:
    """Returns the document's sentence about an operation's events."""
    events = CAUSES.get(operation)
    if not events:
        return "It causes no event."
    return f"It may cause {', '.join(f'`{event.value}`' for event in events)}."
