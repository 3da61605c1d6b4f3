"""What the people of a team and their programs do: invite, import, review, decide, change, erase."""

from random import Random
from typing import Any, Final

from simulation.workload.candidates import SimulatedCandidate
from simulation.workload.client import Refusal, ServiceClient
from simulation.workload.team import HiringTeam
from simulation.world import World

_LOOKS: Final = 15
"""How often a reviewer looks at the queue."""
_QUESTIONS: Final = 15
"""How many questions a program writes."""


class Recruiter:
    """Invites a candidate in one of the ways that there are, and may erase them later."""

    def __init__(self, world: World, team: HiringTeam, candidate: SimulatedCandidate) -> None:
        self._world = world
        self._team = team
        self.candidate = candidate
        self._random = Random(f"recruiter {candidate.number} {world.seed}")
        self.candidate_id: str | None = None
        self.enrollment_id: str | None = None

    def live(self) -> None:
        """Invite, wait, and perhaps erase."""
        self._world.time.pause(self._random.uniform(0, 3600))
        try:
            self._invite()
        except Refusal as refusal:
            self._world.tell(f"an invite is refused: {refusal}")
        fate = self._random.random()
        if self.candidate_id is not None and fate < 0.5:
            self._world.time.pause(self._random.uniform(0, 20_000))
            self._erase() if fate < 0.3 else self._archive()

    def _invite(self) -> None:
        team, post = self._team, self._team.client.post
        match self._random.randrange(5):
            case 0 | 1:
                job_id = self._random.choice((team.strict_job, team.careful_job))
                made = post(f"/jobs/{job_id}/invite-candidate", self.candidate.person)
                self.candidate_id = made["candidate"]["id"]
                self.enrollment_id = made["enrollment"]["id"]
            case 2 | 3:
                self.candidate_id = post("/candidates", self.candidate.person)["id"]
                interviews = (team.written_interview, team.spoken_interview, team.talked_interview)
                body = {
                    "candidateId": self.candidate_id,
                    "interviewId": self._random.choice(interviews),
                    "sendInvite": True,
                    "deliveryTypes": self._random.choice((["email"], ["email", "sms"])),
                }
                post("/candidate-interviews", body)
            case _:
                rows = [self.candidate.person, self.candidate.person]
                invite = {"interviewId": team.written_interview}
                self._import({"candidates": rows, "invite": invite})

    def _import(self, body: dict[str, Any]) -> None:
        made = self._team.client.post("/candidate-imports", body)["import"]
        for _ in range(100):
            if made["status"] not in ("awaiting_file", "running"):
                break
            self._world.time.pause(60)
            made = self._team.client.get(f"/candidate-imports/{made['id']}")["import"]
        found = self._team.client.get(f"/candidates?search={self.candidate.email}")
        for each in found["candidates"]:
            self.candidate_id = each["id"]

    def _archive(self) -> None:
        try:
            self._team.client.delete(f"/candidates/{self.candidate_id}")
        except Refusal as refusal:
            self._world.tell(f"an archiving is refused: {refusal}")

    def _erase(self) -> None:
        try:
            self._team.client.post(f"/candidates/{self.candidate_id}/erase")
        except Refusal as refusal:
            self._world.tell(f"an erasure is refused: {refusal}")
            return
        self._world.tell(f"the erasure of candidate {self.candidate.number} is asked for")
        self.candidate.is_erased = self.candidate.has_stopped = True


class ContentProgram:
    """A program of the customer's that writes questions, each once."""

    def __init__(self, world: World, team: HiringTeam) -> None:
        self._world = world
        self._client = team.client
        self._random = Random(f"content {team.team_id} {world.seed}")

    def live(self) -> None:
        """Write a question now and then."""
        for number in range(_QUESTIONS):
            self._world.time.pause(self._random.uniform(60, 1800))
            try:
                self._client.post(
                    "/ai-text-questions",
                    {"title": f"Question {number}", "questionText": f"What is {number}, {self._client.key}?"},
                )
            except Refusal as refusal:
                self._world.tell(f"a question is refused: {refusal}")


class Reviewer:
    """Looks at the queue and decides. Two of them may decide about the same person."""

    def __init__(
        self, world: World, team: HiringTeam, number: int, client: ServiceClient | None = None
    ) -> None:
        """`client` is that of a person who has signed in; by default it is the team's."""
        self._world = world
        self._team = team
        self._client = client or team.client
        self._user = {} if client is not None else {"userId": team.user_id}
        self._random = Random(f"reviewer {number} {team.team_id} {world.seed}")

    def live(self) -> None:
        """Decide whenever somebody waits."""
        for _ in range(_LOOKS):
            self._world.time.pause(self._random.uniform(300, 5400))
            try:
                self._look()
            except Refusal as refusal:
                self._world.tell(f"a reviewer is refused: {refusal}")

    def _word(self) -> str:
        """A word that nobody else says."""
        return f"{self._random.getrandbits(48):012x}"

    def _look(self) -> None:
        waiting = self._client.get("/review-queue")["items"]
        items = [each for each in waiting if each.get("candidateInterviewId")]
        if not items:
            return
        entry = self._random.choice(items)
        path = f"/candidate-interviews/{entry['candidateInterviewId']}"
        what = self._random.choice(("advance", "reject", "hold", "comment"))
        if what == "comment":
            text = f"Let us talk about {entry['candidateName']}, says {self._word()}."
            self._client.post(f"{path}/comments", {"text": text, **self._user})
            return
        body = {
            "decision": what,
            "reason": f"By what was said, says {self._word()}.",
            **self._user,
        }
        self._client.post(f"{path}/decision", body)
