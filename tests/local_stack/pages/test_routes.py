"""The stack's own routes respond under `/_local`."""

from tests.local_stack.running_stack import RunningStack


def test_health(stack: RunningStack) -> None:
    answer = stack.call("GET", "/_local/health")
    assert (answer.status, answer.json["status"]) == (200, "ok")
    assert answer.json["engines"].keys() == {"model", "transcription", "speech"}
