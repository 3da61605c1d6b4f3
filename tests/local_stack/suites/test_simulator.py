"""Every simulator answers by its script first, over HTTP too, and records what it refuses without secrets."""

import http.client
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from local_stack.suites.local_suites import create_suites, send_over_http
from local_stack.suites.simulator import Connection, HttpAnswer, ScriptedAnswer, SuiteRefused
from local_stack.suites.workable import WorkableSimulator
from tests.doubles.suite_service import suite_service
from tests.local_stack.suites.playing import ADA, CONNECT, INTERVIEW, KEY, LINK, ORDER, PlayedService

HEADERS = {"Authorization": "Bearer workable-token", "Content-Type": "application/json"}
BODY = b'{"status": "expired"}'


@pytest.fixture
def workable() -> Iterator[WorkableSimulator]:
    played = PlayedService({"POST /assessments": (201, {"assessment_id": ORDER})})

    def create(address: str) -> WorkableSimulator:
        connection = Connection(address, CONNECT, played.send)
        return WorkableSimulator(connection, access_token="workable-token")

    with suite_service(create) as served:
        served.order(KEY, INTERVIEW, ADA)
        yield served


class Held(threading.Event):
    """An event that says when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_awaited = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.is_awaited.set()
        return super().wait(timeout)


def put(workable: WorkableSimulator) -> HttpAnswer:
    return send_over_http("PUT", f"{workable.connection.api_url}/assessments/1", HEADERS, BODY)


def test_the_script_comes_first_and_refuses_nothing(workable: WorkableSimulator) -> None:
    limited = ScriptedAnswer(429, {"Retry-After": "7"})
    workable.answer_next(limited, ScriptedAnswer(), ScriptedAnswer(200, body=b"<html>"), at="/assessments/1")

    answers = [put(workable) for _ in range(4)]

    assert [answer.status for answer in answers] == [429, 500, 200, 200]
    assert (answers[0].headers["Retry-After"], answers[2].body) == ("7", b"<html>")
    assert workable.orders["1"].status == "expired"
    assert (workable.refused, len(workable.requests)) == ([], 4)


def test_a_script_for_another_path_waits(workable: WorkableSimulator) -> None:
    workable.answer_next(ScriptedAnswer(), at="/notes")

    assert put(workable).status == 200


def test_a_connection_breaks_off(workable: WorkableSimulator) -> None:
    workable.answer_next(ScriptedAnswer(breaks_off=True))

    with pytest.raises((http.client.HTTPException, OSError)):
        put(workable)

    assert workable.orders["1"].status == "pending"


def test_an_answer_is_held_back_until_the_test_lets_it_go(workable: WorkableSimulator) -> None:
    released, answers = Held(), list[HttpAnswer]()
    workable.answer_next(ScriptedAnswer(503, until=released))
    waiting = threading.Thread(target=lambda: answers.append(put(workable)))
    waiting.start()
    released.is_awaited.wait()

    assert put(workable).status == 200
    assert answers == []
    released.set()
    waiting.join()
    assert [answer.status for answer in answers] == [503]


def test_a_refusal_is_recorded_with_its_reason_and_without_values(workable: WorkableSimulator) -> None:
    body = b'{"status": "completed", "results_url": "secret-of-the-candidate"}'
    url = f"{workable.connection.api_url}/assessments/1"

    assert send_over_http("PUT", url, HEADERS, body).status == 422

    assert "results_url" in workable.refused[0]
    shown = f"{workable.refusals} {workable.requests} {workable.orders} {workable.connection}"
    for secret in ("secret-of-the-candidate", "workable-token", KEY.key):
        assert secret not in shown


def test_the_local_suites_are_those_of_the_service() -> None:
    suites = create_suites("http://127.0.0.1:3000", "http://gateway:3000")

    assert sorted(suites) == ["ashby", "greenhouse", "lever", "smartrecruiters", "workable"]
    for vendor, suite in suites.items():
        assert suite.vendor == vendor
        assert urlsplit(suite.configuration["apiUrl"]).path == f"/_local/suites/{vendor}"
        assert suite.connection.connect_url == f"http://127.0.0.1:3000/connect/{vendor}"
        with pytest.raises(SuiteRefused):
            suite.order_by_hand({"candidate": LINK})
