"""The layout of e-mails, which the large mail clients show alike."""

import re
from html.parser import HTMLParser

import pytest

from gather.core.bidi import isolate
from gather.core.language import LANGUAGES
from gather.messaging.rendering.email_layout import WIDTH, EmailBranding
from gather.messaging.rendering.messages import MessageTemplate, MessageValues

LINK = "https://jobs.example.com/i/token-1"
LEAVE = "https://jobs.example.com/unsubscribe/token-2"
LOGO = EmailBranding("https://cdn.example.com/logo.png", "0b6b4f", "0b6b4f")
NEEDS_A_STYLE = {"body", "table", "td", "h1", "p", "a", "img", "div"}
"""Elements that mail clients style as they like when they have no style of their own."""
UNKNOWN_TO_OUTLOOK = ("display:flex", "display:grid", "position:", "float:", "var(--", "@import", "<script")


class Tags(HTMLParser):
    """The start tags with their attributes, in their order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def html_of(language: str = "en", branding: EmailBranding = LOGO) -> str:
    return email_of(language, branding)[0]


def email_of(language: str = "en", branding: EmailBranding = LOGO) -> tuple[str, str]:
    """Renders an invite with everything that an e-mail may have, as HTML and as text."""
    values = MessageValues(
        "Ada", "Lovelace", "Barista", "Bean", LINK, language, ("It takes a while.",), LEAVE, True
    )
    email = MessageTemplate("INVITE").render_email(values, branding)
    return email.html, email.text


def test_it_is_one_column_of_tables_in_its_width_for_outlook_too() -> None:
    html = html_of()
    tables = Tags(html).of("table")

    assert all(table["role"] == "presentation" for table in tables)
    assert f"max-width:{WIDTH}px" in html
    assert re.search(rf'<!--\[if mso\]><table [^>]*width="{WIDTH}">', html)
    assert html.count("<!--[if mso]>") == html.count("<![endif]-->") == 2
    assert not [name for name in UNKNOWN_TO_OUTLOOK if name in html]


def test_every_element_carries_its_own_style() -> None:
    """Gmail drops the style sheet where it does not know the account."""
    bare = [
        tag
        for tag, attributes in Tags(html_of()).found
        if tag in NEEDS_A_STYLE and not attributes.get("style")
    ]

    assert bare == []


def test_dark_screens_have_colors_of_their_own() -> None:
    html = html_of()
    sheet = html.partition("<style>")[2].partition("</style>")[0]

    assert [meta["content"] for meta in Tags(html).of("meta") if meta.get("name") == "color-scheme"] == [
        "light dark"
    ]
    assert "@media (prefers-color-scheme: dark)" in sheet
    used = {name for _, attributes in Tags(html).found for name in (attributes.get("class") or "").split()}
    assert set(re.findall(r"\.(\w+) \{", sheet)) == used


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_its_language_and_its_direction(language: str) -> None:
    tags = Tags(html_of(language))
    toward = "rtl" if language == "ar" else "ltr"

    assert [(each["lang"], each["dir"]) for each in tags.of("html")] == [(language, toward)]
    assert {each["dir"] for each in tags.of("table") if "dir" in each} == {toward}
    assert {each["align"] for each in tags.of("td") if each.get("align") != "center" and "align" in each} == {
        "right" if toward == "rtl" else "left"
    }


def test_lists_of_mails_show_what_it_is_about() -> None:
    hidden = html_of().partition("<div ")[2].partition("</div>")[0]

    assert "display:none" in hidden
    assert "mso-hide:all" in hidden
    assert "Thank you for your interest in Bean!" in hidden


def test_a_logo_has_a_height_and_a_name() -> None:
    [logo] = Tags(html_of()).of("img")

    assert (logo["alt"], logo["height"]) == ("Bean", "48")
    assert Tags(html_of(branding=EmailBranding())).of("img") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_says_what_the_page_says(language: str) -> None:
    html, text = email_of(language)
    links = [each["href"] for each in Tags(html).of("a")]

    assert links == [LINK, LINK, LEAVE]
    assert [link for link in links if link and link not in text] == []
    shown, text = re.sub(r"<[^>]+>", "", html), re.sub("[\u2068\u2069]", "", text)
    assert [line for line in text.splitlines() if "http" not in line and line.strip() not in shown] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_runs_the_other_way_is_isolated(language: str) -> None:
    """In HTML and in text, even if the value has direction controls itself."""
    name, company = ("A\u202eda", "Bean!") if language == "ar" else ("عا\u202eدل", "قهوة!")
    values = MessageValues(name, "", "Barista 123", company, LINK, language, (), LEAVE)
    plain = name.replace("\u202e", "")

    email = MessageTemplate("INVITE").render_email(values, LOGO)

    assert f"<bdi>{plain}</bdi>" in email.html
    assert f"<bdi>{company}</bdi>" in email.html
    assert f"\u2068{plain}\u2069" in email.text
    assert f"\u2068{company}\u2069" in email.subject
    assert [each.get("dir") for each in Tags(email.html).of("a")] == [None, "ltr", None]
    assert ("<bdi>Barista 123</bdi>" in email.html) is (language == "ar")


def test_what_runs_the_same_way_is_left_as_it_is() -> None:
    html, text = email_of("en")

    assert "<bdi>" not in html
    assert not {*"\u2066\u2067\u2068\u2069"} & {*text}
    place = isolate("https://meet.example.com/room", "ar")
    assert place == "https://meet.example.com/room"
