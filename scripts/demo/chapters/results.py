"""The service evaluates the answers, and the customer reads the results."""

from demo.browser import fetch
from demo.deviation import Deviation, expect, require
from demo.scene import Scene
from talent_screening.models import CandidateInterviewResults, ScoreCard

HEARD = ("angry", "calm", "solution", "problem")
"""Words that the local stack's transcription gets right in the spoken answer."""


def read(scene: Scene) -> None:
    """Wait for the evaluation, then look at every part of it."""
    candidate_interview_id = scene.made.candidate_interview.id
    results = scene.customer.await_record(
        "The customer reads the results once the evaluation is complete.",
        lambda customer: customer.get_candidate_interview_results(candidate_interview_id),
        lambda results: results.summary_status in ("complete", "error"),
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
    )
    expect("status and summaryStatus", (results.status, results.summary_status), ("new_response", "complete"))
    _check_words(scene, results)
    _check_score(scene, results, results.score_card)
    _open_share_link(scene, str(results.share_link))


def _check_words(scene: Scene, results: CandidateInterviewResults) -> None:
    spoken, written, *choices = [str(response.transcription) for response in results.responses]
    heard = [word for word in HEARD if word in spoken]
    require("the transcription", len(heard) >= 2, f"at least two of {', '.join(HEARD)}", spoken)
    scene.page.quote("transcription of the recording", spoken)
    scene.page.quote("written answer", written)
    expect("the choices", choices, ["Yes", "Within two weeks", "Two hundred customers, no complaint."])
    scene.page.fact(f"the results show the choices as text: {', '.join(choices)}")
    recording = fetch("GET", str(results.responses[0].audio_url))
    expect("the recording", (recording.status_code, recording.content[:4]), (200, b"RIFF"))
    scene.page.quote("summary", str(results.summary))


def _check_score(scene: Scene, results: CandidateInterviewResults, card: ScoreCard | None) -> None:
    if card is None:
        raise Deviation("the results", "a scorecard", None)
    topics = card.topic_scores
    expect("topics of the scorecard", [topic.topic for topic in topics], ["Customer focus", "Teamwork"])
    said = str(results.transcription)
    for topic in topics:
        require("evidence", topic.evidence, "a passage for each topic", topic)
        for passage in topic.evidence:
            require("evidence", passage in said, "word for word in the transcription", passage)
        scene.page.quote(f"{topic.topic}: {topic.score} of 100, weight {topic.weight:g}", topic.evidence[0])
    expect("score and overallScore", results.score, card.overall_score)
    require("score", 0 < card.overall_score <= 100, "a number above 0, at most 100", results.score)
    scene.page.quote("how the score was computed", card.overall_explanation)


def _open_share_link(scene: Scene, link: str) -> None:
    html = scene.browser.open_page(
        "The share link opens a read-only page for colleagues without a key.", link
    )
    require("the share page", "Teamwork" in html, "the topics of the scorecard", "a page without them")
