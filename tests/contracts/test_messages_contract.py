"""The contract of every e-mail and SMS engine."""

from gather.ports.messages import Email, EmailMessage, Sms, SmsMessage

_EMAIL = EmailMessage("ada@example.com", "Your interview", "<p>Hello</p>", "Hello", "Bean & Co.")


def test_every_email_gets_an_id_of_its_own(email: Email) -> None:
    assert email.send(_EMAIL) != email.send(_EMAIL)


def test_an_email_engine_takes_some_in_a_second_and_in_a_day_or_says_no_limit(email: Email) -> None:
    quota = email.quota()

    assert quota.most_a_second is None or quota.most_a_second >= 1
    assert quota.most_a_day is None or quota.most_a_day >= quota.sent >= 0


def test_every_text_message_gets_an_id_of_its_own(sms: Sms) -> None:
    message = SmsMessage("+14155550123", "Hello")

    assert sms.send(message) != sms.send(message)
