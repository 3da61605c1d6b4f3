"""A receiver of webhooks on loopback that keeps what it took, and refuses some first attempts."""

import json
import threading
import time
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from zlib import crc32

from endurance.verdict import Arrival
from local_stack.settings import HOST

REFUSED_OF_A_HUNDRED = 5
_SUBJECTS = ("enrollmentId", "interviewId", "candidateInterviewId")


class CountingReceiver(AbstractContextManager["CountingReceiver"]):
    """Takes deliveries at any path; the first attempt at five events of a hundred gets a 503."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._refused: set[tuple[str, str]] = set()
        self._invite_urls: dict[str, list[str]] = {}
        self.arrivals: list[Arrival] = []
        self._server = ThreadingHTTPServer((HOST, 0), _inlet_of(self))
        self._server.daemon_threads = True

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str) -> str:
        """The address that deliveries are to go to."""
        return f"http://{HOST}:{self._server.server_port}{path}"

    def take(self, path: str, event: str, event_id: str, payload: Any) -> int:
        """Keep a delivery. Returns the status to respond with."""
        with self._changed:
            is_first = (path, event_id) not in self._refused
            if is_first and crc32(f"{path}{event_id}".encode()) % 100 < REFUSED_OF_A_HUNDRED:
                self._refused.add((path, event_id))
                return 503
            subject_id = next((str(payload[name]) for name in _SUBJECTS if name in payload), "")
            self.arrivals.append(Arrival(path, event, event_id, subject_id, time.time()))
            if "inviteUrl" in payload:
                known = self._invite_urls.setdefault(subject_id, [])
                if payload["inviteUrl"] not in known:
                    known.append(payload["inviteUrl"])
            self._changed.notify_all()
        return 204

    def await_invite(self, enrollment_id: str, number: int, patience_seconds: float) -> str:
        """The address that the enrollment's invite number `number` (from 0) leads to.

        Raises TimeoutError when it does not come.
        """
        with self._changed:
            if not self._changed.wait_for(
                lambda: len(self._invite_urls.get(enrollment_id, ())) > number, patience_seconds
            ):
                raise TimeoutError(f"invite {number + 1} of enrollment {enrollment_id} did not come")
            return self._invite_urls[enrollment_id][number]

    def await_quiet(self, expected: int, quiet_seconds: float) -> None:
        """Wait until that many different deliveries have come, or none has for so long."""
        with self._changed:
            while len({(each.address, each.event_id) for each in self.arrivals}) < expected:
                if not self._changed.wait(quiet_seconds):
                    return


def _inlet_of(receiver: CountingReceiver) -> type[BaseHTTPRequestHandler]:
    class EnduranceInlet(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            event, event_id = self.headers["x-service-event"], self.headers["x-service-id"]
            self.send_response(receiver.take(self.path, event, event_id, json.loads(body)))
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """The arrivals tell what came."""

    return EnduranceInlet
