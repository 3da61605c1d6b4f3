"""English names and addresses in Arabic e-mails, as a browser lays them out."""

from collections.abc import Iterator
from html import escape

import pytest
from playwright.sync_api import Browser, Page

from gather.messaging.rendering.email_layout import EmailBranding
from gather.messaging.rendering.messages import MessageTemplate, MessageValues, RenderedEmail
from tests.browser.page import DESKTOP, PHONE

COMPANY = "Bean & Co. (Berlin)!"
LINK = "https://jobs.example.com/i/token/"
FOUND = """(text) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility() || !node.parentElement.getClientRects().length) continue;
    for (let at = node.data.indexOf(text); at >= 0; at = node.data.indexOf(text, at + 1)) {
      const place = (index) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        return range.getBoundingClientRect();
      };
      const [first, last] = [place(at), place(at + text.length - 1)];
      if (first.height > 4) boxes.push([first.left, last.left, Math.abs(first.top - last.top)]);
    }
  }
  return boxes;
}"""
"""The places of the first and last character of each occurrence, and the number of lines between them."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    yield opened
    opened.close()


def invite() -> RenderedEmail:
    values = MessageValues("Ada!", "Lovelace", "Barista (m/w/d)", COMPANY, LINK, "ar", ())
    return MessageTemplate("INVITE").render_email(values, EmailBranding())


def check_that_marks_stay_behind(page: Page, text: str, least: int) -> None:
    """The last character of each occurrence that is on one line stands to the right of the first."""
    found = [(first, last) for first, last, apart in page.evaluate(FOUND, text) if apart < 2]

    assert len(found) >= least
    assert [(first, last) for first, last in found if last <= first] == []


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_names_and_links_read_from_left_to_right(page: Page, viewport: dict[str, int]) -> None:
    page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
    page.set_content(invite().html)

    check_that_marks_stay_behind(page, "Ada!", 1)
    check_that_marks_stay_behind(page, COMPANY, 2)
    check_that_marks_stay_behind(page, LINK, 1)


def test_so_they_do_in_the_plain_text(page: Page) -> None:
    page.set_content(f'<pre dir="rtl">{escape(invite().text)}</pre>')

    check_that_marks_stay_behind(page, "Ada!", 1)
    check_that_marks_stay_behind(page, COMPANY, 2)
