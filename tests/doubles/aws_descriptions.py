"""Lets the AWS clients of a test run read botocore's descriptions of the services once.

Every session of botocore parses them anew, and each test has clients of its own.
"""

from typing import Any

import botocore.session
from botocore.loaders import Loader, create_loader


def read_once() -> None:
    """Shares what has been read among all sessions, for this process and for good."""
    read: dict[str | None, Any] = {}

    def create_sharing_loader(search_path_string: str | None = None) -> Loader:
        loader: Any = create_loader(search_path_string)
        loader._cache = read.setdefault(search_path_string, loader._cache)
        return loader  # type: ignore[no-any-return]  # its cache is not in the stubs

    botocore.session.create_loader = create_sharing_loader
