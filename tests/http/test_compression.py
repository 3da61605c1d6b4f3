"""Clients that accept gzip (RFC 9110, section 12.5.3)."""

import base64
import gzip
from unittest.mock import Mock

import pytest

from gather.http.compression import accepts_gzip, compress

FOR_GOOD = "public, max-age=31536000, immutable"


@pytest.mark.parametrize("accepted", ["gzip", "br, GZIP;q=0.5", "*", "gzip; q=1.0", "deflate, *;q=0.1"])
def test_gzip_is_accepted_by_its_name_or_by_any(accepted: str) -> None:
    assert accepts_gzip(accepted)


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "gzip;q=0.000, *", "*;q=0", "identity"])
def test_gzip_is_not_accepted_where_it_is_refused_or_not_named(accepted: str) -> None:
    assert not accepts_gzip(accepted)


@pytest.mark.parametrize(("kept", "times"), [(FOR_GOOD, 1), ("no-store", 2)], ids=["a file", "a page"])
def test_what_never_changes_is_compressed_once(
    monkeypatch: pytest.MonkeyPatch, kept: str, times: int
) -> None:
    compress_bytes = Mock(wraps=gzip.compress)
    monkeypatch.setattr(gzip, "compress", compress_bytes)
    response = {"headers": {"Content-Type": "text/javascript", "Cache-Control": kept}, "body": f"// {kept}"}

    sent = [compress(response, {"headers": {"accept-encoding": "gzip"}}, "1") for _ in range(2)]

    assert compress_bytes.call_count == times
    assert [gzip.decompress(base64.b64decode(each["body"])).decode() for each in sent] == [f"// {kept}"] * 2
