"""The customer: a key, and a subscription to events."""

from demo.deviation import expect, require
from demo.scene import EVENTS_PATH, Scene

EVENTS = (
    "question.audio_generated",
    "interview.created",
    "candidate_interview.invited",
    "candidate_interview.partially_completed",
    "candidate_interview.status_changed",
    "candidate_interview.completed",
)


def subscribe(scene: Scene) -> None:
    """Use the key, then subscribe the receiver; the secret is kept for checking signatures."""
    response = scene.customer.call(
        "The administration issued the key. The team has no candidates yet.",
        "GET",
        "/candidates",
        show=("data.candidates", "data.pagination"),
    )
    expect("candidates of a new team", response.data["pagination"]["total"], 0)
    remaining = response.headers.get("x-ratelimit-remaining")
    expect("requests left in this hour", remaining, "999")
    scene.page.fact(f"X-RateLimit-Remaining: {remaining} of 1000 requests in this hour")

    webhook = scene.customer.call(
        "The customer subscribes an address to events. Only this response shows the secret.",
        "POST",
        "/webhooks",
        {"description": "Applicant tracking", "urls": [scene.receiver.url(EVENTS_PATH)], "events": EVENTS},
        status=201,
        mask={"data.webhook.secret": "whsec_"},
        show=("data.webhook.id", "data.webhook.secret", "data.webhook.isActive"),
    ).data["webhook"]
    scene.made["webhook"] = webhook

    read = scene.customer.call(
        "Reading the webhook does not show its secret.",
        "GET",
        f"/webhooks/{webhook['id']}",
        show=("data.webhook",),
    )
    require("a configuration read back", "secret" not in read.data["webhook"], "no secret", "a secret")

    scene.customer.call(
        "The service refuses a request that names an unknown event.",
        "POST",
        "/webhooks",
        {"urls": [scene.receiver.url(EVENTS_PATH)], "events": ["interview.created", "interview.eaten"]},
        status=400,
        show=("error",),
    )
