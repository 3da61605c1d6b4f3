"""Clients that accept gzip (RFC 9110, section 12.5.3)."""

import pytest

from gather.http.compression import accepts_gzip


@pytest.mark.parametrize("accepted", ["gzip", "br, GZIP;q=0.5", "*", "gzip; q=1.0", "deflate, *;q=0.1"])
def test_gzip_is_accepted_by_its_name_or_by_any(accepted: str) -> None:
    assert accepts_gzip(accepted)


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "gzip;q=0.000, *", "*;q=0", "identity"])
def test_gzip_is_not_accepted_where_it_is_refused_or_not_named(accepted: str) -> None:
    assert not accepts_gzip(accepted)
