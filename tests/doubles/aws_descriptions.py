"""Lets the AWS clients of a test run read botocore's descriptions of the services once.

Every session of botocore parses them anew and learns anew what its events are called, and each test has
clients of its own.
"""

from typing import Any

import botocore.session
from botocore.hooks import EventAliaser
from botocore.loaders import Loader, create_loader


def read_once() -> None:
    """Shares what has been read among all sessions, for this process and for good."""
    read: dict[str | None, Any] = {}

    def create_sharing_loader(search_path_string: str | None = None) -> Loader:
        loader: Any = create_loader(search_path_string)
        loader._cache = read.setdefault(search_path_string, loader._cache)
        return loader  # type: ignore[no-any-return]  # its cache is not in the stubs

    botocore.session.create_loader = create_sharing_loader
    _share_names_of_events()


def _share_names_of_events() -> None:
    names: dict[str, str] = {}
    emitter: Any = EventAliaser
    make = emitter.__init__

    def make_sharing(self: Any, *arguments: Any, **options: Any) -> None:
        make(self, *arguments, **options)
        self._alias_name_cache = names

    emitter.__init__ = make_sharing
