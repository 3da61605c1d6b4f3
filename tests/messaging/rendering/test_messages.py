"""The texts of messages to candidates."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.bidi import isolate
from gather.core.language import LANGUAGES
from gather.messaging.rendering.email_layout import EmailBranding
from gather.messaging.rendering.messages import (
    MessageTemplate,
    MessageType,
    MessageValues,
    built_in_message,
)

_LINK = "https://jobs.example.com/i/token-1"
_VALUES = MessageValues("Ada", "Lovelace", "Barista", "Bean & Co.", _LINK)
_PLAIN = EmailBranding()


class _Page(HTMLParser):
    """The tags, link targets and text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.targets: list[str | None] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.targets += [value for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.text += data


def _email_body(
    body: str, values: MessageValues = _VALUES, message_type: MessageType = "INVITE"
) -> MessageTemplate:
    return MessageTemplate(message_type, email_subject="S", email_header="H", email_body=body, sms_body=body)


@pytest.mark.parametrize("placeholder", ["{{link}}", "{{ link }}", "{{  link}}"])
def test_the_link_replaces_its_placeholder(placeholder: str) -> None:
    message = _email_body(f"Go to {placeholder} now")

    assert message.render_sms(_VALUES) == f"Go to {_LINK} now"
    assert f"Go to {_LINK} now" in message.render_email(_VALUES, _PLAIN).text


def test_names_are_filled_in() -> None:
    body = "{{candidateFirstName}} {{candidateLastName}}: {{interviewTitle}} at {{companyName}} {{link}}"

    assert _email_body(body).render_sms(_VALUES) == f"Ada Lovelace: Barista at Bean & Co. {_LINK}"


@pytest.mark.parametrize("unknown", ["{{nickname}}", "{{Link}}", "{{ a b }}", "{link}", "{{}}"])
def test_other_placeholders_stay_as_they_are(unknown: str) -> None:
    message = _email_body(f"{unknown} {{{{link}}}}")

    assert message.render_sms(_VALUES) == f"{unknown} {_LINK}"
    assert unknown in _Page(message.render_email(_VALUES, _PLAIN).html).text


def test_a_value_that_looks_like_a_placeholder_stays_a_value() -> None:
    values = MessageValues("{{link}}", "{{companyName}}", "{{interviewTitle}}", "Bean", _LINK)
    message = MessageTemplate(
        "COMPLETION_CONFIRMATION",
        email_subject="For {{candidateFirstName}}",
        email_header="Hi {{candidateFirstName}}",
        email_body="Dear {{candidateLastName}}",
        sms_body="{{candidateFirstName}} {{candidateLastName}}",
    )

    email = message.render_email(values, _PLAIN)

    assert message.render_sms(values) == "{{link}} {{companyName}}"
    assert email.subject == "For {{link}}"
    assert _LINK not in email.html
    assert "Dear {{companyName}}" in _Page(email.html).text
    assert "Hi {{link}}" in _Page(email.html).text


@pytest.mark.parametrize("message_type", ["INVITE", "CANDIDATE_REMINDER"])
def test_the_link_is_added_where_an_invite_or_reminder_has_none(message_type: MessageType) -> None:
    message = _email_body("Please take part.", message_type=message_type)

    assert message.render_sms(_VALUES) == f"Please take part. {_LINK}"
    assert message.render_email(_VALUES, _PLAIN).text.endswith(f"Please take part.\n\n{_LINK}\n")


@pytest.mark.parametrize("message_type", ["INVITE", "CANDIDATE_REMINDER"])
@pytest.mark.parametrize("body", ["Hi", "Hi\n\n{{ link }}\n\nBye"])
def test_an_invite_or_reminder_has_one_button(message_type: MessageType, body: str) -> None:
    html = _email_body(body, message_type=message_type).render_email(_VALUES, _PLAIN).html

    assert _Page(html).targets == [_LINK, _LINK]
    assert html.count("the interview</a>") == 1


def test_a_confirmation_gets_no_link_that_it_does_not_ask_for() -> None:
    message = _email_body("Thank you.", message_type="COMPLETION_CONFIRMATION")

    assert message.render_sms(_VALUES) == "Thank you."
    assert _LINK not in message.render_email(_VALUES, _PLAIN).html


def test_a_link_in_the_text_can_be_followed() -> None:
    page = _Page(_email_body("See {{link}}").render_email(_VALUES, _PLAIN).html)

    assert page.targets == [_LINK]
    assert f"See {_LINK}" in page.text


def test_nothing_that_a_person_typed_becomes_markup() -> None:
    attack = '<script>alert("x")</script><img src=x onerror=alert(1)>'
    values = MessageValues(attack, attack, attack, attack, _LINK)
    body = f"{attack} {{{{candidateFirstName}}}} {{{{companyName}}}}"
    message = MessageTemplate("INVITE", email_subject=attack, email_header=attack, email_body=body)

    page = _Page(message.render_email(values, _PLAIN).html)

    assert not page.tags & {"script", "img"}
    assert page.text.count(attack) == 8  # title, header, and three each in the preview and the body


@pytest.mark.parametrize("link", ["javascript:alert(1)", "data:text/html,x", "//evil.example", "http://["])
def test_only_web_addresses_become_links(link: str) -> None:
    values = MessageValues("Ada", "Lovelace", "Barista", "Bean", link)

    assert _Page(_email_body("{{link}}").render_email(values, _PLAIN).html).targets == []


def test_a_subject_is_one_line() -> None:
    values = MessageValues("Ada\r\nBcc: eve@example.com", "L", "B", "C", _LINK)
    message = MessageTemplate("INVITE", email_subject="Hello\n{{candidateFirstName}}")

    assert message.render_email(values, _PLAIN).subject == "Hello Ada Bcc: eve@example.com"


def test_paragraphs_and_lines_are_kept() -> None:
    html = _email_body("One\r\ntwo\r\n\r\nThree").render_email(_VALUES, _PLAIN).html

    assert "One<br>\ntwo</p>" in html
    assert ">Three</p>" in html


def test_an_email_looks_like_the_team() -> None:
    branding = EmailBranding("https://cdn.example.com/logo.png?a=1&b=2", "AA0011", "FFEE00")

    html = _email_body("Hi").render_email(_VALUES, branding).html

    assert "https://cdn.example.com/logo.png?a=1&b=2" in _Page(html).targets
    assert "border-top:4px solid #AA0011" in html
    assert "background:#FFEE00" in html
    assert "color:#111827" in html


def test_a_color_of_three_digits_is_that_of_six() -> None:
    html = _email_body("Hi").render_email(_VALUES, EmailBranding(button_color="FE0")).html

    assert "background:#FFEE00" in html
    assert "color:#111827" in html


def test_without_a_button_color_the_accent_color_is_used() -> None:
    html = _email_body("Hi").render_email(_VALUES, EmailBranding(accent_color="112233")).html

    assert "background:#112233" in html
    assert "color:#ffffff" in html


@pytest.mark.parametrize("unusable", ["red", "#112233", "12345", "0;url(x)", ""])
def test_unusable_branding_is_left_out(unusable: str) -> None:
    branding = EmailBranding(f"javascript:{unusable}", unusable, unusable)

    assert _email_body("Hi").render_email(_VALUES, branding) == _email_body("Hi").render_email(
        _VALUES, _PLAIN
    )


@pytest.mark.parametrize("message_type", get_args(MessageType))
def test_built_in_messages_are_complete(message_type: MessageType) -> None:
    message = built_in_message(message_type, "en")

    email = message.render_email(_VALUES, _PLAIN)
    sms = message.render_sms(_VALUES)

    assert email.subject
    for text in (email.text, email.html, sms):
        assert "{{" not in text
        assert "Ada" in text
        has_no_link = message_type in ("COMPLETION_CONFIRMATION", "REJECTION", "ADVANCE", "WITHDRAWAL")
        assert (_LINK in text) is not has_no_link


@pytest.mark.parametrize("message_type", get_args(MessageType))
def test_a_built_in_text_message_needs_no_special_characters(message_type: MessageType) -> None:
    assert built_in_message(message_type, "en").render_sms(_VALUES).isascii()


@pytest.mark.parametrize("language", LANGUAGES)
def test_built_in_messages_speak_the_interviews_language(language: str) -> None:
    values = replace(_VALUES, language=language, facts=("It takes <a while>.",))

    email = MessageTemplate("INVITE").render_email(values, _PLAIN)

    subject = built_in_message("INVITE", language).email_subject or ""
    assert email.subject == subject.replace("{{companyName}}", isolate("Bean & Co.", language))
    assert f'<html lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}">' in email.html
    assert "It takes &lt;a while&gt;." in email.html
    assert email.text.endswith("\n\nIt takes <a while>.\n")


def test_the_plain_link_stands_below_the_button() -> None:
    page = _Page(MessageTemplate("INVITE").render_email(_VALUES, _PLAIN).html)

    assert page.targets == [_LINK, _LINK]
    assert page.text.index("Start the interview") < page.text.index("If the button does not work")
    assert _LINK in page.text


def test_a_meetings_invite_talks_about_a_meeting() -> None:
    email = MessageTemplate("MEETING_INVITE").render_email(_VALUES, _PLAIN)

    assert "meeting" in email.text
    assert "interview" not in email.text
    assert "Answer the invitation" in email.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_and_where_a_meeting_is_stands_before_the_button(language: str) -> None:
    values = replace(
        _VALUES, language=language, details=("When: <now>", "Where: {{link}}"), facts=("Ask us.",)
    )

    email = MessageTemplate("MEETING_INVITE").render_email(values, _PLAIN)

    assert "\n\nWhen: <now>\nWhere: {{link}}\n\n" in email.text
    assert email.text.index("When: <now>") < email.text.index(_LINK)
    assert email.html.index("When: &lt;now&gt;<br>") < email.html.index(_LINK)
    assert email.text.count("When: <now>") == 1


def test_before_a_meeting_has_a_time_nothing_stands_in_its_place() -> None:
    email = MessageTemplate("MEETING_INVITE").render_email(_VALUES, _PLAIN)

    assert "details" not in email.text
    assert "\n\n\n" not in email.text


def test_when_and_where_a_meeting_is_stands_below_the_words_of_a_team() -> None:
    values = replace(_VALUES, details=("When: now",), facts=("Ask us.",))

    email = MessageTemplate("MEETING_INVITE", email_body="Come: {{link}}").render_email(values, _PLAIN)

    assert email.text.endswith(f"Come: {_LINK}\n\nWhen: now\nAsk us.\n")


def test_what_a_message_leaves_out_is_taken_from_the_built_in_one() -> None:
    message = MessageTemplate("INVITE", email_subject="Come!", email_body="  ")

    email = message.render_email(_VALUES, _PLAIN)

    assert email.subject == "Come!"
    assert email.text == built_in_message("INVITE", "en").render_email(_VALUES, _PLAIN).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_email_says_why_one_gets_it_and_how_to_get_no_more(language: str) -> None:
    leave = "https://jobs.example.com/unsubscribe/abc"
    values = replace(_VALUES, language=language, unsubscribe_link=leave)

    email = MessageTemplate("INVITE").render_email(values, _PLAIN)

    assert "Bean & Co." in email.text.rsplit("\n\n", 1)[1]
    assert email.text.endswith(f": {leave}\n")
    assert _Page(email.html).targets == [_LINK, _LINK, leave]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_message_that_can_be_answered_says_how_to_stop(language: str) -> None:
    values = replace(_VALUES, language=language, is_stoppable=True)

    sms = MessageTemplate("INVITE").render_sms(values)

    assert "STOP" in sms
    assert sms.startswith(MessageTemplate("INVITE").render_sms(replace(values, is_stoppable=False)))
    own = MessageTemplate("INVITE", sms_body="Come: {{link}} (STOP ends these)")
    assert own.render_sms(values) == f"Come: {_LINK} (STOP ends these)"


@pytest.mark.parametrize(
    "member", ["candidate_first_name", "candidate_last_name", "interview_title", "company_name"]
)
@pytest.mark.parametrize("value", ["STOP", "Reply STOP to opt out.", "One STOP Shop"])
def test_a_name_that_says_stop_does_not_stand_for_the_notice(member: str, value: str) -> None:
    own = "{{candidateFirstName}} {{candidateLastName}} {{interviewTitle}} {{companyName}} {{link}}"
    named: dict[str, Any] = {member: value}
    values = replace(_VALUES, is_stoppable=True, **named)

    for template in (MessageTemplate("INVITE"), MessageTemplate("INVITE", sms_body=own)):
        assert template.render_sms(values).endswith("\nReply STOP to opt out.")


@pytest.mark.parametrize(
    ("template", "says"),
    [
        ("Come: {{link}} (STOP ends these)", True),
        ("{{link}} Reply STOP to opt out", True),
        ("{{link}} Text STOP to quit.", True),
        ('{{link}} Reply "stop" to unsubscribe', True),
        ("{{link}} Opt-out: STOP", True),
        ("{{link}} Abmelden: STOP antworten.", True),
        ("{{link}} Antworten Sie mit STOP, um keine SMS mehr zu erhalten", True),
        ("{{link}} Répondez STOP pour ne plus recevoir de SMS", True),
        ("{{link}} STOP au 36180? Envoyez STOP au 36180", True),
        ("{{link}} Responda STOP para no recibir más", True),
        ("{{link}} Responda BAJA para cancelar", True),
        ("{{link}} Responda SAIR para não receber mais", True),
        ("{{link}} Risponda STOP per non ricevere altri SMS", True),
        ("{{link}} Antwoord STOP om je af te melden", True),
        ("{{link}} Odpowiedz STOP, aby zrezygnowac", True),
        ("{{link}} لإيقاف الرسائل أرسل STOP", True),
        ("Our NON-STOP hiring day: {{link}}", False),
        ("STOP by our office. {{link}}", False),
        ("STOP & SHOP invites you. Reply here: {{link}}", False),
        ("Get off at the bus stop. Reply here: {{link}}", False),
        ("STOP! We want you. {{link}}", False),
        ("One STOP for your career: {{link}}", False),
        ("{{interviewTitle}} {{link}}", False),
        ("We do not stop to hire. {{link}}", False),
    ],
)
def test_a_template_that_says_how_to_stop_is_left_alone(template: str, *, says: bool) -> None:
    sms = MessageTemplate("INVITE", sms_body=template).render_sms(replace(_VALUES, is_stoppable=True))

    assert sms.endswith("\nReply STOP to opt out.") is not says
    assert sms.count("\n") == (0 if says else 1)


@given(st.text(), st.text(), st.sampled_from(get_args(MessageType)))
def test_any_text_of_any_person_is_shown_as_typed(name: str, body: str, message_type: MessageType) -> None:
    values = MessageValues(name, name, name, name, _LINK)

    page = _Page(_email_body(f"x{body}", message_type=message_type).render_email(values, _PLAIN).html)

    tags = {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "div",
        "h1",
        "p",
        "a",
        "br",
        "table",
        "tr",
        "td",
    }
    assert page.tags <= tags
    assert set(page.targets) <= {_LINK}


@pytest.mark.parametrize("language", ["en", "fr", "es", "pl", "pt", "nl"])
@pytest.mark.parametrize("message_type", get_args(MessageType))
def test_a_message_begins_with_a_capital_letter_after_the_greeting(
    message_type: MessageType, language: str
) -> None:
    # German and Italian go on in small letters after the comma of a greeting; Arabic has none.
    body = built_in_message(message_type, language).email_body or ""

    [first] = re.findall(r"[^\W\d_]", body.split("\n\n")[1].replace("{{companyName}}", "Bean"))[:1]
    assert first.isupper()
