"""Bounds of a range of times in a query: ISO 8601 times, or dates for their whole day."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import AfterValidator, Field

from gather.core.clock import timestamp
from gather.core.moment import moment_of


def first_moment(text: str) -> str:
    """The first millisecond that is not before `text`; a date alone is its beginning."""
    return _in_milliseconds(_moment(text), timedelta(microseconds=999))


def last_moment(text: str) -> str:
    """The last millisecond that is not after `text`; a date alone is its end."""
    whole_day = timedelta(days=1, microseconds=-1) if _is_date(text) else timedelta()
    return _in_milliseconds(_moment(text), whole_day)


def _is_date(text: str) -> bool:
    return len(text) <= len("2026-01-01")


def _moment(text: str) -> datetime:
    try:
        return moment_of(text)
    except ValueError as error:
        raise ValueError(str(error)) from None


def _in_milliseconds(moment: datetime, added: timedelta) -> str:
    try:
        return timestamp((moment + added).astimezone(UTC))
    except OverflowError:
        raise ValueError("must be within the years 1 to 9999") from None


_DAY_OF_MONTH = (
    "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9])"
)
_TIME = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?"
_YEAR = "([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])"
_SCHEMA = {"pattern": f"^{_YEAR}-({_DAY_OF_MONTH})([Tt]{_TIME})?$"}

StartDate = Annotated[str, AfterValidator(first_moment), Field(json_schema_extra=_SCHEMA)]
EndDate = Annotated[str, AfterValidator(last_moment), Field(json_schema_extra=_SCHEMA)]
