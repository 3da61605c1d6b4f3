"""A client of DynamoDB for the table's operations, at a fraction of the cost of botocore's.

It has seven operations and no models: it sends a request's parameters as they are, and returns a response as
it came. It does what botocore does for a call: signatures, time limits, retries with jitter and a quota,
checksums, and errors of the same classes. Beyond that, it corrects a wrong clock by the server's.
"""

import random
import threading
import time
from binascii import crc32
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json, to_json

from dynamo import botocore_faults
from dynamo.aws_access import AwsAccess
from dynamo.client import Response
from dynamo.connections import Connections
from dynamo.http_response import TableResponse
from dynamo.request_signing import RequestSigner

ATTEMPTS = 2
PAUSE_SECONDS = 0.05
THROTTLED_PAUSE_SECONDS = 0.5
"""Ceilings of the random pause before the next attempt."""

_THROTTLED = {
    "LimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottledException",
    "Throttling",
    "ThrottlingException",
    "TooManyRequestsException",
    "TransactionInProgressException",
}
_TRANSIENT = {"ReplicatedWriteConflictException", "RequestTimeout", "RequestTimeoutException"}
_SKEWED = {"InvalidSignatureException", "RequestExpired", "RequestInTheFuture", "RequestTimeTooSkewed"}
_LEAST_SKEW_SECONDS = 240
_OK = 200
_FIRST_FAULT_STATUS = 500


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The client's view of its process: the time, pauses and random numbers."""

    seconds: Callable[[], float] = time.time
    pause: Callable[[float], None] = time.sleep
    chance: Callable[[float, float], float] = random.uniform


class DirectClient:
    """The client of a process; thread safe."""

    def __init__(
        self,
        access: AwsAccess,
        connections: Connections | None = None,
        surroundings: Surroundings | None = None,
    ) -> None:
        self._access = access
        self._connections = connections or Connections(access.endpoint)
        self._surroundings = surroundings or Surroundings()
        self._signer = RequestSigner(access.endpoint.host, access.region)
        self._quota = RetryQuota()
        self._clock_is_behind_by = 0.0

    def get_item(self, **parameters: Any) -> Response:
        return self._call("GetItem", parameters)

    def batch_get_item(self, **parameters: Any) -> Response:
        return self._call("BatchGetItem", parameters)

    def query(self, **parameters: Any) -> Response:
        return self._call("Query", parameters)

    def put_item(self, **parameters: Any) -> Response:
        return self._call("PutItem", parameters)

    def update_item(self, **parameters: Any) -> Response:
        return self._call("UpdateItem", parameters)

    def delete_item(self, **parameters: Any) -> Response:
        return self._call("DeleteItem", parameters)

    def transact_write_items(self, **parameters: Any) -> Response:
        return self._call("TransactWriteItems", parameters)

    def close(self) -> None:
        """Close the kept connections. The next call opens new ones."""
        self._connections.close()

    def _call(self, operation: str, parameters: dict[str, Any]) -> Response:
        """Send a request, repeatedly if needed, with the same body and so the same `ClientRequestToken`."""
        body = to_json(parameters)
        attempt = 1
        while True:
            try:
                response = self._attempt(operation, body)
            except (
                botocore_faults.ClientError,
                botocore_faults.ChecksumError,
                botocore_faults.ConnectionError,
                botocore_faults.HTTPClientError,
            ) as fault:
                pause = self._pause_after(fault, attempt)
                if pause is None or attempt == ATTEMPTS or not self._quota.take():
                    raise
            else:
                self._quota.give_back()
                return response
            self._surroundings.pause(pause)
            attempt += 1

    def _attempt(self, operation: str, body: bytes) -> Response:
        now = self._surroundings.seconds() + self._clock_is_behind_by
        head = self._signer.head(operation, body, self._access.current(), now)
        received = self._connections.exchange(head, body)
        checksum = received.headers.get("x-amz-crc32")
        if checksum is not None and checksum != (actual := str(crc32(received.content))):
            raise botocore_faults.ChecksumError(
                checksum_type="crc32", expected_checksum=checksum, actual_checksum=actual
            )
        if received.status == _OK:
            return _parsed(received)
        raise _refusal(operation, received)

    def _pause_after(self, fault: Exception, attempt: int) -> float | None:
        """Returns the random pause before another attempt, in seconds; None if it would fail too."""
        ceiling = PAUSE_SECONDS
        if isinstance(fault, botocore_faults.SSLError):
            return None
        if isinstance(fault, botocore_faults.ClientError):
            code = fault.response["Error"]["Code"]
            if code in _SKEWED:
                return 0.0 if self._corrects_clock(fault) else None
            if code in _THROTTLED:
                ceiling = THROTTLED_PAUSE_SECONDS
            elif code not in _TRANSIENT and _status(fault) < _FIRST_FAULT_STATUS:
                return None
        return self._surroundings.chance(0, ceiling * 2.0 ** (attempt - 1))

    def _corrects_clock(self, fault: "botocore_faults.ClientError") -> bool:
        """Take over the server's time, if a wrong clock is why the server refused the signature."""
        date = fault.response["ResponseMetadata"]["HTTPHeaders"].get("date")
        if not date:
            return False
        from email.utils import parsedate_to_datetime  # only a wrong clock loads it

        try:
            told = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return False
        behind = told - self._surroundings.seconds()
        if abs(behind - self._clock_is_behind_by) < _LEAST_SKEW_SECONDS:
            return False
        self._clock_is_behind_by = behind
        return True


class RetryQuota:
    """The attempts that may be repeated. If most calls fail, repeating all of them would double the load.

    A new process has the full quota. Each call that succeeds gives one attempt back.
    """

    def __init__(self, size: int = 100) -> None:
        self._size = size
        self._left = size
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Use one attempt, if one is left."""
        with self._lock:
            if self._left == 0:
                return False
            self._left -= 1
            return True

    def give_back(self) -> None:
        """Give one attempt back."""
        if self._left == self._size:
            return
        with self._lock:
            self._left = min(self._size, self._left + 1)


def _parsed(received: TableResponse) -> Response:
    try:
        parsed: Response = from_json(received.content)
    except ValueError as fault:
        raise botocore_faults.HTTPClientError(error=fault) from fault
    return parsed


def _refusal(operation: str, received: TableResponse) -> "botocore_faults.ClientError":
    """Returns the error in a response, as botocore's client would raise it."""
    try:
        told = from_json(received.content)
    except ValueError:
        told = {}
    members = dict(told) if isinstance(told, dict) else {}
    code = str(members.pop("__type", received.status)).partition(":")[0].rpartition("#")[2]
    message = members.pop("message", None) or members.pop("Message", "")
    members["Error"] = {"Code": code, "Message": message}
    members["ResponseMetadata"] = {"HTTPStatusCode": received.status, "HTTPHeaders": received.headers}
    return botocore_faults.ClientError(members, operation)  # type: ignore[arg-type]  # with DynamoDB's own members


def _status(fault: "botocore_faults.ClientError") -> int:
    return fault.response["ResponseMetadata"]["HTTPStatusCode"]
