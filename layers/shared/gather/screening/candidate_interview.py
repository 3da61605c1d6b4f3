"""Candidate interviews: one candidate's way through one interview.

Interface: Candidate interviews, rule 1.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field

from gather.content.asked_question import AskedQuestion, QuestionKind
from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Conflict, ValidationFailed
from gather.core.formats import HttpUrl, RecordId, ShortText
from gather.core.identifiers import new_id, new_token
from gather.core.model import LeftOutWhenNull, Model, RequestModel
from gather.core.record import Identified, common_fields
from gather.screening.candidate import Candidate
from gather.screening.consent import StoredConsent
from gather.webhooks.webhook import WebhookUrl, new_secret


class CandidateInterviewStatus(StrEnum):
    """How far a candidate is; only the service sets `expired`.

    Interface: Candidate interviews, rules 2 and 3.
    """

    INVITE_SENT = "invite_sent"
    NEW_RESPONSE = "new_response"
    HAS_REVIEWED = "has_reviewed"
    PARTIALLY_COMPLETED = "partially_completed"
    HIRED = "hired"
    ARCHIVED = "archived"
    EXPIRED = "expired"


OPEN = frozenset({CandidateInterviewStatus.INVITE_SENT, CandidateInterviewStatus.PARTIALLY_COMPLETED})
"""The candidate has been invited and is not done."""

DONE = frozenset(
    {
        CandidateInterviewStatus.NEW_RESPONSE,
        CandidateInterviewStatus.HAS_REVIEWED,
        CandidateInterviewStatus.HIRED,
    }
)
"""The candidate has finished, or a user has said so."""

BEGINS_FROM = frozenset({None, CandidateInterviewStatus.INVITE_SENT})
"""The status from which a first answer makes the interview partially completed."""


class DeliveryType(StrEnum):
    """A channel that an invite takes."""

    EMAIL = "email"
    SMS = "sms"


class SummaryStatus(StrEnum):
    """How the evaluation of a completed interview stands (interface: Results, rule 3)."""

    PRE_SUMMARY_FEATURE = "pre-summary-feature"
    PROCESSING = "processing"
    COMPLETE = "complete"
    ERROR = "error"


class CandidateInterview(Identified):
    """A candidate interview as integrators see it. `status` is null until invited."""

    candidate_id: str
    """The candidate."""
    interview_id: str
    """The interview."""
    status: CandidateInterviewStatus | None = None
    """The status of the candidate interview."""
    invite_token: str
    """The token in the address of the candidate's page."""
    expiry: str
    """Until when the candidate can answer: ISO 8601 in UTC."""
    invite_sent_at: str | None = None
    """When the invite was sent last; null when it never was."""
    external_id: str | None = None
    """The id of the candidate interview in the client's own system."""
    external_redirect_uri: str | None = None
    """Where the candidate is sent after the completion; null for nowhere."""
    webhook_url: str | None = None
    """Where the events of this candidate interview are sent too; null for nowhere."""


class CandidateInterviewRecord(CandidateInterview):
    """The stored candidate interview, with what is never shown.

    `asked` holds the questions from the first answer on, so that later changes of the interview do not
    reach a candidate who has begun. `completion_id` is made by the first completion and names it: the
    event `candidate_interview.completed` is sent once for it. `evaluation_run` counts how often the
    answers were sent to evaluation. `removed_kinds` names what the organization's retention has removed.
    `share_token` opens the results, until `share_expires_at` where that is set; None once the link was ended.
    `consent` is what the candidate has agreed to. `enrollment` is set when a workflow made it. Unless it
    `is_judged` it is never evaluated: it is for practice or coaching.
    """

    organization_id: str
    team_id: str
    created_by_id: str | None = None
    expiry_days: int
    """For how many days the link is good."""
    delivery_types: tuple[DeliveryType, ...] = ()
    """The ways by which the invite goes out; all that the candidate can be reached by unless sent."""
    invites: int = 0
    remind_at: str | None = None
    reminded_at: str | None = None
    webhook_secret: str | None = None
    share_token: str | None = None
    share_expires_at: str | None = None
    asked: tuple["AskedQuestion", ...] | None = None
    answered: tuple[str, ...] = ()
    taken_at: str | None = None
    """When the candidate completed the interview; null before."""
    completed_at: str | None = None
    completion_id: str | None = None
    evaluation_run: int = 0
    removed_kinds: tuple[str, ...] = ()
    is_judged: bool = True
    consent: StoredConsent | None = None
    enrollment: "EnrollmentLink | None" = None


