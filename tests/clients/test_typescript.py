"""The TypeScript client, compiled strictly and used in Node against the local stack."""

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from client_code.typescript import FOLDER, is_installed
from gather.webhooks.signing import attempt_headers
from tests.doubles.over_http import running_stack

pytestmark = pytest.mark.slow

SECRET = "whsec_c2l4dGVlbiBsZXR0ZXJzIQ=="
BODY = json.dumps({"title": "Kaffee für Ålesund ☕"}, ensure_ascii=False)

VERIFY = """
import { verifyWebhook } from "./dist/index.js";
const { secrets, headers, body } = JSON.parse(process.argv[1]);
try {
  const event = await verifyWebhook(secrets, headers, new TextEncoder().encode(body));
  console.log(JSON.stringify(event));
} catch (error) {
  console.log(JSON.stringify(error.name));
}
"""


def run_node(*arguments: str) -> Any:
    node = shutil.which("node")
    assert node is not None
    finished = subprocess.run([node, *arguments], cwd=FOLDER, capture_output=True, text=True, check=True)
    return json.loads(finished.stdout)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The client, compiled with `--strict` into `dist`."""
    if not is_installed():
        pytest.skip("npm is not installed")
    compiler = FOLDER / "node_modules" / ".bin" / "tsc"
    finished = subprocess.run([compiler], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout


def test_it_makes_lists_and_refuses_as_the_service_does(tmp_path: Path) -> None:
    with running_stack(tmp_path) as stack:
        told = run_node("dist/trial.js", stack["baseUrl"], stack["otherApiKey"])

    assert told["listed"] == told["made"]
    assert len(set(told["made"])) == 3
    assert told["errors"] == ["VALIDATION_ERROR", "NOT_FOUND"]


def verified(secrets: object, headers: dict[str, str], body: str = BODY) -> Any:
    given = json.dumps({"secrets": secrets, "headers": headers, "body": body})
    return run_node("--input-type=module", "--eval", VERIFY, given)


def test_it_verifies_what_the_service_signs() -> None:
    def sent(*secrets: str, seconds_ago: int = 0) -> dict[str, str]:
        return attempt_headers(
            event_name="interview.created",
            event_id="e-1",
            body=BODY.encode(),
            secrets=secrets,
            timestamp=int(time.time()) - seconds_ago,
        )

    event = verified(SECRET, sent(SECRET))

    assert (event["name"], event["id"], event["payload"]) == ("interview.created", "e-1", json.loads(BODY))
    assert verified(["unused", "old"], sent("new", "old"))["id"] == "e-1"
    for secrets, headers, body in (
        ("other", sent(SECRET), BODY),
        (SECRET, sent(SECRET), BODY + " "),
        (SECRET, sent(SECRET, seconds_ago=310), BODY),
        (SECRET, sent(), BODY),
    ):
        assert verified(secrets, headers, body) == "WebhookRejected"
