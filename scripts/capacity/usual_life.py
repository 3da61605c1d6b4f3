"""The usual life of a candidate interview: a team invites, a candidate answers, a reviewer decides.

Of ten candidate interviews five are answered by recordings, three in writing and two in a conversation. Three
of ten are the step of a job's workflow. The team has one address for its webhooks, which gets every event.
Every number of this module is an assumption about what is usual.
"""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from administration.api_keys import create_key
from administration.tenants import create_organization, create_team, create_user
from gather.core.caller import Role
from gather.events.event import EventName
from gather.tenancy.organizations.models import JOB_WORKFLOW, Organization
from simulation.deployment import BASE_URL
from simulation.engines import NARRATORS, WRITTEN_DOWN
from simulation.workload.client import ServiceClient
from simulation.world import World

QUESTIONS: Final = 5
"""The questions of an interview."""
WAYS: Final = ("spoken",) * 5 + ("written",) * 3 + ("talked",) * 2
"""How candidate interviews are answered, in turn."""
TURNS: Final = 12
"""The turns of a candidate in a conversation."""
_OF_A_JOB: Final = (0, 4, 8)
"""Which of ten candidate interviews are steps of a workflow."""
_LOOKS_AT_QUEUE: Final = 10
"""A reviewer reads the review queue once for so many decisions."""
_LINK: Final = re.compile(r"https://[^/\s]+/i/([\w-]{43})")
_FIRST_NAMES: Final = (
    "Ada", "Amir", "Bela", "Carla", "Chidi", "Dana", "Elif", "Emil", "Fatima", "Grace", "Hugo", "Ines",
    "Jonas", "Kofi", "Lena", "Maria", "Mateo", "Nia", "Omar", "Priya", "Rosa", "Sofia", "Tom", "Yuki", "Zoe",
)  # fmt: skip
_LAST_NAMES: Final = (
    "Adler", "Bauer", "Costa", "Diaz", "Evans", "Fischer", "Garcia", "Hansen", "Ito", "Jansen", "Kaya",
    "Lopez", "Martin", "Nowak", "Okafor", "Petrov", "Quinn", "Rossi", "Santos", "Tanaka", "Ueda", "Varga",
    "Weber", "Young",
)  # fmt: skip
_ANSWER: Final = (
    "I planned the shifts of twelve people for two years, talked to everybody each Friday, and changed the "
    "plan when somebody fell ill. We had no empty shift in the last year, and the team said that it was "
    "fair. What I would do otherwise is to ask earlier, because people know a month before what they need. "
)


@dataclass(frozen=True, slots=True)
class UsualTeam:
    """A team with one interview for each way to answer, and a job whose workflow has that interview."""

    client: ServiceClient
    organization: Organization
    user_id: str
    interviews: dict[str, str]
    jobs: dict[str, str]


def found_usual_team(world: World) -> UsualTeam:
    """A new organization with its team, made over the team's own interface."""
    now = world.time.now()
    organization = create_organization(world.records.table, "Usual", now, features=(JOB_WORKFLOW,))
    team = create_team(world.records, organization.id, "Usual team", now)
    user = create_user(
        world.records,
        organization.id,
        "Rita",
        "Reviewer",
        "rita@team.example",
        [team.id],
        now,
        role=Role.MANAGER,
    )
    key = create_key(world.records, organization.id, "Key", now, team_id=team.id)[1]
    client = ServiceClient(world, Random("usual team"), "192.0.2.1", key)
    names = [name.value for name in EventName]
    client.post("/webhooks", {"urls": ["https://receiver.example.com/hook"], "events": names})
    interviews = {"spoken": _spoken(client), "written": _written(client), "talked": _talked(client)}
    jobs = {way: _job(client, way, interview, user.id) for way, interview in interviews.items()}
    return UsualTeam(client, organization, user.id, interviews, jobs)


def _spoken(client: ServiceClient) -> str:
    ids = []
    for number in range(QUESTIONS):
        script = f"Please tell us about a working day on which everything went otherwise, number {number}."
        body: dict[str, Any] = {
            "title": f"Day {number}",
            "questionScript": script,
            "narratorId": NARRATORS[0].id,
        }
        ids.append(client.post("/questions", body)["question"]["id"])
    interview: dict[str, Any] = {
        "title": "Voice",
        "displayName": "Voice",
        "interviewType": "standard",
        "questionIds": ids,
    }
    interview_id = str(client.post("/interviews", interview)["interview"]["id"])
    topics = [{"topic": name, "weight": 25, "description": f"Shows {name.lower()}."} for name in _TOPICS]
    client.post(f"/interviews/{interview_id}/score-card-template", {"topics": topics})
    return interview_id


def _written(client: ServiceClient) -> str:
    return _ai_interview(client, "Plans", {"isConversationalInterview": False})


def _talked(client: ServiceClient) -> str:
    return _ai_interview(client, "Talk", {})


def _ai_interview(client: ServiceClient, title: str, configuration: dict[str, Any]) -> str:
    replica = client.post("/replicas", {"name": title, "photoUrl": "https://files.example/r.jpg"})["replica"]
    ids = []
    for number in range(QUESTIONS):
        question = {
            "title": f"{title} {number}",
            "questionText": f"How do you plan a week of work, case {number}?",
        }
        ids.append(client.post("/ai-text-questions", question)["aiTextQuestion"]["id"])
    body: dict[str, Any] = {
        "title": title,
        "displayName": title,
        "interviewType": "ai_interviewer",
        "aiConfiguration": {"replicaId": replica["id"], **configuration},
        "aiTextQuestionIds": ids,
        "scoreCardTopics": [{"topic": name, "weight": 25} for name in _TOPICS],
    }
    return str(client.post("/interviews", body)["interview"]["id"])


