"""The routes that only the local stack has: its start page, and those under `/_local`."""

import gzip
import json
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from local_stack.functions.pool import FunctionNotFound, FunctionPool
from local_stack.functions.scheduler import run_until_done, timestamp
from local_stack.messaging import email_events, inbound_sms
from local_stack.messaging.email_events import EmailOutcome, NoSuchEmail
from local_stack.messaging.inbound_sms import TextMessage
from local_stack.messaging.inbox import read_inbox
from local_stack.pages.enrollments import enrollment_page, list_page
from local_stack.pages.inbox import SCRIPT_SOURCE, inbox_page
from local_stack.pages.layout import PAGE_POLICY
from local_stack.pages.start import start_page
from local_stack.seeding import example_ats, example_receiver

SCHEDULED_PACKAGES = ("expiry", "reminders", "digest", "recovery", "conversation_timeout", "retention")
# A mail shows the team's logo, and the page makes its frame as high as the mail.
_INBOX_POLICY = f"{PAGE_POLICY}; img-src https:; script-src {SCRIPT_SOURCE}"


def add_local_routes(
    application: Flask,
    pool: FunctionPool,
    state_directory: Path,
    table: Callable[[], Any],
    table_name: str,
    seeded: Mapping[str, object],
    engines: Callable[[], Mapping[str, str]],
) -> None:
    """Registers the routes on the gateway's application.

    `table` makes a client of the table called `table_name`; `seeded` is what the seed made, which
    may be known later. `engines` are the names of the engines in use.
    """

    def start() -> Response:
        return _page(start_page(seeded))

    def identify(response: Response) -> Response:
        """The stack's own answers have an id too, as those of the functions have."""
        response.headers.setdefault("X-Request-Id", str(uuid.uuid4()))
        return response

    def health() -> Response:
        return _json(200, {"status": "ok", "engines": engines()})

    def inbox() -> Response:
        messages = read_inbox(state_directory)
        best = request.accept_mimetypes.best_match(["text/html", "application/json"], default="text/html")
        if best == "application/json":
            return _json(200, {"messages": messages})
        return _page(inbox_page(messages), _INBOX_POLICY)

    def schedules(name: str) -> Response:
        if name not in SCHEDULED_PACKAGES:
            return _json(404, {"message": f"No schedule {name}: {', '.join(SCHEDULED_PACKAGES)}"})
        try:
            moment = _moment(request.get_data())
        except ValueError as error:
            return _json(400, {"message": str(error)})
        outcome = run_until_done(pool, pool.name_of_package(name), moment)
        result = json.loads(outcome.payload or b"null")
        return _json(500 if outcome.failed else 200, {"time": timestamp(moment), "result": result})

    def ats(path: str) -> Response:
        return _json(*example_ats.respond(path, request.headers.get("Authorization")))

    application.after_request(identify)
    _add(application, "/", start, "GET")
    _add(application, "/_local/health", health, "GET")
    _add(application, f"{example_ats.PATH}/<path:path>", ats, "GET")
    _add(application, "/_local/inbox", inbox, "GET")
    _add(application, "/_local/schedules/<name>", schedules, "POST")
    _add_receiver(application)
    _add_text_messages(application, pool)
    _add_email_events(application, pool, state_directory)
    _add_enrollments(application, table, table_name)
    _add_deliveries(application, table, table_name)


def _add_receiver(application: Flask) -> None:
    receiver = example_receiver.ExampleReceiver()

    def receive() -> Response:
        event, service_id = request.headers.get("X-Service-Event"), request.headers.get("X-Service-Id")
        return _json(*receiver.respond(event, service_id))

    _add(application, example_receiver.PATH, receive, "POST")


def _add_text_messages(application: Flask, pool: FunctionPool) -> None:
    def sms() -> Response:
        try:
            message = TextMessage.of(request.get_data())
            is_read = inbound_sms.receive(pool, message)
        except ValueError as error:
            return _json(400, {"message": str(error)})
        except FunctionNotFound:
            return _json(404, {"message": "No function reads text messages"})
        return _json(200 if is_read else 500, {"from": message.sender, "body": message.body})

    _add(application, "/_local/sms", sms, "POST")


def _add_email_events(application: Flask, pool: FunctionPool, state_directory: Path) -> None:
    def report_outcome() -> Response:
        try:
            outcome = EmailOutcome.of(request.get_data())
            is_done = email_events.report(pool, state_directory, outcome)
        except ValueError as error:
            return _json(400, {"message": str(error)})
        except FunctionNotFound:
            return _json(404, {"message": "No function heeds what becomes of e-mails"})
        except NoSuchEmail:
            return _json(404, {"message": "No e-mail was sent to this address"})
        return _json(200 if is_done else 500, {"to": outcome.to, "kind": outcome.kind})

    _add(application, "/_local/email-events", report_outcome, "POST")


def _add_enrollments(application: Flask, table: Callable[[], Any], table_name: str) -> None:
    def enrollments() -> Response:
        # The service itself is imported only where it is looked at: the stack's own tests have a sample.
        from local_stack.pages.enrollment_reader import EnrollmentReader

        return _page(list_page(*EnrollmentReader(table(), table_name).newest()))

    def enrollment(enrollment_id: str) -> Response:
        from local_stack.pages.enrollment_reader import EnrollmentReader

        found = EnrollmentReader(table(), table_name).one(enrollment_id)
        if found is None:
            return _json(404, {"message": "No such enrollment"})
        return _page(enrollment_page(found))

    _add(application, "/_local/enrollments", enrollments, "GET")
    _add(application, "/_local/enrollments/<enrollment_id>", enrollment, "GET")


def _add_deliveries(application: Flask, table: Callable[[], Any], table_name: str) -> None:
    def deliveries() -> Response:
        from local_stack.pages.deliveries import deliveries_page, read_deliveries

        return _page(deliveries_page(read_deliveries(table(), table_name)))

    def delivery(delivery_id: str) -> Response:
        from local_stack.pages.deliveries import delivery_page, read_deliveries

        found = [each for each in read_deliveries(table(), table_name) if each.id == delivery_id]
        return _page(delivery_page(found[0])) if found else _json(404, {"message": "No such delivery"})

    _add(application, "/_local/deliveries", deliveries, "GET")
    _add(application, "/_local/deliveries/<delivery_id>", delivery, "GET")


def _add(application: Flask, path: str, view: Callable[..., Response], method: str) -> None:
    application.add_url_rule(
        path, endpoint=path, view_func=view, methods=[method], provide_automatic_options=False
    )


def _page(content: str, policy: str = PAGE_POLICY) -> Response:
    headers = {
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "Vary": "Accept, Accept-Encoding",
    }
    if not request.accept_encodings["gzip"]:
        return Response(content, mimetype="text/html", headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(gzip.compress(content.encode()), mimetype="text/html", headers=headers)


def _moment(body: bytes) -> datetime:
    """The `time` of a body, now when there is none. Raises ValueError for what is no ISO 8601 time."""
    if not body.strip():
        return datetime.now(UTC)
    try:
        document = json.loads(body)
    except ValueError:
        raise ValueError("The body is not JSON") from None
    if not isinstance(document, dict):
        raise ValueError("The body is no JSON object")
    time = document.get("time")
    if time is None:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(time)
    except (TypeError, ValueError):
        raise ValueError("time is no ISO 8601 time") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _json(status: int, body: object) -> Response:
    return Response(json.dumps(body, ensure_ascii=False), status, mimetype="application/json")
