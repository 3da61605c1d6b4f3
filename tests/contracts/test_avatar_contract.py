"""The contract of every avatar."""

from urllib.parse import parse_qs, urlsplit

import pytest

from gather.ports.interviewer import Avatar


@pytest.mark.parametrize("replica_id", ["r-1", "a b&c=d", "Größe/#1"])
def test_the_player_s_address_names_the_replica_and_the_language(avatar: Avatar, replica_id: str) -> None:
    address = avatar.player(replica_id, "de-CH")

    assert address is not None
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "avatars.example", "/player")
    assert parse_qs(parts.query) == {"replicaId": [replica_id], "language": ["de-CH"]}


def test_without_a_player_there_is_no_avatar(no_avatar: Avatar) -> None:
    assert no_avatar.player("r-1", "en") is None
