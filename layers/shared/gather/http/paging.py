"""Page numbers and pagination objects (interface: Lists, rules 1 to 4)."""

from typing import Annotated

from pydantic import Field

from gather.core.formats import QueryFlag, QueryNumber, ShortText
from gather.core.model import Model, TeamQuery
from gather.table.listing import Selection

LARGEST_PAGE_NUMBER = 1_000_000

PageNumber = Annotated[QueryNumber, Field(ge=1, le=LARGEST_PAGE_NUMBER)]
"""A page counted from 1."""

PageIndex = Annotated[QueryNumber, Field(ge=0, le=LARGEST_PAGE_NUMBER)]
"""A page counted from 0, as question lists do."""

PageSize = Annotated[QueryNumber, Field(ge=1, le=100)]
"""Records on a page, at most 100."""


class ContentListQuery(TeamQuery):
    """Query of a list of questions (interface: Audio questions, rule 5; Lists, rule 1)."""

    page: PageIndex = 0
    page_size: PageSize = 50
    archived: QueryFlag | None = None
    search: ShortText | None = None


class Pages(Model):
    """Pagination of questions, interviews and candidates."""

    total: int
    page: int
    pages: int
    page_size: int


class TotalPages(Model):
    """Pagination of jobs, chatbots, conversations, deliveries and workflow progress."""

    total: int
    page: int
    total_pages: int
    page_size: int


class LimitedPages(Model):
    """Pagination of candidate interviews, which stands in `meta`."""

    page: int
    limit: int
    total: int
    total_pages: int


def pages(total: int, page: int, page_size: int) -> Pages:
    """The pagination object of questions, interviews and candidates."""
    return Pages(total=total, page=page, pages=page_count(total, page_size), page_size=page_size)


def total_pages(total: int, page: int, page_size: int) -> TotalPages:
    """The pagination object of jobs, chatbots, conversations, deliveries and workflow progress."""
    return TotalPages(total=total, page=page, total_pages=page_count(total, page_size), page_size=page_size)


def page_count(total: int, size: int) -> int:
    """How many pages of `size` hold `total` records."""
    return -(-total // size)


def selection(archived: bool | None) -> Selection:
    """The records that `archived` asks for: true or false for one kind, None for all."""
    if archived is None:
        return Selection.ALL
    return Selection.ARCHIVED if archived else Selection.ACTIVE
