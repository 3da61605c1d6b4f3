"""The teams of the measurement, each with an organization and keys of its own."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from administration.api_keys import create_key
from administration.tenants import create_organization, create_team
from simulation.workload.client import ServiceClient
from simulation.world import World

TOPICS: Final = [{"topic": "Planning", "weight": 60}, {"topic": "Teamwork", "weight": 40}]


@dataclass(slots=True)
class SimulatedTenant:
    """A team. Its programs send requests with its keys in turn: a key has 1000 requests an hour."""

    world: World
    random: Random
    team_id: str
    clients: list[ServiceClient]
    _sent: int = field(default=0)

    @property
    def api(self) -> ServiceClient:
        """The client with the next key."""
        self._sent += 1
        return self.clients[self._sent % len(self.clients)]

    def page(self, address: str) -> ServiceClient:
        """A client without a key, at an address."""
        return ServiceClient(self.world, self.random, address, prefix="")

    def add_interview(self, title: str, questions: int) -> tuple[str, list[str]]:
        """Add an interview that is scored on so many written answers; its id, and those of the questions."""
        replica = self.api.post("/replicas", {"name": title, "photoUrl": "https://files.example/r.jpg"})
        question = {"title": "Week", "questionText": "How do you plan a week with your team?"}
        question_ids = [
            self.api.post("/ai-text-questions", question)["aiTextQuestion"]["id"] for _ in range(questions)
        ]
        interview: dict[str, Any] = {
            "title": title,
            "displayName": title,
            "interviewType": "ai_interviewer",
            "aiConfiguration": {"replicaId": replica["replica"]["id"], "isConversationalInterview": False},
            "aiTextQuestionIds": question_ids,
            "scoreCardTopics": TOPICS,
        }
        return str(self.api.post("/interviews", interview)["interview"]["id"]), question_ids


def found_tenant(world: World, name: str, address: str, keys: int) -> SimulatedTenant:
    """A new team whose programs call from `address`, with so many keys."""
    now = world.time.now()
    random = Random(f"tenant {name} {world.seed}")
    organization = create_organization(world.records.table, name, now)
    team = create_team(world.records, organization.id, name, now)
    clients = [
        ServiceClient(
            world,
            random,
            address,
            create_key(world.records, organization.id, f"Key {number}", now, team_id=team.id)[1],
        )
        for number in range(keys)
    ]
    return SimulatedTenant(world, random, team.id, clients)
