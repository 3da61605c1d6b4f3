"""The engines behind a model on Amazon Bedrock, called through a client of one's own."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from gather.aws.bedrock import BedrockModel
from gather.language_model import assistant, evaluation, interviewer
from gather.language_model.sections import new_marker

MODEL_ID = "a-model"

Client = Callable[[], Any]
Marker = Callable[[], str]


def bedrock_evaluation(client: Client, mark: Marker = new_marker) -> evaluation.ModelEvaluation:
    model = BedrockModel(evaluation.ENGINE, client, MODEL_ID, mark)
    return evaluation.ModelEvaluation(model, model)


def bedrock_assistant(client: Client, mark: Marker = new_marker) -> assistant.ModelAssistant:
    return assistant.ModelAssistant(BedrockModel(assistant.ENGINE, client, MODEL_ID, mark))


def bedrock_interviewer(
    client: Client, mark: Marker = new_marker, clock: Callable[[], float] = monotonic
) -> interviewer.ModelInterviewer:
    return interviewer.ModelInterviewer(BedrockModel(interviewer.ENGINE, client, MODEL_ID, mark), clock)