class EnrollmentLink(Model):
    """The step of an enrollment that a candidate interview is for. Its messages are those of
    `message_group_id`, the workflow's, where it has them."""

    enrollment_id: str
    step_id: str
    job_id: str
    message_group_id: str | None = None


class StoredAnswer(Model):
    """A candidate's answer to one question; the last one before completion counts.

    `text` for written answers, `value` for yes or no (true, false) and thumbs ("up", "down"),
    `option_ids` for choices, `media_id` for a recording, of which `transcription` becomes the text and
    `word_times` the times of its words (gather.screening.word_times). `heard_certainty` is how sure the
    transcription is of its words on average, from 0 to 1, where the engine tells. `unheard_in_run` is the
    latest evaluation run in which the recording could not be transcribed.
    """

    question_id: str
    """The question."""
    kind: QuestionKind
    """What the turn is."""
    text: str | None = None
    """What was said or written."""
    value: bool | str | None = None
    option_ids: tuple[str, ...] | None = None
    media_id: str | None = None
    content_type: str | None = None
    answered_at: str
    transcription: str | None = None
    """What the candidate said, as text."""
    word_times: str | None = None
    heard_certainty: float | None = None
    unheard_in_run: int | None = None

    @property
    def is_in_words(self) -> bool:
        """Whether the candidate wrote or said it, and did not choose it."""
        return self.transcription is not None or self.text is not None

    @property
    def is_unheard(self) -> bool:
        """Whether it is a recording that could not be transcribed: an answer without words."""
        return self.unheard_in_run is not None and self.transcription is None


class ScoredBy(StrEnum):
    """Who gave a topic its score (interface: Human scores, rule 2)."""

    AI = "ai"
    PERSON = "person"


class EvaluationType(StrEnum):
    """Who has scored a scorecard (interface: Human scores, rule 4)."""

    AI_GENERATED = "ai_generated"
    MANUAL = "manual"
    HYBRID = "hybrid"


class ConfidenceRule(StrEnum):
    """What lowers the confidence of a score (interface: Evaluation, rule 2)."""

    FEW_WORDS = "few_words"
    POOR_TRANSCRIPTION = "poor_transcription"
    OTHER_LANGUAGE = "other_language"
    INSTRUCTS_SCORER = "instructs_scorer"


class StoredTopicScore(Model):
    """The score of one scorecard topic, 0 to 100, with word-for-word evidence from the answers.

    `score` is null where the topic could not be scored. Of a topic that a person scored, `explanation` is
    the reason that was given.
    """

    topic: str
    """The topic of the scorecard."""
    weight: int | float
    """The topic's share of the score, in percent."""
    score: int | None
    """The score from 0 to 100; null where nothing could be scored."""
    confidence: float
    """How sure the evaluation is of the score, from 0 to 1."""
    explanation: str
    """Why the topic has this score."""
    evidence: tuple[str, ...] = ()
    """Words of the candidate that the score rests on."""
    scored_by: ScoredBy = ScoredBy.AI
    """Who gave the score: an engine or a person."""
    lowered_by: tuple[ConfidenceRule, ...] = ()
    """The rules that have lowered the confidence."""

    @property
    def is_by_person(self) -> bool:
        """Whether a person gave the score."""
        return self.scored_by is ScoredBy.PERSON


class StoredScoreCard(Model):
    """A scored scorecard (interface: Results, rule 4)."""

    overall_score: int
    """The score of the whole, from 0 to 100; 0 where nothing could be scored, and `score` is null then."""
    overall_explanation: str
    """Why the whole has this score."""
    evaluation_type: EvaluationType = EvaluationType.AI_GENERATED
    """Who scored: an engine, people, or both."""
    topic_scores: tuple[StoredTopicScore, ...] = ()
    """The scores, a topic each."""


