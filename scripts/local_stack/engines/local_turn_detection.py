"""Turn detection by the local stack's engine server, to which the stack's gateway hands the sound on."""

from local_stack.settings import TURNS_PATH


class LocalTurnDetection:
    """Turn detection where `has_server` says that the stack runs models, none elsewhere."""

    def __init__(self, *, has_server: bool) -> None:
        self._has_server = has_server

    def address(self) -> str | None:
        """The gateway's path."""
        return TURNS_PATH if self._has_server else None
