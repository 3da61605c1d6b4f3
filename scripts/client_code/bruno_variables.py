"""The variables of the collection for Bruno: the id that one response shows is sent by the requests after it.

A path's `{id}` is named by the record that the segment before it names, so that `/jobs/{id}` and
`/jobs/{jobId}/…` are about the same job. What no response shows is a variable of the environment.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic.alias_generators import to_camel

from client_code.plain_document import Schema, operations

KEYS: Mapping[str, str] = {
    "gather": "apiKey",
    "admin": "adminKey",
    "accounts": "accountsKey",
    "integrations": "integrationsKey",
}
"""The variable of the key of each scope."""

FROM_OUTSIDE = (
    *("organizationId", "teamId", "userId", "vendor"),
    *("knowledgeBaseId", "meetingId", "screeningQuestionnaireId"),
)
"""The owners of a key, and records that no operation creates. No response sets these variables."""

_SAME: Mapping[str, str] = {
    "artifactId": "interviewId",
    "assignmentId": "workflowTemplateAssignmentId",
    "deliveryId": "webhookDeliveryId",
    "enrollmentStepId": "workflowEnrollmentStepId",
    "previewId": "scoreCardPreviewId",
    "targetTeamId": "teamId",
    "templateId": "workflowTemplateId",
    "token": "chatToken",
}
"""Names of members that mean what another variable does."""

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def of_path(path: str, name: str) -> str:
    """The variable of a parameter in a path."""
    if name not in ("id", "token"):
        return name
    kind = path.partition(f"/{{{name}}}")[0].rpartition("/")[2]
    record = _singular(to_camel(kind.replace("-", "_")))
    return (
        {"mToken": "meetingToken"}.get(f"{record}Token", f"{record}Token")
        if name == "token"
        else f"{record}Id"
    )


class Variables:
    """The variables of the document's operations: which response sets each, and which requests send it."""

    def __init__(self, document: Schema) -> None:
        in_paths = {
            of_path(path, name) for path, *_ in operations(document) for name in re.findall(r"{(\w+)}", path)
        }
        in_bodies = {
            name
            for _, _, operation in operations(document)
            for name in _identifying(_example_of_request(operation))
        }
        wanted = (in_paths | in_bodies | {"chatToken"}) - set(FROM_OUTSIDE)
        self._told: dict[str, dict[str, str]] = {}
        shown: set[str] = set()
        # A record's own creation goes before what else shows one, and a list comes last.
        for creates, has_parameters in ((True, False), (True, True), (False, False), (False, True)):
            found: set[str] = set()
            for path, method, operation in operations(document):
                if (method == "POST") is not creates or ("{" in path) is not has_parameters:
                    continue
                if method not in ("POST", "GET"):
                    continue
                told = {name: place for name, place in _shown(path, operation) if name in wanted - shown}
                if told:
                    self._told[operation["operationId"]] = told
                found |= told.keys()
            shown |= found
        self.environment = sorted({*FROM_OUTSIDE, *(in_paths - shown)})
        self._known = shown | {*FROM_OUTSIDE}

    def told_by(self, operation: Schema) -> Mapping[str, str]:
        """Returns the variables that a response of the operation sets, each with its place in it."""
        return self._told.get(operation["operationId"], {})

    def in_query(self, name: str) -> str | None:
        """The variable that a parameter of a query can have as its value, or None."""
        variable = _SAME.get(name, name)
        return variable if variable in self._known else None

    def in_body(self, body: Any) -> Any:
        """An example body with variables in place of made-up ids. A list names each variable once."""
        return self._put_in(body, "")

    def _put_in(self, value: Any, name: str) -> Any:
        if isinstance(value, dict):
            inner = f"{_singular(name)}Id"
            return {
                member: self._put_in(each, inner if member == "id" else member)
                for member, each in value.items()
            }
        if isinstance(value, list):
            return _distinct([self._put_in(each, _singular(name)) for each in value])
        variable = _SAME.get(name, name)
        if isinstance(value, str) and variable in self._known and _UUID.fullmatch(value):
            return f"{{{{{variable}}}}}"
        return value


def _example_of_request(operation: Schema) -> Any:
    return operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")


def _identifying(value: Any, name: str = "") -> Iterator[str]:
    """The variables that a body could have."""
    if isinstance(value, dict):
        for member, each in value.items():
            yield from _identifying(each, f"{_singular(name)}Id" if member == "id" else member)
    elif isinstance(value, list):
        for each in value:
            yield from _identifying(each, _singular(name))
    elif isinstance(value, str) and _UUID.fullmatch(value):
        yield _SAME.get(name, name)


def _shown(path: str, operation: Schema) -> Iterator[tuple[str, str]]:
    """The variables that a successful response could set, with their places."""
    answers = [
        response.get("content", {}).get("application/json", {}).get("example")
        for status, response in operation["responses"].items()
        if status.startswith("2")
    ]
    data = next((answer["data"] for answer in answers if answer and "data" in answer), None)
    if not isinstance(data, dict):
        return
    if "id" in data and "{" not in path:
        kind = _singular(to_camel(path.rpartition("/")[2].replace("-", "_")))
        yield f"{kind}Id", "res.body.data.id"
    for name, value in data.items():
        if isinstance(value, str):
            yield _SAME.get(name, name), f"res.body.data.{name}"
        elif isinstance(value, dict) and "id" in value:
            yield _SAME.get(f"{name}Id", f"{name}Id"), f"res.body.data.{name}.id"
        elif isinstance(value, list) and value and isinstance(value[0], dict) and "id" in value[0]:
            one = f"{_singular(name)}Id"
            yield _SAME.get(one, one), f"res.body.data.{name}[0]?.id"


def _distinct(elements: list[Any]) -> list[Any]:
    """Leaves out elements that name a variable which an earlier element has named."""
    kept: list[Any] = []
    named: set[str] = set()
    for each in elements:
        variables = set(re.findall(r"{{\w+}}", json.dumps(each)))
        if not variables & named:
            kept.append(each)
        named |= variables
    return kept


def _singular(name: str) -> str:
    return f"{name.removesuffix('ies')}y" if name.endswith("ies") else name.removesuffix("s")
