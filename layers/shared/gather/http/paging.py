"""Page numbers, cursors and pagination objects (interface: Lists, rules 1 to 8)."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from gather.core.errors import ServiceUnavailable, ValidationFailed
from gather.core.formats import QueryFlag, QueryNumber, ShortText
from gather.core.model import CursorQuery, Model
from gather.http.call import KeyCall
from gather.http.cursors import Cursor
from gather.table.listing import Selection
from gather.table.record_reader import RecordPage

LARGEST_PAGE_NUMBER = 1_000_000

PageNumber = Annotated[QueryNumber, Field(ge=1, le=LARGEST_PAGE_NUMBER)]
"""A page counted from 1."""

PageIndex = Annotated[QueryNumber, Field(ge=0, le=LARGEST_PAGE_NUMBER)]
"""A page counted from 0, as question lists do."""

PageSize = Annotated[QueryNumber, Field(ge=1, le=100)]
"""Records on a page, at most 100."""


class ContentListQuery(CursorQuery):
    """Query of a list of questions (interface: Audio questions, rule 5; Lists, rule 1)."""

    page: PageIndex = 0
    """The number of the page."""
    page_size: PageSize = 50
    """How many records a page has."""
    archived: QueryFlag | None = None
    """`true` lists only archived records, `false` only the others; without it the list has both."""
    search: ShortText | None = None
    """Keeps the records whose names or titles hold this text, whatever the case."""


class Pages(Model):
    """Pagination of questions, interviews and candidates."""

    total: int
    """How many records the list has on all pages."""
    page: int
    pages: int
    """How many pages the list has."""
    page_size: int


class TotalPages(Model):
    """Pagination of jobs, chatbots, conversations, deliveries and workflow progress."""

    total: int
    page: int
    total_pages: int
    """How many pages the list has."""
    page_size: int


class LimitedPages(Model):
    """Pagination of candidate interviews, which stands in `meta`."""

    page: int
    limit: int
    """How many records a page has."""
    total: int
    total_pages: int


@dataclass(frozen=True, slots=True)
class ListPart:
    """The part of a list that a request asks for: a page, or what follows a cursor.

    `page` is the number that the client gave, `offset` how many records come before it. `after` is None for a
    page. `beginning` is a cursor at the beginning of the list, where the list takes cursors.
    """

    page: int
    size: int
    offset: int
    cursor: Cursor | None
    beginning: Cursor | None = None

    @property
    def after(self) -> str | None:
        """The place in the list's order after which the part begins; empty at the list's beginning."""
        return self.cursor.after if self.cursor else None

    def pages(self, found: RecordPage[Any]) -> Pages | None:
        """The pagination object of questions, interviews and candidates, of a page."""
        return None if self.cursor else pages(found.total, self.page, self.size)

    def total_pages(self, found: RecordPage[Any]) -> TotalPages | None:
        """The pagination object of the other lists, of a page."""
        return None if self.cursor else total_pages(found.total, self.page, self.size)

    def meta(self, found: RecordPage[Any]) -> dict[str, object]:
        """The `meta` of a list: where it goes on, by cursor or because it was not read to its end
        (interface: Lists, rule 9)."""
        meta: dict[str, object] = {"isPartial": True} if found.is_partial else {}
        if self.cursor is not None:
            meta["nextCursor"] = None if found.last is None else self.cursor.at(found.last)
        elif found.is_partial and found.last is not None and self.beginning is not None:
            meta["nextCursor"] = self.beginning.at(found.last)
        return meta


def require_whole(found: RecordPage[Any]) -> None:
    """Raises ServiceUnavailable for a list that takes no cursor and was not read to its end."""
    if found.is_partial:
        raise ServiceUnavailable("There are too many records to look through in one request.")


def part(call: KeyCall[Any, Any], page: int, size: int, *, first: int = 1) -> ListPart:
    """The part that a request asks for, of a list whose pages are counted from `first`."""
    return ListPart(page, size, (page - first) * size, call.cursor, call.beginning)


def changed_part(call: KeyCall[Any, Any], size: int) -> ListPart:
    """The part that a request asks for of a list of changes, which is read by cursor alone, from its
    beginning without one (interface: Lists, rule 11). Raises ValidationFailed for a page."""
    if "page" in call.query.model_fields_set:
        raise ValidationFailed.of("page", "cannot be together with updatedSince: use cursor")
    return ListPart(1, size, 0, call.cursor or call.beginning)


def pages(total: int, page: int, page_size: int) -> Pages:
    """The pagination object of questions, interviews and candidates."""
    return Pages(total=total, page=page, pages=page_count(total, page_size), page_size=page_size)


def total_pages(total: int, page: int, page_size: int) -> TotalPages:
    """The pagination object of jobs, chatbots, conversations, deliveries and workflow progress."""
    return TotalPages(total=total, page=page, total_pages=page_count(total, page_size), page_size=page_size)


def page_count(total: int, size: int) -> int:
    """Returns the number of pages of `size` that hold `total` records."""
    return -(-total // size)


def selection(archived: bool | None) -> Selection:
    """Returns the selection for `archived`: true or false for one kind of records, None for all."""
    if archived is None:
        return Selection.ALL
    return Selection.ARCHIVED if archived else Selection.ACTIVE
