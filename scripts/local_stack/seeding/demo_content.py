"""The content of the demo: an interview with its scorecard, and a candidate who can take it at once.

Made through the stack's own API, so that it is exactly what a customer would have made.
"""

import json
import urllib.request
from collections.abc import Mapping
from typing import Any, Protocol
from urllib.error import HTTPError

from gather.content.message_groups.models import MessageType
from gather.messaging.rendering.messages import built_in_message
from local_stack.seeding.demo_candidate import VoiceAnswer

_SECONDS = 20

AUDIO_QUESTIONS = (
    (
        "Experience",
        "Tell us about a time when you helped an unhappy customer. What did you do, and how did it end?",
    ),
    (
        "Teamwork",
        "Describe a busy day on which your team depended on you. How did you decide what to do first?",
    ),
)
SURVEY_QUESTIONS: tuple[dict[str, Any], ...] = (
    {
        "type": "YES_NO",
        "title": "Can you work in the late shift, from 14:00 to 20:00?",
        "includeScoring": True,
        "preferredOption": True,
    },
    {
        "type": "MULTIPLE_CHOICE",
        "title": "When could you start?",
        "includeScoring": True,
        "options": [
            {"title": "Within two weeks", "preferred": True},
            {"title": "Within a month"},
            {"title": "Later"},
        ],
    },
)
TOPICS = (
    {
        "topic": "Customer focus",
        "weight": 50,
        "description": "Listens to customers and finds solutions that satisfy them.",
        "lookingFor": ["A concrete situation", "Calm and empathy", "A result for the customer"],
    },
    {
        "topic": "Teamwork",
        "weight": 30,
        "description": "Supports colleagues and shares the work.",
        "lookingFor": ["Own part in the team's work", "Communication under pressure"],
    },
    {
        "topic": "Organization",
        "weight": 20,
        "description": "Decides what comes first and keeps an overview.",
    },
)
JOBS: tuple[dict[str, Any], ...] = (
    {
        "title": "Customer Support Specialist",
        "type": "requisition",
        "department": "Support",
        "location": ["Berlin", "Hamburg"],
        "workModel": "hybrid",
        "shortDescription": "You are who customers talk to.",
        "description": (
            "You help customers by telephone, e-mail and chat, five days a week between 8 and 20 o'clock. "
            "You are trained for four weeks. The salary is 38,000 euros a year. "
            "New colleagues start on the first of each month."
        ),
        "requirements": "Patience, good English, and the wish to find solutions.",
        "status": "active",
        "tags": ["customers", "full time"],
        "applyAction": "interview_first",
    },
    {
        "title": "Warehouse Associate",
        "type": "pipeline",
        "department": "Logistics",
        "location": ["Leipzig"],
        "workModel": "onsite",
        "description": "You receive goods, pick orders and load vans, in the early or the late shift.",
        "status": "draft",
        "tags": ["shifts"],
        "applyAction": "apply_first",
    },
    {
        "title": "Team Lead, Customer Support",
        "type": "requisition",
        "department": "Support",
        "location": ["Hamburg"],
        "workModel": "hybrid",
        "shortDescription": "You lead eight colleagues, and still talk to customers.",
        "description": "You plan the shifts, help with difficult cases and train new colleagues.",
        "status": "pending_approval",
        "tags": ["customers", "leadership"],
        "applyAction": "apply_first",
    },
)
MESSAGES = [
    {
        "type": message.type,
        "smsBody": message.sms_body,
        "emailSubject": message.email_subject,
        "emailHeader": message.email_header,
        "emailBody": message.email_body,
    }
    for message in (built_in_message(kind.value, "en") for kind in MessageType)
]
REPLICA = {"name": "Robin", "photoUrl": "https://www.example.com/replicas/robin.jpg"}
AI_TEXT_QUESTIONS = (
    {
        "title": "Difficult customers",
        "questionText": "Which customer was the most difficult you ever had, and what did you do for them?",
    },
    {
        "title": "Learning",
        "questionText": "What did you learn in your last job that you want to use in the next one?",
    },
)
AI_INTERVIEW: dict[str, Any] = {
    "title": "Customer Support, first conversation",
    "displayName": "Customer Support at Example Works",
    "interviewType": "ai_interviewer",
    "jobDescriptionText": "You help customers by telephone, e-mail and chat, and find solutions with them.",
    "welcomeInfo": "The conversation takes about ten minutes. Take the time that you need.",
}
CANDIDATE = {
    "firstName": "Ada",
    "lastName": "Example",
    "email": "ada@example.com",
    "phone": "+14155550123",
    "timezone": "Europe/London",
}