class EvidencePlace(Model):
    """Where a piece of evidence stands (interface: Results, rule 8).

    `start` and `end` count Unicode code points of the `transcription` of the response to `question_id`.
    `turn_id` is the candidate's turn in which it begins, in an interview by conversation. `seconds` is when
    it begins in the recording of that turn, or else of the response; null where that is not known.
    """

    question_id: str
    turn_id: str | None
    """The turn of the conversation that the words are from; null outside of a conversation."""
    start: int
    """Where the words begin in the response's `transcription`, in Unicode code points."""
    end: int
    """Where the words end in the response's `transcription`, in Unicode code points."""
    seconds: float | None
    """Where the words begin in the recording, in seconds; null when that is not known."""


class TopicScore(StoredTopicScore):
    """The score of one topic in the results. `evidence_places` has a place for each item of `evidence`."""

    evidence_places: tuple[EvidencePlace, ...] = ()
    """Where each of `evidence` stands, in the same order."""


class ScoreCard(StoredScoreCard):
    """A scored scorecard in the results."""

    topic_scores: tuple[TopicScore, ...] = ()


class StoredSurveyScore(Model):
    """How the answer to a survey question was scored: 0 to 100, null for a question that is not scored."""

    question_id: str
    title: str
    score: int | None
    knocked_out: bool


class Provenance(Model):
    """What an outcome comes from (interface: Provenance, rule 1). Hashes are SHA-256 in hexadecimal."""

    engine: str
    """The engine that evaluated."""
    model: str
    """The model that the engine used."""
    prompt_version: str
    """The version of the instructions."""
    prompt_hash: str
    """The SHA-256 of the instructions, in hexadecimal."""
    scorecard_template_id: str | None
    """The scorecard; null when there was none."""
    scorecard_version: int | None
    """The scorecard's version; null when there was none."""
    input_hash: str
    """The SHA-256 of questions, answers and scorecard, in hexadecimal."""
    evaluated_at: str
    """When the answers were evaluated: ISO 8601 in UTC."""
    is_blind: bool = Field(default=False, alias="blind")
    """Whether the engine did not see what tells who the candidate is."""
    duration_ms: int | None = None
    """How long the engine took, in milliseconds; null where it was not measured."""
    tokens: int | None = None
    """The tokens that the model used, in and out; null for an engine without a model."""


class StoredEvaluation(Model):
    """The outcome of the latest evaluation run with what people decided, kept beside its candidate interview.

    `heard_nothing` says that the candidate's words were all in recordings that could not be transcribed. Then
    no engine scores a topic, and the score, of the choices alone, decides no gate. `survey` has the survey's
    part of the score, null where none was kept. `score_changes` counts how often people have changed scores.
    `provenance` is that of the engine's outcome, null without one. `asks_anew` says that the run under way
    asks the engine even where an outcome of the same input is kept. Without any run, a person's scores alone
    are there, as run 0.
    """

    run: int
    summary_status: SummaryStatus
    """How far the evaluation is."""
    score: int | None = None
    average_rating: str | None = None
    """The mean of the ratings; null before there is one."""
    summary: str | None = None
    """A summary of the answers; null before an evaluation."""
    score_card: StoredScoreCard | None = None
    """The scores by topic; null before an evaluation."""
    evaluated_at: str | None = None
    heard_nothing: bool = False
    survey: tuple[StoredSurveyScore, ...] | None = None
    score_changes: int = 0
    provenance: Provenance | None = None
    asks_anew: bool = False

    @property
    def keeps_outcome(self) -> bool:
        """Whether an engine's outcome stands, if need be while another run is under way."""
        return self.summary is not None and not self.heard_nothing

    @property
    def topic_scores(self) -> tuple[StoredTopicScore, ...]:
        """The scores of the topics that there are so far."""
        return self.score_card.topic_scores if self.score_card else ()

    @property
    def decides(self) -> bool:
        """Whether the score may decide a gate (interface: Results, rule 10; Human scores, rule 6; Evaluation,
        rule 4).

        Where a topic could not be scored, a person decides. A score of people decides once no run that is
        under way can change it.
        """
        is_over = self.keeps_outcome or (
            self.summary_status is SummaryStatus.COMPLETE and not self.heard_nothing
        )
        if is_over and all(topic.score is not None for topic in self.topic_scores):
            return True
        by_person = [topic.is_by_person for topic in self.topic_scores]
        is_under_way = self.summary_status is SummaryStatus.PROCESSING
        return any(by_person) and (all(by_person) or not is_under_way)

    @property
    def may_be_run_again(self) -> bool:
        """Whether another run may do better: this one failed, or it heard nothing."""
        return self.summary_status is SummaryStatus.ERROR or self.heard_nothing


