"""The variables of functions in containers: the stack's, at addresses that containers reach."""

from collections.abc import Mapping

from local_stack.settings import HOST

# In a container, and gone with it.
STATE_DIRECTORY = "/tmp/local-state"  # noqa: S108  # nobody else is in the container
_ENDPOINTS = ("AWS_ENDPOINT_URL", "LOCAL_ENGINES_URL")
_QUEUES = ("_QUEUE_URL",)


def container_environment(
    environment: Mapping[str, str], address_of_host: str, state_directory: str = STATE_DIRECTORY
) -> dict[str, str]:
    """`environment` of a function, its services at `address_of_host`.

    Addresses that people follow, such as BASE_URL, stay as they are.
    """
    moved = {
        name: value.replace(f"//{HOST}:", f"//{address_of_host}:") if _is_of_a_service(name) else value
        for name, value in environment.items()
    }
    return {**moved, "GATHER_STATE_DIR": state_directory}


def _is_of_a_service(name: str) -> bool:
    return name.startswith(_ENDPOINTS) or name.endswith(_QUEUES)
