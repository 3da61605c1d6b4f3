"""Recordings and spoken questions: where they lie, and how they are shown.

They lie under a token that stands in for a credential.
"""

import re
from dataclasses import dataclass
from typing import Literal

_PLAYABLE = re.compile(r"(?:audio|video)/[a-z0-9][a-z0-9.+-]{0,63}")


def media_key(token: str) -> str:
    """The key in the media store."""
    return f"media/{token}"


def speech_folder(candidate_interview_id: str) -> str:
    """What the keys begin with of what was spoken to a candidate in a conversation."""
    return f"conversations/{candidate_interview_id}/"


def media_url(base_url: str, token: str) -> str:
    """The public address, which leads on to the content."""
    return f"{base_url}/media/{token}"


def plain_type(content_type: str) -> str:
    """A content type without its parameters, in lower case: `audio/webm` of `Audio/WebM; codecs=opus`."""
    return content_type.partition(";")[0].strip().lower()


@dataclass(frozen=True, slots=True)
class Presentation:
    """The type and disposition that content is served with."""

    content_type: str
    disposition: Literal["inline", "attachment"]


def presentation_of(stored_type: str) -> Presentation:
    """How content that was stored with this type is shown.

    Sound and films are played. Anything else is bytes to save, because candidates upload what they like
    and a browser would run a page.
    """
    content_type = plain_type(stored_type)
    if _PLAYABLE.fullmatch(content_type):
        return Presentation(content_type, "inline")
    return Presentation("application/octet-stream", "attachment")
