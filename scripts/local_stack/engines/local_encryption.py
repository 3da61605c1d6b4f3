"""Secrets encrypted with a key in a file: XChaCha20-Poly1305 of libsodium."""

import base64
import binascii
import os
import secrets
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from nacl.exceptions import CryptoError
from nacl.secret import Aead

from gather.ports.encryption import SEALED, SecretNotReadable


class LocalEncryption:
    """Encrypts with the key in `path`, which is made at its first use and stays with the stack's data."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def encrypt(self, text: str, context: str) -> str:
        encrypted = self._box.encrypt(text.encode(), context.encode())
        return f"{SEALED}{base64.b64encode(encrypted).decode()}"

    def decrypt(self, sealed: str, context: str) -> str:
        if not sealed.startswith(SEALED):
            raise SecretNotReadable
        try:
            encrypted = base64.b64decode(sealed.removeprefix(SEALED), validate=True)
            return self._box.decrypt(encrypted, context.encode()).decode()
        except (binascii.Error, CryptoError, ValueError):
            raise SecretNotReadable from None

    @cached_property
    def _box(self) -> Aead:
        return Aead(_key_in(self._path))


def _key_in(path: Path) -> bytes:
    """The key in a file. Of several processes that make it at once, one does, and all read that one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
        whole.touch(mode=0o600)
        whole.write_bytes(secrets.token_bytes(Aead.KEY_SIZE))
        with suppress(FileExistsError):
            os.link(whole, path)
        whole.unlink()
    return path.read_bytes()
