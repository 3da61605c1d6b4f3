"""The state that the chapters share: the service, the customer's receiver, and the records created so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from demo.browser import Browser
from demo.client import DemoClient
from demo.printing import Page
from demo.receiver import Receiver
from talent_screening.models import (
    AudioQuestion,
    CreatedCandidateInterview,
    InterviewDetail,
    Job,
    Replica,
    SurveyQuestion,
    WebhookWithSecret,
)

EVENTS_PATH = "/events"
RESULTS_PATH = "/results"
UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"


@dataclass
class MadeInScene:
    """The records of one chapter that another needs. A chapter that runs too early raises AttributeError."""

    webhook: WebhookWithSecret = field(init=False)
    questions: dict[str, AudioQuestion] = field(init=False)
    """The audio questions by their titles."""
    surveys: list[SurveyQuestion] = field(init=False)
    interview: InterviewDetail = field(init=False)
    job: Job = field(init=False)
    candidate_interview: CreatedCandidateInterview = field(init=False)
    replica: Replica = field(init=False)
    ai_text_question_ids: list[str] = field(init=False)
    conversation_interview_id: str = field(init=False)
    """The candidate interview with the AI interviewer."""


@dataclass
class Scene:
    """The clients of the walk: the customer's has the key, the candidate's none, the stranger's a wrong one.

    `ready` is the ready file of the local stack.
    """

    page: Page
    receiver: Receiver
    ready: Mapping[str, Any]
    customer: DemoClient
    candidate: DemoClient
    stranger: DemoClient
    browser: Browser
    made: MadeInScene = field(default_factory=MadeInScene)

    @property
    def base_url(self) -> str:
        """The address of the service."""
        return str(self.ready["baseUrl"])


def open_scene(page: Page, receiver: Receiver, ready: Mapping[str, Any]) -> Scene:
    """Set up the scene before the first chapter."""
    base_url, key = ready["baseUrl"], ready["apiKey"]
    page.mask(key, "qapi_")
    return Scene(
        page=page,
        receiver=receiver,
        ready=ready,
        customer=DemoClient(page, base_url, key),
        candidate=DemoClient(page, base_url),
        stranger=DemoClient(page, base_url, f"qapi_{'0' * 20}"),
        browser=Browser(page, base_url),
    )
