"""Tenants, and the sandbox that stands beside each of them (interface: Sandbox, rule 1).

A sandbox is an organization and teams of its own: their ids are those of the organization with a mark. Keys,
listings, quotas, tasks and events are built from these ids, so that nothing in the one is reached from the
other, and no worker has to know of it. Clients never see the mark and cannot send it: a request names plain
ids, and what is written in JSON for a client shows plain ones.
"""

from typing import Annotated

from pydantic import PlainSerializer

_MARK = "-sandbox"


def is_sandbox(tenant_id: str) -> bool:
    """Whether this is the id of an organization or a team in its sandbox."""
    return tenant_id.endswith(_MARK)


def sandbox_of(tenant_id: str) -> str:
    """The id of an organization or a team in its sandbox."""
    return tenant_id if is_sandbox(tenant_id) else tenant_id + _MARK


def plain_id(tenant_id: str) -> str:
    """The id of an organization or a team as clients know it, whether or not this is its sandbox."""
    return tenant_id.removesuffix(_MARK)


def beside(tenant_id: str, named: str) -> str:
    """The organization or team that a client calls `named`, in the sandbox if `tenant_id` is in it."""
    return sandbox_of(named) if is_sandbox(tenant_id) else named


TenantId = Annotated[str, PlainSerializer(plain_id, return_type=str, when_used="json")]
"""The id of an organization or a team in a record: stored as it is, shown as clients know it."""
