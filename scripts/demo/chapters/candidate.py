"""The candidate: invited by the customer, then on their own side, where a token opens everything."""

import re
from typing import Any

from demo.client import fetch, without_query
from demo.deviation import Deviation, expect, require
from demo.scene import EVENTS_PATH, RESULTS_PATH, Scene
from local_stack.engines.espeak_speech import EspeakSpeech

SPOKEN_ANSWER = "When people are angry, I stay calm, and we find a solution to the problem."
WRITTEN_ANSWER = (
    "On a busy day I plan the work with my team and share it with my colleagues. "
    "I take my own part, and I help colleagues who need it until the work is done."
)
VOICE_OF_CANDIDATE = "Beatrice"
_LINK = re.compile(r"https?://\S+/i/([\w-]+)")


def invite(scene: Scene) -> None:
    """A candidate, an invite, and what arrives of it."""
    candidate = scene.customer.call(
        "The candidate agreed to text messages.",
        "POST",
        "/candidates",
        {
            "firstName": "Ada",
            "lastName": "Example",
            "email": "ada@example.com",
            "phone": "+14155550123",
            "smsOptIn": True,
        },
        status=201,
        show=("data.id", "data.email", "data.source"),
    ).data
    invited = scene.customer.call(
        "One request links the candidate to the interview and sends the invite. Its webhookUrl receives the "
        "completion, and only this response shows the secret of that URL.",
        "POST",
        "/candidate-interviews",
        {
            "candidateId": candidate["id"],
            "interviewId": scene.made["interview"]["id"],
            "sendInvite": True,
            "deliveryTypes": ["email", "sms"],
            "webhookUrl": scene.receiver.url(RESULTS_PATH),
        },
        status=201,
        mask={"data.inviteToken": "", "data.webhookSecret": "whsec_"},
        show=("data.id", "data.status", "data.inviteToken", "data.expiry", "data.webhookSecret"),
    ).data
    expect("the status of an invited candidate", invited["status"], "invite_sent")
    scene.made["candidateInterview"] = invited

    told = scene.receiver.wait("candidate_interview.invited", EVENTS_PATH)[0].payload
    expect("the candidate interview that the event names", told["candidateInterviewId"], invited["id"])
    scene.page.fact("webhook candidate_interview.invited: the messages are on their way")
    _read_inbox(scene)


def _read_inbox(scene: Scene) -> None:
    messages = scene.local.call(
        "The inbox of the local stack shows both messages.",
        "GET",
        "/_local/inbox",
        show=("messages[].channel", "messages[].to", "messages[].subject"),
    ).body["messages"]
    expect("channels of the messages", sorted(each["channel"] for each in messages), ["email", "sms"])
    for message in messages:
        scene.page.quote(f"{message['channel']} to {message['to']}", message["body"])
    links = [_LINK.search(message["body"]) for message in messages]
    tokens = {link.group(1) for link in links if link}
    expect("the token of both links", tokens, {scene.made["candidateInterview"]["inviteToken"]})


def answer(scene: Scene) -> None:
    """Open the link, answer everything, complete."""
    token = scene.made["candidateInterview"]["inviteToken"]
    scene.candidate.open_page("The link opens this candidate's page.", f"{scene.base_url}/i/{token}")
    screening = scene.candidate.call(
        "The page gets the questions, without weights or preferred options.",
        "GET",
        f"/screening/{token}",
        show=(
            "data.screening.status",
            "data.screening.displayName",
            "data.screening.candidateFirstName",
            "data.screening.questions[].kind",
            "data.screening.questions[].title",
        ),
    )
    for hidden in ("preferred", "weight", "knockout", "scoreCard", "topic"):
        require("the candidate's view", hidden not in screening.content.decode(), f"no {hidden}", "one")
    expect("questions for the candidate", len(screening.data["screening"]["questions"]), 5)

    _answer_aloud(scene, token)
    _answer_in_writing(scene, token)
    _complete(scene, token)


def _answer_aloud(scene: Scene, token: str) -> None:
    recording = _speak(SPOKEN_ANSWER)
    upload = scene.candidate.call(
        f"The candidate speaks: “{SPOKEN_ANSWER}” The service gives the recording an upload address.",
        "POST",
        f"/screening/{token}/media",
        {"contentType": "audio/wav", "size": len(recording)},
        status=201,
        mask={"data.mediaId": ""},
        show=("data.mediaId", "data.headers"),
    ).data
    scene.page.step("The recording goes straight to the media store, at an address signed for this upload.")
    scene.page.request("PUT", without_query(upload["uploadUrl"]))
    put = fetch("PUT", upload["uploadUrl"], recording, upload["headers"])
    expect("the upload", put.status, 200)
    scene.page.response(put.status, None)
    _put(
        scene,
        token,
        "The recording becomes the answer.",
        scene.made["questions"]["Customers"],
        mediaId=upload["mediaId"],
    )
    for event in ("candidate_interview.partially_completed", "candidate_interview.status_changed"):
        scene.receiver.wait(event, EVENTS_PATH)
    scene.page.fact("webhooks candidate_interview.partially_completed and .status_changed")


def _speak(text: str) -> bytes:
    speech = EspeakSpeech()
    voices = {narrator.name: narrator.id for narrator in speech.narrators()}
    return speech.synthesize(text, voices[VOICE_OF_CANDIDATE]).content


def _answer_in_writing(scene: Scene, token: str) -> None:
    weekends, start, proud = scene.made["surveys"]
    _put(
        scene,
        token,
        "The candidate writes the second answer.",
        scene.made["questions"]["Teamwork"],
        text=WRITTEN_ANSWER,
    )
    _put(scene, token, "A yes-or-no answer.", weekends, value=True)
    _put(scene, token, "A multiple-choice answer.", start, optionIds=[start["options"][0]["id"]])
    scene.candidate.call(
        "The service refuses an answer that is too long and says why.",
        "PUT",
        f"/screening/{token}/answers/{proud['id']}",
        {"text": "Of the day on which we served two hundred customers without a single complaint."},
        status=400,
        show=("error",),
    )
    unfinished = scene.candidate.call(
        "One answer is missing, and the interview requires all of them.",
        "POST",
        f"/screening/{token}/complete",
        status=400,
        show=("error",),
    ).body["error"]
    named = [detail["field"] for detail in unfinished["details"]]
    expect("the questions that are missing", named, [f"answers.{proud['id']}"])
    _put(scene, token, "A shorter answer fits.", proud, text="Two hundred customers, no complaint.")


def _put(scene: Scene, token: str, what: str, question: dict[str, Any], **answer: object) -> None:
    given = scene.candidate.call(
        what,
        "PUT",
        f"/screening/{token}/answers/{question['id']}",
        answer,
        show=("data.answer.kind", "data.answer.answeredAt"),
    ).data["answer"]
    expect("the question that was answered", given["questionId"], question["id"])


def _complete(scene: Scene, token: str) -> None:
    scene.receiver.fail(EVENTS_PATH, "candidate_interview.completed")
    screening = scene.candidate.call(
        "The candidate completes the interview. The customer's receiver is down and responds with 503.",
        "POST",
        f"/screening/{token}/complete",
        show=("data.screening.status", "data.screening.questions[].answered"),
    ).data["screening"]
    expect("the status after completion", screening["status"], "new_response")
    failed = scene.receiver.wait("candidate_interview.completed", EVENTS_PATH)[0]
    if failed.status != 503:
        raise Deviation(
            "the first attempt at candidate_interview.completed", "a response of 503", failed.status
        )
    scene.page.fact("webhook candidate_interview.completed arrived, and the receiver responded with 503")
