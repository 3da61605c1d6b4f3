"""Routes of audio questions, narrators and branding (interface: Endpoints, Audio questions)."""

from gather import wiring
from gather.content.audio_question import (
    AudioQuestion,
    AudioQuestionRecord,
    ChangeAudioQuestion,
    CreateAudioQuestion,
    asks_otherwise,
    changed_question,
    new_question,
)
from gather.content.audio_question_storage import AUDIO_QUESTION
from gather.content.interview_storage import INTERVIEW
from gather.core.errors import NotFound
from gather.core.identifiers import new_id
from gather.core.model import Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.engines.protocols import Narrator
from gather.http import content, paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table import keys
from gather.table.records import Stored, Transaction
from gather.tenancy.team import Branding, Team
from gather.wiring import records

api = Api("questions")
handler = api.handler


class QuestionAnswer(Model):
    """Data of an audio question."""

    question: AudioQuestion


class ArchivedQuestion(Model):
    """Data of DELETE /questions/{questionId}."""

    question: Archived


class QuestionList(Model):
    """Data of GET /questions."""

    questions: list[AudioQuestion]
    pagination: paging.Pages


class QuestionsOfInterview(Model):
    """Data of GET /questions/interview/{id}."""

    questions: list[AudioQuestion]


class NarratorAnswer(Model):
    """Data of GET /narrators/{id}."""

    narrator: Narrator


class NarratorList(Model):
    """Data of GET /narrators."""

    narrators: list[Narrator]


class BrandingAnswer(Model):
    """Data of GET /branding."""

    branding: Branding


@api.post("/questions", answer=QuestionAnswer, body=CreateAudioQuestion)
def create_question(call: Call[CreateAudioQuestion, TeamQuery]) -> Answer:
    """Add an audio question; a script is spoken soon after."""
    question = new_question(call.body, call.team, call.now)
    _require_narrator(question.narrator_id)
    transaction = records().transaction()
    transaction.create(AUDIO_QUESTION, question)
    if question.speech_version_id is not None:
        content.have_spoken(transaction, question, new_id(), call.now)
    transaction.commit()
    return Answer(QuestionAnswer(question=question), version=1)


@api.get("/questions", answer=QuestionList, query=paging.ContentListQuery)
def list_questions(call: Call[NoBody, paging.ContentListQuery]) -> QuestionList:
    """List the team's audio questions, newest first."""
    page = content.page_of(AUDIO_QUESTION, call)
    return QuestionList(questions=page.records, pagination=content.pages_of(page, call.query))


@api.get("/questions/interview/{id}", answer=QuestionsOfInterview)
def list_questions_of_interview(call: Call[NoBody, TeamQuery]) -> QuestionsOfInterview:
    """List an interview's audio questions in the order in which they are asked."""
    team_id = call.team.team_id
    interview = records().get(INTERVIEW, team_id, call.path["id"]).record
    found = records().get_many(AUDIO_QUESTION, team_id, interview.question_ids)
    return QuestionsOfInterview(
        questions=[found[question_id] for question_id in interview.question_ids if question_id in found]
    )


@api.get("/questions/{questionId}", answer=QuestionAnswer)
def get_question(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read an audio question."""
    stored = records().get(AUDIO_QUESTION, call.team.team_id, call.path["questionId"])
    return Answer(QuestionAnswer(question=stored.record), version=stored.version)


@api.patch("/questions/{questionId}", answer=QuestionAnswer, body=ChangeAudioQuestion)
def change_question(call: Call[ChangeAudioQuestion, TeamQuery]) -> Answer:
    """Change the members of an audio question that are supplied; another script or narrator is spoken."""
    batch_id = new_id()

    def change(stored: Stored[AudioQuestionRecord], transaction: Transaction) -> AudioQuestionRecord:
        call.check_version(stored.version)
        question = changed_question(stored.record, call.body, call.moment)
        if question.speech_version_id not in (None, stored.record.speech_version_id):
            content.have_spoken(transaction, question, batch_id, call.now)
        if asks_otherwise(stored.record, question):
            content.refresh_personas(transaction, question, call.now)
        return question

    _require_narrator(call.body.narrator_id)
    stored = records().change(AUDIO_QUESTION, call.team.team_id, call.path["questionId"], change)
    return Answer(QuestionAnswer(question=stored.record), version=stored.version)


@api.delete("/questions/{questionId}", answer=ArchivedQuestion)
def archive_question(call: Call[NoBody, TeamQuery]) -> ArchivedQuestion:
    """Archive an audio question; it stays readable."""
    return ArchivedQuestion(question=content.archive(AUDIO_QUESTION, call, call.path["questionId"]))


@api.get("/narrators", answer=NarratorList)
def list_narrators(_call: Call[NoBody, TeamQuery]) -> NarratorList:
    """List the voices of the speech engine."""
    return NarratorList(narrators=list(wiring.engines().speech().narrators()))


@api.get("/narrators/{id}", answer=NarratorAnswer)
def get_narrator(call: Call[NoBody, TeamQuery]) -> NarratorAnswer:
    """Read one voice of the speech engine."""
    narrator = wiring.engines().speech().narrator(call.path["id"])
    if narrator is None:
        raise NotFound("narrator", call.path["id"])
    return NarratorAnswer(narrator=narrator)


@api.get("/branding", answer=BrandingAnswer)
def get_branding(call: Call[NoBody, TeamQuery]) -> BrandingAnswer:
    """Read how the team looks to candidates."""
    item = wiring.table().get(keys.team(call.team.organization_id, call.team.team_id))
    if item is None:
        raise NotFound("team", call.team.team_id)
    return BrandingAnswer(branding=Branding.of(Team.model_validate(item)))


def _require_narrator(narrator_id: str | None) -> None:
    if narrator_id is not None and wiring.engines().speech().narrator(narrator_id) is None:
        raise NotFound("narrator", narrator_id, "narratorId")
