"""The secret of an API key: its form and its hash (interface: Keys, rule 2).

Every request needs this module, and none needs the models of credentials.
"""

import hashlib

from gather.core.identifiers import new_token

KEY_PREFIX = "qapi_"
SANDBOX_KEY_PREFIX = "qapi_test_"
"""The beginning of keys that work in the organization's sandbox (interface: Sandbox, rule 1)."""


def new_key(*, sandbox: bool = False) -> str:
    """A new API key. Its owner sees it once, and the service never stores it."""
    return (SANDBOX_KEY_PREFIX if sandbox else KEY_PREFIX) + new_token()


def hash_of(key: str) -> str:
    """The SHA-256 of a key, which is the only form that is stored (interface: Keys, rule 2)."""
    return hashlib.sha256(key.encode()).hexdigest()
