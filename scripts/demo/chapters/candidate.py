"""The candidate: invited by the customer, then on their own side, where a token opens everything."""

import re

from demo.browser import fetch, without_query
from demo.deviation import Deviation, expect, require
from demo.scene import EVENTS_PATH, RESULTS_PATH, Scene
from local_stack.engines.espeak_speech import EspeakSpeech
from talent_screening import ValidationFailed
from talent_screening.models import (
    AnswerRequest,
    CreateCandidate,
    CreateCandidateInterview,
    RecordingRequest,
)

SPOKEN_ANSWER = "When people are angry, I stay calm, and we find a solution for the problem."
WRITTEN_ANSWER = (
    "On a busy day I plan the work with my team and share it with my colleagues. "
    "I take my own part, and I help colleagues who need it until the work is done."
)
LONG_ANSWER = "Of the day on which we served two hundred customers without a single complaint."
VOICE_OF_CANDIDATE = "Beatrice"
_LINK = re.compile(r"https?://\S+/i/([\w-]+)")


def invite(scene: Scene) -> None:
    """A candidate, an invite, and what arrives of it."""
    candidate = scene.customer.step(
        "The candidate agreed to text messages.",
        status=201,
        show=("data.id", "data.email", "data.source"),
    ).create_candidate(
        CreateCandidate(
            first_name="Ada",
            last_name="Example",
            email="ada@example.com",
            phone="+14155550123",
            sms_opt_in=True,
        )
    )
    invited = scene.customer.step(
        "One request links the candidate to the interview and sends the invite. Its webhookUrl receives the "
        "completion, and only this response shows the secret of that URL.",
        status=201,
        mask={"data.inviteToken": "", "data.webhookSecret": "whsec_"},
        show=("data.id", "data.status", "data.inviteToken", "data.expiry", "data.webhookSecret"),
    ).create_candidate_interview(
        CreateCandidateInterview(
            candidate_id=candidate.id,
            interview_id=scene.made.interview.id,
            send_invite=True,
            delivery_types=["email", "sms"],
            webhook_url=scene.receiver.url(RESULTS_PATH),
        )
    )
    expect("the status of an invited candidate", invited.status, "invite_sent")
    scene.made.candidate_interview = invited

    told = scene.receiver.wait("candidate_interview.invited", EVENTS_PATH)[0].payload
    expect("the candidate interview that the event names", told["candidateInterviewId"], invited.id)
    scene.page.fact("webhook candidate_interview.invited: the messages are on their way")
    _read_inbox(scene)


def _read_inbox(scene: Scene) -> None:
    messages = scene.browser.look(
        "The inbox of the local stack shows both messages.",
        "/_local/inbox",
        show=("messages[].channel", "messages[].to", "messages[].subject"),
    )["messages"]
    expect("channels of the messages", sorted(each["channel"] for each in messages), ["email", "sms"])
    for message in messages:
        scene.page.quote(f"{message['channel']} to {message['to']}", message["body"])
    links = [_LINK.search(message["body"]) for message in messages]
    tokens = {link.group(1) for link in links if link}
    expect("the token of both links", tokens, {scene.made.candidate_interview.invite_token})


def answer(scene: Scene) -> None:
    """Open the link, answer everything, complete."""
    token = scene.made.candidate_interview.invite_token
    scene.browser.open_page("The link opens this candidate's page.", f"{scene.base_url}/i/{token}")
    step = scene.candidate.step(
        "The page gets the questions, without weights or preferred options.",
        show=(
            "data.screening.status",
            "data.screening.displayName",
            "data.screening.candidateFirstName",
            "data.screening.questions[].kind",
            "data.screening.questions[].title",
        ),
    )
    screening = step.get_screening(token).screening
    for hidden in ("preferred", "weight", "knockout", "scoreCard", "topic"):
        require("the candidate's view", hidden not in scene.candidate.last_text, f"no {hidden}", "one")
    expect("questions for the candidate", len(screening.questions), 5)

    _answer_aloud(scene, token)
    _answer_in_writing(scene, token)
    _complete(scene, token)


def _answer_aloud(scene: Scene, token: str) -> None:
    recording = _speak(SPOKEN_ANSWER)
    upload = scene.candidate.step(
        f"The candidate speaks: “{SPOKEN_ANSWER}” The service gives the recording an upload address.",
        status=201,
        mask={"data.mediaId": ""},
        show=("data.mediaId", "data.headers"),
    ).announce_recording(token, RecordingRequest(content_type="audio/wav", size=len(recording)))
    scene.page.step("The recording goes straight to the media store, at an address signed for this upload.")
    scene.page.request("PUT", without_query(upload.upload_url))
    put = fetch("PUT", upload.upload_url, recording, upload.headers)
    expect("the upload", put.status_code, 200)
    scene.page.response(put.status_code, None)
    _give(
        scene,
        "The recording becomes the answer.",
        scene.made.questions["Customers"].id,
        AnswerRequest(media_id=upload.media_id),
    )
    for event in ("candidate_interview.partially_completed", "candidate_interview.status_changed"):
        scene.receiver.wait(event, EVENTS_PATH)
    scene.page.fact("webhooks candidate_interview.partially_completed and .status_changed")


def _speak(text: str) -> bytes:
    speech = EspeakSpeech()
    voices = {narrator.name: narrator.id for narrator in speech.narrators()}
    return speech.synthesize(text, voices[VOICE_OF_CANDIDATE]).content


def _answer_in_writing(scene: Scene, token: str) -> None:
    weekends, start, proud = scene.made.surveys
    teamwork = scene.made.questions["Teamwork"]
    _give(scene, "The candidate writes the second answer.", teamwork.id, AnswerRequest(text=WRITTEN_ANSWER))
    _give(scene, "A yes-or-no answer.", weekends.id, AnswerRequest(value=True))
    soon = [option.id for option in start.options[:1]]
    _give(scene, "A multiple-choice answer.", start.id, AnswerRequest(option_ids=soon))
    scene.candidate.refused(
        "The service refuses an answer that is too long and says why.",
        ValidationFailed,
        lambda candidate: candidate.give_answer(token, proud.id, AnswerRequest(text=LONG_ANSWER)),
    )
    unfinished = scene.candidate.refused(
        "One answer is missing, and the interview requires all of them.",
        ValidationFailed,
        lambda candidate: candidate.complete_screening(token),
    )
    named = [fault.field for fault in unfinished.faults]
    expect("the questions that are missing", named, [f"answers.{proud.id}"])
    short = AnswerRequest(text="Two hundred customers, no complaint.")
    _give(scene, "A shorter answer fits.", proud.id, short)


def _give(scene: Scene, what: str, question_id: str, said: AnswerRequest) -> None:
    step = scene.candidate.step(what, show=("data.answer.kind", "data.answer.answeredAt"))
    given = step.give_answer(scene.made.candidate_interview.invite_token, question_id, said).answer
    expect("the question that was answered", given.question_id, question_id)


def _complete(scene: Scene, token: str) -> None:
    scene.receiver.fail(EVENTS_PATH, "candidate_interview.completed")
    step = scene.candidate.step(
        "The candidate completes the interview. The customer's receiver is down and responds with 503.",
        show=("data.screening.status", "data.screening.questions[].answered"),
    )
    expect("the status after completion", step.complete_screening(token).screening.status, "new_response")
    failed = scene.receiver.wait("candidate_interview.completed", EVENTS_PATH)[0]
    if failed.status != 503:
        raise Deviation(
            "the first attempt at candidate_interview.completed", "a response of 503", failed.status
        )
    scene.page.fact("webhook candidate_interview.completed arrived, and the receiver responded with 503")
