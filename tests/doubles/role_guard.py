"""Stands where IAM is for the table: what a function does to it in a test, its role has to allow."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from tests.builders.template_table import template

_EVENT = "before-parameter-build.dynamodb"
_WRITES = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
}


@dataclass(frozen=True)
class _Grant:
    actions: frozenset[str]
    indexes: frozenset[str | None]
    leading_keys: tuple[str, ...] | None
    attributes: frozenset[str] | None

    def allows(self, asked: "_Asked") -> bool:
        if f"dynamodb:{asked.action}" not in self.actions or asked.index not in self.indexes:
            return False
        if self.attributes is not None and not asked.attributes <= self.attributes:
            return False
        if self.leading_keys is None:
            return True
        partition = asked.partition
        return partition is not None and any(fnmatchcase(partition, key) for key in self.leading_keys)


@dataclass(frozen=True)
class _Asked:
    """What IAM sees of a call, or of a part of it."""

    action: str
    index: str | None
    partition: str | None
    attributes: frozenset[str]

    @classmethod
    def of(cls, action: str, request: Mapping[str, Any]) -> "_Asked":
        """A request for one item, or for one partition of an index."""
        told = request.get("Item") or request.get("Key") or {}
        names = {*told, *request.get("ExpressionAttributeNames", {}).values()}
        return cls(action, request.get("IndexName"), told["pk"]["S"] if told else None, frozenset(names))


@cache
def _grants(handler: str) -> tuple[_Grant, ...]:
    """What the role of the function with a handler allows on the table."""
    resources = template()["Resources"]
    role = resources[_named(_functions()[handler]["Role"])]["Properties"]
    return tuple(
        _Grant(
            frozenset(_listed(statement["Action"])),
            frozenset(_index_of(resource) for resource in _listed(statement["Resource"])),
            _leading_keys(statement),
            _attributes(statement),
        )
        for policy in role["Policies"]
        for statement in policy["PolicyDocument"]["Statement"]
        if any(action.startswith("dynamodb:") for action in _listed(statement["Action"]))
    )


@cache
def _functions() -> dict[str, Any]:
    """The properties of the template's functions, by their handlers."""
    return {
        each["Properties"]["Handler"]: each["Properties"]
        for each in template()["Resources"].values()
        if each["Type"] == "AWS::Serverless::Function"
    }


def _named(reference: Mapping[str, Any]) -> str:
    attribute = reference["Fn::GetAtt"]
    return str(attribute if isinstance(attribute, str) else attribute[0]).partition(".")[0]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _index_of(resource: Any) -> str | None:
    _, is_index, name = str(resource.get("Fn::Sub", "")).partition("/index/")
    return name if is_index else None


def _leading_keys(statement: Mapping[str, Any]) -> tuple[str, ...] | None:
    condition = statement.get("Condition")
    return tuple(condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]) if condition else None


def _attributes(statement: Mapping[str, Any]) -> frozenset[str] | None:
    exact = statement.get("Condition", {}).get("ForAllValues:StringEquals")
    return frozenset(exact["dynamodb:Attributes"]) if exact else None


class RoleGuard:
    """Notes what functions ask of the table that their roles do not allow."""

    def __init__(self) -> None:
        self._handler: str | None = None
        self._refused: list[str] = []

    def watch(self, client: Any) -> None:
        """Look at every call of a DynamoDB client."""
        client.meta.events.register(_EVENT, self._look, unique_id=f"role-guard-{id(self)}")

    @contextmanager
    def acting(self, handler: str) -> Iterator[None]:
        """While it lasts, the calls are those of the function with this handler, if the template has it."""
        outer, self._handler = self._handler, handler if handler in _functions() else None
        try:
            yield
        finally:
            self._handler = outer
        refused, self._refused = self._refused, []
        assert not refused, f"{handler} has no right to {', '.join(refused)}: see its role in template.yaml"

    def _look(self, params: Mapping[str, Any], model: Any, **_others: object) -> None:
        if self._handler is None:
            return
        for asked in _asked(model.name, params):
            if not any(grant.allows(asked) for grant in _grants(self._handler)):
                self._refused.append(f"{asked.action} {asked.index or ''} of {asked.partition}")


def _asked(operation: str, parameters: Mapping[str, Any]) -> Iterator[_Asked]:
    """What a call asks for, each with what it is done to."""
    if operation == "TransactWriteItems":
        for write in parameters["TransactItems"]:
            ((kind, request),) = write.items()
            yield _Asked.of(_WRITES[kind], request)
    elif operation == "BatchGetItem":
        for request in parameters["RequestItems"].values():
            for key in request["Keys"]:
                yield _Asked.of(operation, {"Key": key})
    else:
        yield _Asked.of(operation, parameters)
