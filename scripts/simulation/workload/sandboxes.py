"""An integrator who reads the reference, and tries the service in the sandbox of an organization."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from administration.api_keys import create_key
from gather.sandbox.plays.models import PlayedPersona, PlayStatus
from simulation.workload.candidates import SimulatedCandidate
from simulation.workload.client import Refusal, ServiceClient
from simulation.workload.team import HiringTeam, add_talked_interview, add_written_interview
from simulation.world import World

_FIRST_CANDIDATE: Final = 900
"""Candidates with lower numbers are people."""
_TRIALS: Final = 3
_PERSONAS: Final = tuple(persona.value for persona in PlayedPersona)
_LOOKS: Final = 60
_BETWEEN_LOOKS: Final = (30.0, 600.0)
_LINK: Final = re.compile(r"https://[^/\s]+/i/([\w-]{43})")
_FAR_DAYS: Final = 30
_PLAYED: Final = 0.5
"""How many candidates the service plays."""


@dataclass(slots=True)
class SandboxTrial:
    """A candidate who does not exist. `interview_id` is their candidate interview's id, and `is_completed`
    says whether it was answered to its end. `play` is their play as the service has last shown it."""

    candidate: SimulatedCandidate
    interview_id: str
    is_completed: bool = False
    play: dict[str, Any] | None = None


@dataclass(slots=True)
class SandboxProgram:
    """The program of an integrator, in the sandbox of a team's organization. `refusals` has the statuses that
    requests got which the reference has no operation for, by these requests."""

    world: World
    team: HiringTeam
    trials: list[SandboxTrial] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    _client: ServiceClient = field(init=False)
    _interview_ids: tuple[str, ...] = ()

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
        self._interview_ids = (add_written_interview(self._client), add_talked_interview(self._client))

    def live(self) -> None:
        """Read the reference, invite candidates, and have them answer or let their time pass."""
        random = self._client.random
        self._read_reference()
        for number in range(_TRIALS):
            self.world.time.pause(random.uniform(300, 9000))
            candidate = SimulatedCandidate.of(self.world, self.team, _FIRST_CANDIDATE + number)
            try:
                self._try(candidate, random)
            except Refusal as refusal:
                self.world.tell(f"a trial in a sandbox is refused: {refusal}")

    def _read_reference(self) -> None:
        """Read what there is, and send two requests that there are not."""
        paths = self._client.get("/openapi.json")["paths"]
        unknown, [known] = "/no-such-thing", [path for path in paths if path.endswith("/candidates")]
        assert not any(path.endswith(unknown) for path in paths)
        assert "delete" not in paths[known]
        for path in (unknown, "/candidates"):
            try:
                self._client.delete(path)
            except Refusal as refusal:
                self.refusals[f"DELETE {path}"] = refusal.reply.status

    def _try(self, candidate: SimulatedCandidate, random: Random) -> None:
        post, is_played = self._client.post, random.random() < _PLAYED
        written, _ = self._interview_ids
        body = {
            "candidateId": post("/candidates", candidate.person)["id"],
            "interviewId": random.choice(self._interview_ids) if is_played else written,
            "sendInvite": True,
            "deliveryTypes": ["email", "sms"],
        }
        trial = SandboxTrial(candidate, post("/candidate-interviews", body)["id"])
        self.trials.append(trial)
        if is_played:
            self._have_played(trial, random)
        elif random.random() < 0.5:
            post(f"/sandbox/candidate-interviews/{trial.interview_id}/advance", {"days": _FAR_DAYS})
        else:
            token = self._find_token(candidate, random)
            trial.is_completed = token is not None and candidate.take(token)

    def _have_played(self, trial: SandboxTrial, random: Random) -> None:
        """Have the service play the candidate, and wait for the end."""
        persona = random.choice(_PERSONAS)
        path = f"/sandbox/candidate-interviews/{trial.interview_id}/play"
        trial.play = self._client.post(path, {"persona": persona})["play"]
        for _ in range(_LOOKS):
            if trial.play["status"] != PlayStatus.RUNNING:
                break
            self.world.time.pause(random.uniform(*_BETWEEN_LOOKS))
            trial.play = self._client.get(f"/sandbox/plays/{trial.play['id']}")["play"]
        is_complete = trial.play["status"] == PlayStatus.COMPLETE
        trial.is_completed = is_complete and persona != PlayedPersona.GIVES_UP

    def _find_token(self, candidate: SimulatedCandidate, random: Random) -> str | None:
        """The token of the link in the invite that would have gone out."""
        for _ in range(_LOOKS):
            self.world.time.pause(random.uniform(*_BETWEEN_LOOKS))
            for message in self._client.get("/sandbox/inbox")["messages"]:
                found = _LINK.search(message["body"])
                if message["to"] == candidate.email and found is not None:
                    return found[1]
        return None
