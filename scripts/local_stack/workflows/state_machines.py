"""The template's state machines in moto, and the clients that their tasks call AWS with."""

from collections.abc import Callable
from functools import cache
from typing import Any

from local_stack.clients import local_client
from local_stack.permissions.rights_guard import guard_client
from local_stack.permissions.role_rights import RoleRights
from local_stack.settings import StackError
from local_stack.template.resources import StateMachine


def client_factory(
    endpoint: str, table_endpoint: str, rights_of: Callable[[str], RoleRights]
) -> Callable[..., Any]:
    """moto's state machines make a client for each task, which costs more than the task; these are kept."""

    @cache
    def client(service: str, role: str) -> Any:
        made = local_client(
            service,
            table_endpoint if service == "dynamodb" else endpoint,
            parameter_validation=False,
            retries={"total_max_attempts": 1},
            read_timeout=900,
        )
        guard_client(made, rights_of(role), "execution")
        return made

    def client_for(region: str, service: str, state_credentials: Any) -> Any:
        return client(service, state_credentials.role_arn)

    return client_for


def create_state_machine(client: Any, machine: StateMachine) -> None:
    try:
        client.create_state_machine(
            name=machine.name,
            definition=machine.definition,
            type=machine.kind,
            roleArn=machine.role,
        )
    except client.exceptions.InvalidDefinition as error:
        raise StackError(f"state machine {machine.name}: {error.response['Error']['Message']}") from error
