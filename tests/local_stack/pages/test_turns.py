"""`POST /_local/turns` hands sound on to the engine server, and says why it cannot."""

import json

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from local_stack.engines.local_turn_detection import LocalTurnDetection
from local_stack.pages.turns import LARGEST_BODY, add_turns_route
from local_stack.settings import TURNS_PATH

JUDGED = b'{"finished": 0.9}'
SOUND = bytes(6_400)


class ScriptedJudge:
    """Judges every sound, or responds with another status."""

    def __init__(self, status: int = 200, body: bytes = JUDGED) -> None:
        self._response = status, body
        self.asked: list[tuple[str, int]] = []

    def post(self, path: str, content: bytes) -> tuple[int, bytes]:
        self.asked.append((path, len(content)))
        return self._response


def send(judge: ScriptedJudge | None, body: bytes = SOUND, query: str = "") -> TestResponse:
    application = Flask(__name__)
    add_turns_route(application, judge)
    return application.test_client().post(f"{TURNS_PATH}?{query}", data=body)


def test_sound_is_judged_by_the_engine_server() -> None:
    judge = ScriptedJudge()

    response = send(judge, query="language=de&about=end&key=other")

    assert (response.status_code, response.get_data()) == (200, JUDGED)
    assert response.headers["Cache-Control"] == "no-store"
    assert judge.asked == [("/v1/turns?about=end&language=de", len(SOUND))]


def test_more_than_eight_seconds_are_refused() -> None:
    judge = ScriptedJudge()

    assert send(judge, bytes(LARGEST_BODY)).status_code == 200
    assert send(judge, bytes(LARGEST_BODY + 1)).status_code == 413
    assert len(judge.asked) == 1


@pytest.mark.parametrize("status", [501, 503])
def test_what_the_engine_server_refuses_is_refused(status: int) -> None:
    error = {"error": {"message": "The model smart-turn is being fetched."}}

    refused = send(ScriptedJudge(status, json.dumps(error).encode()))

    assert (refused.status_code, refused.get_json()) == (status, error)


def test_without_an_engine_server_nothing_is_judged() -> None:
    assert send(None).status_code == 501
    assert LocalTurnDetection(has_server=False).address() is None
    assert LocalTurnDetection(has_server=True).address() == TURNS_PATH
