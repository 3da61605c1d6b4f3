"""The formats of fields: valid e-mail addresses, telephone numbers, language codes and the like.

A fault names the expected format in words, and never quotes the value.
"""

import re
from functools import cache
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from gather.core import characters, email_address
from gather.core.identifiers import normal_id


def _absolute_http_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port
    except ValueError:
        usable = False
    if not usable or any(character.isspace() or not character.isprintable() for character in text):
        raise ValueError("must be an absolute http or https URL")
    return text


# At its first use, so that a cold start pays only for what it uses.
_compiled = cache(re.compile)


def _matching(pattern: str, reason: str) -> AfterValidator:
    """Returns a validator of text whose fault names the expected format instead of the pattern."""

    def check(text: str) -> str:
        if _compiled(pattern).fullmatch(text) is None:
            raise ValueError(reason)
        return text

    return AfterValidator(check)


# No name of a zone begins with a small letter, as do the files beside the zones, the machine's own zone and
# the copies that count leap seconds or do not. Of the names without an area, F begins only Factory, in which
# nobody lives.
_TIME_ZONE = "([A-EG-Z][A-Za-z0-9_+-]*|[A-Z][A-Za-z_]*(/[A-Za-z0-9_+-]+)+)"


def _time_zone(name: str) -> str:
    is_zone = _compiled(_TIME_ZONE).fullmatch(name) is not None
    try:
        if is_zone:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        is_zone = not _time_zones_are_known()
    if not is_zone:
        raise ValueError("must be an IANA time zone name, such as Europe/Berlin")
    return name


def _time_zones_are_known() -> bool:
    """Whether this machine has the time zone database; a minimal image may not."""
    try:
        ZoneInfo("America/New_York")
    except ZoneInfoNotFoundError:
        return False
    return True


def _flag(value: object) -> object:
    if isinstance(value, str):
        if value not in ("true", "false"):
            raise ValueError("must be true or false")
        return value == "true"
    return value


def _whole_number(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"-?\d{1,12}", value):
        raise ValueError("must be a whole number")
    return value


_PHONE_NUMBER = r"\+[1-9][0-9]{6,14}"
_LANGUAGE_CODE = r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"
_HEX_COLOR = r"[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3}"

# The schemas of the formats in the OpenAPI document, for clients that check before they send.
_EMAIL_SCHEMA = {"format": "idn-email", "pattern": email_address.PATTERN}
_PHONE_NUMBER_SCHEMA = {"pattern": f"^{_PHONE_NUMBER}$"}
_LANGUAGE_CODE_SCHEMA = {"pattern": f"^{_LANGUAGE_CODE}$"}
_HEX_COLOR_SCHEMA = {"pattern": f"^({_HEX_COLOR})$"}
_URL_SCHEMA = {"format": "uri", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]"}
_TIME_ZONE_SCHEMA = {"pattern": f"^{_TIME_ZONE}$"}
_ID_SCHEMA = {"format": "uuid"}
ONCE_EACH = {"uniqueItems": True}
"""The schema of a list that may not name anything twice."""

ONE_LINE = AfterValidator(characters.on_one_line)
"""Marks a text that stands in a line with others."""

VISIBLE = AfterValidator(characters.saying_something)
"""Marks a text that has to say something; follows ONE_LINE where both hold."""

Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255), ONE_LINE, VISIBLE
]
"""A name that a person gives: 1 to 255 characters."""

Text = Annotated[str, StringConstraints(max_length=10_000)]
"""Free text of up to 10,000 characters."""

ShortText = Annotated[str, StringConstraints(max_length=500), ONE_LINE]
"""A label or a foreign identifier of up to 500 characters."""

RecordId = Annotated[
    str,
    StringConstraints(max_length=100),
    AfterValidator(normal_id),
    Field(json_schema_extra=_ID_SCHEMA),
]
"""The identifier of a record; one that is no UUID is that of an absent record (interface: Errors, rule 4)."""

EmailAddress = Annotated[
    str,
    StringConstraints(max_length=email_address.MOST_CHARACTERS),
    AfterValidator(email_address.checked_email),
    Field(json_schema_extra=_EMAIL_SCHEMA),
]
"""An e-mail address that could be delivered to."""

PhoneNumber = Annotated[
    str,
    _matching(_PHONE_NUMBER, "must be a telephone number in E.164 form, such as +14155550123"),
    Field(json_schema_extra=_PHONE_NUMBER_SCHEMA),
]
"""A telephone number in E.164 form, such as +14155550123 (interface: Limits, rule 4)."""

HttpUrl = Annotated[
    str,
    StringConstraints(max_length=2_048),
    AfterValidator(_absolute_http_url),
    Field(json_schema_extra=_URL_SCHEMA),
]
"""An absolute http or https URL of up to 2,048 characters."""

TimeZone = Annotated[
    str,
    StringConstraints(max_length=64),
    AfterValidator(_time_zone),
    Field(json_schema_extra=_TIME_ZONE_SCHEMA),
]
"""An IANA time zone name."""

LanguageCode = Annotated[
    str,
    _matching(_LANGUAGE_CODE, "must be a language code, such as en or pt-BR"),
    Field(json_schema_extra=_LANGUAGE_CODE_SCHEMA),
]
"""A BCP 47 language code, such as en or pt-BR."""

HexColor = Annotated[
    str,
    _matching(_HEX_COLOR, "must be a hex color without #, such as 3366ff"),
    Field(json_schema_extra=_HEX_COLOR_SCHEMA),
]
"""A color as three or six hex digits without a leading # (interface: Teams, rule 2)."""

QueryFlag = Annotated[bool, BeforeValidator(_flag)]
"""`true` or `false` in a query string, nothing else."""

QueryNumber = Annotated[int, BeforeValidator(_whole_number)]
"""A whole number in a query string."""
