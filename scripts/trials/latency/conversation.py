"""A candidate over HTTP: answers three questions, and listens to each as the page does."""

import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from demo.browser import fetch
from demo.deviation import expect
from local_stack.engines.espeak_speech import EspeakSpeech
from trials.latency.timings import Timings

_GATHER: Final = "/qsi/gather"
_SENTENCES: Final = (
    "Which customer do you remember best from your last job?",
    "What did you do for them on that day?",
    "Take the time that you need to think of an example.",
    "Then tell me how it ended, and what you would do again.",
)
QUESTIONS: Final = {count: " ".join(_SENTENCES[:count]) for count in (1, 2, 4)}
"""The questions of the interviewer by their numbers of sentences."""
ANSWER: Final = (
    "A guest had waited for an hour, so I listened first, then I brought a fresh coffee and called the "
    "kitchen, and in the end he thanked me and came back the week after."
)
_SPOKEN_ANSWER: Final = "one two three four five"
SPOKEN_QUESTIONS: Final = (
    "Where have you worked before?",
    "What did you do when a guest was unhappy?",
    "Which part of the work with others did you have?",
    "What are you proud of in your last job?",
    "What did you learn there that you would use here?",
    "What was the place like where you worked last?",
)
"""The questions to a candidate who speaks."""
_PLAIN: Final = {
    "askFollowUpQuestions": False,
    "askToElaborate": False,
    "conversationalStyle": False,
    "askCandidateQuestions": False,
}


def create_invites(base_url: str, key: str, count: int) -> list[str]:
    """Invites `count` candidates to interviews that ask the questions and nothing else; returns the tokens.

    Each question comes first as often as the others: the first one is heard while the stack still works on
    the beginning of the conversation.
    """

    team = _Team(base_url, key)
    ids = team.create_questions({f"{number} sentences": text for number, text in QUESTIONS.items()})
    interviews = [
        team.create_interview([*ids[first:], *ids[:first]], is_conversational=False)
        for first in range(len(ids))
    ]
    return [team.invite(number, interviews[number // 2 % len(interviews)]) for number in range(count)]


def create_spoken_invites(base_url: str, key: str, count: int) -> list[str]:
    """Invites `count` candidates to an interview whose interviewer leads over to questions; the tokens."""
    team = _Team(base_url, key)
    ids = team.create_questions({f"Spoken {number}": text for number, text in enumerate(SPOKEN_QUESTIONS)})
    interview = team.create_interview(ids, is_conversational=True)
    return [team.invite(number, interview) for number in range(count)]


@dataclass(frozen=True, slots=True)
class _Team:
    """A team that invites candidates, by its key."""

    base_url: str
    key: str

    def create_questions(self, texts: Mapping[str, str]) -> list[str]:
        """Makes a question for each text, by its title; returns the ids."""
        return [
            self._make("/ai-text-questions", {"title": title, "questionText": text})["aiTextQuestion"]["id"]
            for title, text in texts.items()
        ]

    def create_interview(self, question_ids: list[str], *, is_conversational: bool) -> str:
        """Makes an interview that asks the questions and no follow-ups; returns its id."""
        photo = "https://www.example.com/robin.jpg"
        replica = self._make("/replicas", {"name": "Robin", "photoUrl": photo})["replica"]
        manner = {**_PLAIN, "conversationalStyle": is_conversational}
        interview = {
            "title": "Latency",
            "displayName": "Latency",
            "interviewType": "ai_interviewer",
            "aiTextQuestionIds": question_ids,
            "aiConfiguration": {"replicaId": replica["id"], **manner},
        }
        made: str = self._make("/interviews", interview)["interview"]["id"]
        return made

    def invite(self, number: int, interview_id: str) -> str:
        """Invites the candidate of a number; returns the token."""
        person = {"firstName": "Ada", "lastName": "Example", "phone": "+14155550123"}
        candidate = self._make("/candidates", {**person, "email": f"ada{number}.{interview_id}@example.com"})
        body = {"candidateId": candidate["id"], "interviewId": interview_id, "sendInvite": False}
        token: str = self._make("/candidate-interviews", body)["inviteToken"]
        return token

    def _make(self, path: str, body: Mapping[str, object]) -> Any:
        return _send("POST", f"{self.base_url}{_GATHER}{path}", body, {"x-api-key": self.key})


def hold_conversation(
    base_url: str, token: str, timings: Timings, *, in_parts: bool, by_recording: bool
) -> None:
    """Holds one conversation to its end. Each question is heard in parts, or as a whole.

    The two are not timed in one conversation, because the second would find the first one's sound.
    """
    path = f"{base_url}/screening/{token}/conversation"
    turn = _send("POST", path, {})["conversation"]["turns"][-1]
    sentences_of = {text: count for count, text in QUESTIONS.items()}
    for number in range(len(QUESTIONS)):
        sentences = sentences_of[turn["text"]]
        name = "first byte of part 1" if in_parts else "first byte of the whole turn"
        address = turn["audioParts"][0] if in_parts else turn["audioUrl"]
        timings.add(f"{name}, of {sentences} sentence{'s' * (sentences > 1)}", _first_byte(address))
        said = {"mediaId": _upload(base_url, token)} if by_recording else {"text": ANSWER}
        began = time.perf_counter()
        taken = _send("POST", f"{path}/turns", {"turnId": f"turn-{number}", **said})
        timings.add(
            f"a turn, {'by recording' if by_recording else 'in writing'}", time.perf_counter() - began
        )
        turn = taken["turns"][-1]


def _first_byte(address: str) -> float:
    """Seconds until the first byte of a sound, after the redirection to it."""
    began = time.perf_counter()
    for _ in range(2):
        parts = urlsplit(address)
        connection = http.client.HTTPConnection(parts.netloc, timeout=60)
        connection.request("GET", f"{parts.path}?{parts.query}")
        response = connection.getresponse()
        if response.status == http.client.OK:
            response.read(1)
            seconds = time.perf_counter() - began
            connection.close()
            return seconds
        expect(f"GET {parts.path}", response.status, http.client.FOUND)
        address = response.headers["Location"]
        connection.close()
    raise AssertionError("a sound is one redirection away")


def _upload(base_url: str, token: str) -> str:
    """The id of a recording that was uploaded."""
    speech = EspeakSpeech()
    sound = speech.synthesize(_SPOKEN_ANSWER, speech.narrators()[0].id).content
    announced = {"contentType": "audio/wav", "size": len(sound)}
    media = _send("POST", f"{base_url}/screening/{token}/media", announced)
    put = fetch("PUT", media["uploadUrl"], sound, media["headers"])
    expect("the upload", put.status_code, http.client.OK)
    media_id: str = media["mediaId"]
    return media_id


def _send(method: str, url: str, body: Mapping[str, object], headers: Mapping[str, str] | None = None) -> Any:
    """The data of a response, which must be a success."""
    sent = {"content-type": "application/json", **(headers or {})}
    response = fetch(method, url, json.dumps(body).encode(), sent)
    if not response.is_success:
        expect(f"{method} {url}", response.text[:500], "a success")
    return response.json()["data"]
