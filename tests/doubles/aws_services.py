"""AWS services that respond from a function instead of the network.

The client is a real one: requests are validated and serialized, and answers parsed, by botocore.
"""

import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.compat import HTTPHeaders


class _Body(io.BytesIO):
    def stream(self, **_: object) -> "list[bytes]":
        return [self.read()]


@dataclass(frozen=True)
class Call:
    """A request that the client sends."""

    operation: str
    url: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class ServiceResponse:
    """A response of the service; a body of bytes is sent as it is, anything else as JSON."""

    body: object = field(default_factory=dict)
    status: int = 200
    content_type: str = "application/json"


def refusal(code: str, status: int = 400, message: str = "No.") -> ServiceResponse:
    """Returns an error of the service."""
    return ServiceResponse({"__type": code, "code": code, "message": message, "Message": message}, status)


def model_answer(tool: str, tool_input: object, stop_reason: str = "tool_use") -> ServiceResponse:
    """Returns the response of a model on Amazon Bedrock that writes a text and uses a tool."""
    use = {"toolUse": {"toolUseId": "1", "name": tool, "input": tool_input}}
    return ServiceResponse(
        {
            "output": {"message": {"role": "assistant", "content": [{"text": "Here it is."}, use]}},
            "stopReason": stop_reason,
            "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
            "metrics": {"latencyMs": 1},
        }
    )


@dataclass
class FakeService:
    """Handles the calls of the clients that it is attached to, and keeps them in `calls`."""

    answer: Callable[[Call], ServiceResponse]
    calls: list[Call] = field(default_factory=list)

    def attach(self, client: Any) -> None:
        """Put this service behind a boto3 client, before any stand-in for all of AWS."""
        client.meta.events.register_first("before-send", self._send)

    def _send(self, request: AWSPreparedRequest, event_name: str, **_: object) -> AWSResponse:
        body = request.body if isinstance(request.body, bytes) else b""
        call = Call(event_name.rpartition(".")[2], request.url, json.loads(body or b"{}"))
        self.calls.append(call)
        answer = self.answer(call)
        content = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        headers = HTTPHeaders()
        headers["content-type"] = answer.content_type
        if answer.status >= 400 and isinstance(answer.body, Mapping):
            headers["x-amzn-errortype"] = str(answer.body["__type"])
        return AWSResponse(request.url, answer.status, headers, _Body(content))
