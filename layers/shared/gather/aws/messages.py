"""Messages by Amazon SES and AWS End User Messaging."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypedDict

from gather.aws.clients import engine_errors
from gather.aws.mime import mime_message
from gather.aws.sender_name import mailbox
from gather.core.email_address import is_deliverable, sent_email
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailMessage, EmailQuota, SmsMessage

if TYPE_CHECKING:
    from mypy_boto3_pinpoint_sms_voice_v2 import PinpointSMSVoiceV2Client
    from mypy_boto3_sesv2 import SESV2Client
    from mypy_boto3_sesv2.type_defs import EmailContentTypeDef, MessageTypeDef


USUAL_RATE: Final = 14
"""E-mails a second of most accounts that have just left SES's sandbox. AWS publishes no figure for all."""
QUOTA_SECONDS: Final = 900.0
"""For how long a quota that SES has said is taken for the account's."""
COUNTED_SECONDS: Final = 120.0
"""The same once SES has counted more than COUNTED of a day's e-mails."""
COUNTED: Final = 0.25
UNKNOWN_SECONDS: Final = 10.0
"""After how long SES is asked again that did not say it."""


class _ConfigurationSet(TypedDict, total=False):
    ConfigurationSetName: str


class SesEmail:
    """Sends from the deployment's verified address, under each team's name, by its configuration set, which
    tells of bounces and complaints."""

    def __init__(self, client: Callable[[], SESV2Client], sender: str, configuration_set: str = "") -> None:
        self._client = client
        self._sender = sender
        self._quota = CachedQuota(client)
        self._set: _ConfigurationSet = (
            {"ConfigurationSetName": configuration_set} if configuration_set else {}
        )

    def send(self, message: EmailMessage) -> str:
        sender, recipient = mailbox(message.from_name, self._sender), sent_email(message.to)
        reply_to = _replies_go_to(message.reply_to)
        content: EmailContentTypeDef = (
            {"Raw": {"Data": mime_message(message, sender, recipient, reply_to)}}
            if message.attachments
            else {"Simple": _simple(message)}
        )
        with engine_errors("The e-mail engine"):
            response = self._client().send_email(
                FromEmailAddress=sender,
                Destination={"ToAddresses": [recipient]},
                ReplyToAddresses=reply_to,
                EmailTags=[{"Name": name, "Value": value} for name, value in message.tags.items()],
                **self._set,
                Content=content,
            )
        return response["MessageId"]

    def quota(self) -> EmailQuota:
        return self._quota.get()


class CachedQuota:
    """The account's quota, asked for now and then: SES answers such a question once a second."""

    def __init__(self, client: Callable[[], SESV2Client]) -> None:
        self._client = client
        self._quota = EmailQuota(most_a_second=USUAL_RATE)
        self._good_until = 0.0

    def get(self) -> EmailQuota:
        """The quota; the last one known, or the usual rate, where SES does not say it now."""
        now = time.monotonic()
        if now >= self._good_until:
            try:
                self._quota = self._ask()
                seconds = _good_for(self._quota)
            except EngineFailed:
                seconds = UNKNOWN_SECONDS
            self._good_until = now + seconds * random.uniform(0.5, 1)
        return self._quota

    def _ask(self) -> EmailQuota:
        with engine_errors("The e-mail engine"):
            told = self._client().get_account().get("SendQuota", {})
        # SES says -1 where there is no limit.
        rate, most = told.get("MaxSendRate", USUAL_RATE), told.get("Max24HourSend", -1)
        return EmailQuota(
            most_a_second=None if rate < 0 else max(1, int(rate)),
            most_a_day=None if most < 0 else int(most),
            sent=int(told.get("SentLast24Hours", 0)),
        )


def _good_for(quota: EmailQuota) -> float:
    is_counted = quota.most_a_day is not None and quota.sent > quota.most_a_day * COUNTED
    return COUNTED_SECONDS if is_counted else QUOTA_SECONDS


def _simple(message: EmailMessage) -> MessageTypeDef:
    return {
        "Subject": {"Data": " ".join(message.subject.split()), "Charset": "UTF-8"},
        "Body": {
            "Html": {"Data": message.html, "Charset": "UTF-8"},
            "Text": {"Data": message.text, "Charset": "UTF-8"},
        },
        "Headers": [{"Name": name, "Value": value} for name, value in message.headers.items()],
    }


class EndUserMessagingSms:
    """Sends transactional text messages from the deployment's telephone number or sender id, which takes so
    many parts of them in a second; 0 for no limit."""

    def __init__(
        self,
        client: Callable[[], PinpointSMSVoiceV2Client],
        origination_identity: str,
        parts_a_second: int = 0,
    ) -> None:
        self._client = client
        self._origination_identity = origination_identity
        self._parts_a_second = parts_a_second

    def send(self, message: SmsMessage) -> str:
        with engine_errors("The SMS engine"):
            response = self._client().send_text_message(
                DestinationPhoneNumber=message.to,
                OriginationIdentity=self._origination_identity,
                MessageBody=message.body,
                MessageType="TRANSACTIONAL",
            )
        return response["MessageId"]

    def most_parts_a_second(self) -> int | None:
        return self._parts_a_second or None


class NoKeptMessages:
    """Neither service keeps a message."""

    def delete_about(self, about: str) -> int:
        """Removes nothing, because nothing is kept."""
        return 0


def _replies_go_to(address: str | None) -> list[str]:
    """SES refuses the whole message for a wrong address here, and a message without one still arrives."""
    return [sent_email(address)] if address and is_deliverable(address) else []
