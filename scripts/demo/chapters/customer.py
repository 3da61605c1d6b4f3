"""The customer: a key, and a subscription to events."""

from typing import Any

from demo.deviation import expect, require
from demo.scene import EVENTS_PATH, Scene
from talent_screening import ValidationFailed, answer_of
from talent_screening.models import CreateWebhook

EVENTS = [
    "question.audio_generated",
    "interview.created",
    "candidate_interview.invited",
    "candidate_interview.partially_completed",
    "candidate_interview.status_changed",
    "candidate_interview.completed",
]


def subscribe(scene: Scene) -> None:
    """Use the key, then subscribe the receiver; the secret is kept for checking signatures."""
    listed = scene.customer.step(
        "The administration issued the key. The team has no candidates yet.",
        show=("data.candidates", "data.pagination"),
    ).list_candidates()
    expect("candidates of a new team", listed.pagination and listed.pagination.total, 0)
    left = answer_of(listed).requests_left
    expect("requests left in this hour", left, 999)
    scene.page.fact(f"X-RateLimit-Remaining: {left} of 1000 requests in this hour")

    urls = [scene.receiver.url(EVENTS_PATH)]
    step = scene.customer.step(
        "The customer subscribes an address to events. Only this response shows the secret.",
        status=201,
        mask={"data.webhook.secret": "whsec_"},
        show=("data.webhook.id", "data.webhook.secret", "data.webhook.isActive"),
    )
    body = CreateWebhook(description="Applicant tracking", urls=urls, events=EVENTS)
    scene.made.webhook = step.create_webhook(body).webhook

    scene.customer.step("Reading the webhook does not show its secret.", show=("data.webhook",)).get_webhook(
        scene.made.webhook.id
    )
    secret = scene.made.webhook.secret
    require("a configuration read back", secret not in scene.customer.last_text, "no secret", "a secret")

    # The model knows the events, but `model_construct` checks nothing. The service has to refuse the request.
    events: list[Any] = ["interview.created", "interview.eaten"]
    unknown = CreateWebhook.model_construct(urls=urls, events=events)
    scene.customer.refused(
        "The service refuses a request that names an unknown event.",
        ValidationFailed,
        lambda customer: customer.create_webhook(unknown),
    )
