"""The calls that reading a table's stream takes, to a local server of DynamoDB Streams.

botocore's client signs each request and checks each response, which costs more than the server's work; the
stream is read after every write of the stack.
"""

import http.client
import json
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from local_stack.clients import ACCESS_KEY
from local_stack.settings import REGION

_SECONDS = 30
_HEADERS = {
    "Content-Type": "application/x-amz-json-1.0",
    # Names the service that is meant; the local servers want a signature and a date, and check neither.
    "Authorization": f"AWS4-HMAC-SHA256 Credential={ACCESS_KEY}/20000101/{REGION}/dynamodb/aws4_request, "
    "SignedHeaders=host, Signature=0",
    "X-Amz-Date": "20000101T000000Z",
}


class StreamFault(Exception):
    """The server does not respond, or responds with an error."""


class StreamClient:
    """One connection to the server, for one thread."""

    def __init__(self, endpoint: str) -> None:
        address = urlsplit(endpoint)
        self._connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=_SECONDS)

    def shard(self, stream: str) -> str:
        """The id of the stream's first shard; local streams have one. Raises StreamFault."""
        described = self._call("DescribeStream", {"StreamArn": stream})
        shard_id: str = described["StreamDescription"]["Shards"][0]["ShardId"]
        return shard_id

    def iterator(self, stream: str, shard: str, place: dict[str, str]) -> str:
        """An iterator that begins at `place`, as GetShardIterator takes it. Raises StreamFault."""
        members = {"StreamArn": stream, "ShardId": shard, **place}
        iterator: str = self._call("GetShardIterator", members)["ShardIterator"]
        return iterator

    def records(self, iterator: str, most: int) -> tuple[list[dict[str, Any]], str | None]:
        """Up to `most` records, and the iterator that follows them. Raises StreamFault."""
        response = self._call("GetRecords", {"ShardIterator": iterator, "Limit": most})
        return response["Records"], response.get("NextShardIterator")

    def close(self) -> None:
        """Ends the connection; the next call makes another."""
        self._connection.close()

    def _call(self, operation: str, members: dict[str, Any]) -> Any:
        try:
            self._connection.request(
                "POST",
                "/",
                json.dumps(members).encode(),
                {**_HEADERS, "X-Amz-Target": f"DynamoDBStreams_20120810.{operation}"},
            )
            response = self._connection.getresponse()
            content = response.read()
            if response.status == HTTPStatus.OK:
                return json.loads(content)
        except (OSError, http.client.HTTPException, ValueError) as error:
            with suppress(OSError):
                self._connection.close()
            raise StreamFault(f"{operation}: {type(error).__name__}") from error
        raise StreamFault(f"{operation}: {response.status}")