_PATCHABLE = tuple(status for status in CandidateInterviewStatus if status != "expired")


def _may_be_patched(value: object) -> object:
    if value not in _PATCHABLE:
        raise ValueError(f"must be one of {', '.join(_PATCHABLE)}")
    return value


PatchableStatus = Annotated[
    CandidateInterviewStatus,
    BeforeValidator(_may_be_patched),
    Field(json_schema_extra={"enum": list(_PATCHABLE)}),
]
"""What a PATCH may set; `expired` is set by the service alone."""
DeliveryTypes = Annotated[tuple[DeliveryType, ...], Field(min_length=1, max_length=len(DeliveryType))]
ExpiryDays = Annotated[int, Field(ge=1, le=365)]
_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
SHARE_DAYS = 30
"""How long a link to results is open unless asked otherwise (interface: Share links, rule 1)."""


class CreateCandidateInterview(RequestModel):
    """Body of POST /candidate-interviews; `expiry_days` is the organization's default when left out."""

    candidate_id: RecordId
    interview_id: RecordId
    send_invite: bool = False
    """Whether the invite is sent now."""
    delivery_types: DeliveryTypes | None = None
    expiry_days: ExpiryDays | None = None
    external_id: ShortText | None = None
    external_redirect_uri: HttpUrl | None = None
    webhook_url: WebhookUrl | None = None


class EvaluationMode(StrEnum):
    """Which evaluations are run again (interface: Provenance, rules 4 and 5)."""

    FAILED = "failed"
    CHANGED = "changed"
    ALWAYS = "always"


class EvaluateAgain(RequestModel):
    """Body of POST /candidate-interviews/{candidateInterviewId}/evaluate."""

    mode: EvaluationMode = EvaluationMode.FAILED


class ChangeStatus(RequestModel):
    """Body of PATCH /candidate-interviews/{candidateInterviewId}/status."""

    status: PatchableStatus


class ResendInvite(RequestModel):
    """Body of POST /candidate-interviews/{candidateInterviewId}/resend-invite."""

    delivery_types: DeliveryTypes | None = None


class ShareResults(RequestModel):
    """Body of POST /candidate-interviews/{candidateInterviewId}/share-link."""

    expiry_days: ExpiryDays = SHARE_DAYS


def new_candidate_interview(
    request: CreateCandidateInterview, scope: TeamScope, now: datetime, default_expiry_days: int
) -> CandidateInterviewRecord:
    """The candidate interview that a POST asks for, not yet invited; its time begins now."""
    expiry_days = request.expiry_days or default_expiry_days
    return CandidateInterviewRecord(
        **common_fields(scope, now),
        candidate_id=request.candidate_id,
        interview_id=request.interview_id,
        invite_token=new_token(),
        share_token=new_token(),
        expiry_days=expiry_days,
        expiry=timestamp(now + timedelta(days=expiry_days)),
        external_id=request.external_id,
        external_redirect_uri=request.external_redirect_uri,
        webhook_url=request.webhook_url,
        webhook_secret=new_secret() if request.webhook_url else None,
    )


def channels(candidate: Candidate, wanted: Sequence[DeliveryType] | None) -> tuple[DeliveryType, ...]:
    """How a message reaches the candidate: of the channels `wanted` (all when None) those that can.

    An SMS needs a telephone number and the candidate's opt-in; without them only the e-mail goes. Raises
    ValidationFailed when nothing is left (interface: Candidate interviews, rule 8).
    """
    asked = tuple(DeliveryType) if wanted is None else wanted
    usable = tuple(channel for channel in DeliveryType if channel in asked and reaches(channel, candidate))
    if not usable:
        raise ValidationFailed.of("deliveryTypes", _unreachable(asked))
    return usable


def reaches(channel: DeliveryType, candidate: Candidate) -> bool:
    """Whether a message can and may be sent to the candidate this way."""
    if channel is DeliveryType.EMAIL:
        return candidate.email is not None
    return candidate.sms_opt_in and candidate.phone is not None


