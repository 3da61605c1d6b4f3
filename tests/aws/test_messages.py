"""The requests to Amazon SES and AWS End User Messaging."""

import base64
from collections.abc import Callable
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest

from gather.aws import clients as aws_clients
from gather.aws.messages import (
    COUNTED_SECONDS,
    QUOTA_SECONDS,
    UNKNOWN_SECONDS,
    USUAL_RATE,
    EndUserMessagingSms,
    SesEmail,
)
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailAttachment, EmailMessage, EmailQuota, SmsMessage
from tests.doubles.aws_services import FakeService, ServiceResponse, refusal

Behind = Callable[..., tuple[Any, FakeService]]


def _sender(behind: Behind, from_name: str) -> str:
    client, service = behind(aws_clients.sesv2, lambda _: ServiceResponse({"MessageId": "1"}))
    SesEmail(client, "jobs@example.com").send(EmailMessage("ada@example.com", "S", "H", "T", from_name))
    return str(service.calls[0].body["FromEmailAddress"])


def test_an_email_carries_both_forms_of_its_text(behind: Behind) -> None:
    client, service = behind(aws_clients.sesv2, lambda _: ServiceResponse({"MessageId": "ses-1"}))
    message = EmailMessage("ada@example.com", "Your interview", "<p>Hello</p>", "Hello", "Bean")

    assert SesEmail(client, "jobs@example.com").send(message) == "ses-1"
    sent = service.calls[0].body
    assert sent["Destination"] == {"ToAddresses": ["ada@example.com"]}
    assert sent["Content"]["Simple"]["Subject"]["Data"] == "Your interview"
    assert sent["Content"]["Simple"]["Body"]["Html"]["Data"] == "<p>Hello</p>"
    assert sent["Content"]["Simple"]["Body"]["Text"]["Data"] == "Hello"


@pytest.mark.parametrize(
    ("reply_to", "replies_go_to"),
    [
        ("team@bücher.example", ["team@xn--bcher-kva.example"]),
        ("team@straße.de", ["team@xn--strae-oqa.de"]),
        (None, []),
        ("team@exa/mple.com", []),
        ("te\u0000am@example.com", []),
    ],
)
def test_an_international_domain_reaches_ses_in_punycode_and_a_bad_reply_address_not_at_all(
    behind: Behind, reply_to: str | None, replies_go_to: list[str]
) -> None:
    client, service = behind(aws_clients.sesv2, lambda _: ServiceResponse({"MessageId": "ses-1"}))

    SesEmail(client, "jobs@example.com").send(
        EmailMessage("ada@BÜCHER.example", "S", "H", "T", "Bean", reply_to=reply_to)
    )

    sent = service.calls[0].body
    assert sent["Destination"] == {"ToAddresses": ["ada@xn--bcher-kva.example"]}
    assert sent.get("ReplyToAddresses", []) == replies_go_to


def test_an_address_that_was_stored_before_is_left_to_ses(behind: Behind) -> None:
    client, service = behind(aws_clients.sesv2, lambda _: ServiceResponse({"MessageId": "ses-1"}))

    SesEmail(client, "jobs@example.com").send(EmailMessage("josé@example.com", "S", "H", "T", "Bean"))

    assert service.calls[0].body["Destination"] == {"ToAddresses": ["josé@example.com"]}


@pytest.mark.parametrize(
    ("unsubscribe_link", "headers"),
    [
        (
            "https://gather.example.com/unsubscribe/abc",
            [
                {"Name": "List-Unsubscribe", "Value": "<https://gather.example.com/unsubscribe/abc>"},
                {"Name": "List-Unsubscribe-Post", "Value": "List-Unsubscribe=One-Click"},
            ],
        ),
        ("", []),
    ],
)
def test_an_email_that_can_be_left_is_left_by_one_click(
    behind: Behind, unsubscribe_link: str, headers: list[dict[str, str]]
) -> None:
    client, service = behind(aws_clients.sesv2, lambda _: ServiceResponse({"MessageId": "ses-1"}))
    message = EmailMessage("ada@example.com", "S", "H", "T", "Bean", unsubscribe_link=unsubscribe_link)

    SesEmail(client, "jobs@example.com").send(message)

    assert service.calls[0].body["Content"]["Simple"].get("Headers", []) == headers


