"""Serves the API in containers: the build, the template and the variables for SAM CLI, and its server."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

from cloudformation.template import read_template, with_includes
from local_stack.process.ready_file import write_private
from local_stack.process.stop_request import StopRequest
from local_stack.settings import PROJECT
from local_stack.stack import Environments
from sam_local.container_environment import container_environment
from sam_local.derived_template import derive
from sam_local.engine import Engine
from sam_local.engines_layer import build_engines_layer
from sam_local.forwarder import Forwarder
from sam_local.hot_reload import BuiltPackage, HotReload, built_packages
from sam_local.sam_cli import SamBuild, SamStartApi

FOLDER = PROJECT / ".aws-sam" / "local"
BUILD = FOLDER / "build"
TEMPLATE = BUILD / "sam-local.json"
"""The template that SAM CLI serves. It is beside the built one, because what it names is relative to it."""
VARIABLES = FOLDER / "environment.json"


class ContainerServer:
    """The API in containers of the engine. Its build begins when it is made."""

    def __init__(self, engine: Engine, architecture: str, address_of_host: str) -> None:
        self._engine = engine
        self._architecture = architecture
        self._address_of_host = address_of_host
        # An edit during the build is in one part of it and not in another: it is followed afterwards.
        self._packages = list(built_packages(BUILD, _packages(read_template())))
        self._build = SamBuild(BUILD, architecture)

    @contextmanager
    def serve(self, environments: Environments, ports: tuple[int, ...], stop: StopRequest) -> Iterator[int]:
        """An ApiServer of the stack. Raises StackError, or StopRequested."""
        with ExitStack() as parts:
            parts.callback(self._build.close)
            forwarder = Forwarder(self._address_of_host, ports)
            parts.callback(forwarder.close)
            build_engines_layer(FOLDER / "engines", self._architecture)
            self._build.wait(stop)
            self._write_template(environments)
            reload = HotReload(self._packages, self._replace)
            parts.callback(reload.close)
            parts.callback(self._engine.remove_containers_on, BUILD)
            server = SamStartApi(
                TEMPLATE,
                VARIABLES,
                _credentials(environments),
                pulls=not self._engine.has_runtime(self._architecture),
            )
            parts.callback(server.close)
            server.wait(stop)
            yield server.port

    def _replace(self, package: BuiltPackage) -> None:
        """Removes the containers that have imported the package: SAM CLI makes others for later calls."""
        replaced = sum(map(self._engine.remove_containers_on, package.users))
        print(f"{package.name} has changed, and {replaced} containers with it.", flush=True)

    def _write_template(self, environments: Environments) -> None:
        in_containers = {
            function: container_environment(environment, self._address_of_host)
            for function, environment in environments.items()
        }
        template = derive(
            with_includes(read_template(BUILD / "template.yaml"), BUILD),
            architecture=self._architecture,
            variables={name for environment in in_containers.values() for name in environment},
            engines=str(FOLDER / "engines"),
        )
        TEMPLATE.write_text(json.dumps(template, indent=1), encoding="utf-8")
        write_private(VARIABLES, in_containers)


def _packages(template: Mapping[str, Any]) -> dict[str, str]:
    """The package of each function's handler, by the function's logical id."""
    return {
        name: str(resource["Properties"]["Handler"]).partition(".")[0]
        for name, resource in template["Resources"].items()
        if resource["Type"] == "AWS::Serverless::Function"
    }


def _credentials(environments: Environments) -> dict[str, str]:
    """The stack's, which SAM CLI would otherwise look for on this machine."""
    environment = next(iter(environments.values()))
    return {name: environment[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
