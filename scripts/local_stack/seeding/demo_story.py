"""Six candidates in the workflow of the demo's job, each at another stage, good ones and bad ones.

What comes later waits for what workers do, such as a score. Therefore the story is told after the stack is
ready, in a process of its own: see local_stack.seeding.story_process.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from local_stack.seeding.demo_candidate import CandidatePage, CandidateRoutes, VoiceAnswer
from local_stack.seeding.demo_content import DemoFailed, GatherApi
from local_stack.seeding.example_receiver import PATH as RECEIVER

T = TypeVar("T")

NEEDED: Final = frozenset({"apiKey", "teamId", "userId", "jobId", "workflowTemplateId", "germanInviteUrl"})
"""What the seed has made for a story. A folder of an earlier version may lack some, and has no story."""

TEAM: Final = "the team"
_CONTACT: Final = {
    "contactName": "Maya Lindholm",
    "contactEmail": "careers@example.com",
    "privacyNoticeUrl": "https://example.com/privacy-for-applicants",
    "replyWithinDays": 5,
}
_FRIDAY: Final = 5
_MEETING_ZONE: Final = "Europe/Berlin"
_MEETING: Final = {
    "title": "Meet the team",
    "description": "A tour of the office, and an hour with the colleagues you would work with.",
    "place": "Example Works, Friedrichstraße 100, Berlin",
    "durationMinutes": 60,
    "timezone": _MEETING_ZONE,
}
_SLOT_HOURS: Final = (9, 11, 14, 16)
_DAYS_AHEAD: Final = 7
_EVENTS: Final = (
    "candidate_interview.invited",
    "candidate_interview.completed",
    "workflow.enrollment.created",
    "workflow.step.waiting_for_evaluation",
    "workflow.step.completed",
    "workflow.enrollment.failed",
)
_MEETING_LINK: Final = re.compile(r"/m/([\w-]+)")

_PATIENCE_SECONDS: Final = 600
_POLL_SECONDS: Final = 1

SPOKEN: Final = "When people are angry I stay calm and we find a solution to that problem"
_LISTENED: Final = (
    "A guest wanted to cancel because his room was not ready. I listened, stayed calm and said that I was "
    "sorry. I found another room for him within ten minutes, carried his bags and called him in the evening. "
    "He was satisfied and wrote us a friendly review."
)
_PLANNED: Final = (
    "On the first day of the sale half of our team was ill. I decided what had to come first, wrote a list "
    "and shared the work with my colleagues. I told everyone each hour how far we were. We served every "
    "customer in time, and I thanked the team."
)
_DIFFICULT: Final = (
    "The most difficult was a customer whose order had been lost twice. I listened to her and stayed calm. I "
    "called the depot, found a solution for her and had a new parcel sent on the same day. The result was a "
    "customer who thanked me."
)
_RESULT: Final = (
    "In the end she was satisfied with the solution. I told my colleagues in the team what had happened, and "
    "we decided how to keep an overview of lost parcels."
)
_LEARNED: Final = (
    "I learned to decide what comes first. On busy days under pressure I share the work with my colleagues, "
    "support the team and keep an overview of what we promised to customers."
)
_PROMISED: Final = (
    "For example, I promised a family a call until noon. I communicated it to the team, and a colleague "
    "called them in time."
)
_CONVERSATION: Final = (
    _DIFFICULT,
    _RESULT,
    _LEARNED,
    _PROMISED,
    "How many days of vacation do I have?",
    "No, thank you.",
)


@dataclass(frozen=True, slots=True)
class StoryCandidate:
    """A candidate of the story; `is_texted` says that they agreed to text messages."""

    first_name: str
    last_name: str
    phone: str
    is_texted: bool = False

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"

    @property
    def email(self) -> str:
        return f"{self.first_name.lower()}@example.com"

    def invited(self) -> dict[str, Any]:
        """The body that enrolls the candidate."""
        return {
            "firstName": self.first_name,
            "lastName": self.last_name,
            "email": self.email,
            "phone": self.phone,
            "smsOptIn": self.is_texted,
        }


NIA: Final = StoryCandidate("Nia", "Okafor", "+14155550131", is_texted=True)
TOMASZ: Final = StoryCandidate("Tomasz", "Lewandowski", "+14155550132")
LINH: Final = StoryCandidate("Linh", "Tran", "+14155550133")
AMARA: Final = StoryCandidate("Amara", "Diallo", "+14155550134")
JONAS: Final = StoryCandidate("Jonas", "Weber", "+14155550135")
PETRA: Final = StoryCandidate("Petra", "Novak", "+14155550136")


class DemoStory:
    """The story on the running stack at `base_url`: `chapters` are told in their order, each on its own.

    `speak` makes sound of a text, `read_inbox` gives the messages that were sent, newest first, and `pause`
    waits for some seconds.
    """

    def __init__(
        self,
        api: GatherApi,
        page: CandidateRoutes,
        seeded: Mapping[str, Any],
        base_url: str,
        speak: Callable[[str], VoiceAnswer],
        read_inbox: Callable[[], list[dict[str, Any]]],
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._api = api
        self._page = page
        self._seeded = seeded
        self._job_id = seeded["jobId"]
        self._base_url = base_url
        self._speak = speak
        self._read_inbox = read_inbox
        self._pause = pause

    def chapters(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """What the team prepares; then each candidate's name, and what they and the team do."""
        yield TEAM, self._tell_of_team
        yield NIA.name, self._tell_of_text_message
        yield TOMASZ.name, self._tell_of_more_time
        yield LINH.name, self._tell_of_low_score
        yield PETRA.name, self._tell_of_rejection
        yield AMARA.name, self._tell_of_conversation
        yield JONAS.name, self._tell_of_meeting

    def _tell_of_team(self) -> None:
        """Somebody to write to, a system that wants to know, and times to meet."""
        self._api.patch(f"/teams/{self._seeded['teamId']}/branding", _CONTACT)
        webhook = {
            "description": "The applicant tracking system, which is down now and then",
            "urls": [f"{self._base_url}{RECEIVER}"],
            "events": [*_EVENTS],
        }
        self._api.post("/webhooks", webhook)
        meeting = self._api.post("/meetings", {**_MEETING, "slots": _slots()})["meeting"]
        at = f"/workflow-templates/{self._seeded['workflowTemplateId']}"
        *interviews, last = self._api.get(at)["workflowTemplate"]["steps"]
        steps = [*interviews, {**last, "artifactId": meeting["id"]}]
        self._api.patch(at, {"steps": steps, "userId": self._seeded["userId"]})

    def _tell_of_text_message(self) -> None:
        """Invited, also by text message."""
        self._enroll(NIA)

    def _tell_of_more_time(self) -> None:
        """Half-way through, with a request that waits for the team."""
        page, _ = self._enroll(TOMASZ)
        page.agree()
        page.answer(_LISTENED)
        page.ask_for("more_time", "I am travelling without my computer. May I have until Tuesday?")

    def _tell_of_low_score(self) -> None:
        """Scored below the gate, which waits for a person."""
        page, _ = self._enroll(LINH)
        _hand_in(page, "I have never had one.", "I do what I am told, one thing after the other.")

    def _tell_of_rejection(self) -> None:
        """Scored below the gate, and rejected by a person, who has the candidate told."""
        page, enrollment_id = self._enroll(PETRA)
        _hand_in(page, "Customers are never right, so I told him to go elsewhere.", "I went home early.")
        step = self._wait_for_step(enrollment_id, 0, _waits_for_person)
        decision = {
            "decision": "reject",
            "reason": "No example of helping a customer, and no interest in the team's work.",
            "notify": True,
        }
        self._api.post(f"/candidate-interviews/{step['candidateInterviewId']}/decision", decision)

    def _tell_of_conversation(self) -> None:
        """Passed, one answer by voice, and in the middle of the AI interview."""
        page, enrollment_id = self._enroll(AMARA)
        _hand_in(page, self._speak(SPOKEN), _PLANNED)
        talk = self._conversation_of(enrollment_id)
        talk.agree()
        talk.converse(_CONVERSATION[0])

    def _tell_of_meeting(self) -> None:
        """Passed, done with the AI interview, and with a time for the meeting."""
        page, enrollment_id = self._enroll(JONAS)
        _hand_in(page, _LISTENED, _PLANNED)
        talk = self._conversation_of(enrollment_id)
        talk.agree()
        if talk.converse(*_CONVERSATION) != "ended":
            talk.end_conversation()
        talk.complete()
        self._wait_for_step(enrollment_id, 2, lambda step: step["status"] == "invited")
        token = self._wait_for("the invite to the meeting", lambda: self._meeting_token_of(JONAS))
        slots = self._page.get(f"/m/{token}/slots")["slots"]
        self._page.post(f"/m/{token}/booking", {"slotId": slots[1]["id"]})

    def _meeting_token_of(self, person: StoryCandidate) -> str | None:
        """The token of the invite to a meeting that the person got by e-mail."""
        for message in self._read_inbox():
            link = _MEETING_LINK.search(message["body"])
            if link and message["to"] == person.email:
                return link[1]
        return None

    def _enroll(self, person: StoryCandidate) -> tuple[CandidatePage, str]:
        """Invites the candidate to the job's workflow; returns the page and the enrollment's id."""
        made = self._api.post(f"/jobs/{self._job_id}/invite-candidate", person.invited())
        token = made["firstInviteUrl"].rpartition("/")[2]
        return CandidatePage(self._page, token), made["enrollment"]["id"]

    def _conversation_of(self, enrollment_id: str) -> CandidatePage:
        """The page of the second step, once the candidate is invited to it."""
        step = self._wait_for_step(enrollment_id, 1, lambda step: step["status"] == "invited")
        invite = self._api.get(f"/candidate-interviews/{step['candidateInterviewId']}")
        return CandidatePage(self._page, invite["inviteToken"])

    def _wait_for_step(
        self, enrollment_id: str, place: int, is_there: Callable[[dict[str, Any]], bool]
    ) -> dict[str, Any]:
        """The step at a place of the enrollment, once it meets the condition.

        Raises DemoFailed when it does not for long, or when the enrollment has failed.
        """

        def found() -> dict[str, Any] | None:
            listed = self._api.get(f"/jobs/{self._job_id}/workflow-progress")["enrollments"]
            [enrollment] = [each for each in listed if each["id"] == enrollment_id]
            step: dict[str, Any] = enrollment["steps"][place]
            if is_there(step):
                return step
            if enrollment["status"] in ("failed", "stopped"):
                raise DemoFailed(f"the enrollment is {enrollment['status']}")
            return None

        return self._wait_for(f"step {place + 1} of the workflow", found)

    def _wait_for(self, what: str, look: Callable[[], T | None]) -> T:
        """What `look` finds. Raises DemoFailed when it finds nothing for long."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < deadline:
            found = look()
            if found is not None:
                return found
            self._pause(_POLL_SECONDS)
        raise DemoFailed(f"{what} was not there within {_PATIENCE_SECONDS} seconds")


def _slots() -> list[dict[str, Any]]:
    """Times of one working day in the week after, in the meeting's zone; the first is for two."""
    day = datetime.now(ZoneInfo(_MEETING_ZONE)) + timedelta(days=_DAYS_AHEAD)
    while day.isoweekday() > _FRIDAY:
        day += timedelta(days=1)
    starts = [day.replace(hour=hour, minute=0, second=0, microsecond=0) for hour in _SLOT_HOURS]
    return [
        {"startsAt": start.isoformat(), "capacity": 2 if place == 0 else 1}
        for place, start in enumerate(starts)
    ]


def _waits_for_person(step: Mapping[str, Any]) -> bool:
    return step["status"] == "waiting_for_evaluation" and step["score"] is not None


def _hand_in(page: CandidatePage, *answers: str | VoiceAnswer) -> None:
    page.agree()
    page.answer(*answers)
    page.complete()
