"""The requests to AWS Key Management Service, and the meaning of its answers."""

import base64
import traceback
from collections.abc import Callable
from typing import Any

import pytest

from gather.aws import clients as aws_clients
from gather.aws.encryption import KmsEncryption
from gather.ports.encryption import SEALED, SecretNotReadable
from gather.ports.failure import EngineFailed
from tests.doubles.aws_services import FakeService, ServiceResponse, refusal

KEY = "arn:aws:kms:eu-central-1:123456789012:key/1"
CONTEXT = {"purpose": "connect", "integrationId": "integration-1"}
BLOB = base64.b64encode(b"encrypted").decode()
SECRET = "very-secret-token"

Behind = Callable[..., tuple[Any, FakeService]]


def _engine(behind: Behind, answer: ServiceResponse) -> tuple[KmsEncryption, FakeService]:
    client, service = behind(aws_clients.kms, lambda _: answer)
    return KmsEncryption(client, KEY), service


def test_a_text_is_encrypted_with_the_key_for_its_integration(behind: Behind) -> None:
    engine, service = _engine(behind, ServiceResponse({"CiphertextBlob": BLOB, "KeyId": KEY}))

    sealed = engine.encrypt(SECRET, "integration-1")

    assert sealed == f"{SEALED}{BLOB}"
    [call] = service.calls
    assert call.operation == "Encrypt"
    assert call.body == {
        "KeyId": KEY,
        "Plaintext": base64.b64encode(SECRET.encode()).decode(),
        "EncryptionContext": CONTEXT,
    }


def test_a_text_is_decrypted_with_the_key_for_its_integration(behind: Behind) -> None:
    plain = base64.b64encode(SECRET.encode()).decode()
    engine, service = _engine(behind, ServiceResponse({"Plaintext": plain, "KeyId": KEY}))

    assert engine.decrypt(f"{SEALED}{BLOB}", "integration-1") == SECRET
    [call] = service.calls
    assert call.operation == "Decrypt"
    assert call.body == {"KeyId": KEY, "CiphertextBlob": BLOB, "EncryptionContext": CONTEXT}


@pytest.mark.parametrize("code", ["InvalidCiphertextException", "IncorrectKeyException"])
def test_a_text_of_another_key_or_context_is_not_readable(behind: Behind, code: str) -> None:
    engine, service = _engine(behind, refusal(code))

    with pytest.raises(SecretNotReadable):
        engine.decrypt(f"{SEALED}{BLOB}", "integration-1")
    assert len(service.calls) == 1


@pytest.mark.parametrize(
    ("code", "status", "for_operator"),
    [
        ("ThrottlingException", 400, False),
        ("KMSInternalException", 500, False),
        ("KeyUnavailableException", 500, False),
        ("DisabledException", 400, True),
        ("NotFoundException", 400, True),
        ("AccessDeniedException", 400, True),
    ],
)
def test_a_key_that_cannot_be_used_at_present_loses_nothing(
    behind: Behind, code: str, status: int, *, for_operator: bool
) -> None:
    engine, service = _engine(behind, refusal(code, status))

    with pytest.raises(EngineFailed) as of_encrypting:
        engine.encrypt(SECRET, "integration-1")
    with pytest.raises(EngineFailed) as of_decrypting:
        engine.decrypt(f"{SEALED}{BLOB}", "integration-1")

    for failure in (of_encrypting.value, of_decrypting.value):
        assert (failure.retryable, failure.for_operator) == (True, for_operator)
        assert failure.reason == f"The encryption engine answered {code}"
    assert len(service.calls) <= 6


def test_an_error_says_nothing_of_a_secret(behind: Behind) -> None:
    engine, _ = _engine(behind, refusal("AccessDeniedException", message=f"Not for {SECRET}"))

    with pytest.raises(EngineFailed) as failure:
        engine.encrypt(SECRET, "integration-1")

    said = "".join(traceback.format_exception_only(failure.value))
    assert SECRET not in f"{said}{failure.value!r}{failure.value.message}"
