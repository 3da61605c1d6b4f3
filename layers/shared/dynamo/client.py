"""The protocol of the table's DynamoDB clients: seven operations.

The operations have the names and the parameters of botocore's methods. Attributes are in DynamoDB's own JSON.

Two clients implement it: that of botocore (`AwsClients.dynamodb`) and `DirectClient`, which costs a fraction.
Both raise botocore's ClientError when DynamoDB refuses and its BotoCoreError when there is no response.
"""

from collections.abc import Callable
from typing import Any, Protocol

Response = dict[str, Any]
"""A response of DynamoDB, as parsed JSON."""

Operation = Callable[..., Any]
"""Takes an operation's parameters by their names in DynamoDB's interface and returns a Response."""


class TableClient(Protocol):
    """A thread safe client of DynamoDB."""

    @property
    def get_item(self) -> Operation: ...

    @property
    def batch_get_item(self) -> Operation: ...

    @property
    def query(self) -> Operation: ...

    @property
    def put_item(self) -> Operation: ...

    @property
    def update_item(self) -> Operation: ...

    @property
    def delete_item(self) -> Operation: ...

    @property
    def transact_write_items(self) -> Operation: ...
