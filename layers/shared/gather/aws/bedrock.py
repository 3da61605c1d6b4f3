"""A language model on Amazon Bedrock (Converse API).

The model responds through a tool whose schema is its only way to respond.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gather.aws.clients import engine_errors
from gather.language_model.output import unusable
from gather.language_model.sections import new_marker
from gather.ports.language_model import ModelRequest, ModelResponse

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient


class BedrockModel:
    """A LanguageModel that is called through `client`."""

    provider = "bedrock"

    def __init__(
        self,
        engine: str,
        client: Callable[[], BedrockRuntimeClient],
        model_id: str,
        new_marker: Callable[[], str] = new_marker,
    ) -> None:
        self.engine = engine
        self.name = model_id
        self._client = client
        self._new_marker = new_marker

    def respond(self, request: ModelRequest) -> ModelResponse:
        form, prompt = request.form, request.prompt(self._new_marker())
        with engine_errors(self.engine):
            response = self._client().converse(
                modelId=self.name,
                system=[{"text": request.instructions}],
                messages=[{"role": "user", "content": [{"text": prompt}]}],
                inferenceConfig={"maxTokens": request.most_tokens, "temperature": request.temperature},
                toolConfig={
                    "tools": [
                        {
                            "toolSpec": {
                                "name": form.name,
                                "description": form.description,
                                "inputSchema": {"json": form.schema},
                            }
                        }
                    ],
                    "toolChoice": {"tool": {"name": form.name}},
                },
            )
        if response["stopReason"] == "max_tokens":
            raise unusable(self.engine, "it was cut off")
        for block in response["output"].get("message", {"content": []})["content"]:
            use = block.get("toolUse")
            if use and use["name"] == form.name and isinstance(use["input"], Mapping):
                return ModelResponse(use["input"], prompt, response["usage"]["totalTokens"])
        raise unusable(self.engine, "the tool was not used")
