"""What a tool answers when it could not do what was asked."""

from collections.abc import Mapping
from typing import Any


class ToolFailure(Exception):
    """An error of the service, in its own words, or of the way to it."""

    def __init__(self, code: str, message: str, details: object = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.details = details

    @property
    def answer(self) -> Mapping[str, Any]:
        """The failure as a tool answers it."""
        told = {"code": self.code, "message": self.message}
        return told if self.details is None else {**told, "details": self.details}
