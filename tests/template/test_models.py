"""The model that answers is one that its region has, and those who ask it may.

A model that a region does not have by itself is asked by an inference profile. Bedrock then wants both to be
allowed, the profile in the region of the deployment and the model in each region that the profile leads to
(Amazon Bedrock User Guide, Prerequisites for inference profiles).
"""

import copy
from fnmatch import fnmatchcase
from typing import Any

import pytest

from local_stack.settings import ACCOUNT_ID
from local_stack.template import intrinsics
from local_stack.template.intrinsics import Intrinsics
from tests.template.deployment import declared, declared_functions, listed, target, translated
from tests.template.needs import client_calls, reached, role_of

MODEL = "amazon.nova-lite-v1:0"

DEFAULTS = {
    "us-east-1": MODEL,
    "us-west-2": f"us.{MODEL}",
    "us-gov-west-1": MODEL,
    "ca-central-1": f"ca.{MODEL}",
    "eu-central-1": f"eu.{MODEL}",
    "eu-north-1": f"eu.{MODEL}",
    "ap-northeast-1": f"apac.{MODEL}",
    "ap-southeast-2": f"apac.{MODEL}",
    # Where nobody knows of a profile the deployment has to name one.
    "sa-east-1": MODEL,
}

# Written out: tests are made for them when they are collected, and reading the code takes ten seconds.
ASKING = (
    "ChatFunction",
    "EvaluationTaskFunction",
    "InterviewConversationsFunction",
    "ScorecardPreviewsFunction",
    "ScorecardsFunction",
)


def _resolved(monkeypatch: pytest.MonkeyPatch, region: str, **parameters: str) -> Intrinsics:
    monkeypatch.setitem(intrinsics._PSEUDO_PARAMETERS, "AWS::Region", region)
    if region.startswith("us-gov"):
        monkeypatch.setitem(intrinsics._PSEUDO_PARAMETERS, "AWS::Partition", "aws-us-gov")
    template = {**copy.deepcopy(declared()), "Resources": translated()}
    for name, value in parameters.items():
        template["Parameters"][name]["Default"] = value
    return Intrinsics(template, "https://example.com", "queues")


def _variables(deployment: Intrinsics) -> dict[str, Any]:
    [function] = [translated()[name] for name in ["EvaluationTaskFunction"]]
    variables = function["Properties"]["Environment"]["Variables"]
    return {
        name: deployment.resolve(variables[name]) for name in ("BEDROCK_MODEL_ID", "INTERVIEWER_MODEL_ID")
    }


def _may(deployment: Intrinsics, function: str, resource: str, through: str = "") -> bool:
    """Whether a function may invoke the model or the profile, directly or through a profile."""
    for name, policy in translated().items():
        if policy["Type"] != "AWS::IAM::Policy" or not deployment.is_wanted(name):
            continue
        if role_of(function) not in map(target, policy["Properties"]["Roles"]):
            continue
        for statement in deployment.resolve(policy["Properties"]["PolicyDocument"])["Statement"]:
            if "bedrock:InvokeModel" not in listed(statement["Action"]):
                continue
            profile = (
                statement.get("Condition", {}).get("StringLike", {}).get("bedrock:InferenceProfileArn", "*")
            )
            if fnmatchcase(through, profile) and any(
                fnmatchcase(resource, each) for each in listed(statement["Resource"])
            ):
                return True
    return False


def _model(model: str, region: str, partition: str = "aws") -> str:
    return f"arn:{partition}:bedrock:{region}::foundation-model/{model}"


def _profile(kind: str, name: str, region: str) -> str:
    return f"arn:aws:bedrock:{region}:{ACCOUNT_ID}:{kind}/{name}"


def test_the_functions_that_ask_a_model_are_those_whose_code_does() -> None:
    asking = {
        name
        for name in declared_functions()
        if "BedrockRuntimeClient.converse" in client_calls(reached(name))
    }

    assert asking == set(ASKING)


