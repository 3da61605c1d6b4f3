"""Visitors of a chat: they write, send again what has no reply, leave a message for the team, and go."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from simulation.workload.client import Refusal, ServiceClient
from simulation.workload.team import HiringTeam
from simulation.world import World

_MOST_MESSAGES: Final = 6


@dataclass(slots=True)
class ChatVisitor:
    """A person whom nobody knows. `said` has the texts that were taken, in the order in which they were."""

    world: World
    team: HiringTeam
    number: int
    conversation_id: str | None = None
    said: list[str] = field(default_factory=list)

    def live(self) -> None:
        """Talk once."""
        random = Random(f"visitor {self.number} {self.world.seed}")
        self.world.time.pause(random.uniform(0, 20_000))
        try:
            self._talk(random)
        except Refusal as refusal:
            self.world.tell(f"a visitor is refused: {refusal}")

    def _talk(self, random: Random) -> None:
        path, address = f"/chat/{self.team.chatbot_id}", f"198.18.{self.number}.1"
        begun = ServiceClient(self.world, random, address, prefix="").post(f"{path}/sessions")
        self.conversation_id = begun["conversation"]["id"]
        page = ServiceClient(self.world, random, address, prefix="", headers={"x-chat-token": begun["token"]})
        for number in range(random.randint(1, _MOST_MESSAGES)):
            text = f"Which jobs are open for visitor {self.number}, question {number}?"
            page.post(f"{path}/messages", {"content": text, "messageId": f"m-{number}"}, is_repeatable=True)
            self.said.append(text)
            self.world.time.pause(random.uniform(1, 300))
        if random.random() < 0.5:
            page.post(f"{path}/end")