class DemoFailed(Exception):
    """The API refused something; the message says what."""


class GatherApi(Protocol):
    """The Gather routes, used with one key: a path in, the response's data out."""

    def get(self, path: str) -> Any: ...

    def post(self, path: str, body: dict[str, Any]) -> Any: ...

    def patch(self, path: str, body: dict[str, Any]) -> Any: ...


class RunningApi:
    """The routes of a running stack below `address`, for a key, for the token of a session, or for anybody.

    Raises DemoFailed when one refuses."""

    def __init__(self, address: str, key: str | None = None, session: str | None = None) -> None:
        self._base = address
        self._headers = {
            "content-type": "application/json",
            **({"x-api-key": key} if key else {}),
            **({"authorization": f"Bearer {session}"} if session else {}),
        }

    def get(self, path: str) -> Any:
        return self._data(urllib.request.Request(self._base + path, headers=self._headers))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self._sent("POST", path, body)

    def put(self, path: str, body: dict[str, Any]) -> Any:
        return self._sent("PUT", path, body)

    def patch(self, path: str, body: dict[str, Any]) -> Any:
        return self._sent("PATCH", path, body)

    def messages(self) -> list[dict[str, Any]]:
        """Every e-mail and SMS that the stack has sent, newest first."""
        address = f"{self._base}/_local/inbox"
        request = urllib.request.Request(address, headers={"accept": "application/json"})
        with urllib.request.urlopen(request, timeout=_SECONDS) as response:
            found: list[dict[str, Any]] = json.load(response)["messages"]
        return found

    def upload(self, address: str, recording: VoiceAnswer, headers: Mapping[str, str]) -> None:
        """Puts a recording at its signed address."""
        request = urllib.request.Request(address, recording.content, dict(headers), method="PUT")
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS):
                pass
        except HTTPError as error:
            raise DemoFailed(f"PUT of a recording: {error.code}") from None

    def _sent(self, method: str, path: str, body: dict[str, Any]) -> Any:
        content = json.dumps(body).encode()
        return self._data(urllib.request.Request(self._base + path, content, self._headers, method=method))

    def _data(self, request: urllib.request.Request) -> Any:
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as response:
                return json.load(response)["data"]
        except HTTPError as error:
            content = error.read().decode(errors="replace")
            raise DemoFailed(f"{request.method} {request.full_url}: {error.code} {content}") from None


def add_demo_content(
    api: GatherApi, base_url: str, team_id: str, meeting_id: str, knowledge_base_id: str
) -> dict[str, str]:
    """Makes the interview, and jobs of which one has a workflow, and invites the candidate; returns what the
    ready file says of them.

    `team_id` is the team of the API's key, and `meeting_id` and `knowledge_base_id` name records of it. The
    interviewer answers from the knowledge base.
    """
    _make_message_group(api, team_id)
    replica = api.post("/replicas", REPLICA)["replica"]
    users = api.get("/users")["users"]
    user_id: str = next(user["id"] for user in users if user["role"] == "manager")
    interview_id = _make_interview(api, user_id)
    ai_interview_id = _make_ai_interview(api, replica["id"], knowledge_base_id, user_id)
    api.post(f"/interviews/{interview_id}/score-card-template", {"topics": list(TOPICS)})
    job_id = _make_jobs(api, interview_id)
    template_id = _make_workflow(api, job_id, (interview_id, ai_interview_id), meeting_id, user_id)
    candidate = api.post("/candidates", CANDIDATE)
    invited = api.post(
        "/candidate-interviews",
        {
            "candidateId": candidate["id"],
            "interviewId": interview_id,
            "sendInvite": True,
            "deliveryTypes": ["email"],
        },
    )
    conversing = api.post(
        "/candidate-interviews",
        {"candidateId": candidate["id"], "interviewId": ai_interview_id, "sendInvite": False},
    )
    return {
        "interviewId": interview_id,
        "aiInterviewId": ai_interview_id,
        "jobId": job_id,
        "workflowTemplateId": template_id,
        "replicaId": replica["id"],
        "candidateId": candidate["id"],
        "candidateInterviewId": invited["id"],
        "inviteToken": invited["inviteToken"],
        "inviteUrl": f"{base_url}/i/{invited['inviteToken']}",
        "conversationUrl": f"{base_url}/i/{conversing['inviteToken']}",
    }


