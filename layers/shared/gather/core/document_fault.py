"""The reasons to refuse a file as a document, in words that help its sender to correct it."""

from enum import StrEnum


class DocumentFault(StrEnum):
    """The fault of a file, as the end of a sentence that begins with the file."""

    OTHER_KIND = "is of another kind than it was announced as"
    MACROS = "has macros or other programs"
    LOCKED = "cannot be opened without a password"
    DAMAGED = "is damaged or incomplete and cannot be opened"

    @property
    def reason(self) -> str:
        """The text for a request that names such a file (interface: Errors, rule 3)."""
        return f"names a file that {self}"


class NotTaken(Exception):
    """A file is no document that is taken."""

    def __init__(self, fault: DocumentFault) -> None:
        super().__init__(fault)
        self.fault = fault
