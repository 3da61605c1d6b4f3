"""Region, endpoint and credentials of the table's client, as botocore would find them.

A Lambda function has all three in its environment. This module reads that plain case itself, since loading
botocore's clients is half of a cold start. It asks botocore whenever the environment or a file names anything
else that botocore heeds, such as a profile.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from dynamo.connections import TableEndpoint
from dynamo.request_signing import Access

# Each makes botocore look further than at the variables below, or give another answer.
_ASKS_BOTOCORE = (
    "AWS_ACCOUNT_ID",
    "AWS_CREDENTIAL_EXPIRATION",
    "AWS_DEFAULTS_MODE",
    "AWS_DEFAULT_PROFILE",
    "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
    "AWS_PROFILE",
    "AWS_SECURITY_TOKEN",
    "AWS_USE_DUALSTACK_ENDPOINT",
    "AWS_USE_FIPS_ENDPOINT",
    "BOTO_CONFIG",
)
_NAMED_FILES = {"AWS_CONFIG_FILE": "~/.aws/config", "AWS_SHARED_CREDENTIALS_FILE": "~/.aws/credentials"}
"""The files that botocore reads where a variable names no other; the null device is no file."""
_FILES = ("~/.boto", "/etc/boto.cfg")
# botocore's own pattern of the partition `aws`; the others have other domains.
_REGION_OF_AWS = re.compile(r"(us|eu|ap|sa|ca|me|af|il|mx)-\w+-\d+")


@dataclass(frozen=True, slots=True)
class AwsAccess:
    """The region, the endpoint and the credentials of a client; `current` returns the present credentials.

    `current` raises NoCredentialsError when there are none, and botocore's errors when a refresh fails.
    """

    region: str
    endpoint: TableEndpoint
    current: Callable[[], Access]


def find_access(environment: Mapping[str, str]) -> AwsAccess:
    """Returns the access for the environment. Raises botocore's NoRegionError without a region."""
    return plain_access(environment) or botocore_access()


def goes_through_proxy(environment: Mapping[str, str], url: str) -> bool:
    """Whether botocore would send requests for `url` through a proxy.

    The variables of this process decide: HTTPS_PROXY or HTTP_PROXY, by the scheme, unless NO_PROXY has the
    host. Their names may be in lower case.
    """
    if not any(name.lower().endswith("_proxy") for name in environment):
        return False
    from botocore.utils import get_environ_proxies  # few functions have a proxy

    return urlsplit(url).scheme in get_environ_proxies(url)


def plain_access(environment: Mapping[str, str]) -> AwsAccess | None:
    """Reads the access from a function's environment. None where botocore would look further."""
    region = environment.get("AWS_DEFAULT_REGION", "")
    key, secret = environment.get("AWS_ACCESS_KEY_ID"), environment.get("AWS_SECRET_ACCESS_KEY")
    if not key or not secret or not _REGION_OF_AWS.fullmatch(region):
        return None
    files = [*_FILES, *(environment.get(name) or usual for name, usual in _NAMED_FILES.items())]
    if any(environment.get(name) for name in _ASKS_BOTOCORE) or any(map(_says_something, files)):
        return None
    configured = environment.get("AWS_ENDPOINT_URL_DYNAMODB") or environment.get("AWS_ENDPOINT_URL")
    access = Access(key, secret, environment.get("AWS_SESSION_TOKEN") or None)
    url = configured or f"https://dynamodb.{region}.amazonaws.com"
    return AwsAccess(region, _endpoint(url, environment.get("AWS_CA_BUNDLE")), lambda: access)


def botocore_access() -> AwsAccess:
    """Finds the access by botocore, in this process's environment. Raises NoRegionError without a region."""
    import botocore.session
    from botocore.exceptions import NoCredentialsError

    session = botocore.session.Session()
    client = session.create_client("dynamodb")
    credentials = session.get_credentials()

    def current() -> Access:
        if credentials is None:
            raise NoCredentialsError
        frozen = credentials.get_frozen_credentials()
        return Access(str(frozen.access_key), str(frozen.secret_key), frozen.token)

    certificates = session.get_config_variable("ca_bundle")
    return AwsAccess(client.meta.region_name, _endpoint(client.meta.endpoint_url, certificates), current)


def _endpoint(url: str, certificates: str | None) -> TableEndpoint:
    """Returns the endpoint. Raises ValueError for a URL with a path, because the signature covers none."""
    address = url.rstrip("/")
    if address.count("/") != 2:
        raise ValueError(f"The endpoint of DynamoDB is an address with a path: {url}")
    return TableEndpoint(address, certificates or _roots_of_botocore())


def _roots_of_botocore() -> str:
    """Returns botocore's root certificates. The layer has those of AWS, which load faster."""
    library = find_spec("botocore")
    if library is None or library.origin is None:
        raise RuntimeError("The layer holds botocore.")
    return str(Path(library.origin).with_name("cacert.pem"))


def _says_something(file: str) -> bool:
    return file != os.devnull and Path(file).expanduser().exists()
