"""The signature of a request is botocore's, byte by byte."""

from datetime import UTC, datetime
from typing import Any

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from hypothesis import given
from hypothesis import strategies as st

from dynamo.request_signing import Access, RequestSigner

PRINTABLE = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=80)
ACCESSES = st.builds(Access, PRINTABLE, PRINTABLE, st.none() | PRINTABLE)
HOSTS = st.sampled_from(["dynamodb.eu-west-1.amazonaws.com", "127.0.0.1:8000", "[::1]:8000"])
OPERATIONS = st.sampled_from(["GetItem", "Query", "TransactWriteItems"])
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


def headers_of(head: bytes) -> dict[str, str]:
    line, *rest = head.decode().removesuffix("\r\n\r\n").split("\r\n")
    assert line == "POST / HTTP/1.1"
    return dict(header.split(": ", 1) for header in rest)


def signed_by_botocore(host: str, region: str, headers: dict[str, str], body: bytes, access: Access) -> str:
    """Returns botocore's `Authorization` header. Runs its steps one by one, because the whole of them reads
    the machine's clock. Headers of the connection are added after signing."""
    unsigned = {name: headers[name] for name in ("Content-Type", "X-Amz-Target", "User-Agent")}
    request = AWSRequest("POST", f"http://{host}/", unsigned, body)
    signer: Any = SigV4Auth(
        Credentials(access.access_key, access.secret_key, access.token), "dynamodb", region
    )
    request.context["timestamp"] = headers["X-Amz-Date"]
    signer._modify_request_before_signing(request)
    text = signer.string_to_sign(request, signer.canonical_request(request))
    signer._inject_signature_to_request(request, signer.signature(text, request))
    return str(request.headers["Authorization"])


@given(HOSTS, OPERATIONS, st.binary(max_size=2000), ACCESSES, MOMENTS)
def test_a_signature_is_that_of_botocore(
    host: str, operation: str, body: bytes, access: Access, moment: datetime
) -> None:
    signer = RequestSigner(host, "eu-west-1")

    for _ in range(2):  # the second time with the key that was kept
        headers = headers_of(signer.head(operation, body, access, moment.timestamp()))

        assert headers["Authorization"] == signed_by_botocore(host, "eu-west-1", headers, body, access)
        assert headers.get("X-Amz-Security-Token") == access.token
        assert headers["Content-Length"] == str(len(body))


@given(st.lists(st.tuples(ACCESSES, MOMENTS), min_size=2, max_size=5))
def test_the_kept_key_is_that_of_its_day_and_its_secret(uses: list[tuple[Access, datetime]]) -> None:
    signer = RequestSigner("127.0.0.1:8000", "eu-west-1")

    for access, moment in uses:
        fresh = RequestSigner("127.0.0.1:8000", "eu-west-1")
        arguments = "GetItem", b"{}", access, moment.timestamp()
        assert signer.head(*arguments) == fresh.head(*arguments)


def test_credentials_show_no_secret() -> None:
    shown = repr(Access("AKID", "a secret", "a token"))

    assert "secret" not in shown
    assert "token" not in shown
