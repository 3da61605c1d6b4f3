"""The endpoint and the credentials of the table: a plain environment gives the same as botocore."""

import json
import os
from pathlib import Path

import botocore
import pytest
from botocore.exceptions import NoCredentialsError, NoRegionError
from botocore.session import Session

from dynamo.aws_access import botocore_access, find_access, plain_access
from dynamo.request_signing import Access

PLAIN = {
    "AWS_ACCESS_KEY_ID": "key",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_SESSION_TOKEN": "token",
    "AWS_DEFAULT_REGION": "eu-west-1",
}
REGIONS = [
    region
    for partition in Session().get_available_partitions()
    for region in Session().get_available_regions("dynamodb", partition)
]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """The environment of a function, without files."""
    for name in ("AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL", "AWS_REGION", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in PLAIN.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", str(tmp_path))
    return monkeypatch


@pytest.mark.parametrize("region", REGIONS)
def test_in_every_region_the_endpoint_is_that_of_botocore(
    region: str, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("AWS_DEFAULT_REGION", region)

    plain = plain_access({**PLAIN, "AWS_DEFAULT_REGION": region})

    if plain is not None:
        asked = botocore_access()
        assert (plain.region, plain.endpoint.url) == (asked.region, asked.endpoint.url)
        assert plain.current() == asked.current() == Access("key", "secret", "token")
        assert plain.endpoint.certificates is not None


def test_the_usual_regions_need_no_botocore() -> None:
    plain = {region for region in REGIONS if plain_access({**PLAIN, "AWS_DEFAULT_REGION": region})}

    partitions = json.loads((Path(botocore.__file__).parent / "data" / "partitions.json").read_text())
    [of_aws] = [each for each in partitions["partitions"] if each["id"] == "aws"]
    assert plain == {region for region in REGIONS if region in of_aws["regions"]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AWS_ENDPOINT_URL", "http://127.0.0.1:1"),
        ("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:2/"),
        ("AWS_USE_FIPS_ENDPOINT", "true"),
        ("AWS_USE_DUALSTACK_ENDPOINT", "true"),
        ("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true"),
    ],
)
def test_an_environment_that_says_more_leads_where_botocore_leads(
    name: str, value: str, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:3")
    environment.setenv(name, value)

    found = find_access({**PLAIN, "AWS_ENDPOINT_URL": "http://127.0.0.1:3", name: value})

    assert found.endpoint.url == Session().create_client("dynamodb").meta.endpoint_url.rstrip("/")


@pytest.mark.parametrize(
    ("name", "usual"),
    [("AWS_CONFIG_FILE", ".aws/config"), ("AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials")],
)
def test_a_file_is_for_botocore_and_the_null_device_is_no_file(
    name: str, usual: str, environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    named = tmp_path / "named"
    assert plain_access({**PLAIN, name: str(named)}) is not None
    named.write_text("")
    assert plain_access({**PLAIN, name: str(named)}) is None

    (tmp_path / ".aws").mkdir()
    (tmp_path / usual).write_text("[default]\nregion = eu-west-3\naws_access_key_id = other\n")
    assert plain_access(PLAIN) is None
    environment.setenv(name, os.devnull)
    plain = plain_access({**PLAIN, name: os.devnull})
    assert plain is not None
    asked = botocore_access()
    assert (plain.region, plain.endpoint.url) == (asked.region, asked.endpoint.url)
    assert plain.current() == asked.current()


def test_a_profile_is_read_by_botocore(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / ".aws"
    folder.mkdir()
    (folder / "config").write_text("[default]\nregion = us-gov-west-1\n")
    environment.delenv("AWS_DEFAULT_REGION")

    found = find_access({name: value for name, value in PLAIN.items() if name != "AWS_DEFAULT_REGION"})

    assert (found.region, found.endpoint.url) == (
        "us-gov-west-1",
        "https://dynamodb.us-gov-west-1.amazonaws.com",
    )


def test_without_a_region_nothing_is_found(environment: pytest.MonkeyPatch) -> None:
    environment.delenv("AWS_DEFAULT_REGION")

    with pytest.raises(NoRegionError):
        find_access({})


def test_without_credentials_nothing_is_signed(environment: pytest.MonkeyPatch) -> None:
    environment.delenv("AWS_ACCESS_KEY_ID")
    environment.delenv("AWS_SECRET_ACCESS_KEY")
    environment.setenv("AWS_EC2_METADATA_DISABLED", "true")

    with pytest.raises(NoCredentialsError):
        find_access({"AWS_DEFAULT_REGION": "eu-west-1"}).current()


def test_an_address_with_a_path_is_refused() -> None:
    with pytest.raises(ValueError, match="with a path"):
        find_access({**PLAIN, "AWS_ENDPOINT_URL": "http://127.0.0.1:1/table"})


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://dynamodb.eu-west-1.amazonaws.com", "dynamodb.eu-west-1.amazonaws.com"),
        ("https://proxy.example.com:443", "proxy.example.com"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_the_host_is_named_as_the_signature_needs_it(url: str, host: str) -> None:
    access = plain_access({**PLAIN, "AWS_ENDPOINT_URL": url})

    assert access is not None
    assert access.endpoint.host == host
