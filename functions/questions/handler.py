"""Audio questions: recordings, or scripts that are spoken. Also narrators and branding.

Interface: Audio questions, rules 1 to 7; Teams, rule 4.
"""

from typing import Annotated, Any

from gather.content.audio_questions.models import (
    AudioQuestion,
    AudioQuestionRecord,
    ChangeAudioQuestion,
    CreateAudioQuestion,
    asks_otherwise,
    changed_question,
    new_question,
)
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.content.interviews.storage import INTERVIEW
from gather.content.questions import service as question_service
from gather.core.errors import NotFound
from gather.core.identifiers import new_id
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import content_routes as content
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.ports.speech import Narrator
from gather.table.kind import Stored
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team

api = Api("questions")
handler = api.handler


class OneQuestion(Model):
    """Data of the routes of one audio question."""

    question: AudioQuestion


class ArchivedQuestion(Model):
    """Data of DELETE /questions/{questionId}."""

    question: Archived


class QuestionList(Model):
    """Data of GET /questions."""

    questions: list[AudioQuestion]
    pagination: Annotated[paging.Pages | None, LeftOutWhenNull] = None


class QuestionsOfInterview(Model):
    """Data of GET /questions/interview/{id}."""

    questions: list[AudioQuestion]


class OneNarrator(Model):
    """Data of GET /narrators/{id}."""

    narrator: Narrator


class NarratorList(Model):
    """Data of GET /narrators."""

    narrators: list[Narrator]


class OneBranding(Model):
    """Data of GET /branding."""

    branding: Branding


@api.post("/questions", response=OneQuestion, makes=AUDIO_QUESTION)
def create_question(call: TeamCall[CreateAudioQuestion, TeamQuery]) -> Result:
    """Add an audio question; a script is spoken soon after."""
    question = new_question(call.body, call.team, call.now)
    _require_narrator(call, question.narrator_id)
    unit = call.records.unit_of_work()
    unit.create(AUDIO_QUESTION, question)
    if question.speech_version_id is not None:
        question_service.have_spoken(unit, question, new_id(), call.now)
    unit.commit()
    return Result(OneQuestion(question=question), version=1)


@api.get("/questions", response=QuestionList)
def list_questions(call: TeamCall[NoBody, paging.ContentListQuery]) -> Result:
    """List the team's audio questions, newest first."""
    page = content.page_of(AUDIO_QUESTION, call)
    part = content.part_of(call)
    return Result(QuestionList(questions=page.records, pagination=part.pages(page)), meta=part.meta(page))


@api.get("/questions/interview/{id}", response=QuestionsOfInterview)
def list_questions_of_interview(call: TeamCall[NoBody, TeamQuery]) -> QuestionsOfInterview:
    """List an interview's audio questions in the order in which they are asked."""
    team_id = call.team.team_id
    interview = call.records.get(INTERVIEW, team_id, call.path["id"]).record
    found = call.records.get_readable(AUDIO_QUESTION, team_id, interview.question_ids)
    return QuestionsOfInterview(
        questions=[found[question_id] for question_id in interview.question_ids if question_id in found]
    )


@api.get("/questions/{questionId}", response=OneQuestion)
def get_question(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read an audio question."""
    stored = call.records.get(AUDIO_QUESTION, call.team.team_id, call.path["questionId"])
    return Result(OneQuestion(question=stored.record), version=stored.version)


@api.patch("/questions/{questionId}", response=OneQuestion)
def change_question(call: TeamCall[ChangeAudioQuestion, TeamQuery]) -> Result:
    """Change the members of an audio question that are supplied; another script or narrator is spoken."""
    batch_id = new_id()

    def change(stored: Stored[AudioQuestionRecord], unit: UnitOfWork) -> AudioQuestionRecord:
        call.check_version(stored.version)
        question = changed_question(stored.record, call.body, call.moment)
        if question.speech_version_id not in (None, stored.record.speech_version_id):
            question_service.have_spoken(unit, question, batch_id, call.now)
        if asks_otherwise(stored.record, question):
            question_service.refresh_personas(unit, question, call.now)
        return question

    _require_narrator(call, call.body.narrator_id)
    stored = call.records.change(AUDIO_QUESTION, call.team.team_id, call.path["questionId"], change)
    return Result(OneQuestion(question=stored.record), version=stored.version)


@api.delete("/questions/{questionId}", response=ArchivedQuestion)
def archive_question(call: TeamCall[NoBody, TeamQuery]) -> ArchivedQuestion:
    """Archive an audio question; it stays readable."""
    return ArchivedQuestion(question=content.archive(AUDIO_QUESTION, call, call.path["questionId"]))


@api.get("/narrators", response=NarratorList)
def list_narrators(call: TeamCall[NoBody, TeamQuery]) -> NarratorList:
    """List the voices of the speech engine."""
    return NarratorList(narrators=list(call.adapters.engines.speech().narrators()))


@api.get("/narrators/{id}", response=OneNarrator)
def get_narrator(call: TeamCall[NoBody, TeamQuery]) -> OneNarrator:
    """Read one voice of the speech engine."""
    narrator = call.adapters.engines.speech().narrator(call.path["id"])
    if narrator is None:
        raise NotFound("narrator", call.path["id"])
    return OneNarrator(narrator=narrator)


@api.get("/branding", response=OneBranding)
def get_branding(call: TeamCall[NoBody, TeamQuery]) -> OneBranding:
    """Read how the team looks to candidates."""
    item = call.records.table.get(team_key(call.team.organization_id, call.team.team_id))
    if item is None:
        raise NotFound("team", call.team.team_id)
    return OneBranding(branding=Branding.of(Team.model_validate(item)))


def _require_narrator(call: TeamCall[Any, Any], narrator_id: str | None) -> None:
    if narrator_id is not None and call.adapters.engines.speech().narrator(narrator_id) is None:
        raise NotFound("narrator", narrator_id, "narratorId")
