"""An AI interview: a replica asks, and what it is told follows each change and is never shown."""

from typing import Any

from demo.client import HttpResponse
from demo.deviation import expect, require
from demo.scene import Scene

QUESTIONS = (
    {"title": "Difficult customers", "questionText": "Which customer was the most difficult you ever had?"},
    {"title": "Learning", "questionText": "What did you learn in your last job?"},
)


def make_ai_interview(scene: Scene) -> None:
    """A replica and two questions become an AI interview, which is changed, copied and changed in bulk."""
    replica = scene.customer.call(
        "A replica is the face and voice of an AI interviewer.",
        "POST",
        "/replicas",
        {"name": "Robin", "photoUrl": "https://www.example.com/replicas/robin.jpg"},
        status=201,
        show=("data.replica.id", "data.replica.name"),
    ).data["replica"]
    questions = [_text_question(scene, question) for question in QUESTIONS]
    scene.made["replica"], scene.made["aiTextQuestions"] = replica, questions
    scene.customer.call(
        "The service refuses an AI interview without a replica.",
        "POST",
        "/interviews",
        _body({}),
        status=400,
        show=("error",),
    )
    made = scene.customer.call(
        "With a replica, the service makes the interview, its scorecard and the interviewer's instructions.",
        "POST",
        "/interviews",
        {**_body({"replicaId": replica["id"]}), "aiTextQuestionIds": questions},
        status=201,
        show=("data.interview.id", "data.interview.replicaId", "data.interview.aiConfiguration"),
    )
    interview = _shown(made)
    expect("the replica", interview["aiConfiguration"]["replica"]["name"], "Robin")
    _switch_a_toggle(scene, interview)
    _copy_and_change_both(scene, interview)


def _body(configuration: dict[str, Any]) -> dict[str, Any]:
    return {
        "title": "First conversation",
        "displayName": "Customer support at Example Works",
        "interviewType": "ai_interviewer",
        "jobDescriptionText": "You help customers by telephone and chat.",
        "scoreCardTopics": [{"topic": "Customer focus", "weight": 100}],
        "aiConfiguration": configuration,
    }


def _text_question(scene: Scene, body: dict[str, Any]) -> str:
    question_id: str = scene.customer.call(
        "The team writes a question for the AI interviewer.",
        "POST",
        "/ai-text-questions",
        body,
        status=201,
        show=("data.aiTextQuestion.id", "data.aiTextQuestion.questionText"),
    ).data["aiTextQuestion"]["id"]
    return question_id


def _shown(response: HttpResponse) -> dict[str, Any]:
    """The interview, which shows nothing of what the interviewer is told."""
    text = response.content.decode().lower()
    for hidden in ("persona", "prompt"):
        require("the response", hidden not in text, f"no {hidden}", "one")
    interview: dict[str, Any] = response.data["interview"]
    return interview


def _switch_a_toggle(scene: Scene, interview: dict[str, Any]) -> None:
    changed = _shown(
        scene.customer.call(
            "The service merges the change and rewrites the interviewer's instructions, which stay hidden.",
            "PATCH",
            f"/interviews/{interview['id']}",
            {"aiConfiguration": {"digDeeper": True}},
            show=(
                "data.interview.aiConfiguration.digDeeper",
                "data.interview.aiConfiguration.friendlyTone",
            ),
        )
    )
    expect(
        "the configuration", changed["aiConfiguration"], {**interview["aiConfiguration"], "digDeeper": True}
    )


def _copy_and_change_both(scene: Scene, interview: dict[str, Any]) -> None:
    copy = _shown(
        scene.customer.call(
            "A copy has the same questions and an interviewer of its own.",
            "POST",
            f"/interviews/{interview['id']}/copy",
            {},
            status=201,
            show=("data.interview.id", "data.interview.title", "data.interview.aiTextQuestionIds"),
        )
    )
    expect("the title of the copy", copy["title"], "First conversation (Copy)")
    result = scene.customer.call(
        "One request switches both to Spanish. It reports an unknown id and updates the others.",
        "PATCH",
        "/interviews/bulk-update",
        {
            "interviewIds": [interview["id"], copy["id"], "00000000-0000-4000-8000-000000000000"],
            "mode": "overwrite",
            "aiConfiguration": {"language": "es"},
        },
        show=("data",),
    ).data
    expect("the outcome", (result["success"], result["updatedCount"], len(result["errors"])), (False, 2, 1))
