"""Stands where IAM is for the table: what a function does to it in a test, its role has to allow.

The rights are read and looked at as on the local stack (`local_stack.permissions`).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from local_stack.permissions.access_rules import AccessRules
from local_stack.permissions.role_rights import RoleRights, requests_of
from local_stack.settings import PROJECT
from local_stack.template.resources import Template

_EVENT = "before-parameter-build.dynamodb"


@cache
def _rights() -> dict[str, RoleRights]:
    """The rights of the template's functions, by their handlers."""
    template = Template(PROJECT / "template.yaml", "http://127.0.0.1:3000", "127.0.0.1:4566")
    access = AccessRules(template)
    return {function.handler: access.rights_of(function.role) for function in template.functions()}


@cache
def _table_name() -> str:
    template = Template(PROJECT / "template.yaml", "http://127.0.0.1:3000", "127.0.0.1:4566")
    [(logical_id, _)] = template.named("AWS::DynamoDB::Table")
    return template.intrinsics.physical_name(logical_id)


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
        outer, self._handler = self._handler, handler if handler in _rights() else None
        try:
            yield
        finally:
            self._handler = outer
        refused, self._refused = self._refused, []
        assert not refused, f"{handler} has no right to {', '.join(refused)}: see its role in template.yaml"

    def _look(self, params: Mapping[str, Any], model: Any, **_others: object) -> None:
        if self._handler is None:
            return
        rights = _rights()[self._handler]
        for request in requests_of("dynamodb", model.name, _in_the_stack(params)):
            missing = rights.refused(request)
            if missing is not None:
                self._refused.append(f"{missing} on {request.resource} {request.context}")


def _in_the_stack(value: Any) -> Any:
    """The parameters of a call for the table of the local stack: a test's table has another name."""
    if isinstance(value, list):
        return [_in_the_stack(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    renamed = {"TableName": _table_name()} if "TableName" in value else {}
    if "RequestItems" in value:
        return {**value, "RequestItems": {_table_name(): part for part in value["RequestItems"].values()}}
    if "TransactItems" in value:
        return {**value, "TransactItems": _in_the_stack(value["TransactItems"])}
    writes = {kind: {**value[kind], "TableName": _table_name()} for kind in _KINDS if kind in value}
    return {**value, **renamed, **writes}


_KINDS = ("Put", "Update", "Delete", "ConditionCheck")
