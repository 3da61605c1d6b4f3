"""A candidate in the conversation of an AI interview, as the browser does it for one."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.builders.service import Reply, Service


@dataclass
class Conversation:
    """The conversation behind an invite's token. Each turn gets an id of its own unless told otherwise."""

    page: Service
    token: str
    _numbers: Any = field(default_factory=lambda: count(1))

    def read(self) -> Reply:
        return self.page.get(f"/screening/{self.token}/conversation")

    def begin(self) -> Reply:
        return self.page.post(f"/screening/{self.token}/conversation")

    def turn(self, **body: object) -> Reply:
        body = {"turnId": f"turn-{next(self._numbers)}", **body}
        return self.page.post(f"/screening/{self.token}/conversation/turns", body)

    def say(self, text: str, **body: object) -> list[dict[str, Any]]:
        """Say something that must be taken; the turns that came of it."""
        reply = self.turn(text=text, **body)
        assert reply.status == 201, reply.body
        turns: list[dict[str, Any]] = reply.data["turns"]
        return turns

    def stay_silent(self) -> list[dict[str, Any]]:
        """Say nothing until it counts; the turns that came of it."""
        reply = self.turn(silence=True)
        assert reply.status == 201, reply.body
        turns: list[dict[str, Any]] = reply.data["turns"]
        return turns


def kinds(turns: list[dict[str, Any]]) -> list[str]:
    """The kinds of turns, in their order."""
    return [turn["kind"] for turn in turns]
