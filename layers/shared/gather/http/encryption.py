"""Keeps a text so that only its owner reads it: XChaCha20-Poly1305 of libsodium, under a key kept nowhere.

The library is loaded with this module, which only a request with an `Idempotency-Key` needs.
"""

import base64
import hashlib
import zlib

from nacl.exceptions import CryptoError
from nacl.secret import Aead

PURPOSE = b"gather.response"
"""Separates the keys made here from other uses of the same secret; 16 bytes at most."""


class NotDecrypted(Exception):
    """The secret is wrong, or the text was sealed for another context."""


def encrypt(text: str, secret: str, context: str) -> str:
    """`text`, compressed and sealed under `secret`, which has at least 128 random bits.

    `context` says what the text belongs to; it opens for the same context alone. Base64.
    """
    sealed = _box(secret).encrypt(zlib.compress(text.encode()), context.encode())
    return base64.b64encode(sealed).decode()


def decrypt(sealed: str, secret: str, context: str) -> str:
    """The text of `seal`. Raises NotOpened."""
    try:
        return zlib.decompress(_box(secret).decrypt(base64.b64decode(sealed), context.encode())).decode()
    except CryptoError:
        raise NotDecrypted from None


def _box(secret: str) -> Aead:
    return Aead(hashlib.blake2b(secret.encode(), digest_size=Aead.KEY_SIZE, person=PURPOSE).digest())
