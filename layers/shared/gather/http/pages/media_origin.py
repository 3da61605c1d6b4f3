"""The store of recordings as a page's security policy names it."""

from urllib.parse import urlsplit

from gather.core.media_address import media_key
from gather.ports.failure import EngineFailed
from gather.ports.media import Media


def media_origin(media: Media) -> str | None:
    """The origin of the addresses that a page uploads to, taken from one that the store signs without being
    asked. None where it signs none."""
    try:
        signed = media.presigned_upload(media_key("origin"), "audio/webm", 1, 1)
    except EngineFailed:
        return None
    address = urlsplit(signed.url)
    return f"{address.scheme}://{address.netloc}"
