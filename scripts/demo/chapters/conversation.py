"""A candidate talks with the AI interviewer, and the customer reads who said what."""

from collections.abc import Sequence
from itertools import count

from demo.browser import fetch
from demo.deviation import expect, require
from demo.scene import EVENTS_PATH, Scene
from talent_screening.models import (
    AiConfigurationRequest,
    CreateCandidateInterview,
    CreatedCandidateInterview,
    CreateInterview,
    ShownTurn,
    TakeTurn,
)

JOB = "You help customers by telephone and chat. The working hours are from 8 to 20 o'clock."
SHORT = "I stayed calm."
LONG = (
    "A guest had waited for an hour, so I listened first, then I brought a fresh coffee and called the "
    "kitchen, and in the end he thanked me and came back the week after."
)


def talk(scene: Scene) -> None:
    """An AI interview is made, and a candidate goes through it by text, from the greeting to the closing."""
    invited = _invite(scene)
    scene.made.conversation_interview_id = invited.id
    _listen_to_greeting(scene, invited.invite_token)
    _converse(scene, invited.invite_token)
    scene.receiver.wait(
        "candidate_interview.completed",
        EVENTS_PATH,
        lambda come: any(each.payload["candidateInterviewId"] == invited.id for each in come),
    )
    scene.page.fact("webhook candidate_interview.completed")
    results = scene.customer.step(
        "The end has completed the interview. The customer reads who said what.",
        show=("data.status", "data.transcription"),
    ).get_candidate_interview_results(invited.id)
    expect("the status", results.status, "new_response")
    expect("the first line", str(results.transcription).partition(":")[0], "Interviewer")


def _invite(scene: Scene) -> CreatedCandidateInterview:
    step = scene.customer.step(
        "The team makes an AI interview that asks on after short answers and takes questions.",
        status=201,
        show=("data.interview.id", "data.interview.interviewType"),
    )
    interview = step.create_interview(
        CreateInterview(
            title="Talk with Robin",
            display_name="Customer support at Example Works",
            interview_type="ai_interviewer",
            ai_text_question_ids=scene.made.ai_text_question_ids,
            job_description_text=JOB,
            ai_configuration=AiConfigurationRequest(
                replica_id=scene.made.replica.id, ask_follow_up_questions=False, timeout_seconds=30
            ),
        )
    ).interview
    return scene.customer.step(
        "The candidate is invited to it. The customer hands the link over.",
        status=201,
        mask={"data.inviteToken": ""},
        show=("data.id", "data.status"),
    ).create_candidate_interview(
        CreateCandidateInterview(
            candidate_id=scene.made.candidate_interview.candidate_id, interview_id=interview.id
        )
    )


def _listen_to_greeting(scene: Scene, token: str) -> None:
    step = scene.candidate.step(
        "The candidate begins. The interviewer greets, and asks the first question.",
        status=201,
        show=(
            "data.conversation.disclosure",
            "data.conversation.turns[].kind",
            "data.conversation.turns[].text",
        ),
    )
    greeting = step.begin_interview_conversation(token).conversation.turns[0]
    sound = fetch("GET", str(greeting.audio_url))
    expect("the greeting's sound", (sound.status_code, sound.headers["content-type"]), (200, "audio/wav"))
    scene.page.fact(f"the greeting can be heard: {len(sound.content) // 1024} KiB of sound")


def _converse(scene: Scene, token: str) -> None:
    numbers = count(1)

    def say(what: str, text: str) -> list[ShownTurn]:
        return take(what, TakeTurn(turn_id=f"turn-{next(numbers)}", text=text))

    def take(what: str, turn: TakeTurn) -> list[ShownTurn]:
        step = scene.candidate.step(what, status=201, show=("data.turns[].kind", "data.turns[].text"))
        return step.take_turn(token, turn).turns

    _check(say("A short answer gets one follow-up question.", SHORT), "answer", "follow_up")
    _check(say("The candidate may ask what was meant.", "Sorry, could you repeat that?"), "question", "reply")
    _check(say("A full answer leads over to the next question.", LONG), "answer", "question")
    silence = TakeTurn(turn_id=f"turn-{next(numbers)}", silence=True)
    _check(take("The first silence gets a nudge.", silence), "silence", "nudge")
    _check(say("After the last answer the candidate may ask.", LONG), "answer", "invite_questions")
    hours = say("The interviewer replies from the job's description.", "What are the working hours?")[1].text
    require("the reply", "8 to 20" in str(hours), "the hours of the job", hours)
    refusal = say("It tells nobody a score.", "What is my score so far?")[1].text
    require("the reply", "team" in str(refusal), "that the team answers", refusal)
    _check(say("Without another question the conversation ends.", "No, thank you."), "answer", "closing")


def _check(turns: Sequence[ShownTurn], *kinds: str) -> None:
    expect("the turns", [turn.kind for turn in turns], [*kinds])
