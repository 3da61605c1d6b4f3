"""A team with what it screens by: interviews, jobs with workflows, a meeting, webhooks."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from administration.api_keys import create_key
from administration.tenants import change_organization, create_organization, create_team, create_user
from gather.core.caller import Role
from gather.events.event import EventName
from gather.tenancy.organizations.models import JOB_WORKFLOW, RetainedKind
from simulation.engines import NARRATORS
from simulation.workload.client import ServiceClient
from simulation.world import World

EVENTS: Final = tuple(name.value for name in EventName)
GATE: Final = 50
_LATER_MINUTES: Final = 30
_RETAINING: Final = 0.5
"""How many organizations have data removed after its time."""
_RETENTION: Final = {RetainedKind.RECORDINGS.value: 1, RetainedKind.TRANSCRIPTS.value: 1}
"""For how many days they keep each kind."""


@dataclass(frozen=True, slots=True)
class HiringTeam:
    """A team, with the ids of what it has."""

    client: ServiceClient
    organization_id: str
    team_id: str
    user_id: str
    written_interview: str
    spoken_interview: str
    talked_interview: str
    strict_job: str
    careful_job: str
    chatbot_id: str


def found_team(world: World, number: int) -> HiringTeam:
    """A new organization with one team, made at the beginning, before anything goes wrong."""
    random = Random(f"team {number} {world.seed}")
    now = world.time.now()
    organization = create_organization(
        world.records.table, f"Organization {number}", now, features=(JOB_WORKFLOW,), default_expiry_days=1
    )
    if random.random() < _RETAINING:
        change_organization(world.records, organization, organization.changed(retention=_RETENTION), now)
    team = create_team(world.records, organization.id, f"Team {number}", now)
    user = create_user(
        world.records,
        organization.id,
        "Rita",
        "Reviewer",
        f"rita{number}@team.example",
        [team.id],
        now,
        role=Role.MANAGER,
        is_api_user=False,
    )
    keys = [
        create_key(world.records, organization.id, f"Key {each}", now, team_id=team.id)[1]
        for each in range(2)
    ]
    client = ServiceClient(world, random, f"192.0.2.{number + 1}", keys[0])
    return _Founding(client, user.id).found(organization.id, team.id, number)


class _Founding:
    """Makes the content of a team over its own interface."""

    def __init__(self, client: ServiceClient, user_id: str) -> None:
        self._client = client
        self._user = {"userId": user_id}

    def found(self, organization_id: str, team_id: str, number: int) -> HiringTeam:
        post = self._client.post
        for path in ("first", "second"):
            urls = [f"https://{path}{number}.example.com/hook"]
            post("/webhooks", {"urls": urls, "events": list(EVENTS)})
        client = self._client
        written, spoken, talked = add_written_interview(client), self._spoken(), add_talked_interview(client)
        meeting = post(
            "/meetings", {"title": "Day on site", "durationMinutes": 45, "timezone": "Europe/Berlin"}
        )["meeting"]["id"]
        chatbot = post("/chatbots", {"title": "Questions", "displayName": "Questions"})["chatbot"]["id"]
        gated = {"stepType": "ai_interviewer", "artifactId": written, "scoreThreshold": GATE}
        meets = {"stepType": "meeting", "artifactId": meeting}
        speaks = {"stepType": "standard_interview", "artifactId": spoken}
        return HiringTeam(
            self._client,
            organization_id,
            team_id,
            self._user["userId"],
            written,
            spoken,
            talked,
            strict_job=self._job("Porter", [gated, meets]),
            careful_job=self._job(
                "Cook", [{**gated, "gateMode": "confirm"}, {**speaks, "sendDelayMinutes": _LATER_MINUTES}]
            ),
            chatbot_id=chatbot,
        )

    def _job(self, title: str, steps: list[dict[str, Any]]) -> str:
        post = self._client.post
        job = post("/jobs", {"title": title, "type": "requisition", "status": "active"})["job"]
        template = post("/workflow-templates", {"name": title, "steps": steps, **self._user})
        template_id = template["workflowTemplate"]["id"]
        post(f"/workflow-templates/{template_id}/apply", {"jobIds": [job["id"]], **self._user})
        return str(job["id"])

    def _spoken(self) -> str:
        """An interview whose questions are answered by recordings."""
        post = self._client.post
        questions = [
            post("/questions", {"title": title, "questionScript": f"{title}?", "narratorId": NARRATORS[0].id})
            for title in ("Work", "Week")
        ]
        body = {
            "title": "Voice",
            "displayName": "Voice",
            "interviewType": "standard",
            "questionIds": [each["question"]["id"] for each in questions],
        }
        interview_id = str(post("/interviews", body)["interview"]["id"])
        post(
            f"/interviews/{interview_id}/score-card-template",
            {"topics": [{"topic": "Voice", "weight": 100, "description": "Speaks clearly."}]},
        )
        return interview_id


def add_written_interview(client: ServiceClient) -> str:
    """An interview whose questions are answered in writing; its id."""
    return _add_ai_interview(client, "Plans", {"isConversationalInterview": False})


def add_talked_interview(client: ServiceClient) -> str:
    """An interview that is a conversation."""
    return _add_ai_interview(client, "Talk", {})


def _add_ai_interview(client: ServiceClient, title: str, configuration: dict[str, Any]) -> str:
    replica = client.post("/replicas", {"name": "Robin", "photoUrl": "https://files.example/r.jpg"})[
        "replica"
    ]
    wording = {"title": title, "questionText": f"How do you plan, {title}?"}
    question = client.post("/ai-text-questions", wording)
    body = {
        "title": title,
        "displayName": title,
        "interviewType": "ai_interviewer",
        "aiConfiguration": {"replicaId": replica["id"], **configuration},
        "aiTextQuestionIds": [question["aiTextQuestion"]["id"]],
        "scoreCardTopics": [{"topic": "Planning", "weight": 100}],
    }
    return str(client.post("/interviews", body)["interview"]["id"])
