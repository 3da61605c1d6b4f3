"""Audio questions: recordings, or scripts that are spoken. Also narrators and branding.

Interface: Audio questions, rules 1 to 7; Teams, rule 4.
"""

from typing import Annotated, Any

from gather.content.audio_questions import service
from gather.content.audio_questions.models import (
    AudioQuestion,
    AudioQuestionRecord,
    ChangeAudioQuestion,
    CreateAudioQuestion,
)
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.core.formats import LanguageCode
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.content_routes import ContentRoutes
from gather.http.envelope import Result, with_warnings
from gather.http.routes import Api
from gather.ports.speech import Narrator
from gather.table.kind import Stored
from gather.tenancy.teams import storage as team_storage
from gather.tenancy.teams.models import Branding

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


class NarratorListQuery(TeamQuery):
    """The query of GET /narrators."""

    language: LanguageCode | None = None
    """The language that the narrators speak: `de` also takes those of `de-DE`. All when it is not sent."""


class OneNarrator(Model):
    """Data of GET /narrators/{id}."""

    narrator: Narrator


class NarratorList(Model):
    """Data of GET /narrators."""

    narrators: list[Narrator]


class OneBranding(Model):
    """Data of GET /branding."""

    branding: Branding


questions = ContentRoutes(
    kind=AUDIO_QUESTION,
    id_parameter="questionId",
    one=lambda question: OneQuestion(question=question),
    page=lambda found, pages: QuestionList(questions=[*found], pagination=pages),
    archived=lambda question: ArchivedQuestion(question=question),
)


def _shown(call: TeamCall[Any, TeamQuery], stored: Stored[AudioQuestionRecord]) -> Result:
    return _warned(call, stored.record, questions.result_of(stored))


def _warned(call: TeamCall[Any, TeamQuery], question: AudioQuestionRecord, result: Result) -> Result:
    return with_warnings(result, service.warnings(question, lambda: call.adapters.engines.speech()))


@api.post("/questions", response=OneQuestion, makes=AUDIO_QUESTION, shows=_shown, warns=True)
def create_question(call: TeamCall[CreateAudioQuestion, TeamQuery]) -> Result:
    """Add an audio question; a script is spoken soon after."""
    question = service.create(
        call.records, call.team, call.body, lambda: call.adapters.engines.speech(), now=call.now
    )
    return _warned(call, question, questions.result_of_new(question))


@api.get("/questions", response=QuestionList)
def list_questions(call: TeamCall[NoBody, paging.ContentListQuery]) -> Result:
    """List the team's audio questions, newest first."""
    return questions.list(call)


@api.get("/questions/interview/{id}", response=QuestionsOfInterview)
def list_questions_of_interview(call: TeamCall[NoBody, TeamQuery]) -> QuestionsOfInterview:
    """List an interview's audio questions in the order in which they are asked."""
    found = service.list_of_interview(call.records, call.team, call.path["id"])
    return QuestionsOfInterview(questions=[*found])


@api.get("/questions/{questionId}", response=OneQuestion)
def get_question(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read an audio question."""
    return questions.get(call)


@api.patch("/questions/{questionId}", response=OneQuestion, warns=True)
def change_question(call: TeamCall[ChangeAudioQuestion, TeamQuery]) -> Result:
    """Change the members of an audio question that are supplied; another script or narrator is spoken."""
    return _shown(
        call,
        service.update(
            call.records,
            call.team,
            call.body,
            call.path["questionId"],
            lambda: call.adapters.engines.speech(),
            now=call.now,
            precondition=call.precondition,
        ),
    )


@api.delete("/questions/{questionId}", response=ArchivedQuestion)
def archive_question(call: TeamCall[NoBody, TeamQuery]) -> Model:
    """Archive an audio question; it stays readable."""
    return questions.archive(call)


@api.get("/narrators", response=NarratorList)
def list_narrators(call: TeamCall[NoBody, NarratorListQuery]) -> NarratorList:
    """List the voices of the speech engine, all or those that speak a language."""
    found = service.list_narrators(call.adapters.engines.speech(), call.query.language)
    return NarratorList(narrators=found)


@api.get("/narrators/{id}", response=OneNarrator)
def get_narrator(call: TeamCall[NoBody, TeamQuery]) -> OneNarrator:
    """Read one voice of the speech engine."""
    return OneNarrator(narrator=service.get_narrator(call.adapters.engines.speech(), call.path["id"]))


@api.get("/branding", response=OneBranding)
def get_branding(call: TeamCall[NoBody, TeamQuery]) -> OneBranding:
    """Read how the team looks to candidates."""
    return OneBranding(branding=team_storage.get_branding(call.records.table, call.team))
