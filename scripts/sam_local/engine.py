"""The container engine: is there one, how do its containers reach this machine, which of them are ours."""

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docker
from docker.errors import DockerException, ImageNotFound, NotFound

from local_stack.settings import StackError

RUNTIME_IMAGE = "public.ecr.aws/lambda/python:3.13"
ARCHITECTURES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
CODE_MOUNT = "/var/task"
_REQUEST_SECONDS = 60


def host_architecture(machine: str | None = None) -> str:
    """This machine's architecture as Lambda names it. Raises StackError when Lambda has none like it."""
    machine = (machine or platform.machine()).lower()
    try:
        return ARCHITECTURES[machine]
    except KeyError:
        raise StackError(f"Lambda has no runtime for {machine}: use x86_64 or arm64") from None


class Engine:
    """The engine that DOCKER_HOST names, or the one of this machine."""

    def __init__(self, connect: Callable[..., Any] = docker.from_env) -> None:
        """Raises StackError when no engine answers."""
        try:
            self._client = connect(timeout=_REQUEST_SECONDS)
            self._client.ping()
        except DockerException as error:
            raise StackError(
                "no container engine answers: install Docker Engine (on Debian `apt install docker.io`), "
                "start it, and set DOCKER_HOST if it listens elsewhere; `make run` needs none"
            ) from error

    def address_of_host(self) -> str:
        """The address at which containers reach this machine. Raises StackError when there is none."""
        try:
            network = self._client.networks.get("bridge")
        except NotFound as error:
            raise StackError("the engine has no network `bridge` to reach this machine by") from error
        for settings in network.attrs["IPAM"]["Config"] or ():
            if "Gateway" in settings:
                return str(settings["Gateway"])
        raise StackError("the engine's network `bridge` has no gateway: restart the engine")

    def has_runtime(self, architecture: str) -> bool:
        """Whether Lambda's runtime for Python is here already, so that no registry is needed."""
        try:
            self._client.images.get(f"{RUNTIME_IMAGE}-{architecture}")
        except ImageNotFound:
            return False
        return True

    def remove_containers_on(self, folder: Path) -> int:
        """Removes the containers whose code is the folder, or in it, at once; returns how many they were."""
        found = [
            container.id
            for container in self._client.containers.list(all=True)
            if _runs_on(container, folder)
        ]
        for identifier in found:
            try:
                self._client.api.remove_container(identifier, force=True)
            except NotFound:
                continue
        return len(found)


def _runs_on(container: Any, folder: Path) -> bool:
    return any(
        mount.get("Destination") == CODE_MOUNT and Path(mount.get("Source", "")).is_relative_to(folder)
        for mount in container.attrs.get("Mounts", ())
    )
