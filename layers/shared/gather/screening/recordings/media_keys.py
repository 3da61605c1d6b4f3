"""Recordings and spoken questions: where they lie, and how they are shown.

They lie under an unguessable id or token, which stands in for a credential.
"""

import re
from collections.abc import Mapping

from gather.core.document_type import DocumentType, PictureType
from gather.core.identifiers import is_id, is_token
from gather.core.media_type import plain_type
from gather.ports.media import Presentation

_PLAYABLE = re.compile(r"(?:audio|video)/[a-z0-9][a-z0-9.+-]{0,63}")
RECORDING_TYPES: Mapping[str, str] = {
    **dict.fromkeys(("audio/aac", "audio/aacp", "audio/x-aac"), "audio/aac"),
    **dict.fromkeys(("audio/flac", "audio/x-flac"), "audio/flac"),
    **dict.fromkeys(("audio/m4a", "audio/mp4", "audio/mp4a-latm", "audio/x-m4a"), "audio/mp4"),
    **dict.fromkeys(("audio/mp3", "audio/mpeg", "audio/mpg", "audio/x-mp3", "audio/x-mpeg"), "audio/mpeg"),
    **dict.fromkeys(("application/ogg", "audio/ogg", "audio/opus", "audio/vorbis"), "audio/ogg"),
    **dict.fromkeys(
        ("audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-pn-wav", "audio/x-wav"), "audio/wav"
    ),
    **dict.fromkeys(("audio/webm", "audio/x-matroska"), "audio/webm"),
    **dict.fromkeys(("video/mp4", "video/quicktime", "video/x-m4v"), "video/mp4"),
    "video/ogg": "video/ogg",
    **dict.fromkeys(("video/webm", "video/x-matroska"), "video/webm"),
}
"""The types that recordings may have, each with the one that browsers play it as. A phone's voice memo is
`audio/x-m4a`, its film `video/quicktime`."""
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


def speech_folder(candidate_interview_id: str) -> str:
    """The beginning of the keys of the speech to a candidate in a conversation."""
    return f"conversations/{candidate_interview_id}/"


def ending_of(content_type: str) -> str:
    """The ending of the names of documents and pictures of this type, with the dot."""
    return _ENDINGS[content_type]


def presentation_of(stored_type: str) -> Presentation:
    """How content that was stored with this type is shown.

    Sound and films are played. Anything else is bytes to save, because candidates upload what they like
    and a browser would run a page. A document or picture is saved under a name that ends as it
    should; the name that its candidate gave it would be personal data in an address.
    """
    content_type = plain_type(stored_type)
    content_type = RECORDING_TYPES.get(content_type, content_type)
    if _PLAYABLE.fullmatch(content_type):
        return Presentation(content_type, "inline")
    if content_type in _ENDINGS:
        return Presentation(content_type, f'attachment; filename="document{_ENDINGS[content_type]}"')
    return Presentation("application/octet-stream", "attachment")
