"""Candidate interviews: one candidate's way through one interview (interface: Candidate interview)."""

from enum import StrEnum

from gather.domain.model import Model
from gather.domain.record import Identified


class CandidateInterviewStatus(StrEnum):
    """Interface: Candidate interview status; `expired` is set by the service alone (answers: States)."""

    INVITE_SENT = "invite_sent"
    NEW_RESPONSE = "new_response"
    HAS_REVIEWED = "has_reviewed"
    PARTIALLY_COMPLETED = "partially_completed"
    HIRED = "hired"
    ARCHIVED = "archived"
    EXPIRED = "expired"


class DeliveryType(StrEnum):
    """A channel that an invite takes."""

    EMAIL = "email"
    SMS = "sms"


class SummaryStatus(StrEnum):
    """How the evaluation of a completed interview stands (interface: Candidate interview results)."""

    PRE_SUMMARY_FEATURE = "pre-summary-feature"
    PROCESSING = "processing"
    COMPLETE = "complete"
    ERROR = "error"


class CandidateInterview(Identified):
    """A candidate interview as integrators see it. `status` is null until invited."""

    candidate_id: str
    interview_id: str
    status: CandidateInterviewStatus | None = None
    invite_token: str
    expiry: str
    invite_sent_at: str | None = None
    external_id: str | None = None
    external_redirect_uri: str | None = None
    webhook_url: str | None = None


class CandidateInterviewRecord(CandidateInterview):
    """The stored candidate interview, with what is never answered.

    `asked` holds the questions from the first answer on, so that later changes of the interview do not
    reach a candidate who has begun. `completion_id` is made by the first completion and names it: the
    event `candidate_interview.completed` is sent once for it. `evaluation_run` counts how often the
    answers were sent to evaluation.
    """

    organization_id: str
    team_id: str
    created_by_id: str | None = None
    expiry_days: int
    delivery_types: tuple[DeliveryType, ...] = ()
    invites: int = 0
    remind_at: str | None = None
    reminded_at: str | None = None
    webhook_secret: str | None = None
    share_token: str
    asked: tuple["AskedQuestion", ...] | None = None
    answered: tuple[str, ...] = ()
    taken_at: str | None = None
    completed_at: str | None = None
    completion_id: str | None = None
    evaluation_run: int = 0


class QuestionKind(StrEnum):
    """Where a question of an interview comes from."""

    AUDIO = "audio"
    SURVEY = "survey"
    AI_TEXT = "ai_text"


class AskedQuestion(Model):
    """A question that a candidate who has begun is asked; `knockout` is the interview's word on it."""

    id: str
    kind: QuestionKind
    knockout: bool | None = None


class StoredAnswer(Model):
    """A candidate's answer to one question; the last one before completion counts.

    `text` for written answers, `value` for yes or no (true, false) and thumbs ("up", "down"),
    `option_ids` for choices, `media_id` for a recording, of which `transcription` becomes the text.
    """

    question_id: str
    kind: QuestionKind
    text: str | None = None
    value: bool | str | None = None
    option_ids: tuple[str, ...] | None = None
    media_id: str | None = None
    content_type: str | None = None
    answered_at: str
    transcription: str | None = None


class TopicScore(Model):
    """The score of one scorecard topic, 0 to 100, with word-for-word evidence from the answers."""

    topic: str
    weight: float
    score: float
    confidence: float
    explanation: str
    evidence: tuple[str, ...] = ()


class ScoreCard(Model):
    """A scored scorecard (interface: Candidate interview results)."""

    overall_score: float
    overall_explanation: str
    evaluation_type: str = "ai_generated"
    topic_scores: tuple[TopicScore, ...] = ()


class StoredEvaluation(Model):
    """The outcome of the latest evaluation run, kept beside its candidate interview."""

    run: int
    summary_status: SummaryStatus
    score: float | None = None
    average_rating: str | None = None
    summary: str | None = None
    score_card: ScoreCard | None = None
    evaluated_at: str | None = None
