"""Where what can be heard lies: spoken questions, and what candidates have recorded or handed in."""

from datetime import datetime
from typing import Final

from gather.core.errors import NotFound
from gather.core.identifiers import is_token
from gather.core.media_address import media_key
from gather.ports.media import Media
from gather.screening.recordings.address_storage import open_address
from gather.screening.recordings.media_keys import is_spoken_type, presentation_of
from gather.table.store import Table
from gather.wiring import Adapters

SPOKEN_QUESTION_SECONDS: Final = 60 * 60
RECORDING_SECONDS: Final = 2 * 60
"""How long the store itself serves a recording after its address was opened: a link that is ended, and an
hour that is over, are outlived by no more. A player that seeks later opens the address again."""


def get_location(token: str, table: Table, adapters: Adapters, now: datetime) -> str:
    """The place in the store that an address leads to.

    The addresses of spoken questions stay good; those of a candidate's files are signed (interface: Results,
    rules 13 and 14). One call of the store, and one of the table for a candidate's file. Raises NotFound and
    Gone.
    """
    media = adapters.engines.media()
    if is_token(token):
        # Recordings had tokens before they had UUIDs; none of those is opened by its token alone.
        return _location(media, token, SPOKEN_QUESTION_SECONDS, is_question=True)
    address = open_address(table, token, now)
    seconds = min(RECORDING_SECONDS, max(1, int((address.ends_at - now).total_seconds())))
    return _location(media, address.media_id, seconds)


def _location(media: Media, media_id: str, seconds: int, *, is_question: bool = False) -> str:
    key = media_key(media_id)
    stored = media.describe(key)
    if stored is None or (is_question and not is_spoken_type(stored.content_type)):
        raise NotFound("recording", "")
    return media.presigned_download(key, presentation_of(stored.content_type), seconds)
