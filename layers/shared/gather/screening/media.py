"""Recordings and spoken questions: where they lie, and how they are shown.

They lie under an unguessable id or token, which stands in for a credential.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from gather.core.document_type import DocumentType, PictureType
from gather.core.identifiers import is_id, is_token

_PLAYABLE = re.compile(r"(?:audio|video)/[a-z0-9][a-z0-9.+-]{0,63}")
_SPOKEN = ("audio/mpeg", "audio/wav")
_ENDINGS: Mapping[str, str] = {each.value: each.ending for each in (*DocumentType, *PictureType)}


def is_media_token(text: str) -> bool:
    """Whether `text` has the shape of what media lie under: a recording's id, or a spoken question's token.

    The recordings that were announced before their ids were UUIDs have tokens, too.
    """
    return is_id(text) or is_token(text)


def is_spoken_type(content_type: str) -> bool:
    """Whether questions are spoken in sound of this type. Browsers record in other types."""
    return plain_type(content_type) in _SPOKEN


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


def type_schema(types: Iterable[str]) -> dict[str, JsonValue]:
    """What documents say of a member that takes these types, with parameters or without."""
    return {"pattern": f"^({'|'.join(each.replace('.', '[.]') for each in types)})(;.*)?$"}


def ending_of(content_type: str) -> str:
    """What the names of documents and pictures of this type end with, with the dot."""
    return _ENDINGS[content_type]


@dataclass(frozen=True, slots=True)
class Presentation:
    """The type and disposition that content is served with."""

    content_type: str
    disposition: str


def presentation_of(stored_type: str) -> Presentation:
    """How content that was stored with this type is shown.

    Sound and films are played. Anything else is bytes to save, because candidates upload what they like
    and a browser would run a page. A document or picture is saved under a name that ends as it
    should; the name that its candidate gave it would be personal data in an address.
    """
    content_type = plain_type(stored_type)
    if _PLAYABLE.fullmatch(content_type):
        return Presentation(content_type, "inline")
    if content_type in _ENDINGS:
        return Presentation(content_type, f'attachment; filename="document{_ENDINGS[content_type]}"')
    return Presentation("application/octet-stream", "attachment")
