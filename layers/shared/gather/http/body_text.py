"""The text of a request's body, out of the event that API Gateway makes of the request."""

import base64
import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from gather.core.errors import UnsupportedMediaType, ValidationFailed

_BYTE_ORDER_MARK = "\ufeff"
_REPLACEMENT = "\ufffd"
_NOT_UTF_8 = "is not text in UTF-8, the encoding of JSON (RFC 8259, 8.1)"


FORM: Final = "application/x-www-form-urlencoded"
"""The type of a body that a browser makes of a page's form."""


def text_of_form(text: str, headers: Mapping[str, str]) -> str:
    """The body of a page's form as the JSON object that a program would send; another body as it is.

    Browsers end lines by two characters.
    """
    if headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        return text
    fields = parse_qsl(text, keep_blank_values=True)
    return json.dumps({name: value.replace("\r\n", "\n") for name, value in fields})


def text_of(event: Mapping[str, Any], headers: Mapping[str, str]) -> str:
    """The body as text, without a byte order mark (RFC 8259, 8.1, lets a reader pass over it).

    `headers` have lower-case names. Raises UnsupportedMediaType for a compressed body, ValidationFailed for
    one that is not in UTF-8.
    """
    body = event.get("body") or ""
    if not body:
        return ""
    _refuse_compressed(headers.get("content-encoding", ""))
    if event.get("isBase64Encoded"):
        try:
            body = base64.b64decode(body).decode()
        except ValueError:
            raise _not_utf_8() from None
    elif _REPLACEMENT in body and not _has_length(body, headers.get("content-length", "")):
        # The gateway puts the sign of three bytes for each byte that it cannot read.
        raise _not_utf_8()
    return str(body).removeprefix(_BYTE_ORDER_MARK)


def _refuse_compressed(encoding: str) -> None:
    if encoding.strip().lower() not in ("", "identity"):
        raise UnsupportedMediaType("Send the body as it is, without a Content-Encoding such as gzip.")


def _has_length(body: str, announced: str) -> bool:
    """Whether a body has the length that its client announced; one that announced none is believed."""
    return not announced.isdecimal() or len(body.encode()) == int(announced)


def _not_utf_8() -> ValidationFailed:
    return ValidationFailed.of("body", _NOT_UTF_8)
