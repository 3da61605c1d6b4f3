"""Where the content of a recording or of a spoken question lies.

    key = media_key(token)
    url = media_url(base_url, token)

It lies under an unguessable id or token, which stands in for a credential.
"""


def media_key(token: str) -> str:
    """The key in the media store."""
    return f"media/{token}"


def media_url(base_url: str, token: str) -> str:
    """The public address, which leads on to the content."""
    return f"{base_url}/media/{token}"
