"""An unexpected failure is a 500, which the log explains and the answer does not."""

import logging
from typing import Any

import pytest
from botocore.exceptions import ClientError

from gather.wiring import Adapters
from tests.builders.service import UNKNOWN_ID, Service
from tests.doubles.table_faults import fail

pytestmark = pytest.mark.routes

SECRET = "ada@example.com is not allowed"


@pytest.mark.in_process
def test_a_fault_of_the_table_is_returned_and_logged_once_without_its_message(
    adapters: Adapters, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    refusal: Any = {"Error": {"Code": "AccessDeniedException", "Message": SECRET}}
    stop = fail(adapters, "GetItem", ClientError(refusal, "GetItem"))
    with caplog.at_level(logging.ERROR):
        reply = service.get(f"/candidates/{UNKNOWN_ID}")
    stop()

    assert (reply.status, reply.error["code"]) == (500, "INTERNAL_ERROR")
    assert SECRET not in str(reply.body)
    (line,) = [record for record in caplog.records if record.message == "unexpected failure"]
    (fault,) = line.__dict__["faults"]
    assert (fault["type"], fault["aws"]) == ("ClientError", "GetItem: AccessDeniedException")
    assert any("candidates" in place or "record_reader.py" in place for place in fault["trace"])
    assert SECRET not in str(line.__dict__)
    assert line.__dict__["requestId"] == reply.body["meta"]["requestId"]
