"""A hostile team next to a normal one, on the local stack: how much longer the normal team waits.

The hostile team has 500 addresses that never respond, changes a hundred interviews at once in a loop, has
long answers evaluated, and its chatbot is flooded. All of it is bounded in time and stays on loopback.
Limits for client addresses are on, as in a deployment, so the two teams' clients have different addresses.

First each team has a stack of its own on half of the processors, then one stack on all of them has both. What
takes longer then is what the teams share: the processors too, of which a deployment gives each invocation its
own. So the figures have an aim and no target. `make neighbours` measures what the service makes them share.
"""

import http.client
import json
import os
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.figures import Figure, Report
from bench.stack_load import STATE, running_stack
from bench.tenants import add_key, add_tenant
from gather.table.store import Table
from local_stack.clients import local_client
from local_stack.messaging import inbox
from local_stack.settings import HOST

WARM_UP_SECONDS = 5
PHASE_SECONDS = 60
PATIENCE_SECONDS = 120
PAUSE_SECONDS = 0.2
KEYS = 6
MOST_TIMES_AS_LONG = 1.5

CONFIGURATIONS = 50
ADDRESSES_EACH = 10
INTERVIEWS = 100
EVALUATIONS = 20
QUESTIONS = 10
LONGEST_ANSWER = "I led the team through the change and listened to everybody who had doubts. " * 250
CHAT_CLIENTS = 2

_ANSWER = "I planned the week with the team, and every Friday we looked at what we could do better next time."
_PHONE = "+14155550123"
_TOPICS = [{"topic": "Planning", "weight": 60}, {"topic": "Teamwork", "weight": 40}]


NORMAL_ADDRESS, HOSTILE_ADDRESS = "127.0.0.1", "127.0.0.2"
"""The addresses of the teams' clients and of their candidates."""


class RequestRefused(Exception):
    """A request was answered with an error; the message is the status."""


FAULTS = (RequestRefused, OSError, http.client.HTTPException)
"""The errors that a client meets when the service does not answer well."""


class Client:
    """Sends requests with the keys of a team in turn: a key has 1000 requests an hour."""

    def __init__(self, base_url: str, keys: list[str], address: str) -> None:
        """`address` is where it calls from."""
        self._service = urlsplit(base_url).netloc
        self._keys = keys
        self._source = (address, 0)
        self._sent = 0

    def call(self, method: str, path: str, body: object = None) -> Any:
        """The data of the response. Raises one of FAULTS."""
        self._sent += 1
        key = self._keys[self._sent % len(self._keys)]
        return self._send(method, f"/qsi/gather{path}", body, {"x-api-key": key})

    def call_public(self, method: str, path: str, body: object = None) -> Any:
        """The same without a key."""
        return self._send(method, path, body, {})

    def _send(self, method: str, path: str, body: object, headers: dict[str, str]) -> Any:
        connection = http.client.HTTPConnection(
            self._service, timeout=PATIENCE_SECONDS, source_address=self._source
        )
        with closing(connection):
            connection.request(
                method,
                path,
                None if body is None else json.dumps(body).encode(),
                {"content-type": "application/json", "accept": "application/json", **headers},
            )
            response = connection.getresponse()
            content = response.read()
        if response.status >= 400:
            raise RequestRefused(str(response.status))
        document = json.loads(content)
        return document.get("data", document)


@dataclass
class Arrivals:
    """Counts the deliveries that have come."""

    changed: threading.Condition = field(default_factory=threading.Condition)
    count: int = 0

    def take(self) -> None:
        """Note a delivery."""
        with self.changed:
            self.count += 1
            self.changed.notify_all()

    def wait_beyond(self, count: int) -> None:
        """Wait until more than `count` deliveries have come, or patience ends."""
        with self.changed:
            self.changed.wait_for(lambda: self.count > count, PATIENCE_SECONDS)


