"""Secrets of integrations: encrypted when they are stored, decrypted when a vendor is asked.

    record = seal(vendor, record, password, encryption)
    configuration = unseal(vendor, record, encryption)

The encryption engine is made only where there is a secret. A secret that was stored before there was
encryption is read as it is, and encrypted with the next change of the configuration.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.vendor_protocol import AnyVendor
from gather.ports.encryption import Encryption, is_sealed

STAND_IN: Final = "encrypted"
"""What stands for an encrypted secret while the configuration around it is validated."""

EncryptionMaker = Callable[[], Encryption]
"""Makes the encryption engine, where it is needed."""


def seal(
    vendor: AnyVendor, record: IntegrationRecord, password: str, encryption: EncryptionMaker
) -> IntegrationRecord:
    """Encrypt the secrets of a new integration, and its password where its vendor is called with that.

    Raises EngineFailed.
    """
    return record.changed(
        configuration=seal_configuration(vendor, record.configuration, record.id, encryption),
        sealed_password=seal_password(vendor, password, record.id, encryption),
    )


def seal_password(
    vendor: AnyVendor, password: str, integration_id: str, encryption: EncryptionMaker
) -> str | None:
    """Encrypt an integration's password; None where its vendor is not called with it. Raises EngineFailed."""
    return encryption().encrypt(password, integration_id) if vendor.calls_with_password else None


def seal_configuration(
    vendor: AnyVendor, configuration: Mapping[str, Any], integration_id: str, encryption: EncryptionMaker
) -> dict[str, Any]:
    """Encrypt the secret members of a configuration, none of which is encrypted yet. Raises EngineFailed."""
    secrets = vendor.configuration.secret_members()
    return {
        name: encryption().encrypt(value, integration_id)
        if name in secrets and isinstance(value, str)
        else value
        for name, value in configuration.items()
    }


def unseal(vendor: AnyVendor, record: IntegrationRecord, encryption: EncryptionMaker) -> dict[str, Any]:
    """Decrypt the configuration of an integration. Raises SecretNotReadable, EngineFailed."""
    sealed = sealed_members(vendor, record.configuration)
    return {
        name: encryption().decrypt(value, record.id) if name in sealed else value
        for name, value in record.configuration.items()
    }


def unseal_password(record: IntegrationRecord, encryption: EncryptionMaker) -> str:
    """Decrypt the password of an integration; an empty text where none is stored.

    Raises SecretNotReadable, EngineFailed.
    """
    sealed = record.sealed_password
    return "" if sealed is None else encryption().decrypt(sealed, record.id)


def sealed_members(vendor: AnyVendor, configuration: Mapping[str, Any]) -> dict[str, str]:
    """The members of a stored configuration that are encrypted."""
    secrets = vendor.configuration.secret_members() & configuration.keys()
    return {name: configuration[name] for name in secrets if is_sealed(configuration[name])}
