"""What comes of the answers."""

from typing import Any

from demo.client import fetch
from demo.deviation import expect, require
from demo.scene import Scene

HEARD = ("angry", "calm", "solution", "problem")
"""Words that the ear of the local stack gets right in the spoken answer."""


def read(scene: Scene) -> None:
    """Wait for the evaluation, then look at every part of it."""
    path = f"/candidate-interviews/{scene.made['candidateInterview']['id']}/results"
    results = scene.customer.await_response(
        "The customer reads the results once the evaluation is complete.",
        path,
        lambda data: data["summaryStatus"] in ("complete", "error"),
        mask={"data.shareLink": f"{scene.base_url}/share/"},
        show=(
            "data.status",
            "data.score",
            "data.averageRating",
            "data.summaryStatus",
            "data.scoreCard.overallScore",
            "data.scoreCard.evaluationType",
            "data.shareLink",
        ),
    ).data
    expect(
        "status and summaryStatus",
        (results["status"], results["summaryStatus"]),
        ("new_response", "complete"),
    )
    _check_words(scene, results)
    _check_score(scene, results)
    _open_share_link(scene, results["shareLink"])


def _check_words(scene: Scene, results: dict[str, Any]) -> None:
    spoken, written, *choices = [response["transcription"] for response in results["responses"]]
    heard = [word for word in HEARD if word in spoken]
    require("the transcription", len(heard) >= 2, f"at least two of {', '.join(HEARD)}", spoken)
    scene.page.quote("transcription of the recording", spoken)
    scene.page.quote("written answer", written)
    expect("the choices", choices, ["Yes", "Within two weeks", "Two hundred customers, no complaint."])
    scene.page.fact(f"the results show the choices as text: {', '.join(choices)}")
    recording = fetch("GET", results["responses"][0]["audioUrl"])
    expect("the recording", (recording.status, recording.content[:4]), (200, b"RIFF"))
    scene.page.quote("summary", results["summary"])


def _check_score(scene: Scene, results: dict[str, Any]) -> None:
    card = results["scoreCard"]
    topics = card["topicScores"]
    expect("topics of the scorecard", [topic["topic"] for topic in topics], ["Customer focus", "Teamwork"])
    said = results["transcription"]
    for topic in topics:
        require("evidence", topic["evidence"], "a passage for each topic", topic)
        for passage in topic["evidence"]:
            require("evidence", passage in said, "word for word in the transcription", passage)
        score, weight, evidence = topic["score"], topic["weight"], topic["evidence"][0]
        scene.page.quote(f"{topic['topic']}: {score:g} of 100, weight {weight:g}", evidence)
    expect("score and overallScore", results["score"], card["overallScore"])
    require("score", 0 < results["score"] <= 100, "a number above 0, at most 100", results["score"])
    scene.page.quote("how the score was computed", card["overallExplanation"])


def _open_share_link(scene: Scene, link: str) -> None:
    html = scene.candidate.open_page(
        "The share link opens a read-only page for colleagues without a key.", link
    )
    require("the share page", "Teamwork" in html, "the topics of the scorecard", "a page without them")
