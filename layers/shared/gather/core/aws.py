"""AWS clients: made lazily, made once, with the time limits and retries that every call has.

botocore is used without boto3's session, whose resource layer gives a function nothing. It is loaded with the
first client, because most functions need no other client than the table's own (dynamo.direct_client).
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from botocore.config import Config
# The others concern other services, or headers that DynamoDB does not read. These two give a transaction
# the token by which a repeated attempt counts once, and let a stand-in respond for AWS.
KEPT_EVENTS = ("before-parameter-build", "before-send")


def _config(connect_timeout: float, read_timeout: float, attempts: int) -> "Config":
    from botocore.config import Config

    return Config(
        user_agent="talent-screening-service",
        parameter_validation=False,
        connect_timeout=connect_timeout,
        read_timeout=read_timeout,
        retries={"mode": "standard", "total_max_attempts": attempts},
        max_pool_connections=10,
    )


class AwsClients:
    """The clients of a process: each made at its first use and kept. All of them are thread safe."""

    def __init__(self) -> None:
        self._clients: dict[tuple[str, float], Any] = {}

    @cached_property
    def dynamodb(self) -> Any:
        """botocore's client of the table; responses hold attributes in DynamoDB's own JSON.

        Of the 120 handlers that botocore hangs on its calls only those of KEPT_EVENTS stay. A call gives up
        early enough for a request that makes several to respond by itself, before its function is stopped.
        """
        import botocore.session
        from botocore.handlers import BUILTIN_HANDLERS

        from gather.core.plain_json import PlainJsonParserFactory

        session = botocore.session.Session(include_builtin_handlers=False)
        for event, handler, *_ in BUILTIN_HANDLERS:
            if event in KEPT_EVENTS:
                session.register(event, handler)
        session.register_component("response_parser_factory", PlainJsonParserFactory())
        return session.create_client("dynamodb", config=_config(1, 2, attempts=2))

    def client(self, service: str, read_timeout: float = 5) -> Any:
        """A client of another service; callers annotate it with its stub. `read_timeout` in seconds."""
        import botocore.session

        key = service, read_timeout
        if key not in self._clients:
            config = _config(2, read_timeout, attempts=3)
            self._clients[key] = botocore.session.Session().create_client(service, config=config)
        return self._clients[key]