def _unreachable(asked: Sequence[DeliveryType]) -> str:
    if DeliveryType.SMS in asked:
        return "sms needs a candidate with a phone number who has opted in to text messages"
    return "email needs a candidate with an e-mail address"


def is_over(record: CandidateInterview, now: datetime) -> bool:
    """Whether the time to answer has passed."""
    return record.status is CandidateInterviewStatus.EXPIRED or record.expiry <= timestamp(now)


def invited(
    record: CandidateInterviewRecord, delivery_types: tuple[DeliveryType, ...], now: datetime
) -> CandidateInterviewRecord:
    """The record with one more invite, to be sent by `delivery_types`.

    Who has begun stays `partially_completed`; an invite after the expiry starts a new one (interface:
    Candidate interviews, rule 7). Raises Conflict when the candidate is done or the record archived.
    """
    check_invitable(record)
    fresh = _reopened(record, now) if is_over(record, now) else record
    begun = fresh.status is CandidateInterviewStatus.PARTIALLY_COMPLETED
    moment = timestamp(now)
    return fresh.changed(
        status=fresh.status if begun else CandidateInterviewStatus.INVITE_SENT,
        invite_sent_at=moment,
        invites=record.invites + 1,
        delivery_types=delivery_types,
        remind_at=_reminder_time(fresh, now),
        updated_at=moment,
    )


def check_invitable(record: CandidateInterviewRecord) -> None:
    """Raises Conflict when no invite makes sense any more."""
    if record.completion_id is not None or record.status in DONE:
        raise Conflict("The candidate has completed this interview.")
    if record.status is CandidateInterviewStatus.ARCHIVED:
        raise Conflict("The candidate interview is archived.")


