"""A candidate talks with the AI interviewer, and the customer reads who said what."""

from typing import Any

from demo.client import fetch
from demo.deviation import expect, require
from demo.scene import EVENTS_PATH, Scene

JOB = "You help customers by telephone and chat. The working hours are from 8 to 20 o'clock."
SHORT = "I stayed calm."
LONG = (
    "A guest had waited for an hour, so I listened first, then I brought a fresh coffee and called the "
    "kitchen, and in the end he thanked me and came back the week after."
)


def talk(scene: Scene) -> None:
    """An AI interview is made, and a candidate goes through it by text, from the greeting to the closing."""
    token, candidate_interview_id = _invite(scene)
    path = f"/screening/{token}/conversation"
    begun = scene.candidate.call(
        "The candidate begins. The interviewer greets, and asks the first question.",
        "POST",
        path,
        {},
        status=201,
        show=(
            "data.conversation.disclosure",
            "data.conversation.turns[].kind",
            "data.conversation.turns[].text",
        ),
    ).data["conversation"]
    sound = fetch("GET", begun["turns"][0]["audioUrl"])
    expect("the greeting's sound", (sound.status, sound.headers["content-type"]), (200, "audio/wav"))
    scene.page.fact(f"the greeting can be heard: {len(sound.content) // 1024} KiB of sound")
    elaborate = _say(scene, path, "A short answer gets one follow-up question.", text=SHORT)
    expect("the turns", _kinds(elaborate), ["answer", "follow_up"])
    again = _say(scene, path, "The candidate may ask what was meant.", text="Sorry, could you repeat that?")
    expect("the turns", _kinds(again), ["question", "reply"])
    second = _say(scene, path, "A full answer leads over to the next question.", text=LONG)
    expect("the turns", _kinds(second), ["answer", "question"])
    nudge = _say(scene, path, "The first silence gets a nudge.", silence=True)
    expect("the turns", _kinds(nudge), ["silence", "nudge"])
    invited = _say(scene, path, "After the last answer the candidate may ask.", text=LONG)
    expect("the turns", _kinds(invited), ["answer", "invite_questions"])
    reply = _say(
        scene, path, "The interviewer replies from the job's description.", text="What are the working hours?"
    )
    require("the reply", "8 to 20" in reply[1]["text"], "the hours of the job", reply[1]["text"])
    refused = _say(scene, path, "It tells nobody a score.", text="What is my score so far?")
    require("the reply", "team" in refused[1]["text"], "that the team answers", refused[1]["text"])
    closing = _say(scene, path, "Without another question the conversation ends.", text="No, thank you.")
    expect("the turns", _kinds(closing), ["answer", "closing"])
    scene.receiver.wait(
        "candidate_interview.completed",
        EVENTS_PATH,
        lambda come: any(each.payload["candidateInterviewId"] == candidate_interview_id for each in come),
    )
    scene.page.fact("webhook candidate_interview.completed")
    scene.made["conversationInterviewId"] = candidate_interview_id
    results = scene.customer.call(
        "The end has completed the interview. The customer reads who said what.",
        "GET",
        f"/candidate-interviews/{candidate_interview_id}/results",
        show=("data.status", "data.transcription"),
    ).data
    expect("the status", results["status"], "new_response")
    expect("the first line", results["transcription"].partition(":")[0], "Interviewer")


def _invite(scene: Scene) -> tuple[str, str]:
    """The token and the id of a candidate interview with the AI interviewer."""
    interview = scene.customer.call(
        "The team makes an AI interview that asks on after short answers and takes questions.",
        "POST",
        "/interviews",
        {
            "title": "Talk with Robin",
            "displayName": "Customer support at Example Works",
            "interviewType": "ai_interviewer",
            "aiTextQuestionIds": scene.made["aiTextQuestions"],
            "jobDescriptionText": JOB,
            "aiConfiguration": {
                "replicaId": scene.made["replica"]["id"],
                "askFollowUpQuestions": False,
                "timeoutSeconds": 30,
            },
        },
        status=201,
        show=("data.interview.id", "data.interview.interviewType"),
    ).data["interview"]
    invited = scene.customer.call(
        "The candidate is invited to it. The customer hands the link over.",
        "POST",
        "/candidate-interviews",
        {"candidateId": scene.made["candidateInterview"]["candidateId"], "interviewId": interview["id"]},
        status=201,
        mask={"data.inviteToken": ""},
        show=("data.id", "data.status"),
    ).data
    return invited["inviteToken"], invited["id"]


def _say(scene: Scene, path: str, what: str, **said: object) -> list[dict[str, Any]]:
    scene.made["turns"] = scene.made.get("turns", 0) + 1
    turns: list[dict[str, Any]] = scene.candidate.call(
        what,
        "POST",
        f"{path}/turns",
        {"turnId": f"turn-{scene.made['turns']}", **said},
        status=201,
        show=("data.turns[].kind", "data.turns[].text"),
    ).data["turns"]
    return turns


def _kinds(turns: list[dict[str, Any]]) -> list[str]:
    return [turn["kind"] for turn in turns]
