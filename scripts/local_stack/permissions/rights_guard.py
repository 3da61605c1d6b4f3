"""Refuses the calls of AWS that a role does not allow, in the words of AWS.

The services of the local stack ask nobody who they are. So the clients ask first: those of a function's
process, botocore's and the table's own, and those of state machines.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any

from botocore.client import BaseClient
from botocore.exceptions import ClientError

from local_stack.permissions.policies import AccessRequest
from local_stack.permissions.role_rights import RoleRights, requests_of
from local_stack.settings import ACCOUNT_ID

_TABLE_CLIENT = "dynamo.direct_client"
# How each service names a refusal, and with which status.
_REFUSALS = {
    "dynamodb": ("AccessDeniedException", 400),
    "lambda": ("AccessDeniedException", 403),
    "s3": ("AccessDenied", 403),
    "sqs": ("AccessDenied", 403),
    "stepfunctions": ("AccessDeniedException", 400),
}
_KEY_OF_QUEUE = "KMS.AccessDeniedException"

Call = Callable[..., Any]


def guard_process(rights: RoleRights, session: str) -> None:
    """Guard all clients of this process, for good. `session` is the function that has the role."""
    call_botocore = BaseClient._make_api_call  # type: ignore[attr-defined]  # every call goes through it

    def guarded(self: Any, operation: str, parameters: dict[str, Any]) -> Any:
        check(rights, session, self.meta.service_model.service_name, operation, parameters)
        return call_botocore(self, operation, parameters)

    BaseClient._make_api_call = guarded  # type: ignore[attr-defined]
    # The layer is imported before a function's process starts; an application without one has no such client.
    table_client = getattr(sys.modules.get(_TABLE_CLIENT), "DirectClient", None)
    if table_client is not None:
        call_table = table_client._call

        def guarded_table(self: Any, operation: str, parameters: dict[str, Any]) -> Any:
            check(rights, session, "dynamodb", operation, parameters)
            return call_table(self, operation, parameters)

        table_client._call = guarded_table


def guard_client(client: Any, rights: RoleRights, session: str) -> None:
    """Guard one client of botocore."""

    def look(params: dict[str, Any], model: Any, **_others: object) -> None:
        check(rights, session, model.service_model.service_name, model.name, params)

    service = client.meta.service_model.service_id.hyphenize()
    client.meta.events.register(f"provide-client-params.{service}", look)


def check(
    rights: RoleRights, session: str, service: str, operation: str, parameters: Mapping[str, Any]
) -> None:
    """Raises ClientError, as AWS responds, for a call that the role does not allow."""
    for request in requests_of(service, operation, parameters):
        missing = rights.refused(request)
        if missing is not None:
            raise _refusal(rights, session, service, operation, request, missing)


def _refusal(
    rights: RoleRights, session: str, service: str, operation: str, request: AccessRequest, missing: str
) -> ClientError:
    role = rights.role.rpartition("/")[2]
    user = f"arn:aws:sts::{ACCOUNT_ID}:assumed-role/{role}/{session}"
    message = (
        f"User: {user} is not authorized to perform: {missing} on resource: {request.resource} "
        f"because no identity-based policy allows the {missing} action"
    )
    print(f"{operation} refused: {message}", file=sys.stderr, flush=True)
    code, status = _REFUSALS[service]
    if service == "sqs" and missing.startswith("kms:"):
        code = _KEY_OF_QUEUE
    told: Any = {"Error": {"Code": code, "Message": message}, "ResponseMetadata": {"HTTPStatusCode": status}}
    return ClientError(told, operation)
