"""A team whose receivers hang, beside another team (docs/decisions/deliveries.md)."""

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from talent_screening import TalentScreening
from talent_screening.models import CreateInterview, CreateWebhook
from tests.doubles.over_http import running_stack
from tests.doubles.python_clients import client_of
from tests.doubles.receiver import Receiver, receiving

HANGING_ADDRESSES = 10
NOISY_EVENTS = 60
QUIET_EVENTS = 30
# Without lanes none of the thirty came within ninety seconds. Where the machine has nothing else to do, it is
# below one second alone and below three beside the other team.
MOST_SECONDS = 15
MOST_TIMES_AS_LONG = 2

pytestmark = [pytest.mark.slow, pytest.mark.in_process]


@contextmanager
def hanging() -> Iterator[tuple[str, list[str]]]:
    """The address of a receiver that never responds, and the paths that were asked for."""
    ended = threading.Event()
    asked: list[str] = []

    class Inlet(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            ended.wait()

        def log_message(self, format: str, *arguments: object) -> None:
            """The test tells what came."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Inlet)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        ended.set()
        server.shutdown()
        server.server_close()


def subscribe(client: TalentScreening, *urls: str) -> None:
    client.create_webhook(CreateWebhook(urls=[*urls], events=["interview.created"]))


def cause_event(client: TalentScreening) -> str:
    """The id of the interview that the event is about."""
    body = CreateInterview(title="Baker", display_name="Baker", interview_type="standard")
    return client.create_interview(body).interview.id


def p95_of_events(client: TalentScreening, receiver: Receiver, count: int) -> float:
    """Within how many seconds all but a twentieth of so many events arrived."""
    begun: dict[str, float] = {}
    for _ in range(count):
        started = time.time()
        begun[cause_event(client)] = started
    waits = [
        receiver.await_event("interview.created", {"interviewId": interview_id}).at - started
        for interview_id, started in begun.items()
    ]
    return statistics.quantiles(waits, n=20)[18]


def test_receivers_of_one_team_that_hang_delay_no_other_team(tmp_path: Path) -> None:
    with (
        receiving() as receiver,
        hanging() as (address, asked),
        running_stack(tmp_path) as ready,
        client_of(ready, "otherApiKey") as quiet,
        client_of(ready) as noisy,
    ):
        subscribe(quiet, receiver.url("/quiet"))
        subscribe(noisy, *(f"{address}/{number}" for number in range(HANGING_ADDRESSES)))
        alone = p95_of_events(quiet, receiver, QUIET_EVENTS)
        for _ in range(NOISY_EVENTS):
            cause_event(noisy)

        beside = p95_of_events(quiet, receiver, QUIET_EVENTS)

        assert len(receiver.at("/quiet")) == 2 * QUIET_EVENTS
        assert asked, "the noisy team's deliveries were attempted meanwhile"
        most = max(MOST_SECONDS, MOST_TIMES_AS_LONG * alone)
        assert beside < most, f"alone {alone:.2f} s, beside {beside:.2f} s"