_TOPICS: Final = ("Planning", "Care", "Talking", "Fairness")


def _job(client: ServiceClient, way: str, interview_id: str, user_id: str) -> str:
    job = client.post("/jobs", {"title": f"Job {way}", "type": "requisition", "status": "active"})["job"]
    kind = "standard_interview" if way == "spoken" else "ai_interviewer"
    steps = [{"stepType": kind, "artifactId": interview_id, "scoreThreshold": 30}]
    template = client.post("/workflow-templates", {"name": way, "steps": steps, "userId": user_id})
    template_id = template["workflowTemplate"]["id"]
    client.post(f"/workflow-templates/{template_id}/apply", {"jobIds": [job["id"]], "userId": user_id})
    return str(job["id"])


@dataclass(slots=True)
class UsualCandidate:
    """A candidate with one interview, and those who invite and judge them. `is_done` at the very end."""

    world: World
    team: UsualTeam
    number: int
    is_done: bool = False
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(f"usual candidate {self.number}")

    @property
    def way(self) -> str:
        """How this candidate answers."""
        return WAYS[self.number % len(WAYS)]

    @property
    def _is_of_a_job(self) -> bool:
        return self.number % 10 in _OF_A_JOB

    @property
    def _email(self) -> str:
        first, last = self._name
        return f"{first}.{last}.{self.number}@mail.example".lower()

    @property
    def _name(self) -> tuple[str, str]:
        """A first and a last name, of some two dozen each."""
        first, last = (
            _FIRST_NAMES[self.number % len(_FIRST_NAMES)],
            _LAST_NAMES[self.number % len(_LAST_NAMES)],
        )
        return first, last

    def live(self) -> None:
        """Be invited, answer, be judged."""
        pause = self.world.time.pause
        self._invite()
        token = None
        while token is None:
            pause(self.random.uniform(60, 600))
            token = self._token()
        candidate_interview_id = self._answer(token)
        pause(self.random.uniform(1800, 3600))
        self._judge(candidate_interview_id)
        self.is_done = True

    def _invite(self) -> None:
        post = self.team.client.post
        phone = f"+1415{self.number:07}"
        first, last = self._name
        person = {"firstName": first, "lastName": last, "email": self._email, "phone": phone}
        if self._is_of_a_job:
            post(f"/jobs/{self.team.jobs[self.way]}/invite-candidate", person)
            return
        candidate_id = post("/candidates", person)["id"]
        interview_id = self.team.interviews[self.way]
        post(
            "/candidate-interviews",
            {"candidateId": candidate_id, "interviewId": interview_id, "sendInvite": True},
        )

    def _token(self) -> str | None:
        texts = (each.text for each in self.world.engines.email.messages if each.to == self._email)
        return next((found[1] for text in texts if (found := _LINK.search(text))), None)

    def _answer(self, token: str) -> str:
        """Take the interview to its end; the id of the candidate interview."""
        page = ServiceClient(self.world, self.random, f"198.51.100.{self.number % 250 + 1}", prefix="")
        path = f"/screening/{token}"
        page.get(f"/i/{token}")
        shown = page.get(path)["screening"]
        page.put(f"{path}/consent", {"version": shown["consent"]["version"], "accepted": True})
        if self.way == "talked":
            self._talk(page, path)
        else:
            for question in shown["questions"]:
                self.world.time.pause(self.random.uniform(30, 90))
                answer = {"text": _ANSWER} if self.way == "written" else {"mediaId": self._record(page, path)}
                page.put(f"{path}/answers/{question['id']}", answer)
            page.post(f"{path}/complete")
        pointer = self.world.items()[f"INVITE#{token}", "POINTER"]
        return str(pointer["candidateInterviewId"]["S"])

    def _record(self, page: ServiceClient, path: str) -> str:
        content = f"{WRITTEN_DOWN}{_ANSWER}".encode()
        made = page.post(f"{path}/media", {"contentType": "audio/wav", "size": len(content)})
        key = made["uploadUrl"].removeprefix("https://media.example/")
        self.world.engines.media.put(key, content, made["headers"]["Content-Type"])
        return str(made["mediaId"])

    def _talk(self, page: ServiceClient, path: str) -> None:
        """Hear each turn in its parts, and say something to it, until the interviewer closes."""
        conversation = page.post(f"{path}/conversation")["conversation"]
        for turn in range(TURNS):
            for said in conversation["turns"]:
                for address in said["audioParts"]:
                    page.get(address.removeprefix(BASE_URL))
            if conversation["state"] != "active":
                break
            page.get(f"{path}/conversation/speech")
            self.world.time.pause(self.random.uniform(20, 40))
            taken = page.post(
                f"{path}/conversation/turns", {"turnId": f"turn-{turn}", "text": _ANSWER, "heard": True}
            )
            conversation = {**taken["conversation"], "turns": taken["turns"]}
        if conversation["state"] == "active":
            page.post(f"{path}/conversation/turns", {"turnId": "turn-end", "end": True})

    def _judge(self, candidate_interview_id: str) -> None:
        """The team's program reads the results; a reviewer reads them too and decides."""
        client, path = self.team.client, f"/candidate-interviews/{candidate_interview_id}"
        client.get(f"{path}/results")
        if self.number % _LOOKS_AT_QUEUE == 0:
            client.get("/review-queue")
        client.get(path)
        client.get(f"{path}/results")
        if self._is_of_a_job:
            return  # the gate of the workflow has decided
        body = {"decision": "advance", "reason": "By what was said.", "userId": self.team.user_id}
        client.post(f"{path}/decision", body)
