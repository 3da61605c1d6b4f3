"""The engine that encrypts secrets which customers entrust to the service.

sealed = encryption.encrypt("token", integration.id)
assert is_sealed(sealed)
text = encryption.decrypt(sealed, integration.id)
"""

from typing import Final, Protocol

SEALED: Final = "sealed:1:"
"""What every encrypted text begins with. The number is that of its form."""


class SecretNotReadable(Exception):
    """A text cannot be decrypted: it was encrypted for another context, with another key, or is damaged."""


class Encryption(Protocol):
    """Encrypts texts of at most 4,096 bytes with a key that never leaves it.

    Raises EngineFailed, in a request 503 SERVICE_UNAVAILABLE, when the key cannot be used at present.
    """

    def encrypt(self, text: str, context: str) -> str:
        """Encrypt a text for `context`, which says what it belongs to. Equal texts give different results."""
        ...

    def decrypt(self, sealed: str, context: str) -> str:
        """Decrypt a text that was encrypted for the same context. Raises SecretNotReadable."""
        ...


def is_sealed(text: object) -> bool:
    """Whether a stored value is an encrypted text."""
    return isinstance(text, str) and text.startswith(SEALED)
