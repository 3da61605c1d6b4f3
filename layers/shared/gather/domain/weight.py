"""Weights of options and topics."""

from pydantic import AfterValidator


def _six_decimals(number: float) -> float:
    return round(number, 6)


ToSixDecimals = AfterValidator(_six_decimals)
"""Keeps six decimals of a number; the table takes none that is closer to zero than 1e-130."""
