"""The plug-ins of vendors. A request loads the one that it is about, and no other.

The client of vendors' services is loaded only where one is asked.

    vendor = get_vendor("example-ats")
    configuration = read_configuration(vendor, integration, engines.encryption)
    vendor.check(configuration, json_getter(settings))
"""

import pkgutil
from importlib import import_module

from pydantic import ValidationError

from gather.connect import vendors
from gather.connect.integrations.models import IntegrationRecord
from gather.connect.integrations.secrets import EncryptionMaker, unseal
from gather.connect.vendor_protocol import AnyVendor, Configuration, Failure, GetJson, VendorFailed
from gather.core import exact_number
from gather.core.errors import NotFound
from gather.core.settings import Settings
from gather.ports.encryption import SecretNotReadable


def vendor_names() -> list[str]:
    """The names of all vendors, as addresses have them."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(vendors.__path__))


def get_vendor(name: str) -> AnyVendor:
    """Get the plug-in of a vendor. Raises NotFound (interface: Connect, rule 4)."""
    if name not in vendor_names():
        raise NotFound("vendor", name)
    vendor: AnyVendor = import_module(f"{vendors.__name__}.{name.replace('-', '_')}").VENDOR
    return vendor


def read_configuration(
    vendor: AnyVendor, record: IntegrationRecord, encryption: EncryptionMaker
) -> Configuration:
    """Read an integration's configuration, with its secrets decrypted.

    Raises VendorFailed when the vendor's model no longer takes it or a secret has to be set again,
    EngineFailed when secrets cannot be decrypted at present.
    """
    try:
        configuration: Configuration = vendor.configuration.model_validate_json(
            exact_number.dumps(unseal(vendor, record, encryption)), by_alias=True, by_name=False
        )
    except (SecretNotReadable, ValidationError):
        raise VendorFailed(Failure.CONFIGURATION_OUTDATED) from None
    return configuration


def json_getter(settings: Settings) -> GetJson:
    """The function that asks vendors' services; private addresses only where webhooks may go there too."""
    from gather.connect.vendor_client import VendorClient

    return VendorClient(allow_private_addresses=settings.allow_private_webhook_addresses).get_json
