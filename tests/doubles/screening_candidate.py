"""A candidate in an interview, with the requests that the browser makes."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.builders.service import Reply, Service

ANSWER = "I organize the night shift, plan every delivery and train new colleagues on safety."


@dataclass(frozen=True)
class Screening:
    """An invited candidate. `questions` maps a name of each question to its id."""

    service: Service
    id: str
    token: str
    candidate: dict[str, Any]
    interview: dict[str, Any]
    questions: dict[str, str]
    options: dict[str, str]

    @property
    def page(self) -> Service:
        """The candidate's side."""
        return self.service.public()

    def show(self) -> Reply:
        return self.page.get(f"/screening/{self.token}")

    def agree(self, version: str | None = None) -> Reply:
        """Agree to the current version of the consent, or to another one."""
        read = version or self.show().data["screening"]["consent"]["version"]
        return self.page.put(f"/screening/{self.token}/consent", {"version": read, "accepted": True})

    def answer(self, name: str, **answer: object) -> Reply:
        return self.page.put(f"/screening/{self.token}/answers/{self.questions[name]}", answer)

    def complete(self) -> Reply:
        return self.page.post(f"/screening/{self.token}/complete")

    def answer_all(self) -> None:
        """Give fitting answers to all questions."""
        for reply in (
            self.answer("spoken", text=ANSWER),
            self.answer("licence", value=True),
            self.answer("shift", optionIds=[self.options["Night"]]),
        ):
            assert reply.status == 200, reply.body

    def opened(self, address: str | None) -> Reply:
        """Opens the address of a recording without a key and returns the answer."""
        assert address is not None
        return self.page.get(urlsplit(address).path)

    def leads_to(self, address: str | None) -> str:
        """Returns the id of the recording that an address leads to."""
        reply = self.opened(address)
        assert reply.status == 302, reply.body
        return urlsplit(reply.headers["location"]).path.rpartition("/")[2]

    def results(self) -> dict[str, Any]:
        data: dict[str, Any] = self.service.get(f"/candidate-interviews/{self.id}/results").data
        return data

    def read(self) -> dict[str, Any]:
        data: dict[str, Any] = self.service.get(f"/candidate-interviews/{self.id}").data
        return data
