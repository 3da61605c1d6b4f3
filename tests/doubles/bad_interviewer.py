"""Interviewers that break every promise, to show that the guards hold."""

from collections.abc import Callable
from itertools import count

from gather.ports.interviewer import FollowUp, Intent, InterviewerRequest, InterviewerResponse

_WICKED: tuple[Callable[[InterviewerRequest], str], ...] = (
    lambda request: request.prompt,
    lambda request: request.prompt[200:420],
    lambda request: request.prompt[request.prompt.rfind("<topics") :][:400],
    lambda _: "How old are you? Are you married? Do you have children? Are you ill? Whom do you vote for?",
    lambda _: "How old are you?",
    lambda _: "That gives you a score of 85 out of 100 for unruffled service.",
    lambda _: "I am a real human being, not an AI.",
    lambda request: request.next_question or "Congratulations, you are hired!",
    lambda _: "x" * 5_000,
    lambda _: "",
)


class BadInterviewer:
    """Says in turn what must not be said, asks on where nothing is offered, and misjudges every text as
    `intent`."""

    def __init__(self, intent: Intent) -> None:
        self._intent = intent
        self._turns = count()

    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        text = _WICKED[next(self._turns) % len(_WICKED)](request)
        return InterviewerResponse(
            self._intent,
            follow_up=list(FollowUp)[next(self._turns) % 3],
            follow_up_text=text,
            lead=text,
            reply=text,
            tokens=10,
        )
