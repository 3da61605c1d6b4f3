"""The token of a session. It is hashed as API keys are, from which its beginning tells it apart.

Every request needs this module, and none needs the models of sessions.
"""

from datetime import timedelta
from typing import Final

from gather.core.identifiers import new_token

TOKEN_PREFIX: Final = "qses_"  # noqa: S105
LIFETIME: Final = timedelta(hours=12)
"""How long a session lasts, whatever is done with it (interface: Console, rule 7)."""
HOURLY_REQUESTS: Final = 5_000
"""How many requests a session may make in an hour (interface: Console, rule 7)."""


def is_token(shown: str) -> bool:
    """Whether what a caller shows looks like the token of a session."""
    return shown.startswith(TOKEN_PREFIX)


def new_session_token() -> str:
    """A new token. Its owner is told it once, and the service never stores it."""
    return TOKEN_PREFIX + new_token()
