"""The contract of every encryption engine."""

import pytest

from gather.core.identifiers import new_id
from gather.ports.encryption import SEALED, Encryption, SecretNotReadable, is_sealed


@pytest.mark.parametrize("text", ["token", " Schlüssel 🔑 ", "€" * 1_000, f"{SEALED}typed"])
def test_what_was_encrypted_is_decrypted(encryption_engine: Encryption, text: str) -> None:
    context = new_id()

    sealed = encryption_engine.encrypt(text, context)

    assert is_sealed(sealed)
    assert text.strip() not in sealed
    assert encryption_engine.decrypt(sealed, context) == text


def test_equal_texts_are_encrypted_differently(encryption_engine: Encryption) -> None:
    context = new_id()

    assert encryption_engine.encrypt("token", context) != encryption_engine.encrypt("token", context)


def test_another_context_decrypts_nothing(encryption_engine: Encryption) -> None:
    sealed = encryption_engine.encrypt("token", new_id())

    with pytest.raises(SecretNotReadable):
        encryption_engine.decrypt(sealed, new_id())


@pytest.mark.parametrize("text", ["", "token", SEALED, f"{SEALED}no base64!", f"{SEALED}dG9rZW4="])
def test_what_was_never_encrypted_is_not_readable(encryption_engine: Encryption, text: str) -> None:
    with pytest.raises(SecretNotReadable):
        encryption_engine.decrypt(text, new_id())
