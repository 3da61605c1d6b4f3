"""Where recordings and spoken questions lie: under a token that stands in for a credential."""


def media_key(token: str) -> str:
    """The key in the media store."""
    return f"media/{token}"


def media_url(base_url: str, token: str) -> str:
    """The public address, which leads on to the content."""
    return f"{base_url}/media/{token}"
