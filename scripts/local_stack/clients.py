"""AWS clients of the local services, for the stack itself."""

from typing import Any

import boto3
from botocore.config import Config

from local_stack.settings import REGION

ACCESS_KEY = "local"


def local_client(service: str, endpoint: str, **configuration: Any) -> Any:
    """A client of the service at `endpoint`; `configuration` is botocore's."""
    make: Any = boto3.client
    return make(
        service,
        region_name=REGION,
        endpoint_url=endpoint,
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=ACCESS_KEY,
        config=Config(**configuration),
    )
