"""An integrator who tries the service in the sandbox of an organization."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Final

from administration.api_keys import create_key
from simulation.workload.candidates import SimulatedCandidate
from simulation.workload.client import Refusal, ServiceClient
from simulation.workload.team import HiringTeam, add_written_interview
from simulation.world import World

_FIRST_CANDIDATE: Final = 900
"""Candidates with lower numbers are people."""
_TRIALS: Final = 2
_LOOKS: Final = 60
_BETWEEN_LOOKS: Final = (30.0, 600.0)
_LINK: Final = re.compile(r"https://[^/\s]+/i/([\w-]{43})")
_FAR_DAYS: Final = 30


@dataclass(slots=True)
class SandboxTrial:
    """A candidate who does not exist. `interview_id` is their candidate interview's id, and `is_completed`
    says whether it was answered in writing to its end."""

    candidate: SimulatedCandidate
    interview_id: str
    is_completed: bool = False


@dataclass(slots=True)
class SandboxProgram:
    """The program of an integrator, in the sandbox of a team's organization."""

    world: World
    team: HiringTeam
    trials: list[SandboxTrial] = field(default_factory=list)
    _client: ServiceClient = field(init=False)
    _interview_id: str = ""

    def found(self) -> None:
        """Get a key and make what is tried, while nothing goes wrong."""
        key = create_key(
            self.world.records,
            self.team.organization_id,
            "Sandbox",
            self.world.time.now(),
            team_id=self.team.team_id,
            sandbox=True,
        )[1]
        random = Random(f"sandbox {self.team.team_id} {self.world.seed}")
        self._client = ServiceClient(self.world, random, "192.0.2.200", key)
        self._interview_id = add_written_interview(self._client)

    def live(self) -> None:
        """Invite candidates, and have them answer or let their time pass."""
        random = self._client.random
        for number in range(_TRIALS):
            self.world.time.pause(random.uniform(300, 9000))
            candidate = SimulatedCandidate.of(self.world, self.team, _FIRST_CANDIDATE + number)
            try:
                self._try(candidate, random)
            except Refusal as refusal:
                self.world.tell(f"a trial in a sandbox is refused: {refusal}")

    def _try(self, candidate: SimulatedCandidate, random: Random) -> None:
        post = self._client.post
        body = {
            "candidateId": post("/candidates", candidate.person)["id"],
            "interviewId": self._interview_id,
            "sendInvite": True,
            "deliveryTypes": ["email", "sms"],
        }
        trial = SandboxTrial(candidate, post("/candidate-interviews", body)["id"])
        self.trials.append(trial)
        if random.random() < 0.5:
            post(f"/sandbox/candidate-interviews/{trial.interview_id}/advance", {"days": _FAR_DAYS})
            return
        token = self._find_token(candidate, random)
        if token is not None:
            trial.is_completed = candidate.take(token)

    def _find_token(self, candidate: SimulatedCandidate, random: Random) -> str | None:
        """The token of the link in the invite that would have gone out."""
        for _ in range(_LOOKS):
            self.world.time.pause(random.uniform(*_BETWEEN_LOOKS))
            for message in self._client.get("/sandbox/inbox")["messages"]:
                found = _LINK.search(message["body"])
                if message["to"] == candidate.email and found is not None:
                    return found[1]
        return None
