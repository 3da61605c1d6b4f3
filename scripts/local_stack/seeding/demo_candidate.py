"""The candidate's side of the demo: what the page does, without a key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class VoiceAnswer:
    """An answer by voice: playable sound of the type `content_type`."""

    content: bytes
    content_type: str


class CandidateRoutes(Protocol):
    """The routes of a candidate, without a key: a path in, the response's data out."""

    def get(self, path: str) -> Any: ...

    def put(self, path: str, body: dict[str, Any]) -> Any: ...

    def post(self, path: str, body: dict[str, Any]) -> Any: ...

    def upload(self, address: str, recording: VoiceAnswer, headers: Mapping[str, str]) -> None: ...


class CandidatePage:
    """One candidate at the page that an invite's token opens."""

    def __init__(self, routes: CandidateRoutes, invite_token: str) -> None:
        self._routes = routes
        self._at = f"/screening/{invite_token}"

    def agree(self) -> None:
        """Accepts the consent that the page asks for."""
        consent = self._routes.get(self._at)["screening"]["consent"]
        self._routes.put(f"{self._at}/consent", {"version": consent["version"], "accepted": True})

    def answer(self, *answers: str | VoiceAnswer, yes: bool = True) -> None:
        """Answers spoken questions with the answers as far as they go, questions of yes or no with `yes`, and
        choices with the first option.

        Stops at the first question for which there is no answer.
        """
        given = iter(answers)
        for question in self._routes.get(self._at)["screening"]["questions"]:
            answer = self._answer(question, given, yes=yes)
            if answer is None:
                return
            self._routes.put(f"{self._at}/answers/{question['id']}", answer)

    def complete(self) -> None:
        """Hands the answers in."""
        self._routes.post(f"{self._at}/complete", {})

    def ask_for(self, kind: str, text: str) -> None:
        """Asks the team for something, such as `more_time`."""
        self._routes.post(f"{self._at}/requests", {"kind": kind, "text": text})

    def converse(self, *said: str) -> str:
        """Begins the conversation with the interviewer and says one thing after the other, as long as it goes
        on; returns its state then."""
        conversation = self._routes.post(f"{self._at}/conversation", {})["conversation"]
        for number, text in enumerate(said, start=1):
            if conversation["state"] != "active":
                break
            turn = {"turnId": f"demo-{number}", "text": text}
            conversation = self._routes.post(f"{self._at}/conversation/turns", turn)["conversation"]
        state: str = conversation["state"]
        return state

    def end_conversation(self) -> None:
        """Ends the conversation, whatever is still to be asked."""
        self._routes.post(f"{self._at}/conversation/turns", {"turnId": "demo-end", "end": True})

    def _answer(
        self, question: Mapping[str, Any], given: Iterator[str | VoiceAnswer], *, yes: bool
    ) -> dict[str, Any] | None:
        if question["kind"] == "survey":
            options = question["options"]
            return {"optionIds": [options[0]["id"]]} if options else {"value": yes}
        answer = next(given, None)
        if answer is None or isinstance(answer, str):
            return None if answer is None else {"text": answer}
        announced = {"contentType": answer.content_type, "size": len(answer.content)}
        media = self._routes.post(f"{self._at}/media", announced)
        self._routes.upload(media["uploadUrl"], answer, media["headers"])
        return {"mediaId": media["mediaId"]}
