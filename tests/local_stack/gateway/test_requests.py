"""Requests to the local stack reach the template's functions as they would in a deployment."""

import concurrent.futures
import shutil
import urllib.request
from pathlib import Path

import pytest

from tests.local_stack.running_stack import SAMPLE, RunningStack, open_request
from tests.support.waiting import wait_until


def test_a_route_gets_the_event_of_an_http_api(stack: RunningStack) -> None:
    answer = stack.call("GET", "/things/a%20b?tag=x&tag=y", headers={"X-Api-Key": "k"})
    event = answer.json["event"]
    assert answer.status == 200
    assert event["version"] == "2.0"
    assert event["routeKey"] == "GET /things/{id}"
    assert event["pathParameters"] == {"id": "a b"}
    assert event["queryStringParameters"] == {"tag": "x,y"}
    assert event["headers"]["x-api-key"] == "k"
    assert event["requestContext"]["http"]["method"] == "GET"


def test_each_request_has_an_identifier_of_its_own(stack: RunningStack) -> None:
    events = [stack.call("GET", "/things/1").json["event"] for _ in range(2)]
    identifiers = {event["requestContext"]["requestId"] for event in events}
    assert len(identifiers) == 2


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/unknown/path"), ("DELETE", "/things/1"), ("OPTIONS", "/things/1"), ("PUT", "/")],
)
def test_what_no_route_takes_goes_to_the_default_route(stack: RunningStack, method: str, path: str) -> None:
    event = stack.call(method, path).json["event"]
    assert event["routeKey"] == "$default"
    assert event["rawPath"] == path
    assert "pathParameters" not in event


@pytest.mark.parametrize("path", ["/things/1", "/things", "/unknown/path"])
def test_head_goes_to_the_default_route_though_the_path_takes_get(stack: RunningStack, path: str) -> None:
    answer = stack.call("HEAD", path)
    assert (answer.status, answer.headers["Route-Key"], answer.body) == (200, "$default", b"")


def test_a_body_that_is_no_text_arrives_in_base64(stack: RunningStack) -> None:
    event = stack.call("POST", "/unknown", b"\xff\x00\xfe").json["event"]
    assert event["isBase64Encoded"] is True
    assert event["body"] == "/wD+"


def test_functions_get_the_environment_of_the_template_with_local_names(stack: RunningStack) -> None:
    environment = stack.call("GET", "/things/1").json["environment"]
    assert environment["TABLE_NAME"] == stack.ready["tableName"]
    assert environment["MEDIA_BUCKET"] == stack.ready["mediaBucket"]
    assert environment["LABEL"] == "talent-screening-local/local"
    assert environment["QUEUE_URL"] == stack.queue_url("WorkQueue")
    assert environment["BASE_URL"] == stack.ready["baseUrl"]
    assert environment["AVATAR_PLAYER_URL"] == "https://avatars.example/player"
    assert environment["ENGINES"] == "local_stack.engines"
    assert environment["ALLOW_PRIVATE_WEBHOOK_ADDRESSES"] == "true"
    assert environment["GATHER_STATE_DIR"] == str(stack.state)


def test_a_handler_that_raises_is_a_500_and_its_traceback_is_shown(stack: RunningStack) -> None:
    answer = stack.call("POST", "/fail")
    assert answer.status == 500
    assert b"asked to fail" not in answer.body
    wait_until(lambda: "RuntimeError: asked to fail" in stack.output() and "in handler" in stack.output())


def test_a_function_is_stopped_at_its_time_limit_and_runs_again(stack: RunningStack) -> None:
    assert stack.call("POST", "/sleep").status == 500
    wait_until(lambda: "Task timed out after 1.00 seconds" in stack.output())
    assert stack.call("GET", "/things/1").status == 200


def test_a_function_that_dies_is_an_error_and_runs_again(stack: RunningStack) -> None:
    assert stack.call("POST", "/die").status == 500
    assert stack.call("GET", "/things/1").status == 200


def test_several_processes_handle_concurrent_requests(stack: RunningStack) -> None:
    with concurrent.futures.ThreadPoolExecutor(4) as executor:
        answers = list(executor.map(lambda number: stack.call("POST", "/pause", {"id": number}), range(4)))
    assert [answer.status for answer in answers] == [200] * 4
    assert len({answer.json["pid"] for answer in answers}) > 1


def test_code_that_was_edited_is_soon_the_code_that_runs(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(SAMPLE, project)
    with RunningStack(tmp_path / "state", project) as stack:
        assert stack.call("GET", "/things/1").json["greeting"] == "hello"
        edited = tmp_path / "greeting.py"
        edited.write_text('GREETING = "good morning"\n')
        # At once, as an editor saves: a function that starts in between would read half a module.
        edited.replace(project / "layers/shared/sample/greeting.py")
        # On a busy machine the sources are looked at less often than at every request.
        wait_until(lambda: stack.call("GET", "/things/1").json["greeting"] == "good morning")


def test_an_upload_to_a_signed_address_is_stored_and_can_be_read(stack: RunningStack) -> None:
    recording = bytes(range(256)) * 40
    address = stack.call("POST", "/uploads", {"key": "answers/one two.webm"}).json["url"]
    headers = {"Content-Type": "audio/webm", "Origin": "https://example.com"}
    stored = open_request(urllib.request.Request(address, recording, headers, method="PUT"))
    assert stored.status == 200
    assert stored.headers["Access-Control-Allow-Origin"] in ("*", "https://example.com")
    read = stack.client("s3").get_object(Bucket=stack.ready["mediaBucket"], Key="answers/one two.webm")
    assert read["Body"].read() == recording
    assert read["ContentType"] == "audio/webm"
