"""The evaluation of a candidate interview as it is stored: scores, evidence and where they come from."""

from enum import StrEnum

from pydantic import Field

from gather.core.model import Model


class SummaryStatus(StrEnum):
    """How the evaluation of a completed interview stands (interface: Results, rule 3)."""

    PRE_SUMMARY_FEATURE = "pre-summary-feature"
    PROCESSING = "processing"
    COMPLETE = "complete"
    ERROR = "error"


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
    """The rules that lower the confidence of a score (interface: Evaluation, rule 2)."""

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
    ask_next: str | None = None
    """What to ask next about the topic, in the interview's language; null where that is not known."""

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
    """The question."""
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
    """The origin of an outcome (interface: Provenance, rule 1). Hashes are SHA-256 in hexadecimal."""

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

    `heard_nothing` says that the candidate's words were all in recordings that could not be understood. Then
    no engine scores a topic, and the score, of the choices alone, decides no gate. `survey` has the survey's
    part of the score, null where none was kept. `score_changes` counts how often people have changed scores.
    `provenance` is that of the engine's outcome, null without one. `asks_anew` says that the run under way
    asks the engine even where an outcome of the same input is kept. `language` is the interview's by its BCP
    47 code; evaluations of earlier releases have none. `unheard` counts the recordings that have no part in
    the scores. `summary` is what the engine wrote, empty for one that writes nothing. Without any run, a
    person's scores alone are there, as run 0.
    """

    run: int
    summary_status: SummaryStatus
    """How far the evaluation is."""
    score: int | None = None
    average_rating: str | None = None
    """The mean of the ratings; null before there is one."""
    summary: str | None = None
    """What the engine wrote of the answers; null before an evaluation."""
    score_card: StoredScoreCard | None = None
    """The scores by topic; null before an evaluation."""
    evaluated_at: str | None = None
    heard_nothing: bool = False
    survey: tuple[StoredSurveyScore, ...] | None = None
    score_changes: int = 0
    provenance: Provenance | None = None
    asks_anew: bool = False
    language: str | None = None
    unheard: int = 0

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
    def is_partial(self) -> bool:
        """Whether recordings have no part in a score that people did not give themselves."""
        by_person = [topic.is_by_person for topic in self.topic_scores]
        return self.unheard > 0 and not (by_person and all(by_person))

    @property
    def may_be_run_again(self) -> bool:
        """Whether another run may do better: this one failed, or it heard nothing."""
        return self.summary_status is SummaryStatus.ERROR or self.heard_nothing
