"""Keys that go to an input method do not reach the page: they end a composition and send nothing.

Chromium and Firefox end a composition after its last key, Safari before it.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Locator, Page, Request, expect

from tests.browser.conftest import Open
from tests.browser.page import TalkPage
from tests.builders.service import Service
from tests.doubles.screening_candidate import Screening
from tests.support.records import post_chatbot

HALF, WHOLE = "にほん", "日本で働いていました"
TAKEN_BY_INPUT_METHOD = 229
"""The code of a key that an input method has taken (UI Events, 7.3.1)."""

SAFARIS_LAST_KEY = """(field, [key, text]) => {
  field.value += text;
  field.dispatchEvent(new CompositionEvent("compositionend", { data: text, bubbles: true }));
  const pressed = { key, keyCode: 229, which: 229, isComposing: false, bubbles: true, cancelable: true };
  field.dispatchEvent(new KeyboardEvent("keydown", pressed));
}"""

Contexts = Callable[..., BrowserContext]


def compose(page: Page, text: str) -> CDPSession:
    """Write with an input method into the field that has the focus, without ending it."""
    session = page.context.new_cdp_session(page)
    session.send(
        "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
    )
    return session


def press_in_composition(session: CDPSession, key: str, character: str = "") -> None:
    """Press a key that an input method has taken, with the character that some input methods pass on."""
    pressed = {"key": key, "code": key, "windowsVirtualKeyCode": TAKEN_BY_INPUT_METHOD}
    session.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": character, **pressed})
    session.send("Input.dispatchKeyEvent", {"type": "keyUp", **pressed})


def sent_from(page: Page, ending: str) -> list[Request]:
    """Collects the requests that the page sends to addresses with this ending."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith(ending) else None)
    return sent


@pytest.fixture
def talk(open_talk: Open, plain: Screening) -> TalkPage:
    """Open an AI interview by text, at its first question."""
    opened = open_talk(plain)
    opened.start("Start by text")
    expect(opened.status).to_have_text("It is your turn")
    return opened


@pytest.fixture
def chat(new_context: Contexts, service: Service) -> Page:
    page = new_context().new_page()
    page.goto(f"/chat/{post_chatbot(service)['id']}")
    expect(page.get_by_role("log").get_by_role("listitem")).to_have_count(1)
    return page


class TestTheAnswerOfAnInterview:
    def test_is_not_sent_by_the_key_that_ends_a_composition(self, talk: TalkPage) -> None:
        sent = sent_from(talk.page, "/turns")
        talk.field.focus()
        session = compose(talk.page, HALF)
        press_in_composition(session, "Enter")
        session.send("Input.insertText", {"text": WHOLE})
        expect(talk.field).to_have_value(WHOLE)
        assert sent == []

        talk.field.press("Enter")

        expect(talk.turns.nth(2)).to_contain_text(WHOLE)
        assert len(sent) == 1

    def test_is_not_sent_by_the_key_that_follows_the_end_in_safari(self, talk: TalkPage) -> None:
        talk.field.evaluate(SAFARIS_LAST_KEY, ["Enter", HALF])
        expect(talk.field).to_have_value(HALF)

        talk.field.press_sequentially("です")
        talk.field.press("Enter")

        expect(talk.turns.nth(2)).to_contain_text(f"{HALF}です")


class TestTheChat:
    def message(self, chat: Page) -> Locator:
        return chat.get_by_role("textbox", name="Your message")

    def test_sends_nothing_by_the_key_that_ends_a_composition(self, chat: Page) -> None:
        sent = sent_from(chat, "/messages")
        self.message(chat).focus()
        session = compose(chat, HALF)
        press_in_composition(session, "Enter")
        session.send("Input.insertText", {"text": WHOLE})
        expect(self.message(chat)).to_have_value(WHOLE)
        self.message(chat).evaluate(SAFARIS_LAST_KEY, ["Enter", HALF])
        expect(self.message(chat)).to_have_value(WHOLE + HALF)
        assert sent == []

        with chat.expect_response("**/messages"):
            self.message(chat).press("Enter")

        assert [(request.post_data_json or {}).get("content") for request in sent] == [WHOLE + HALF]

    def test_leaves_no_message_by_a_key_within_a_composition(self, chat: Page) -> None:
        sent = sent_from(chat, "/left-messages")
        chat.evaluate(
            "() => { document.getElementById('leave').hidden = false;"
            " document.getElementById('write').hidden = true; }"
        )
        chat.get_by_label("Your e-mail").fill("ada@example.com")
        chat.locator("#leave-text").fill("Hello")
        name = chat.get_by_label("Your name")
        name.focus()
        session = compose(chat, HALF)

        # In a field of one line the character submits the form.
        press_in_composition(session, "Enter", "\r")
        press_in_composition(session, "Escape")
        name.evaluate(SAFARIS_LAST_KEY, ["Escape", "さん"])

        expect(name).to_be_visible()
        assert sent == []
        name.press("Escape")
        expect(name).to_be_hidden()
