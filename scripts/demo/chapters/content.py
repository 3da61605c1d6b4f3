"""The team creates questions, an interview and a scorecard."""

from demo.browser import fetch
from demo.deviation import expect, require
from demo.scene import EVENTS_PATH, UNKNOWN_ID, Scene
from talent_screening import NotFound
from talent_screening.models import (
    AudioQuestion,
    CreateAudioQuestion,
    CreateInterview,
    CreateSurveyQuestion,
    InterviewSurveyQuestionInput,
    OptionRequest,
    ScoreCardTopics,
    ScoreDescriptionsRequest,
    SurveyQuestion,
    TopicRequest,
)

SCRIPTS = {
    "Customers": "Tell us about an angry customer. What did you do, and how did it end?",
    "Teamwork": "Describe a busy day on which your team depended on you.",
}
TOPICS = [
    TopicRequest(
        topic="Customer focus",
        weight=60,
        description="Stays calm with angry people and finds a solution to the problem.",
        looking_for=["Stays calm", "Finds a solution"],
    ),
    TopicRequest(
        topic="Teamwork",
        weight=40,
        description="Supports colleagues and shares the work of a busy day.",
        looking_for=["Own part in the team's work", "Helps colleagues"],
        score_descriptions=ScoreDescriptionsRequest(
            level1="Works alone.", level5="Plans the work and helps colleagues."
        ),
    ),
]


def make_questions(scene: Scene) -> None:
    """Create two questions that the service speaks, and three of a survey."""
    step = scene.customer.step(
        "Narrators are the voices of the speech engine.",
        show=("data.narrators[].id", "data.narrators[].name", "data.narrators[].language"),
    )
    narrators = step.list_narrators().narrators
    english = [narrator for narrator in narrators if narrator.language.startswith("en")]
    require("narrators", english, "one that speaks English", narrators)
    scene.made.questions = {
        title: _audio_question(scene, title, script, english[0].id) for title, script in SCRIPTS.items()
    }
    _listen(scene)
    scene.made.surveys = [_survey_question(scene, what, body) for what, body in _SURVEYS]


_SURVEYS = (
    (
        "A yes-or-no knockout question: a candidate who answers no scores 0.",
        CreateSurveyQuestion(
            type="YES_NO",
            title="Can you work on weekends?",
            include_scoring=True,
            knockout=True,
            preferred_option=True,
        ),
    ),
    (
        "A multiple-choice question with one preferred option.",
        CreateSurveyQuestion(
            type="MULTIPLE_CHOICE",
            title="When could you start?",
            include_scoring=True,
            options=[OptionRequest(title="Within two weeks", preferred=True), OptionRequest(title="Later")],
        ),
    ),
    (
        "A free-text question with at most 60 characters for the answer.",
        CreateSurveyQuestion(type="FREE_TEXT", title="What are you proud of?", max_character_length=60),
    ),
)


def _audio_question(scene: Scene, title: str, script: str, narrator_id: str) -> AudioQuestion:
    step = scene.customer.step(
        "The team writes a question, and the service speaks it.",
        status=201,
        show=("data.question.id", "data.question.title", "data.question.audioURL"),
    )
    body = CreateAudioQuestion(title=title, question_script=script, narrator_id=narrator_id)
    return step.create_question(body).question


def _listen(scene: Scene) -> None:
    """Wait for the event that the scripts are spoken, and fetch one."""
    scene.page.step("The customer does not poll. A webhook reports each spoken question.")
    spoken = scene.receiver.wait(
        "question.audio_generated", EVENTS_PATH, lambda come: len({each.header("id") for each in come}) == 2
    )
    payload = spoken[0].payload
    scene.page.fact(f"webhook question.audio_generated: {payload['text']}")
    sound = fetch("GET", payload["audioUrl"])
    expect("the address of the audio", (sound.status_code, sound.content[:4]), (200, b"RIFF"))
    scene.page.fact(
        f"its audioUrl leads to {len(sound.content) // 1024} KiB of {sound.headers['content-type']}"
    )


def _survey_question(scene: Scene, what: str, body: CreateSurveyQuestion) -> SurveyQuestion:
    step = scene.customer.step(
        what,
        status=201,
        show=(
            "data.surveyQuestion.id",
            "data.surveyQuestion.type",
            "data.surveyQuestion.options[].id",
            "data.surveyQuestion.options[].title",
        ),
    )
    return step.create_survey_question(body).survey_question


def make_interview(scene: Scene) -> None:
    """Create the interview with all these questions, and its scorecard."""
    scene.customer.refused(
        "The service refuses an unknown question by name and writes nothing.",
        NotFound,
        lambda customer: customer.create_interview(_interview([UNKNOWN_ID], [])),
    )
    step = scene.customer.step(
        "With known questions, the service creates the interview.",
        status=201,
        show=(
            "data.interview.id",
            "data.interview.title",
            "data.interview.status",
            "data.interview.language",
        ),
    )
    spoken = [question.id for question in scene.made.questions.values()]
    written = [survey.id for survey in scene.made.surveys]
    interview = step.create_interview(_interview(spoken, written)).interview
    scene.made.interview = interview
    told = scene.receiver.wait("interview.created", EVENTS_PATH)[0].payload
    expect("the interview that the event names", told["interviewId"], interview.id)
    scene.page.fact("webhook interview.created names it")

    step = scene.customer.step(
        "Two topics say what a good answer covers and how much each topic counts.",
        status=201,
        show=("data.scoreCardTemplate.version", "data.scoreCardTemplate.isActive"),
    )
    scorecard = step.create_scorecard(interview.id, ScoreCardTopics(topics=TOPICS)).score_card_template
    expect("the scorecard", (scorecard.version, scorecard.is_active), (1, True))


def _interview(question_ids: list[str], survey_question_ids: list[str]) -> CreateInterview:
    return CreateInterview(
        title="Customer support",
        display_name="Customer support at Example Works",
        interview_type="standard",
        description="A first conversation with everyone who wants to join our support team.",
        question_ids=question_ids,
        survey_questions=[InterviewSurveyQuestionInput(id=each) for each in survey_question_ids],
    )
