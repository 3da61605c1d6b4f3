"""A moving avatar by an embeddable player: one page on the web that shows any replica of its provider."""

from urllib.parse import urlencode


class PlayerAvatar:
    """An Avatar whose player is the page at `player_url`; without one there is no avatar."""

    def __init__(self, player_url: str) -> None:
        self._player_url = player_url

    def player(self, replica_id: str, language: str) -> str | None:
        if not self._player_url:
            return None
        return f"{self._player_url}?{urlencode({'replicaId': replica_id, 'language': language})}"
