"""AWS clients of the local services, for the stack itself."""

from typing import Any

import boto3
import botocore.session
from botocore.config import Config
from botocore.parsers import JSONParser, ResponseParserFactory

from local_stack.settings import REGION

ACCESS_KEY = "local"


def local_client(service: str, endpoint: str, **configuration: Any) -> Any:
    """A client of the service at `endpoint`; `configuration` is botocore's."""
    return _client(boto3.client, service, endpoint, configuration)


def plain_client(service: str, endpoint: str, **configuration: Any) -> Any:
    """The same, with answers as JSON has them: for services of that protocol."""
    session = botocore.session.get_session()
    session.register_component("response_parser_factory", _PlainParserFactory())
    return _client(boto3.Session(botocore_session=session).client, service, endpoint, configuration)


def _client(make: Any, service: str, endpoint: str, configuration: dict[str, Any]) -> Any:
    return make(
        service,
        region_name=REGION,
        endpoint_url=endpoint,
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=ACCESS_KEY,
        config=Config(**configuration),
    )


class _PlainParser(JSONParser):
    def _parse_shape(self, shape: object, node: object) -> object:
        return node


class _PlainParserFactory(ResponseParserFactory):
    def create_parser(self, protocol_name: str) -> JSONParser:
        return _PlainParser()