@pytest.mark.parametrize("region", DEFAULTS)
def test_without_a_parameter_the_model_is_what_the_region_has(
    monkeypatch: pytest.MonkeyPatch, region: str
) -> None:
    variables = _variables(_resolved(monkeypatch, region))

    assert variables == {"BEDROCK_MODEL_ID": DEFAULTS[region], "INTERVIEWER_MODEL_ID": ""}


@pytest.mark.parametrize("function", ASKING)
@pytest.mark.parametrize("region", DEFAULTS)
def test_who_asks_the_default_model_may(monkeypatch: pytest.MonkeyPatch, region: str, function: str) -> None:
    deployment = _resolved(monkeypatch, region)
    if DEFAULTS[region] == MODEL:
        partition = "aws-us-gov" if region.startswith("us-gov") else "aws"
        assert _may(deployment, function, _model(MODEL, region, partition))
        return
    profile = _profile("inference-profile", DEFAULTS[region], region)

    assert _may(deployment, function, profile)
    for elsewhere in (region, "eu-west-3", "us-east-2", "ap-south-1"):
        assert _may(deployment, function, _model(MODEL, elsewhere), through=profile)
        assert not _may(deployment, function, _model(MODEL, elsewhere))


APPLICATION_PROFILE = "a1b2c3d4e5f6"


@pytest.mark.parametrize(
    "given",
    [
        "eu.amazon.nova-micro-v1:0",
        f"arn:aws:bedrock:eu-west-1:{ACCOUNT_ID}:inference-profile/eu.amazon.nova-micro-v1:0",
        f"arn:aws:bedrock:eu-west-1:{ACCOUNT_ID}:application-inference-profile/{APPLICATION_PROFILE}",
    ],
)
@pytest.mark.parametrize("parameter", ["BedrockModelId", "InterviewerModelId"])
def test_either_model_may_be_a_profile_by_its_id_or_its_arn(
    monkeypatch: pytest.MonkeyPatch, parameter: str, given: str
) -> None:
    deployment = _resolved(monkeypatch, "eu-west-1", **{parameter: given})
    named = given if given.startswith("arn:") else _profile("inference-profile", given, "eu-west-1")
    variable = {"BedrockModelId": "BEDROCK_MODEL_ID", "InterviewerModelId": "INTERVIEWER_MODEL_ID"}[parameter]

    assert _variables(deployment)[variable] == given
    assert _may(deployment, "InterviewConversationsFunction", named)
    assert _may(
        deployment, "InterviewConversationsFunction", _model("amazon.nova-micro-v1:0", "eu-north-1"), named
    )
    # The interviewer's own model is nobody else's.
    assert _may(deployment, "ChatFunction", named) == (parameter == "BedrockModelId")


@pytest.mark.parametrize("parameter", ["BedrockModelId", "InterviewerModelId"])
@pytest.mark.parametrize("given", ["mistral.large-v1:0", _model("mistral.large-v1:0", "eu-west-1")])
def test_either_model_may_be_one_that_the_region_has(
    monkeypatch: pytest.MonkeyPatch, parameter: str, given: str
) -> None:
    deployment = _resolved(monkeypatch, "eu-west-1", **{parameter: given})

    assert _may(deployment, "InterviewConversationsFunction", _model("mistral.large-v1:0", "eu-west-1"))


@pytest.mark.parametrize("function", ASKING)
def test_nobody_may_ask_another_model_or_by_another_profile(
    monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    deployment = _resolved(monkeypatch, "eu-west-1", InterviewerModelId="eu.amazon.nova-micro-v1:0")
    other = _profile("inference-profile", "eu.anthropic.claude-opus-v1:0", "eu-west-1")

    assert not _may(deployment, function, _model("anthropic.claude-opus-v1:0", "eu-west-1"))
    assert not _may(deployment, function, other)
    assert not _may(deployment, function, _model("anthropic.claude-opus-v1:0", "eu-west-1"), through=other)


@pytest.mark.parametrize("function", sorted(declared_functions().keys() - set(ASKING)))
def test_who_asks_no_model_may_not(monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    assert not _may(_resolved(monkeypatch, "us-east-1"), function, _model(MODEL, "us-east-1"))
