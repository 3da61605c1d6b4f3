"""Secrets encrypted by AWS Key Management Service, under the key of the deployment's data."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from botocore.exceptions import ClientError

from gather.aws.clients import engine_errors
from gather.aws.errors import error_code
from gather.ports.encryption import SEALED, SecretNotReadable

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

ENGINE: Final = "The encryption engine"
PURPOSE: Final = "connect"
"""The only purpose for which roles may use the key directly."""

_NOT_READABLE: Final = {"InvalidCiphertextException", "IncorrectKeyException"}


class KmsEncryption:
    """Encrypts with a key in KMS, which logs the context of each use and not the text.

    KMS takes 4,096 bytes, which 1,000 characters never exceed.
    """

    def __init__(self, client: Callable[[], KMSClient], key: str) -> None:
        self._client = client
        self._key = key

    def encrypt(self, text: str, context: str) -> str:
        with engine_errors(ENGINE):
            encrypted = self._client().encrypt(
                KeyId=self._key, Plaintext=text.encode(), EncryptionContext=_context(context)
            )
        return f"{SEALED}{base64.b64encode(encrypted['CiphertextBlob']).decode()}"

    def decrypt(self, sealed: str, context: str) -> str:
        blob = _blob(sealed)
        with engine_errors(ENGINE):
            try:
                decrypted = self._client().decrypt(
                    KeyId=self._key, CiphertextBlob=blob, EncryptionContext=_context(context)
                )
            except ClientError as error:
                if error_code(error) in _NOT_READABLE:
                    raise SecretNotReadable from None
                raise
        return decrypted["Plaintext"].decode()


def _context(context: str) -> Mapping[str, str]:
    return {"purpose": PURPOSE, "integrationId": context}


def _blob(sealed: str) -> bytes:
    try:
        blob = base64.b64decode(sealed.removeprefix(SEALED), validate=True)
    except (binascii.Error, ValueError):
        raise SecretNotReadable from None
    if not sealed.startswith(SEALED) or not blob:
        raise SecretNotReadable
    return blob
