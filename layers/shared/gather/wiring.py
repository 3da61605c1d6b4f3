"""The one place that decides what stands behind a protocol.

Everything is made at its first use and kept for the life of the process.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from gather.core import aws
from gather.core.clock import Clock, SystemClock
from gather.core.settings import settings
from gather.table.records import Records
from gather.table.store import Table

if TYPE_CHECKING:
    # At run time a request need not pay for the protocols of engines that it does not use.
    from gather.engines.protocols import EngineProvider


@cache
def clock() -> Clock:
    """The clock."""
    return SystemClock()


@cache
def table() -> Table:
    """The table."""
    return Table(aws.dynamodb(), settings().table_name)


@cache
def records() -> Records:
    """The records of the table."""
    return Records(table())


@cache
def engines() -> "EngineProvider":
    """The module that provides the engines: those of AWS, or the local stack's."""
    return cast("EngineProvider", import_module(settings().engines))
