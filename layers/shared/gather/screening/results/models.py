"""The results of a candidate interview as integrators see them."""

from enum import StrEnum
from typing import Annotated

from gather.core.model import LeftOutWhenNull, Model
from gather.screening.answers.models import TranscriptionProblem
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.evaluations.models import Provenance, ScoreCard, SummaryStatus
from gather.screening.resumes.models import ResumeInResults


class ResponseTurn(Model):
    """A turn of a conversation in the results."""

    id: str
    """The turn."""
    sequence: int
    """The turn's place in the conversation, counted from 1."""
    role: str
    """Who took the turn."""
    kind: str
    """The kind of turn."""
    question_id: str | None
    """The question that the turn is about; null for a greeting, a question of the candidate and its reply."""
    text: str
    """The words that were said or written."""
    audio_url: str | None
    """Address of the recording, good for an hour; null when there is none."""
    audio_seconds: Annotated[float | None, LeftOutWhenNull] = None
    """How long the recording lasts, where its file tells; absent where it does not."""
    machine_transcribed: bool = False
    """Whether a machine wrote down what was said; false for what was typed and for the interviewer."""
    created_at: str
    """When the turn was taken: ISO 8601 in UTC."""


class TranscriptionStatus(StrEnum):
    """The flaws of a recording's transcription (interface: Results, rules 10 and 12)."""

    UNAVAILABLE = "unavailable"
    POOR = "poor"


class CandidateResponse(Model):
    """A candidate's answer to one question; `audio_url` is the recording, if there is one, for an hour.

    `transcription_status` is only there for a recording that could not be transcribed, or poorly, and
    `transcription_problem` where it could not. `turns` are those of the conversation that are about the
    question, where there was a conversation.
    """

    question_id: str
    """The question."""
    question_title: str | None
    """The question's title."""
    question_text: str | None = None
    """The question in its own words: its script, else its title; null when it is no longer there."""
    transcription: str | None
    transcription_status: Annotated[TranscriptionStatus | None, LeftOutWhenNull] = None
    """How the recording could not be turned into text: not at all, or with words that may be wrong."""
    transcription_problem: Annotated[TranscriptionProblem | None, LeftOutWhenNull] = None
    """Why the recording has no text: for the interview's language, which nothing here understands, or for the
    recording itself."""
    machine_transcribed: bool = False
    """Whether a machine wrote the transcription, or a part of it; false for what was typed or chosen."""
    audio_url: str | None
    audio_seconds: Annotated[float | None, LeftOutWhenNull] = None
    """How long the recording lasts, where its file tells; absent where it does not."""
    turns: Annotated[tuple[ResponseTurn, ...] | None, LeftOutWhenNull] = None
    """The turns of the conversation that belong to the question, in their order."""


class CandidateInterviewResults(Model):
    """Interface: Results, rules 1 to 18.

    `summary_status` is `pre-summary-feature` while no evaluation was ever asked for: before the
    completion, for practice, and where there was nothing to evaluate.
    """

    candidate_interview_id: str
    """The candidate interview."""
    status: CandidateInterviewStatus | None
    taken_at: str | None
    transcription: str | None
    audio_url: str | None
    score: int | None
    """The score from 0 to 100; null where nothing could be scored."""
    average_rating: str | None
    summary: str | None
    """Three sentences in the interview's language: what is met, what is not, and what to ask next. They
    follow the scores of people."""
    engine_summary: str | None = None
    """The engine's account of what the candidate said, in the interview's language; null where it wrote
    none."""
    summary_status: SummaryStatus
    score_card: ScoreCard | None
    responses: list[CandidateResponse]
    """The candidate's answers, question by question."""
    conversation: Annotated[tuple[ResponseTurn, ...] | None, LeftOutWhenNull] = None
    """All turns of the conversation in their order, with what the candidate asked and was told; absent
    without a conversation."""
    resume: ResumeInResults | None = None
    """The résumé that the candidate handed in; null for none."""
    share_link: str | None
    """The address of the results page; null when there is none."""
    provenance: Provenance | None = None
    transcript_removed_at: str | None = None
    """When the candidate's words were removed, because the organization keeps them no longer: ISO 8601 in
    UTC; null while they are kept."""
