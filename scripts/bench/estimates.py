"""Turns the counts of the bench into estimates on Lambda: milliseconds, and dollars for a million requests.

Estimates. Instructions become time at a fixed speed, and the table responds after 5 ms. Prices are the public
ones of us-east-1 beyond the free tier, in November 2026, in dollars:
https://aws.amazon.com/lambda/pricing/, https://aws.amazon.com/dynamodb/pricing/on-demand/ and
https://aws.amazon.com/api-gateway/pricing/
"""

import math
from dataclasses import dataclass

from bench.latency import SECONDS_OF_AN_INSTRUCTION, TABLE_SECONDS

MEMORIES_MEGABYTES = (512, 1024, 1769)
MEGABYTES_OF_A_PROCESSOR = 1769
"""A function gets processor time in proportion to its memory, and a whole one here.

https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
"""

LAMBDA_GIGABYTE_SECOND = {"arm64": 0.0000133334, "x86_64": 0.0000166667}
LAMBDA_MILLION_REQUESTS = 0.20
WRITE_UNITS_MILLION = 0.625
READ_UNITS_MILLION = 0.125
HTTP_API_MILLION = 1.00
REST_API_MILLION = 3.50


@dataclass(frozen=True)
class Counted:
    """The counts of a request: instructions, round trips one after another, units of the table."""

    name: str
    instructions: float
    trips: float
    read_units: float = 0
    write_units: float = 0
    gateway_million: float = HTTP_API_MILLION

    def milliseconds(self, memory: int) -> float:
        """The milliseconds that the function runs with `memory` megabytes."""
        share = min(1, memory / MEGABYTES_OF_A_PROCESSOR)
        return 1000 * (self.trips * TABLE_SECONDS + self.instructions * SECONDS_OF_AN_INSTRUCTION / share)

    def lambda_million(self, memory: int, architecture: str) -> float:
        """Dollars for a million runs, which are billed by the whole millisecond."""
        gigabyte_seconds = math.ceil(self.milliseconds(memory)) * 1000 * memory / 1024
        return LAMBDA_MILLION_REQUESTS + gigabyte_seconds * LAMBDA_GIGABYTE_SECOND[architecture]

    @property
    def table_million(self) -> float:
        """Dollars for what a million requests take of the table, on demand."""
        return self.read_units * READ_UNITS_MILLION + self.write_units * WRITE_UNITS_MILLION

    def million(self, memory: int, architecture: str) -> float:
        """Dollars for a million requests: gateway, function and table."""
        return self.gateway_million + self.lambda_million(memory, architecture) + self.table_million