def _reopened(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record with its whole time before it again, and a reminder to come."""
    expiry = timestamp(now + timedelta(days=record.expiry_days))
    return record.changed(expiry=expiry, reminded_at=None)


def _reminder_time(record: CandidateInterviewRecord, now: datetime) -> str | None:
    """Half-way between the invite and the expiry; once reminded, no reminder follows."""
    if record.reminded_at is not None:
        return record.remind_at
    return timestamp(now + (from_timestamp(record.expiry) - now) / 2)


def awaits_reminder(record: CandidateInterviewRecord) -> bool:
    """Whether an invited candidate is still to be reminded; who was invited by no channel never is."""
    return record.remind_at is not None and record.reminded_at is None and bool(record.delivery_types)


def reminded(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record whose reminder is on its way."""
    return record.changed(reminded_at=timestamp(now))


def begun(
    record: CandidateInterviewRecord,
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> CandidateInterviewRecord:
    """The record of a candidate who has answered something: the questions `asked` are fixed from then on.

    `answered` are the ids of those that have an answer. A first answer after an invite makes the interview
    partially completed.
    """
    status = record.status
    if status in BEGINS_FROM:
        status = CandidateInterviewStatus.PARTIALLY_COMPLETED
    return record.changed(asked=asked, answered=tuple(answered), status=status, updated_at=timestamp(now))


def with_questions_fixed(
    record: CandidateInterviewRecord,
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> CandidateInterviewRecord:
    """The record of a candidate who has met the questions `asked` and need not have answered one.

    `answered` are the ids of those that have an answer.
    """
    return record.changed(asked=asked, answered=tuple(answered), updated_at=timestamp(now))


def taken(
    record: CandidateInterviewRecord,
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> CandidateInterviewRecord:
    """The record with everything that the candidate has answered, ready to be completed."""
    return record.changed(asked=asked, answered=tuple(answered), taken_at=timestamp(now))


def completed(record: CandidateInterviewRecord, now: datetime, *, evaluate: bool) -> CandidateInterviewRecord:
    """The record completed, by a completion with a name of its own; `evaluate` starts another run."""
    moment = timestamp(now)
    return record.changed(
        status=CandidateInterviewStatus.NEW_RESPONSE,
        completed_at=moment,
        completion_id=new_id(),
        evaluation_run=record.evaluation_run + int(evaluate),
        share_token=record.share_token or new_token(),
        share_expires_at=timestamp(now + timedelta(days=SHARE_DAYS)),
        updated_at=moment,
    )


def shared(record: CandidateInterviewRecord, days: int, now: datetime) -> CandidateInterviewRecord:
    """The record with a new link to its results, in place of an earlier one. Raises Conflict before the
    completion."""
    if record.completed_at is None:
        raise Conflict("The candidate has not completed this interview.")
    return record.changed(
        share_token=new_token(),
        share_expires_at=timestamp(now + timedelta(days=days)),
        updated_at=timestamp(now),
    )


def unshared(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record without a link to its results; the same one when it has none."""
    if record.share_token is None:
        return record
    return record.changed(share_token=None, share_expires_at=None, updated_at=timestamp(now))


def shared_by(record: CandidateInterviewRecord, now: datetime) -> str | None:
    """The token of the link to the results that is open now, or None."""
    if record.share_expires_at is not None and record.share_expires_at <= timestamp(now):
        return None
    return record.share_token


def with_evaluation_run(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record with another evaluation of the same answers."""
    return record.changed(evaluation_run=record.evaluation_run + 1, updated_at=timestamp(now))


def with_status(
    record: CandidateInterviewRecord, status: CandidateInterviewStatus, now: datetime
) -> CandidateInterviewRecord:
    """The record with a status that a user set.

    One that is opened again after its expiry gets a new expiry, or the next run of the schedule would
    close it.
    """
    opened = _reopened(record, now) if status in OPEN and is_over(record, now) else record
    return opened.changed(status=status, updated_at=timestamp(now))


def expired(record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record with its time over."""
    return record.changed(status=CandidateInterviewStatus.EXPIRED, updated_at=timestamp(now))


def earlier(record: CandidateInterviewRecord, passed: timedelta) -> CandidateInterviewRecord:
    """The record as if it had been made so much earlier: its expiry and its reminder are nearer."""
    return record.changed(
        expiry=_earlier(record.expiry, passed),
        remind_at=None if record.remind_at is None else _earlier(record.remind_at, passed),
    )


def _earlier(moment: str, passed: timedelta) -> str:
    return timestamp(max(_EARLIEST, from_timestamp(moment) - passed))


def interview_link(base_url: str, invite_token: str) -> str:
    """The address at which a candidate takes an interview."""
    return f"{base_url}/i/{invite_token}"


class ResponseTurn(Model):
    """A turn of a conversation in the results."""

    id: str
    """The turn."""
    sequence: int
    """The turn's place in the conversation, counted from 1."""
    role: str
    """Who took the turn."""
    kind: str
    text: str
    audio_url: str | None
    """Address of the recording; null when there is none."""
    created_at: str
    """When the turn was taken: ISO 8601 in UTC."""


class TranscriptionStatus(StrEnum):
    """What is to be said of a recording's transcription (interface: Results, rule 10)."""

    UNAVAILABLE = "unavailable"


class CandidateResponse(Model):
    """What a candidate answered to one question; `audio_url` is the recording, if there is one.

    `transcription_status` is only there for a recording that could not be transcribed. `turns` are those of
    the conversation that are about the question, where there was a conversation.
    """

    question_id: str
    question_title: str | None
    """The question's title."""
    transcription: str | None
    transcription_status: Annotated[TranscriptionStatus | None, LeftOutWhenNull] = None
    """Whether the recording could be turned into text."""
    audio_url: str | None
    turns: Annotated[tuple[ResponseTurn, ...] | None, LeftOutWhenNull] = None
    """The turns of the conversation that belong to the question, in their order."""


class CandidateInterviewResults(Model):
    """Interface: Results, rules 1 to 10.

    `summary_status` is `pre-summary-feature` while no evaluation was ever asked for: before the
    completion, and for one completed without a single answer.
    """

    candidate_interview_id: str
    """The candidate interview."""
    status: CandidateInterviewStatus | None
    taken_at: str | None
    transcription: str | None
    audio_url: str | None
    score: int | None
    average_rating: str | None
    summary: str | None
    summary_status: SummaryStatus
    score_card: ScoreCard | None
    responses: list[CandidateResponse]
    """What the candidate answered, question by question."""
    share_link: str | None
    """The address of the results page; null when there is none."""
    provenance: Provenance | None = None
