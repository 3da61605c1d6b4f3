"""Results of a candidate interview, put together from its answers and its evaluation.

The answers that are listed are those of the questions asked, in their order. `transcription` joins
what the candidate said or wrote; choices, which say nothing without their question, are left to the
responses, as readable text. After a conversation each spoken question has a response, and `transcription` is
the whole conversation, a line for each turn.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Final

from gather.content.questions.asked_question import AskedQuestion, QuestionKind
from gather.content.questions.models import Question, QuestionContent
from gather.content.survey_questions.models import SurveyQuestion, SurveyType
from gather.screening.answers.models import StoredAnswer
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.share_link import share_address
from gather.screening.conversations.models import InterviewTurn
from gather.screening.evaluations.models import ScoreCard, StoredEvaluation, SummaryStatus
from gather.screening.recordings.address import RecordingAddresses
from gather.screening.results.evidence_place import add_places
from gather.screening.results.models import (
    CandidateInterviewResults,
    CandidateResponse,
    ResponseTurn,
    TranscriptionStatus,
)
from gather.screening.results.summary import ResultSummary, summarize
from gather.screening.resumes.models import StoredResume

Files = Callable[[str | None], str | None]
"""Gives the address of a candidate's file, None for none."""


class PlainChoice(StrEnum):
    """An answer that has no words of its own, so that whoever shows it says it in the reader's language."""

    YES = "yes"
    NO = "no"
    UP = "up"
    DOWN = "down"


_IN_ENGLISH: Final = {
    PlainChoice.YES: "Yes",
    PlainChoice.NO: "No",
    PlainChoice.UP: "Thumbs up",
    PlainChoice.DOWN: "Thumbs down",
}


def build_results(
    record: CandidateInterviewRecord,
    answers: Mapping[str, StoredAnswer],
    evaluation: StoredEvaluation | None,
    questions: Sequence[Question],
    addresses: RecordingAddresses,
    turns: Sequence[InterviewTurn] | None = None,
    resume: StoredResume | None = None,
) -> CandidateInterviewResults:
    """The results as they are when `addresses` are given. `questions` may lack some that were asked.

    `turns` are those of the conversation, None without one.
    """
    files = partial(addresses.of, record)
    by_id = {question.id: question for question in questions}
    given = list_given(record, answers)
    responses = [_response(answer, by_id.get(answer.question_id), files) for answer in given]
    texts = [answer.transcription or answer.text for answer in given]
    transcription = "\n\n".join(text for text in texts if text) or None
    if turns is not None:
        responses = _add_turns(record.asked or (), responses, by_id, turns, files)
        transcription = "\n".join(_line(turn) for turn in turns)
    if record.transcript_removed_at is not None:
        transcription = None
    card = place_evidence(evaluation, responses, answers, turns)
    return CandidateInterviewResults(
        candidate_interview_id=record.id,
        status=record.status,
        taken_at=record.taken_at,
        transcription=transcription,
        audio_url=next((response.audio_url for response in responses if response.audio_url), None),
        score=evaluation.score if evaluation else None,
        average_rating=evaluation.average_rating if evaluation else None,
        summary=_summary(record, evaluation, card, given),
        engine_summary=evaluation.summary or None if evaluation else None,
        summary_status=evaluation.summary_status if evaluation else SummaryStatus.PRE_SUMMARY_FEATURE,
        score_card=card,
        responses=responses,
        conversation=None if turns is None else tuple(_shown_turn(turn, files) for turn in turns),
        resume=resume.in_results(files(resume.media_id) or "") if resume else None,
        share_link=share_address(addresses.base_url, record.open_share_token(addresses.now)),
        provenance=evaluation.provenance if evaluation else None,
        transcript_removed_at=record.transcript_removed_at,
    )


def list_given(record: CandidateInterviewRecord, answers: Mapping[str, StoredAnswer]) -> list[StoredAnswer]:
    """The answers to the questions that were asked, in their order."""
    return [answers[question.id] for question in record.asked or () if question.id in answers]


def place_evidence(
    evaluation: StoredEvaluation | None,
    responses: Sequence[CandidateResponse],
    answers: Mapping[str, StoredAnswer],
    turns: Sequence[InterviewTurn] | None,
) -> ScoreCard | None:
    """The scored scorecard with the places of its evidence in the responses; None without one."""
    card = evaluation.score_card if evaluation else None
    return add_places(card, responses, answers, turns or ()) if card else None


def summarize_answers(
    evaluation: StoredEvaluation | None, card: ScoreCard | None, given: Sequence[StoredAnswer]
) -> ResultSummary | None:
    """The summary of the answers by their evaluation, in no language yet; None before there is one."""
    if evaluation is None:
        return None
    unheard = sum(answer.is_without_weight for answer in given)
    return summarize(evaluation, card, unheard=unheard, answers=len(given))


def summary_without_quotations(
    record: CandidateInterviewRecord,
    evaluation: StoredEvaluation | None,
    card: ScoreCard | None,
    answers: Mapping[str, StoredAnswer],
) -> str | None:
    """The summary of the results as `build_results` has it, without the candidate's words."""
    return _summary(record, evaluation, card, list_given(record, answers), has_quotations=False)


