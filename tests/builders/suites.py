"""Recruiting suites that are connected, as clients of their own routes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.builders.connect import CONNECT, basic, bearer
from tests.builders.service import Reply, Service
from tests.support.suite_orders import CONFIGURATIONS


@dataclass(frozen=True)
class ConnectedSuite:
    """An integration with a suite, and its routes as the suite uses them: with its key."""

    id: str
    vendor: str
    user: str
    key: str
    customer: Service

    @property
    def suite(self) -> Service:
        """The suite's own routes, with the key as the user of Basic."""
        return self.with_headers(basic(self.key, ""))

    @property
    def token_holder(self) -> Service:
        """The suite's own routes, with the key as a bearer token."""
        return self.with_headers(bearer(self.key))

    def with_headers(self, headers: Mapping[str, str]) -> Service:
        """The suite's own routes, with other credentials."""
        return Service(self.customer.transport, None, f"{CONNECT}/{self.vendor}", dict(headers))

    def general(self, method: str, path: str, body: object = None) -> Reply:
        """A request to one of the routes that every vendor has."""
        return self.suite.request(method, path, body)


def connect_suite(customer: Service, vendor: str, **changes: Any) -> ConnectedSuite:
    """A new integration with a suite; `changes` are members of its configuration."""
    configuration = {**CONFIGURATIONS[vendor], **changes}
    body = {"name": vendor.title(), "configuration": configuration}
    reply = customer.post(f"/{vendor}/integrations", body)
    assert reply.status == 201, reply.body
    made = reply.data["integration"]
    return ConnectedSuite(made["id"], vendor, made["user"], made["password"], customer)


def without(body: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The body without the member at `path`, such as `candidate.email`."""
    copy: dict[str, Any] = json.loads(json.dumps(body))
    *steps, last = path.split(".")
    place = copy
    for step in steps:
        place = place[step]
    del place[last]
    return copy