@contextmanager
def _receiver(take: Callable[[], object]) -> Iterator[str]:
    """The address of a receiver that calls `take` for each delivery and then responds."""

    class Inlet(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            take()
            with suppress(OSError):
                self.send_response(204)
                self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """The figures tell what came."""

    server = ThreadingHTTPServer((HOST, 0), Inlet)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def _interview(client: Client, title: str, questions: int) -> tuple[str, list[str]]:
    """A new interview that is scored on so many questions; its id, and theirs."""
    replica = client.call("POST", "/replicas", {"name": title, "photoUrl": "https://files.example/r.jpg"})
    question = {"title": "Week", "questionText": "How do you plan a week with your team?"}
    question_ids = [
        client.call("POST", "/ai-text-questions", question)["aiTextQuestion"]["id"] for _ in range(questions)
    ]
    interview = {
        "title": title,
        "displayName": title,
        "interviewType": "ai_interviewer",
        "aiConfiguration": {"replicaId": replica["replica"]["id"]},
        "aiTextQuestionIds": question_ids,
        "scoreCardTopics": _TOPICS,
    }
    return client.call("POST", "/interviews", interview)["interview"]["id"], question_ids


class NormalTeam:
    """A team that uses the service as teams do, and notes how long it waits for what."""

    def __init__(self, client: Client, receiver_url: str, arrivals: Arrivals, inbox_file: Path) -> None:
        """`inbox_file` is where the stack keeps the messages that it sends."""
        self._client = client
        self._arrivals = arrivals
        self._inbox_file = inbox_file
        self.failed: Counter[str] = Counter()
        self._number = 0
        self._lock = threading.Lock()
        self._interview_id, [self._question_id] = _interview(client, "Shift lead", 1)
        hooks = {"urls": [f"{receiver_url}/normal"], "events": ["interview.updated"]}
        client.call("POST", "/webhooks", hooks)

    def kinds(self) -> dict[str, Callable[[], None]]:
        """The requests that are timed, by name: each is called again and again."""
        return {
            "a request": self._request,
            "a webhook": self._webhook,
            "an invite": self._invite,
            "an evaluation": self._evaluation,
        }

    def _next_number(self) -> int:
        with self._lock:
            self._number += 1
            return self._number

    def _request(self) -> None:
        self._new_candidate()

    def _webhook(self) -> None:
        come = self._arrivals.count
        self._client.call(
            "PATCH", f"/interviews/{self._interview_id}", {"title": f"Lead {self._next_number()}"}
        )
        self._arrivals.wait_beyond(come)

    def _invite(self) -> None:
        candidate = self._new_candidate()
        self._candidate_interview(candidate["id"], is_invited=True)
        _wait_until(lambda: self._is_in_inbox(candidate["email"]))

    def _evaluation(self) -> None:
        screening = self._candidate_interview(self._new_candidate()["id"], is_invited=False)
        path = f"/screening/{screening['inviteToken']}"
        self._client.call_public("PUT", f"{path}/answers/{self._question_id}", {"text": _ANSWER})
        self._client.call_public("POST", f"{path}/complete", {})
        _wait_until(lambda: self._is_evaluated(screening["id"]))

    def _new_candidate(self) -> Any:
        number = self._next_number()
        return self._client.call(
            "POST",
            "/candidates",
            {
                "firstName": "Ada",
                "lastName": "Normal",
                "email": f"ada-{number}@normal.example",
                "phone": _PHONE,
            },
        )

    def _candidate_interview(self, candidate_id: str, *, is_invited: bool) -> Any:
        body: dict[str, object] = {"candidateId": candidate_id, "interviewId": self._interview_id}
        if is_invited:
            body |= {"sendInvite": True, "deliveryTypes": ["email"]}
        return self._client.call("POST", "/candidate-interviews", body)

    def _is_in_inbox(self, address: str) -> bool:
        # The stack's own page of all messages would cost it more than what is measured.
        return self._inbox_file.exists() and address in self._inbox_file.read_text(encoding="utf-8")

    def _is_evaluated(self, candidate_interview_id: str) -> bool:
        results = self._client.call("GET", f"/candidate-interviews/{candidate_interview_id}/results")
        return results["scoreCard"] is not None


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so() and time.monotonic() < deadline:
        time.sleep(PAUSE_SECONDS / 4)


class HostileTeam:
    """A team that asks for as much as it can, until it is stopped."""

    def __init__(self, client: Client, hanging_url: str) -> None:
        self._client = client
        self._hanging_url = hanging_url
        self._stopped = threading.Event()
        self.done: dict[str, int] = {"bulk updates": 0, "chat requests": 0}

    def prepare(self) -> None:
        """The interviews, the addresses, the answers and the chatbot."""
        call = self._client.call
        for first in range(0, CONFIGURATIONS * ADDRESSES_EACH, ADDRESSES_EACH):
            urls = [f"{self._hanging_url}/{number}" for number in range(first, first + ADDRESSES_EACH)]
            call("POST", "/webhooks", {"urls": urls, "events": ["interview.updated"]})
        plain = {"title": "Target", "displayName": "Target", "interviewType": "standard"}
        self._interview_ids = [
            call("POST", "/interviews", plain)["interview"]["id"] for _ in range(INTERVIEWS)
        ]
        self._tokens = [self._answered() for _ in range(EVALUATIONS)]
        self._chatbot_id = call("POST", "/chatbots", {"title": "Flooded", "displayName": "Flooded"})[
            "chatbot"
        ]["id"]

    def start(self) -> list[threading.Thread]:
        """Begin with all of it at once."""
        work = [self._change_interviews, self._complete_all, *[self._flood_chat] * CHAT_CLIENTS]
        threads = [threading.Thread(target=each, daemon=True) for each in work]
        for thread in threads:
            thread.start()
        return threads

    def stop(self) -> None:
        """Ask for nothing more."""
        self._stopped.set()

    def _answered(self) -> str:
        """The token of a candidate interview with long answers, which is not yet completed."""
        call = self._client.call
        interview_id, question_ids = _interview(self._client, "Long", QUESTIONS)
        person = {"firstName": "Long", "lastName": "Story", "email": "long@hostile.example", "phone": _PHONE}
        candidate_id = call("POST", "/candidates", person)["id"]
        body = {"candidateId": candidate_id, "interviewId": interview_id}
        token: str = call("POST", "/candidate-interviews", body)["inviteToken"]
        for question_id in question_ids:
            path = f"/screening/{token}/answers/{question_id}"
            self._client.call_public("PUT", path, {"text": LONGEST_ANSWER})
        return token

    def _change_interviews(self) -> None:
        while not self._stopped.is_set():
            body = {
                "interviewIds": self._interview_ids,
                "mode": "overwrite",
                "title": f"Target {self.done['bulk updates']}",
            }
            with suppress(*FAULTS):
                self._client.call("PATCH", "/interviews/bulk-update", body)
                self.done["bulk updates"] += 1

    def _complete_all(self) -> None:
        for token in self._tokens:
            with suppress(*FAULTS):
                self._client.call_public("POST", f"/screening/{token}/complete", {})

    def _flood_chat(self) -> None:
        while not self._stopped.is_set():
            with suppress(*FAULTS):
                self._client.call_public("POST", f"/chat/{self._chatbot_id}/sessions", {})
            self.done["chat requests"] += 1


def measure(report: Report) -> None:
    """The normal team on half of the processors, with the hostile one on the other half, then both on one
    stack."""
    report.heading(
        f"Neighbours: {CONFIGURATIONS * ADDRESSES_EACH} hanging addresses, bulk updates of {INTERVIEWS}, "
        f"{EVALUATIONS} long evaluations, a flooded chat"
    )
    processors = sorted(os.sched_getaffinity(0))
    halves = processors[::2], processors[1::2]
    if not halves[1]:
        report.note("One processor cannot be shared out")
        return
    with _home(halves[0]) as home, _home(halves[1]) as other_home:
        apart = _measured(report, home, other_home)
    with _home(processors) as home:
        together = _measured(report, home, home)
    for kind, seconds in apart.items():
        _report(report, kind, seconds, together[kind])


@dataclass(frozen=True)
class Home:
    """A stack that teams live on."""

    base_url: str
    table: Table
    inbox_file: Path

    def client(self, address: str) -> Client:
        """A client of a new team, which calls from an address."""
        scope = add_tenant(self.table).scope
        return Client(self.base_url, [add_key(self.table, scope) for _ in range(KEYS)], address)


@contextmanager
def _home(processors: Sequence[int]) -> Iterator[Home]:
    """A new stack on some of the processors."""
    with (
        tempfile.TemporaryDirectory(prefix="bench-neighbours-") as folder,
        running_stack(Path(folder), processors, GATHER_CLIENT_LIMITS="on") as ready,
    ):
        table = Table(
            local_client("dynamodb", ready["endpoints"]["AWS_ENDPOINT_URL_DYNAMODB"]), ready["tableName"]
        )
        yield Home(ready["baseUrl"], table, Path(folder) / STATE / inbox.FILE_NAME)


def _measured(report: Report, home: Home, hostile_home: Home) -> dict[str, list[float]]:
    """The seconds of each request of a normal team, by its kind, while a hostile team is at work."""
    hang = threading.Event()
    arrivals = Arrivals()
    with _receiver(arrivals.take) as receiver_url, _receiver(hang.wait) as hanging_url:
        team = NormalTeam(home.client(NORMAL_ADDRESS), receiver_url, arrivals, home.inbox_file)
        hostile = HostileTeam(hostile_home.client(HOSTILE_ADDRESS), hanging_url)
        hostile.prepare()
        _timed(team, WARM_UP_SECONDS)
        hostile.start()
        seconds = _timed(team, PHASE_SECONDS)
        hostile.stop()
        hang.set()
    report.note(", ".join(f"{count} {what}" for what, count in hostile.done.items()) + " of the hostile team")
    for kind, count in team.failed.items():
        report.note(f"{count} times {kind} failed, which counts as {PATIENCE_SECONDS} s")
    return seconds


def _timed(team: NormalTeam, phase_seconds: float) -> dict[str, list[float]]:
    """The seconds of each request that began in the phase, by its kind."""
    deadline = time.monotonic() + phase_seconds

    def again(kind: str, work: Callable[[], None]) -> list[float]:
        seconds = []
        while time.monotonic() < deadline:
            started = time.perf_counter()
            try:
                work()
            except FAULTS:
                team.failed[kind] += 1
                seconds.append(float(PATIENCE_SECONDS))
            else:
                seconds.append(time.perf_counter() - started)
            time.sleep(PAUSE_SECONDS)
        return seconds

    kinds = team.kinds()
    with ThreadPoolExecutor(len(kinds)) as executor:
        return dict(zip(kinds, executor.map(again, kinds, kinds.values()), strict=True))


def _report(report: Report, kind: str, apart: list[float], together: list[float]) -> None:
    before, after = _p95(apart), _p95(together)
    report.add(Figure("neighbours", f"{kind}: p95 apart", before * 1000, "ms", None, f"{len(apart)} times"))
    report.add(
        Figure("neighbours", f"{kind}: p95 together", after * 1000, "ms", None, f"{len(together)} times")
    )
    report.add(
        Figure("neighbours", f"{kind}: together to apart", after / before, "times", aim=MOST_TIMES_AS_LONG)
    )


def _p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[18] if len(seconds) > 1 else seconds[0]
