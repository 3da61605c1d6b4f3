"""Candidates on their way through the workflow of a job, as the demo's story invites and follows them."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from local_stack.seeding.demo_candidate import CandidatePage, CandidateRoutes
from local_stack.seeding.demo_content import DemoFailed, GatherApi
from local_stack.seeding.demo_people import StoryCandidate

T = TypeVar("T")

_MEETING_LINK: Final = re.compile(r"/m/([\w-]+)")
_PATIENCE_SECONDS: Final = 600
_POLL_SECONDS: Final = 1


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A candidate whom the first step has invited, at its page."""

    candidate_id: str
    enrollment_id: str
    candidate_interview_id: str
    page: CandidatePage


class StoryWorkflow:
    """The workflow of one job.

    `read_inbox` gives the messages that were sent, newest first, and `pause` waits for some seconds.
    """

    def __init__(
        self,
        api: GatherApi,
        page: CandidateRoutes,
        job_id: str,
        read_inbox: Callable[[], list[dict[str, Any]]],
        pause: Callable[[float], None],
    ) -> None:
        self._api = api
        self._page = page
        self._job_id = job_id
        self._read_inbox = read_inbox
        self._pause = pause

    def enroll(self, person: StoryCandidate) -> Enrolled:
        """Creates the candidate and invites them to the job's workflow."""
        candidate = self._api.post("/candidates", person.body())
        made = self._api.post(f"/jobs/{self._job_id}/invite-candidate", {"candidateId": candidate["id"]})
        enrollment = made["enrollment"]
        return Enrolled(
            candidate["id"],
            enrollment["id"],
            enrollment["steps"][0]["candidateInterviewId"],
            CandidatePage(self._page, made["firstInviteUrl"].rpartition("/")[2]),
        )

    def conversation_of(self, enrolled: Enrolled) -> CandidatePage:
        """The page of the second step, once the candidate is invited to it."""
        step = self.wait_for_step(enrolled, 1, lambda step: step["status"] == "invited")
        invite = self._api.get(f"/candidate-interviews/{step['candidateInterviewId']}")
        return CandidatePage(self._page, invite["inviteToken"])

    def wait_for_meeting(self, enrolled: Enrolled, person: StoryCandidate) -> str:
        """The token of the invite to the meeting of the third step, once the candidate has got it."""
        self.wait_for_step(enrolled, 2, lambda step: step["status"] == "invited")
        return self._wait_for("the invite to the meeting", lambda: self._meeting_token_of(person))

    def wait_for_gate(self, enrolled: Enrolled) -> None:
        """Waits until the first step is scored and waits for a person."""
        self.wait_for_step(
            enrolled,
            0,
            lambda step: step["status"] == "waiting_for_evaluation" and step["score"] is not None,
        )

    def wait_for_step(
        self, enrolled: Enrolled, place: int, is_there: Callable[[dict[str, Any]], bool]
    ) -> dict[str, Any]:
        """The step at a place of the enrollment, once it meets the condition.

        Raises DemoFailed when it does not for long, or when the enrollment has ended without.
        """

        def found() -> dict[str, Any] | None:
            listed = self._api.get(f"/jobs/{self._job_id}/workflow-progress")["enrollments"]
            [enrollment] = [each for each in listed if each["id"] == enrolled.enrollment_id]
            step: dict[str, Any] = enrollment["steps"][place]
            if is_there(step):
                return step
            if enrollment["status"] != "active":
                raise DemoFailed(f"the enrollment is {enrollment['status']}")
            return None

        return self._wait_for(f"step {place + 1} of the workflow", found)

    def _meeting_token_of(self, person: StoryCandidate) -> str | None:
        for message in self._read_inbox():
            link = _MEETING_LINK.search(message["body"])
            if link and message["to"] == person.email:
                return link[1]
        return None

    def _wait_for(self, what: str, look: Callable[[], T | None]) -> T:
        """What `look` finds. Raises DemoFailed when it finds nothing for long."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < deadline:
            found = look()
            if found is not None:
                return found
            self._pause(_POLL_SECONDS)
        raise DemoFailed(f"{what} was not there within {_PATIENCE_SECONDS} seconds")
