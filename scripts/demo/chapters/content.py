"""What the team makes: questions, an interview, a scorecard."""

from typing import Any

from demo.client import fetch
from demo.deviation import expect, require
from demo.scene import EVENTS_PATH, Scene

SCRIPTS = {
    "Customers": "Tell us about an angry customer. What did you do, and how did it end?",
    "Teamwork": "Describe a busy day on which your team depended on you.",
}
TOPICS = (
    {
        "topic": "Customer focus",
        "weight": 60,
        "description": "Stays calm with angry people and finds a solution to the problem.",
        "lookingFor": ["Stays calm", "Finds a solution"],
    },
    {
        "topic": "Teamwork",
        "weight": 40,
        "description": "Supports colleagues and shares the work of a busy day.",
        "lookingFor": ["Own part in the team's work", "Helps colleagues"],
        "scoreDescriptions": {"level1": "Works alone.", "level5": "Plans the work and helps colleagues."},
    },
)


def make_questions(scene: Scene) -> None:
    """Two questions that the service speaks, and three of a survey."""
    narrators = scene.customer.call(
        "Narrators are the voices of the speech engine.",
        "GET",
        "/narrators",
        show=("data.narrators[].id", "data.narrators[].name", "data.narrators[].language"),
    ).data["narrators"]
    english = [narrator for narrator in narrators if narrator["language"].startswith("en")]
    require("narrators", english, "one that speaks English", narrators)
    scene.made["questions"] = {
        title: _audio_question(scene, title, script, english[0]["id"]) for title, script in SCRIPTS.items()
    }
    _listen(scene)
    scene.made["surveys"] = [_survey_question(scene, what, body) for what, body in _SURVEYS]


_SURVEYS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "A yes-or-no knockout question: a candidate who answers no scores 0.",
        {
            "type": "YES_NO",
            "title": "Can you work on weekends?",
            "includeScoring": True,
            "knockout": True,
            "preferredOption": True,
        },
    ),
    (
        "A multiple-choice question with one preferred option.",
        {
            "type": "MULTIPLE_CHOICE",
            "title": "When could you start?",
            "includeScoring": True,
            "options": [{"title": "Within two weeks", "preferred": True}, {"title": "Later"}],
        },
    ),
    (
        "A free-text question with at most 60 characters for the answer.",
        {"type": "FREE_TEXT", "title": "What are you proud of?", "maxCharacterLength": 60},
    ),
)


def _audio_question(scene: Scene, title: str, script: str, narrator_id: str) -> dict[str, Any]:
    question: dict[str, Any] = scene.customer.call(
        "The team writes a question, and the service speaks it.",
        "POST",
        "/questions",
        {"title": title, "questionScript": script, "narratorId": narrator_id},
        status=201,
        show=("data.question.id", "data.question.title", "data.question.audioURL"),
    ).data["question"]
    return question


def _listen(scene: Scene) -> None:
    """Wait to be told that the scripts are spoken, and fetch one."""
    scene.page.step("The customer does not poll. A webhook reports each spoken question.")
    spoken = scene.receiver.wait(
        "question.audio_generated", EVENTS_PATH, lambda come: len({each.header("id") for each in come}) == 2
    )
    payload = spoken[0].payload
    scene.page.fact(f"webhook question.audio_generated: {payload['text']}")
    sound = fetch("GET", payload["audioUrl"])
    expect("the address of the audio", (sound.status, sound.content[:4]), (200, b"RIFF"))
    scene.page.fact(
        f"its audioUrl leads to {len(sound.content) // 1024} KiB of {sound.headers['content-type']}"
    )


def _survey_question(scene: Scene, what: str, body: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = scene.customer.call(
        what,
        "POST",
        "/survey-questions",
        body,
        status=201,
        show=(
            "data.surveyQuestion.id",
            "data.surveyQuestion.type",
            "data.surveyQuestion.options[].id",
            "data.surveyQuestion.options[].title",
        ),
    ).data["surveyQuestion"]
    return made


def make_interview(scene: Scene) -> None:
    """The interview of all these questions, and what it is scored by."""
    questions, surveys = scene.made["questions"], scene.made["surveys"]
    scene.customer.call(
        "The service refuses an unknown question by name and writes nothing.",
        "POST",
        "/interviews",
        {**_interview(), "questionIds": ["00000000-0000-4000-8000-000000000000"]},
        status=404,
        show=("error",),
    )
    interview = scene.customer.call(
        "With known questions, the service creates the interview.",
        "POST",
        "/interviews",
        {
            **_interview(),
            "questionIds": [question["id"] for question in questions.values()],
            "surveyQuestions": [{"id": survey["id"]} for survey in surveys],
        },
        status=201,
        show=(
            "data.interview.id",
            "data.interview.title",
            "data.interview.status",
            "data.interview.language",
        ),
    ).data["interview"]
    scene.made["interview"] = interview
    told = scene.receiver.wait("interview.created", EVENTS_PATH)[0].payload
    expect("the interview that the event names", told["interviewId"], interview["id"])
    scene.page.fact("webhook interview.created names it")

    scorecard = scene.customer.call(
        "Two topics say what a good answer covers and how much each topic counts.",
        "POST",
        f"/interviews/{interview['id']}/score-card-template",
        {"topics": TOPICS},
        status=201,
        show=("data.scoreCardTemplate.version", "data.scoreCardTemplate.isActive"),
    ).data["scoreCardTemplate"]
    expect("the scorecard", (scorecard["version"], scorecard["isActive"]), (1, True))


def _interview() -> dict[str, Any]:
    return {
        "title": "Customer support",
        "displayName": "Customer support at Example Works",
        "interviewType": "standard",
        "description": "A first conversation with everyone who wants to join our support team.",
    }