@pytest.mark.parametrize(
    ("from_name", "mailbox"),
    [
        ("Bean", "Bean <jobs@example.com>"),
        ("Bean & Sons, Inc.", '"Bean & Sons, Inc." <jobs@example.com>'),
        ("Bean\r\nBcc: eve@example.com", '"Bean Bcc: eve@example.com" <jobs@example.com>'),
        ("Kaffeehaus Müller", "=?utf-8?q?Kaffeehaus_M=C3=BCller?= <jobs@example.com>"),
        ("", "jobs@example.com"),
    ],
)
def test_an_email_is_sent_under_the_team_s_name(behind: Behind, from_name: str, mailbox: str) -> None:
    assert _sender(behind, from_name) == mailbox


def test_a_text_message_is_sent_from_the_deployment_s_number(behind: Behind) -> None:
    client, service = behind(
        aws_clients.pinpoint_sms_voice_v2, lambda _: ServiceResponse({"MessageId": "sms-1"})
    )

    sent_id = EndUserMessagingSms(client, "+12065550100").send(SmsMessage("+14155550123", "Hello"))

    assert sent_id == "sms-1"
    assert service.calls[0].body == {
        "DestinationPhoneNumber": "+14155550123",
        "OriginationIdentity": "+12065550100",
        "MessageBody": "Hello",
        "MessageType": "TRANSACTIONAL",
    }


def test_an_email_goes_by_the_configuration_set_with_its_tags(behind: Behind) -> None:
    client, service = behind(aws_clients.sesv2, lambda _: ServiceResponse({"MessageId": "ses-1"}))
    message = EmailMessage("ada@example.com", "S", "H", "T", "Bean", tags={"task": "1", "mark": "00ff"})

    SesEmail(client, "jobs@example.com", "stack-set").send(message)

    sent = service.calls[0].body
    assert sent["ConfigurationSetName"] == "stack-set"
    assert sent["EmailTags"] == [{"Name": "task", "Value": "1"}, {"Name": "mark", "Value": "00ff"}]


def test_without_a_configuration_set_none_is_named(behind: Behind) -> None:
    client, service = behind(aws_clients.sesv2, lambda _: ServiceResponse({"MessageId": "ses-1"}))

    SesEmail(client, "jobs@example.com").send(EmailMessage("ada@example.com", "S", "H", "T", "Bean"))

    assert "ConfigurationSetName" not in service.calls[0].body


def test_an_invitation_is_beside_the_text_and_attached(behind: Behind) -> None:
    client, service = behind(aws_clients.sesv2, lambda _: ServiceResponse({"MessageId": "ses-1"}))
    calendar = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Gespräch\r\nEND:VCALENDAR\r\n".encode()
    kind = "text/calendar; charset=utf-8; method=REQUEST"
    message = EmailMessage(
        "ada@example.com",
        "Ihr Gespräch\r\nBcc: eve@example.com",
        "<p>Grüße</p>",
        "Grüße",
        "Bean",
        reply_to="jobs@example.com",
        unsubscribe_link="https://example.com/u",
        attachments=(EmailAttachment("meeting.ics", kind, calendar),),
    )

    SesEmail(client, "jobs@example.com").send(message)

    sent = service.calls[0].body
    assert sent["Destination"] == {"ToAddresses": ["ada@example.com"]}
    raw = base64.b64decode(sent["Content"]["Raw"]["Data"])
    whole = message_from_bytes(raw, policy=default)
    assert whole["Subject"] == "Ihr Gespräch Bcc: eve@example.com"
    assert (whole["From"], whole["Reply-To"]) == ("Bean <jobs@example.com>", "jobs@example.com")
    assert whole["List-Unsubscribe"] == "<https://example.com/u>"
    assert "Bcc" not in whole
    body, file = whole.iter_parts()
    plain, html, invitation = body.iter_parts()
    assert body.get_content_type() == "multipart/alternative"
    assert plain.get_content().strip() == "Grüße"
    assert html.get_content().strip() == "<p>Grüße</p>"
    assert b"Content-Type: text/calendar; charset=utf-8; method=REQUEST" in raw
    assert invitation.get_payload(decode=True) == file.get_payload(decode=True) == calendar
    assert file.get_content_type() == "application/ics"
    assert file.get_filename() == "meeting.ics"


