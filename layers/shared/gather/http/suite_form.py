"""The responses of a recruiting suite's own routes: the suite's members, never our envelope."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aws_lambda_powertools.event_handler import Response
from pydantic import TypeAdapter
from pydantic_core import to_json

from gather.connect.suite_protocol import Refusal, SuiteAnswer
from gather.core.errors import GatherError
from gather.http.compression import REQUEST_ID_HEADER
from gather.http.envelope import JSON


@dataclass(frozen=True)
class SuiteForm:
    """The form of a suite's responses, whose faults `refuse` writes in the suite's own words."""

    refuse: Refusal

    def success(
        self,
        result: object,
        _adapter: TypeAdapter[Any],
        _status: int,
        request_id: str,
        _now: datetime,
        headers: Mapping[str, str],
    ) -> Response[str]:
        """The response that a suite's route has answered with."""
        if not isinstance(result, SuiteAnswer):
            raise TypeError(f"a suite's route answered with {type(result).__qualname__}")
        return _response(result, {REQUEST_ID_HEADER: request_id, **headers})

    def failure(
        self, error: GatherError, request_id: str, _now: datetime, headers: Mapping[str, str]
    ) -> Response[str]:
        """The response of a fault, by the status that the suite's documentation has for it."""
        own = {REQUEST_ID_HEADER: request_id, **headers, **error.headers}
        return _response(self.refuse(error), own)


def _response(answer: SuiteAnswer, headers: Mapping[str, str]) -> Response[str]:
    body = "" if answer.body is None else to_json(answer.body).decode()
    return Response(
        status_code=answer.status, content_type=JSON, body=body, headers={**headers, **answer.headers}
    )