def _summary(
    record: CandidateInterviewRecord,
    evaluation: StoredEvaluation | None,
    card: ScoreCard | None,
    given: Sequence[StoredAnswer],
    *,
    has_quotations: bool = True,
) -> str | None:
    """The summary in the interview's language.

    Without the candidate's words there is none. An evaluation of a release that did not store the language
    keeps what its engine wrote.
    """
    if evaluation is None or record.transcript_removed_at is not None or evaluation.language is None:
        return evaluation.summary if evaluation else None
    summary = summarize_answers(evaluation, card, given)
    if summary is None:
        return evaluation.summary
    told = summary if has_quotations else summary.without_quotations()
    return " ".join(told.sentences(evaluation.language))


def _add_turns(
    asked: Sequence[AskedQuestion],
    responses: Sequence[CandidateResponse],
    questions: Mapping[str, Question],
    turns: Sequence[InterviewTurn],
    files: Files,
) -> list[CandidateResponse]:
    """A response for each spoken question, with its turns, and those to the others."""
    given = {response.question_id: response for response in responses}
    listed = []
    for each in asked:
        response = given.get(each.id)
        if each.kind is not QuestionKind.SURVEY:
            own = tuple(_shown_turn(turn, files) for turn in turns if turn.question_id == each.id)
            response = (response or _unanswered(each.id, questions.get(each.id))).changed(
                turns=own, machine_transcribed=any(turn.machine_transcribed for turn in own)
            )
        if response is not None:
            listed.append(response)
    return listed


def _unanswered(question_id: str, question: Question | None) -> CandidateResponse:
    return CandidateResponse(
        question_id=question_id,
        question_title=question.title if question else None,
        question_text=question.wording if question else None,
        transcription="",
        audio_url=None,
    )


def _shown_turn(turn: InterviewTurn, files: Files) -> ResponseTurn:
    return ResponseTurn(
        id=turn.id,
        sequence=turn.sequence,
        role=turn.role,
        kind=turn.kind,
        question_id=turn.question_id,
        text=turn.text,
        audio_url=files(turn.media_id),
        audio_seconds=turn.recording_seconds if turn.media_id else None,
        machine_transcribed=turn.is_of_machine,
        created_at=turn.created_at,
    )


def _line(turn: InterviewTurn) -> str:
    """A turn as one line of the transcript."""
    return f"{turn.role.value.capitalize()}: {' '.join(turn.text.split())}"


def _response(answer: StoredAnswer, question: Question | None, files: Files) -> CandidateResponse:
    return CandidateResponse(
        question_id=answer.question_id,
        question_title=question.title if question else None,
        question_text=question.wording if question else None,
        transcription=readable_answer(answer, question.content if question else None),
        transcription_status=_transcription_status(answer),
        transcription_problem=answer.unheard_because if answer.is_unheard else None,
        machine_transcribed=answer.is_transcribed,
        audio_url=files(answer.media_id),
        audio_seconds=answer.recording_seconds if answer.media_id else None,
    )


def _transcription_status(answer: StoredAnswer) -> TranscriptionStatus | None:
    if answer.is_unheard:
        return TranscriptionStatus.UNAVAILABLE
    return TranscriptionStatus.POOR if answer.is_poorly_heard else None


def readable_answer(answer: StoredAnswer, content: QuestionContent | None) -> str | None:
    """An answer as a person reads it; None for a recording that is not transcribed."""
    if answer.transcription is not None or answer.text is not None:
        return answer.transcription if answer.transcription is not None else answer.text
    if answer.option_ids is not None:
        return ", ".join(_option_titles(answer.option_ids, content))
    choice = plain_choice(answer, content)
    return _IN_ENGLISH[choice] if choice else _thumb_title(answer, content)


def plain_choice(answer: StoredAnswer, content: QuestionContent | None) -> PlainChoice | None:
    """The choice of an answer for which its question has no words; None for every other answer."""
    if isinstance(answer.value, bool):
        return PlainChoice.YES if answer.value else PlainChoice.NO
    if answer.value is None or _thumb_title(answer, content) is not None:
        return None
    return PlainChoice(answer.value)


def _option_titles(option_ids: Sequence[str], content: QuestionContent | None) -> list[str]:
    """In the order of the question; an option that it no longer has is not named."""
    options = content.options if isinstance(content, SurveyQuestion) else ()
    return [option.title for option in options if option.id in option_ids]


def _thumb_title(answer: StoredAnswer, content: QuestionContent | None) -> str | None:
    """The title of the thumb's option, of which the first is up; None where the question has none."""
    if answer.value is None or not isinstance(content, SurveyQuestion):
        return None
    position = 0 if answer.value == PlainChoice.UP else 1
    is_titled = content.type is SurveyType.THUMBS_UP_DOWN and position < len(content.options)
    return content.options[position].title if is_titled else None
