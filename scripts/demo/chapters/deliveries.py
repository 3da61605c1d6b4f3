"""The webhooks that came: signed, retried, told apart, and kept in a log."""

from collections import Counter
from collections.abc import Sequence

from demo.deviation import expect, require
from demo.receiver import Received
from demo.scene import EVENTS_PATH, RESULTS_PATH, Scene
from gather.webhooks import signing

COMPLETED = "candidate_interview.completed"
STATUS_CHANGED = "candidate_interview.status_changed"


def verify_all(scene: Scene) -> None:
    """Wait for the retry, check every signature, read the log."""
    attempts = scene.receiver.wait(COMPLETED, EVENTS_PATH, lambda come: len(come) >= 2)
    scene.page.step("The service retries the failed delivery after one minute (three seconds here).")
    expect("responses to the two attempts", [each.status for each in attempts], [503, 204])
    expect("event ids of the two attempts", len({each.header("id") for each in attempts}), 1)
    scene.page.fact(
        f"both attempts carry X-Service-Id {attempts[0].header('id')}, so the receiver can tell duplicates"
    )

    own = scene.receiver.wait(COMPLETED, RESULTS_PATH)
    # Deliveries have no order: the retry may be faster than the first attempt at another event.
    scene.receiver.wait(STATUS_CHANGED, EVENTS_PATH, lambda come: len(come) >= 2)
    secrets = {
        EVENTS_PATH: scene.made.webhook.secret,
        RESULTS_PATH: str(scene.made.candidate_interview.webhook_secret),
    }
    received = scene.receiver.received()
    scene.page.step("The receiver recomputes each signature from the raw body and the secret of its address.")
    for each in received:
        signature = each.header("signature-v2")
        valid = signing.verify(each.body, signature, secrets[each.path], now=each.at)
        require(f"the signature of {each.event}", valid, "X-Service-Signature-V2 to match it", signature)
        expect("the body", "event" in each.payload, False)
    scene.page.fact(
        f"{len(received)} attempts, all signed; one signature: {attempts[1].header('signature-v2')[:34]}…"
    )
    forged = own[0].body.replace(b"{", b'{"score":100,', 1)
    refused = not signing.verify(forged, own[0].header("signature-v2"), secrets[RESULTS_PATH], now=own[0].at)
    require("a changed body", refused, "its signature to be refused", "accepted")
    scene.page.fact("a changed body does not match its signature")
    _check_each_once(scene, received)
    _read_log(scene)


def _check_each_once(scene: Scene, received: Sequence[Received]) -> None:
    events = {each.header("id"): each.event for each in received if each.path == EVENTS_PATH}
    counts = dict(sorted(Counter(events.values()).items()))
    expect(
        "events by their ids",
        counts,
        {
            COMPLETED: 1,
            "candidate_interview.invited": 1,
            "candidate_interview.partially_completed": 1,
            STATUS_CHANGED: 2,
            "interview.created": 1,
            "question.audio_generated": 2,
        },
    )
    scene.page.fact(f"events: {', '.join(f'{count} {name}' for name, count in counts.items())}")


def _read_log(scene: Scene) -> None:
    candidate_interview_id = scene.made.candidate_interview.id
    log = scene.customer.await_record(
        "The delivery log shows the same deliveries for this candidate interview.",
        lambda customer: (
            customer.list_webhook_deliveries(candidate_interview_id=candidate_interview_id).webhook_deliveries
        ),
        lambda deliveries: all(each.status == "completed" for each in deliveries),
        show=(
            "data.webhookDeliveries[].eventType",
            "data.webhookDeliveries[].status",
            "data.webhookDeliveries[].attempts",
            "data.pagination",
        ),
    )
    expect("deliveries of the candidate interview", len(log), 6)
    retried = [each for each in log if each.attempts == 2]
    expect("what was delivered at the second attempt", [each.event_type for each in retried], [COMPLETED])
    response = retried[0].response
    expect("its response", (response and response.status, retried[0].error_response), (204, None))
