"""A played candidate's way through an interview, from its page to its end.

Every step may be repeated: the last answer to a question counts, and a turn of a conversation has an id that
follows from the play. An attempt that ends early is therefore followed by one that begins at the beginning.
"""

import io
import wave
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gather.content.questions.asked_question import QuestionKind
from gather.content.questions.models import Question
from gather.core.language import primary_language
from gather.ports.failure import EngineFailed
from gather.ports.provider import EngineProvider
from gather.ports.speech import SpokenAudio
from gather.sandbox.plays.candidate_client import CandidateClient
from gather.sandbox.plays.script import ASKS, DECLINES, Lines
from gather.screening.conversations.models import ConversationState, TurnKind, TurnRole

SILENT_SECONDS = 2
_SAMPLES_A_SECOND = 16_000
_LEADING = {TurnKind.QUESTION, TurnKind.FOLLOW_UP, TurnKind.NUDGE, TurnKind.INVITE_QUESTIONS}
"""The interviewer's turns that want something of the candidate."""

Said = dict[str, object]
"""The body of a turn of the candidate, without its id."""


@dataclass(frozen=True, slots=True)
class PlayedCandidate:
    """A candidate at the page. `language` is the interview's, `has_time` whether the attempt may go on."""

    play_id: str
    client: CandidateClient
    lines: Lines
    engines: EngineProvider
    language: str
    has_time: Callable[[], bool]

    def play(self) -> None:
        """Open the page, agree, answer, and complete unless the persona gives up.

        Raises NothingToPlay when the interview ended meanwhile, EngineFailed when something fails on the way.
        """
        shown = self.client.ask("GET")["screening"]
        consent = shown["consent"]
        self.client.ask("PUT", "/consent", {"version": consent["version"], "accepted": True})
        by_conversation = "conversation" in shown
        questions = self.lines.list_questions(by_conversation=by_conversation)
        for question in questions:
            if question.survey is not None or not by_conversation:
                self._check_time()
                self.client.ask("PUT", f"/answers/{question.id}", self._answer(question))
        if by_conversation:
            self._converse(sum(question.survey is None for question in questions))
        if not self.lines.gives_up:
            self.client.ask("POST", "/complete")

    def _check_time(self) -> None:
        """Raises EngineFailed when the attempt's time is over; the next one goes on."""
        if not self.has_time():
            raise EngineFailed(retryable=True, reason="the play takes longer than one attempt")

    def _answer(self, question: Question) -> dict[str, object]:
        if question.asked.kind is not QuestionKind.AUDIO:
            return self.lines.write(question)
        recording = self._recording(question)
        if recording is None:
            return self.lines.write(question)
        return {"mediaId": self.client.upload(recording)}

    def _recording(self, question: Question) -> SpokenAudio | None:
        """The spoken answer to a question; None where the service cannot speak or hear the language."""
        if self.lines.is_silent:
            return silence()
        speech = self.engines.speech()
        language = primary_language(self.language)
        voices = [each for each in speech.narrators() if primary_language(each.language) == language]
        if not voices or not self.engines.transcription().understands(self.language):
            return None
        return speech.synthesize(self.lines.speak(question), voices[0].id)

    def _converse(self, most_answered: int) -> None:
        """Take part in the conversation until it ends, or until so many questions are answered."""
        conversation = self.client.ask("POST", "/conversation")["conversation"]
        turns: list[dict[str, Any]] = [*conversation["turns"]]
        while conversation["state"] == ConversationState.ACTIVE:
            self._check_time()
            said = self._next_turn(turns, most_answered)
            if said is None:
                return
            number = sum(turn["role"] == TurnRole.CANDIDATE for turn in turns)
            body = {"turnId": f"{self.play_id}-{number}", **said}
            data = self.client.ask("POST", "/conversation/turns", body)
            conversation = data["conversation"]
            turns += data["turns"]

    def _next_turn(self, turns: list[dict[str, Any]], most_answered: int) -> Said | None:
        """The next turn of the candidate; None from one who gives up."""
        open_turn = next(turn for turn in reversed(turns) if _leads(turn))
        if self.lines.is_silent:
            return {"silence": True}
        if open_turn["kind"] == TurnKind.INVITE_QUESTIONS:
            has_asked = turns[-1]["kind"] == TurnKind.REPLY
            return {"text": DECLINES if has_asked or not self.lines.asks_back else ASKS}
        question_id = open_turn["questionId"]
        answers = [turn["questionId"] for turn in turns if turn["kind"] == TurnKind.ANSWER]
        if question_id not in answers and len(set(answers)) >= most_answered:
            return None
        questions = {question.id: question for question in self.lines.questions}
        return {"text": self.lines.say(questions[question_id], answers.count(question_id))}


def _leads(turn: dict[str, Any]) -> bool:
    return turn["role"] == TurnRole.INTERVIEWER and turn["kind"] in _LEADING


def silence() -> SpokenAudio:
    """A recording of somebody who says nothing."""
    file = io.BytesIO()
    with wave.open(file, "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(_SAMPLES_A_SECOND)
        recording.writeframes(bytes(2 * _SAMPLES_A_SECOND * SILENT_SECONDS))
    return SpokenAudio(file.getvalue(), "audio/wav")
