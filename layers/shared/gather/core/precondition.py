"""The version that a client wants a record to have before it is changed (`If-Match`, RFC 9110, 13.1.1)."""

from dataclasses import dataclass

from gather.core.errors import PreconditionFailed


@dataclass(frozen=True, slots=True)
class Precondition:
    """The entity tags that a request's `If-Match` names; None where it has no such header."""

    tags: frozenset[str] | None = None

    @classmethod
    def of_header(cls, if_match: str | None) -> "Precondition":
        """The precondition that the text of a header states."""
        return cls(None if if_match is None else frozenset(tag.strip() for tag in if_match.split(",")))

    def check(self, version: int) -> None:
        """Raises PreconditionFailed when the client wants other versions than `version`."""
        if self.tags is not None and not self.tags & {"*", f'"{version}"'}:
            raise PreconditionFailed("The record has changed since it was read. Read it again.")
