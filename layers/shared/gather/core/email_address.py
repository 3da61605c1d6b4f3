"""E-mail addresses: when two of them are the same."""

import unicodedata


def normal_email(email: str) -> str:
    """The form of an e-mail address that is unique in an organization, whatever its case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", email).casefold())