def quota(**members: float) -> ServiceResponse:
    return ServiceResponse({"SendQuota": members})


@pytest.mark.parametrize(
    ("said", "rate"),
    [
        (quota(MaxSendRate=200.0), 200),
        (quota(MaxSendRate=0.5), 1),
        (quota(MaxSendRate=-1.0), None),
        (quota(), USUAL_RATE),
        (refusal("AccessDeniedException", 403), USUAL_RATE),
        (refusal("TooManyRequestsException", 429), USUAL_RATE),
    ],
)
def test_the_rate_is_the_account_s_or_the_usual_one(
    behind: Behind, said: ServiceResponse, rate: int | None
) -> None:
    client, _ = behind(aws_clients.sesv2, lambda _: said)

    assert SesEmail(client, "jobs@example.com").quota().most_a_second == rate


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (quota(MaxSendRate=14.0, Max24HourSend=50_000.0, SentLast24Hours=30.0), EmailQuota(14, 50_000, 30)),
        (quota(MaxSendRate=-1.0, Max24HourSend=-1.0, SentLast24Hours=30.0), EmailQuota(None, None, 30)),
        (refusal("TooManyRequestsException", 429), EmailQuota(USUAL_RATE)),
    ],
)
def test_the_quota_of_a_day_is_what_ses_says(behind: Behind, said: ServiceResponse, told: EmailQuota) -> None:
    client, _ = behind(aws_clients.sesv2, lambda _: said)

    assert SesEmail(client, "jobs@example.com").quota() == told


@pytest.mark.parametrize(("sent", "questions"), [(12_500.0, 1), (12_501.0, 2)])
def test_a_day_that_gets_short_is_asked_about_more_often(
    behind: Behind, monkeypatch: pytest.MonkeyPatch, sent: float, questions: int
) -> None:
    client, service = behind(
        aws_clients.sesv2, lambda _: quota(MaxSendRate=14.0, Max24HourSend=50_000.0, SentLast24Hours=sent)
    )
    email, now = SesEmail(client, "jobs@example.com"), [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    email.quota()
    now[0] += COUNTED_SECONDS
    email.quota()

    assert len(service.calls) == questions


def test_the_rate_is_asked_for_now_and_then_and_the_last_one_stays(
    behind: Behind, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [
        quota(MaxSendRate=50.0),
        refusal("TooManyRequestsException", 429),
        quota(MaxSendRate=80.0),
    ]
    client, service = behind(aws_clients.sesv2, lambda _: answers.pop(0))
    email, now = SesEmail(client, "jobs@example.com"), [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    assert [email.quota().most_a_second for _ in range(3)] == [50, 50, 50]
    assert len(service.calls) == 1
    now[0] += QUOTA_SECONDS
    assert [email.quota().most_a_second for _ in range(2)] == [50, 50]
    assert len(service.calls) == 2
    now[0] += UNKNOWN_SECONDS
    assert email.quota().most_a_second == 80


@pytest.mark.parametrize(
    ("refused", "is_throttled"),
    [(refusal("TooManyRequestsException", 429), True), (refusal("LimitExceededException", 400), False)],
)
def test_an_email_that_comes_too_early_is_told_from_others(
    behind: Behind, refused: ServiceResponse, is_throttled: bool
) -> None:
    client, _ = behind(aws_clients.sesv2, lambda _: refused)

    with pytest.raises(EngineFailed) as raised:
        SesEmail(client, "jobs@example.com").send(
            EmailMessage("ada@example.com", "Hello", "<p>Hello</p>", "Hello", "Bean & Co.")
        )

    assert raised.value.throttled is is_throttled
    assert raised.value.retryable
