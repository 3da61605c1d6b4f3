"""The command line that the trials of engines share.

The local engine is tried, or a model: of Amazon Bedrock with `--model`, or of the server that
GATHER_MODEL_URL, GATHER_MODEL_NAME and GATHER_MODEL_KEY name, as the local stack reads them.
"""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from gather.core.settings import CompatibleServer
from gather.ports.language_model import LanguageModel

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient


@dataclass(frozen=True, slots=True)
class TrialOptions:
    """The options of a trial: a model of Amazon Bedrock, a server, or neither for the local engine, and a
    whole report.
    """

    bedrock_model: str
    server: CompatibleServer
    with_all: bool

    @property
    def name(self) -> str:
        """The name of the model that is tried; empty for the local engine."""
        return self.bedrock_model or (f"{self.server.name} on a server" if self.server.url else "")

    def language_model(
        self, engine: str, client: "Callable[[], BedrockRuntimeClient]", seconds: float
    ) -> LanguageModel | None:
        """The model that is tried, which failures call `engine`; None for the local engine.

        Bedrock is reached by `client`, and a server has `seconds` for each request.
        """
        if self.bedrock_model:
            from gather.aws.bedrock import BedrockModel

            return BedrockModel(engine, cache(client), self.bedrock_model)
        if self.server.url:
            from gather.compatible.api_keys import GivenKey
            from gather.compatible.chat_completions import CompatibleModel
            from gather.compatible.server import Server

            server = Server(engine, self.server.url, GivenKey(self.server.key))
            return CompatibleModel(server, self.server.name, seconds)
        return None


def read_options(program: str, description: str, help_of_all: str) -> TrialOptions:
    """The options of the command line; without `--model` the environment's MODEL is tried.

    Exits with status 2 for a command line that is not understood.
    """
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("--model", default=os.environ.get("MODEL", ""), help="a model of Amazon Bedrock")
    parser.add_argument("--all", action="store_true", help=help_of_all)
    options = parser.parse_args()
    server = CompatibleServer(
        url=os.environ.get("GATHER_MODEL_URL", ""),
        name=os.environ.get("GATHER_MODEL_NAME", ""),
        key=os.environ.get("GATHER_MODEL_KEY", ""),
    )
    return TrialOptions(options.model, server, options.all)
