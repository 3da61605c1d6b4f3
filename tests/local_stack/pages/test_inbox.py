"""The page of the inbox shows messages as text: nothing of a message acts on its reader."""

import gzip

import pytest

from local_stack.messaging.inbox import InboxMessage
from local_stack.pages.inbox import MOST_SHOWN, inbox_page
from tests.local_stack.inbox_messages import inbox_message
from tests.local_stack.running_stack import RunningStack

HOSTILE = "<script>alert(1)</script>"


def test_the_page_has_the_newest_and_says_how_many_there_are() -> None:
    page = inbox_page([inbox_message(subject=f"number {number}.") for number in range(MOST_SHOWN + 2)])

    assert f"number {MOST_SHOWN - 1}." in page
    assert f"number {MOST_SHOWN}." not in page
    assert f"the newest {MOST_SHOWN} of {MOST_SHOWN + 2} messages" in page


def test_a_page_is_compressed_for_who_accepts_it(stack: RunningStack) -> None:
    plain = stack.call("GET", "/_local/inbox")
    compressed = stack.call("GET", "/_local/inbox", headers={"Accept-Encoding": "gzip"})

    assert "Content-Encoding" not in plain.headers
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert b"<h1>Inbox</h1>" in gzip.decompress(compressed.body)


@pytest.mark.parametrize("field", ["channel", "to", "subject", "body", "sentAt", "html"])
def test_everything_in_a_message_is_shown_as_text(field: str) -> None:
    hostile: InboxMessage = {**inbox_message(), field: HOSTILE}  # type: ignore[misc]  # each field in turn
    page = inbox_page([hostile])

    # The page has one script, of its own.
    assert page.count("<script") == inbox_page([]).count("<script") == 1


def test_addresses_in_a_message_can_be_followed() -> None:
    page = inbox_page([inbox_message(body='Open http://127.0.0.1:3000/i/abc?x=1&y=2 "now" <b>')])
    assert '<a href="http://127.0.0.1:3000/i/abc?x=1&amp;y=2" rel="noreferrer">' in page
    assert "&lt;b&gt;" in page


def test_an_address_cannot_leave_its_attribute() -> None:
    page = inbox_page([inbox_message(body='http://example.com/"onmouseover="alert(1)')])
    assert '"onmouseover' not in page
