"""Where the evidence of a score stands: the response, the turn, the part of the text and the time.

Interface: Results, rules 8 and 9. A place follows from the evidence and the responses alone, so that it
always agrees with the transcription that is shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gather.screening.answers.models import StoredAnswer
from gather.screening.answers.word_times import seconds_at
from gather.screening.conversations.models import InterviewTurn, TurnKind, TurnRole
from gather.screening.evaluations.models import (
    EvidencePlace,
    ScoreCard,
    StoredScoreCard,
    StoredTopicScore,
    TopicScore,
)
from gather.screening.results.models import CandidateResponse
from gather.screening.results.quotation import QuotedTexts


def add_places(
    card: StoredScoreCard,
    responses: Sequence[CandidateResponse],
    answers: Mapping[str, StoredAnswer],
    turns: Sequence[InterviewTurn] = (),
) -> ScoreCard:
    """The scored scorecard with the place of each piece of evidence in the `responses`.

    What stands in no response is left out: evidence is a quotation. So is what stands in a poor transcription
    alone, where words may be wrong. `answers` are by question id, `turns`
    those of the conversation.
    """
    sources = _Sources(responses, answers, turns)
    topics = tuple(_locate(topic, sources) for topic in card.topic_scores)
    return ScoreCard(**{**dict(card), "topic_scores": topics})


def _locate(topic: StoredTopicScore, sources: "_Sources") -> TopicScore:
    places = [(excerpt, sources.place(excerpt)) for excerpt in topic.evidence]
    found = [(excerpt, place) for excerpt, place in places if place is not None]
    return TopicScore(
        **{
            **dict(topic),
            "evidence": tuple(excerpt for excerpt, _ in found),
            "evidence_places": tuple(place for _, place in found),
        }
    )


@dataclass(frozen=True, slots=True)
class _SaidPart:
    """A part of a response that was said at once; `start` is its place in the response's text."""

    start: int
    turn_id: str | None
    word_times: str | None


class _Sources:
    """The responses that evidence comes from. Those in words come first: choices are scored without any."""

    def __init__(
        self,
        responses: Iterable[CandidateResponse],
        answers: Mapping[str, StoredAnswer],
        turns: Sequence[InterviewTurn],
    ) -> None:
        with_text = [
            response
            for response in responses
            if response.transcription and not answers[response.question_id].is_poorly_heard
        ]
        self._responses = sorted(
            with_text, key=lambda response: not answers[response.question_id].is_in_words
        )
        self._texts = QuotedTexts([response.transcription or "" for response in self._responses])
        self._answers = answers
        self._turns = turns

    def place(self, excerpt: str) -> EvidencePlace | None:
        found = self._texts.find(excerpt)
        if found is None:
            return None
        response = self._responses[found.text]
        part = [part for part in self._parts(response) if part.start <= found.start][-1]
        return EvidencePlace(
            question_id=response.question_id,
            turn_id=part.turn_id,
            start=found.start,
            end=found.end,
            seconds=seconds_at(part.word_times, found.start - part.start),
        )

    def _parts(self, response: CandidateResponse) -> list[_SaidPart]:
        """The turns that the response was joined from, or the response as one part."""
        turns = [turn for turn in self._turns if _is_answer_to(turn, response.question_id)]
        if not turns or "\n".join(turn.text for turn in turns) != response.transcription:
            return [_SaidPart(0, None, self._answers[response.question_id].word_times)]
        parts, start = [], 0
        for turn in turns:
            parts.append(_SaidPart(start, turn.id, turn.word_times))
            start += len(turn.text) + 1
        return parts


def _is_answer_to(turn: InterviewTurn, question_id: str) -> bool:
    is_answer = turn.role is TurnRole.CANDIDATE and turn.kind is TurnKind.ANSWER
    return is_answer and turn.question_id == question_id
