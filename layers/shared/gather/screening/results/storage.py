"""The results of a candidate interview, read from the table.

For example:

    material = storage.get_material(records, team_id, candidate_interview_id)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.models import Question
from gather.content.questions.storage import list_questions
from gather.core.errors import Gone, NotFound
from gather.screening.candidate_interviews.storage import SHARE, find_by_token
from gather.screening.candidate_interviews.whole_storage import WholeCandidateInterview, get_whole
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.conversations.models import InterviewTurn
from gather.screening.conversations.storage import list_turns
from gather.screening.evaluations.models import ScoreCard, StoredSurveyScore
from gather.screening.recordings.address import RecordingAddresses
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.results.models import CandidateInterviewResults
from gather.screening.results.rules import (
    PlainChoice,
    build_results,
    list_given,
    plain_choice,
    summarize_answers,
)
from gather.screening.results.summary import ResultSummary
from gather.table.records import Records
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team


@dataclass(frozen=True, slots=True)
class ResultsMaterial:
    """The records that results are made of; `turns` are those of the conversation, None without one."""

    whole: WholeCandidateInterview
    questions: Sequence[Question]
    turns: Sequence[InterviewTurn] | None

    def results(self, addresses: RecordingAddresses) -> CandidateInterviewResults:
        """The results as they are when `addresses` are given."""
        whole = self.whole
        return build_results(
            whole.record,
            whole.answers,
            whole.evaluation,
            self.questions,
            addresses,
            self.turns,
            whole.resume,
        )

    def summary(self, card: ScoreCard | None) -> ResultSummary | None:
        """The summary by the results' scorecard, in no language yet; None before there is one."""
        given = list_given(self.whole.record, self.whole.answers)
        return summarize_answers(self.whole.evaluation, card, given)

    def plain_choices(self) -> dict[str, PlainChoice]:
        """The choices that have no words of their own, by the question's id."""
        contents = {question.id: question.content for question in self.questions}
        answers = self.whole.answers.items()
        choices = {each: plain_choice(answer, contents.get(each)) for each, answer in answers}
        return {each: choice for each, choice in choices.items() if choice}


def get_material(records: Records, team_id: str, candidate_interview_id: str) -> ResultsMaterial:
    """Read the records that the results of a candidate interview are made of.

    Two round trips, one before anything was answered, one more for the turns of a conversation.

    Raises NotFound.
    """
    whole = get_whole(records, team_id, candidate_interview_id)
    questions = list_questions(records.table, team_id, whole.record.asked or ())
    turns = None
    if whole.conversation is not None:
        said = list_turns(records.table, team_id, candidate_interview_id)
        turns = whole.conversation.conversation.captured_turns(said)
    return ResultsMaterial(whole, questions, turns)


@dataclass(frozen=True, slots=True)
class SharedResults:
    """The results that a share link opens, and whose they are, for which role and team.

    `language` is the interview's. `recordings` counts the recorded answers, and `unheard` those of them that
    carry no weight. `survey` has the choices that were scored, `plain_choices` by question those that are
    said in the reader's language.
    """

    results: CandidateInterviewResults
    candidate_name: str
    role: str
    language: str
    branding: Branding
    summary: ResultSummary | None
    recordings: int
    unheard: int
    survey: Sequence[StoredSurveyScore]
    plain_choices: Mapping[str, PlainChoice]


def get_shared(records: Records, token: str, base_url: str, now: datetime) -> SharedResults:
    """The results that a share link opens. Two round trips more than `get_material`.

    Raises NotFound for a token that never opened any, and Gone for one that was replaced, ended or expired.
    """
    place = find_by_token(records.table, SHARE, token)
    if place is None:
        raise NotFound("share link", "")
    try:
        material = get_material(records, *place)
    except NotFound:
        # Erased: its former links follow a moment later.
        raise Gone("This link to the results has ended.") from None
    if material.whole.record.open_share_token(now) != token:
        raise Gone("This link to the results has ended.")
    record, evaluation = material.whole.record, material.whole.evaluation
    candidate_key = CANDIDATE.key(record.team_id, record.candidate_id)
    interview_key = INTERVIEW.key(record.team_id, record.interview_id)
    branding_key = team_key(record.organization_id, record.team_id)
    found = records.table.get_many([candidate_key, interview_key, branding_key])
    if candidate_key not in found:
        raise Gone("This link to the results has ended.")
    candidate = Candidate.model_validate(found[candidate_key])
    interview = InterviewDetail.model_validate(found[interview_key])
    results = material.results(recording_addresses(records.table, base_url, now, token))
    recorded = [answer for answer in material.whole.answers.values() if answer.media_id]
    return SharedResults(
        results=results,
        candidate_name=candidate.full_name,
        role=interview.display_name,
        language=interview.language,
        summary=material.summary(results.score_card),
        recordings=len(recorded),
        unheard=sum(answer.is_without_weight for answer in recorded),
        branding=Branding.of(Team.model_validate(found[branding_key])),
        survey=evaluation.survey or () if evaluation else (),
        plain_choices=material.plain_choices(),
    )
