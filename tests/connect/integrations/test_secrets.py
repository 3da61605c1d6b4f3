"""Secrets of integrations are encrypted in records, each for its own integration."""

from typing import Any

import pytest

from gather.connect.integrations.models import IntegrationRecord, new_integration
from gather.connect.integrations.secrets import seal, seal_configuration, unseal, unseal_password
from gather.connect.vendor_protocol import AnyVendor, Failure, VendorFailed
from gather.connect.vendor_registry import read_configuration
from gather.core.clock import from_timestamp
from gather.core.identifiers import new_id
from gather.ports.encryption import Encryption, SecretNotReadable, is_sealed
from tests.connect.vendors.referral_desk import ReferralDesk
from tests.doubles.engines import InMemoryEncryption

SECRET = "very-secret-key"
CONFIGURATION = {"deskUrl": "https://desk.example.com", "deskKey": SECRET}


class CalledDesk(ReferralDesk):
    """A desk that is called with the integration's own password."""

    calls_with_password = True


def integration(configuration: dict[str, Any] | None = None) -> tuple[IntegrationRecord, str]:
    told = CONFIGURATION if configuration is None else configuration
    return new_integration(
        "desk", "Ours", told, new_id(), new_id(), from_timestamp("2026-03-01T09:00:00.000Z")
    )


def no_engine() -> Encryption:
    raise AssertionError("there is no secret")


def test_secret_members_alone_are_encrypted() -> None:
    record, password = integration()
    engine = InMemoryEncryption()

    sealed = seal(ReferralDesk(), record, password, lambda: engine)

    assert sealed.configuration["deskUrl"] == CONFIGURATION["deskUrl"]
    assert is_sealed(sealed.configuration["deskKey"])
    assert sealed.sealed_password is None
    assert unseal(ReferralDesk(), sealed, lambda: engine) == CONFIGURATION
    assert unseal_password(sealed, no_engine) == ""


def test_the_password_is_encrypted_for_a_vendor_that_is_called_with_it() -> None:
    record, password = integration()
    engine = InMemoryEncryption()

    sealed = seal(CalledDesk(), record, password, lambda: engine)

    assert is_sealed(sealed.sealed_password)
    assert unseal_password(sealed, lambda: engine) == password
    assert str(sealed.sealed_password) not in repr(sealed)
    assert SECRET not in repr(sealed)


def test_a_text_that_looks_encrypted_is_encrypted_like_any_other() -> None:
    typed = "sealed:1:typed by a customer"
    record, password = integration({**CONFIGURATION, "deskKey": typed})
    engine = InMemoryEncryption()

    sealed = seal(ReferralDesk(), record, password, lambda: engine)

    assert sealed.configuration["deskKey"] != typed
    assert unseal(ReferralDesk(), sealed, lambda: engine)["deskKey"] == typed


def test_without_secrets_no_engine_is_made() -> None:
    vendor: AnyVendor = ReferralDesk()
    public = {"deskUrl": "https://desk.example.com", "deskKey": None}
    record, _ = integration(public)

    assert seal_configuration(vendor, public, record.id, no_engine) == public
    assert unseal(vendor, record, no_engine) == public


def test_a_plain_secret_from_before_is_read_as_it_is() -> None:
    record, _ = integration()

    assert read_configuration(ReferralDesk(), record, no_engine).model_dump()["desk_key"] == SECRET


def test_a_secret_of_another_integration_is_not_readable() -> None:
    record, password = integration()
    other, _ = integration()
    engine = InMemoryEncryption()
    sealed = seal(ReferralDesk(), record, password, lambda: engine)
    swapped = other.changed(configuration=sealed.configuration)

    with pytest.raises(SecretNotReadable):
        unseal(ReferralDesk(), swapped, lambda: engine)
    with pytest.raises(VendorFailed) as failed:
        read_configuration(ReferralDesk(), swapped, lambda: engine)
    assert failed.value.failure is Failure.CONFIGURATION_OUTDATED
