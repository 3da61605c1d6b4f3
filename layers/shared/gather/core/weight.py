"""Weights of options and topics."""

from pydantic import AfterValidator


def _six_decimals(number: float) -> int | float:
    return int(number) if number.is_integer() else round(number, 6)


ToSixDecimals = AfterValidator(_six_decimals)
"""Keeps six decimals of a number, and none of a whole one; the table takes no number that is closer to
zero than 1e-130."""