def _make_message_group(api: GatherApi, team_id: str) -> None:
    """A group of the built-in messages, to be read and changed.

    It is not the team's default, because the built-in messages speak the language of each interview.
    """
    api.post(
        "/message-groups",
        {
            "title": "Standard messages",
            "type": "standard",
            "status": "PUBLISHED",
            "teamId": team_id,
            "messages": MESSAGES,
        },
    )


def _make_interview(api: GatherApi, user_id: str) -> str:
    """Two spoken questions and two choices; the user is told of results."""
    narrator_id = api.get("/narrators?language=en")["narrators"][0]["id"]
    questions = [
        api.post("/questions", {"title": title, "questionScript": script, "narratorId": narrator_id})
        for title, script in AUDIO_QUESTIONS
    ]
    surveys = [api.post("/survey-questions", body) for body in SURVEY_QUESTIONS]
    made = api.post(
        "/interviews",
        {
            "title": "Customer Support",
            "displayName": "Customer Support at Example Works",
            "interviewType": "standard",
            "description": "A first conversation for everyone who wants to join our support team.",
            "resume": True,
            "notificationSubscribers": [user_id],
            "questionIds": [made["question"]["id"] for made in questions],
            "surveyQuestions": [{"id": made["surveyQuestion"]["id"], "knockout": False} for made in surveys],
        },
    )
    interview_id: str = made["interview"]["id"]
    return interview_id


def _make_ai_interview(api: GatherApi, replica_id: str, knowledge_base_id: str, user_id: str) -> str:
    """Two questions asked by a replica that answers from a knowledge base, with a scorecard."""
    questions = [api.post("/ai-text-questions", body)["aiTextQuestion"] for body in AI_TEXT_QUESTIONS]
    made = api.post(
        "/interviews",
        {
            **AI_INTERVIEW,
            "aiTextQuestionIds": [question["id"] for question in questions],
            "scoreCardTopics": list(TOPICS),
            "knowledgeBaseIds": [knowledge_base_id],
            "notificationSubscribers": [user_id],
            "aiConfiguration": {"replicaId": replica_id, "friendlyTone": True},
        },
    )
    interview_id: str = made["interview"]["id"]
    return interview_id


def _make_jobs(api: GatherApi, interview_id: str) -> str:
    """Jobs in the first family; returns the one that takes the interview."""
    family_ids = [family["id"] for family in api.get("/job-families")["jobFamilies"][:1]]
    taking, *others = JOBS
    made = api.post("/jobs", {**taking, "interviewId": interview_id, "jobFamilyIds": family_ids})
    for other in others:
        api.post("/jobs", {**other, "jobFamilyIds": family_ids})
    job_id: str = made["job"]["id"]
    return job_id


def _make_workflow(
    api: GatherApi, job_id: str, interview_ids: tuple[str, str], meeting_id: str, user_id: str
) -> str:
    """Two interviews, after the first a gate at which people decide about low scores, then the meeting;
    applied to the job."""
    first, second = interview_ids
    user = {"userId": user_id}
    steps = [
        {
            "stepType": "standard_interview",
            "artifactId": first,
            "scoreThreshold": 50,
            "gateMode": "confirm",
        },
        {"stepType": "ai_interviewer", "artifactId": second},
        {"stepType": "meeting", "artifactId": meeting_id},
    ]
    body = {"name": "Hiring for support", "description": "Two interviews and a day on site.", "steps": steps}
    template = api.post("/workflow-templates", {**body, **user})["workflowTemplate"]
    api.post(f"/workflow-templates/{template['id']}/apply", {"jobIds": [job_id], **user})
    template_id: str = template["id"]
    return template_id
