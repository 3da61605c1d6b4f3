"""Candidates: they wait for their mail, open what it leads to, answer, leave, come back, or never begin."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from simulation.engines import MEDIA_HOST, WRITTEN_DOWN
from simulation.workload.client import Refusal, ServiceClient
from simulation.workload.team import HiringTeam
from simulation.world import World

_LINK: Final = re.compile(r"https://[^/\s]+/([im])/([\w-]{43})")
_LOOKS: Final = 200
_BETWEEN_LOOKS: Final = (60.0, 900.0)
WORTH: Final = {"excellent": 90, "poor": 20, "usual": 60}
"""What an answer says of itself, and the score that the simulated judge gives it."""


@dataclass(slots=True)
class SimulatedCandidate:
    """A person whose name and words nobody else has."""

    world: World
    team: HiringTeam
    number: int
    random: Random
    worth: str = "usual"
    has_stopped: bool = False
    is_erased: bool = False
    seen: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, world: World, team: HiringTeam, number: int) -> "SimulatedCandidate":
        """The candidate of this number."""
        random = Random(f"candidate {number} {world.seed}")
        return cls(world, team, number, random, random.choice(list(WORTH)))

    @property
    def mark(self) -> str:
        """The word that stands in everything that this person says, and in their name. It is so long that no
        encrypted text has it by chance."""
        return f"zqxqz{self.number}zqxqz"

    @property
    def words(self) -> str:
        """The words with which every answer of this person begins."""
        return f"My {self.mark} plan is {self.worth}"

    @property
    def email(self) -> str:
        return f"ada.{self.mark}@mail.example"

    @property
    def person(self) -> dict[str, Any]:
        """What the team knows of them."""
        phone = f"+1415555{self.number:04}"
        return {
            "firstName": "Ada",
            "lastName": self.mark,
            "email": self.email,
            "phone": phone,
            "smsOptIn": True,
        }

    @property
    def page(self) -> ServiceClient:
        """The pages without a key, from this person's device."""
        return ServiceClient(self.world, self.random, f"198.51.100.{self.number % 250 + 1}", prefix="")

    def live(self) -> None:
        """Do what the mail asks for, as long as any comes."""
        for _ in range(_LOOKS):
            self.world.time.pause(self.random.uniform(*_BETWEEN_LOOKS))
            if self.has_stopped:
                return
            for kind, token in self._new_links():
                try:
                    self._meet(token) if kind == "m" else self.take(token)
                except Refusal as refusal:
                    self.world.tell(f"candidate {self.number} is refused: {refusal}")

    def _new_links(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for message in self.world.engines.email.messages:
            if message.to != self.email:
                continue
            for kind, token in _LINK.findall(message.text):
                if token not in self.seen:
                    self.seen.add(token)
                    found.append((kind, token))
        return found

    def take(self, token: str) -> bool:
        """Take an interview, and complete it unless it is a conversation or this person leaves in the middle.
        Returns whether it was completed. Raises Refusal."""
        page, path = self.page, f"/screening/{token}"
        shown = page.get(path)["screening"]
        page.put(f"{path}/consent", {"version": shown["consent"]["version"], "accepted": True})
        if shown.get("conversation") is not None and self.random.random() < 0.9:
            self._converse(path)
            return False
        for question in shown["questions"]:
            if self.random.random() < 0.05:
                self.world.tell(f"candidate {self.number} leaves")
                return False
            self._answer(path, question)
            self.world.time.pause(self.random.uniform(1, 120))
        page.post(f"{path}/complete")
        return True

    def _answer(self, path: str, question: dict[str, Any]) -> None:
        text = f"{self.words} and I keep to it every single week with the team."
        if question["kind"] == "survey":
            options = question["options"]
            answer: dict[str, Any] = {"optionIds": [options[0]["id"]]} if options else {"value": True}
        elif question["kind"] == "audio":
            answer = {"mediaId": self._upload(path, text)}
        else:
            answer = {"text": text}
        self.page.put(f"{path}/answers/{question['id']}", answer)

    def _upload(self, path: str, text: str) -> str:
        content = f"{WRITTEN_DOWN}{text}".encode()
        made = self.page.post(f"{path}/media", {"contentType": "audio/wav", "size": len(content)})
        key = made["uploadUrl"].removeprefix(f"https://{MEDIA_HOST}/")
        self.world.engines.media.put(key, content, made["headers"]["Content-Type"])
        return str(made["mediaId"])

    def _converse(self, path: str) -> None:
        """Talk with the interviewer until it is over."""
        page = self.page
        conversation = page.post(f"{path}/conversation")["conversation"]
        for turn in range(12):
            if conversation["state"] != "active":
                return
            if self.random.random() < 0.05:
                self.world.tell(f"candidate {self.number} leaves the conversation")
                return
            self.world.time.pause(self.random.uniform(2, 60))
            text = f"{self.words}, and the team likes how I keep to it on busy days."
            body = {"turnId": f"turn-{turn}", "text": text}
            conversation = page.post(f"{path}/conversation/turns", body)["conversation"]

    def _meet(self, token: str) -> None:
        """Come to a meeting, or say no."""
        answer = "confirm" if self.random.random() < 0.8 else "decline"
        self.page.post(f"/m/{token}/{answer}")
