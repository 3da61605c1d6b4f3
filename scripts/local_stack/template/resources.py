"""Reads the deployed SAM template: the same file that `sam deploy` takes says what runs here.

The official translator turns it into plain CloudFormation; `intrinsics` then replaces its references by
local names. A resource type that is neither built here nor known to need nothing here stops the start.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
from samtranslator.model.exceptions import InvalidDocumentException
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

from cloudformation.template import read_template, with_includes
from local_stack.settings import REGION, StackError
from local_stack.template.intrinsics import BUILT_TYPES, Intrinsics

# They have no part in how the application behaves on one machine.
INERT_TYPES = frozenset(
    {
        "AWS::ApiGatewayV2::Api",
        "AWS::ApiGatewayV2::ApiMapping",
        "AWS::ApiGatewayV2::DomainName",
        "AWS::ApiGatewayV2::Stage",
        "AWS::Budgets::Budget",
        "AWS::CertificateManager::Certificate",
        "AWS::CloudFront::Distribution",
        "AWS::CloudFront::Function",
        "AWS::CloudFront::OriginAccessControl",
        "AWS::CloudFront::ResponseHeadersPolicy",
        "AWS::CloudWatch::Alarm",
        "AWS::Cognito::UserPool",
        "AWS::Cognito::UserPoolClient",
        "AWS::Cognito::UserPoolDomain",
        "AWS::CloudWatch::CompositeAlarm",
        "AWS::CloudWatch::Dashboard",
        "AWS::IAM::ManagedPolicy",
        "AWS::IAM::Policy",
        "AWS::IAM::Role",
        "AWS::KMS::Alias",
        "AWS::KMS::Key",
        "AWS::Lambda::Alias",
        "AWS::Lambda::EventInvokeConfig",
        "AWS::Lambda::LayerVersion",
        "AWS::Lambda::LayerVersionPermission",
        "AWS::Lambda::Permission",
        "AWS::Lambda::Version",
        "AWS::Logs::LogGroup",
        "AWS::Logs::MetricFilter",
        "AWS::Logs::QueryDefinition",
        "AWS::ResourceGroups::Group",
        "AWS::Route53::RecordSet",
        "AWS::S3::BucketPolicy",
        "AWS::SES::ConfigurationSet",
        "AWS::SES::ConfigurationSetEventDestination",
        "AWS::SNS::Subscription",
        "AWS::SNS::Topic",
        "AWS::SNS::TopicPolicy",
        "AWS::SQS::QueuePolicy",
        "AWS::SSM::Parameter",
        "AWS::Scheduler::ScheduleGroup",
        "AWS::WAFv2::WebACL",
        "AWS::WAFv2::WebACLAssociation",
    }
)
LOCAL_CODE_PROPERTIES = ("CodeUri", "ContentUri", "DefinitionUri")
# The translator wants code to be in S3 already; what is there is never read.
UPLOADED = "s3://local/source"

_ANY_METHOD = "x-amazon-apigateway-any-method"
_CORS = "x-amazon-apigateway-cors"
_INTEGRATION = "x-amazon-apigateway-integration"
_FUNCTION_OF_INTEGRATION = re.compile(r"/functions/\$\{(\w+)\.Arn\}(?::\w+)?/invocations$")

Properties = dict[str, Any]


@dataclass(frozen=True)
class Function:
    """A function of the template. `package` is the folder of its handler, `role` the ARN of its role.

    Lambda ends a loop that the function is in, unless it `may_loop`.
    """

    logical_id: str
    name: str
    handler: str
    timeout: float
    environment: dict[str, str]
    role: str = ""
    may_loop: bool = False

    @property
    def package(self) -> str:
        return self.handler.split(".", 1)[0]


@dataclass(frozen=True)
class StateMachine:
    """A state machine; `definition` is its ASL with the substitutions made."""

    name: str
    definition: str
    kind: str
    role: str


@dataclass(frozen=True)
class EventSource:
    """A queue or a table's stream (`source_arn`) that invokes a function; `properties` are the mapping's."""

    logical_id: str
    function: str
    source_arn: str
    properties: Properties


@dataclass(frozen=True)
class Schedule:
    """A function invoked at times: `rate(5 minutes)`, `cron(0 3 * * ? *)`. `input` is the event as text."""

    name: str
    function: str
    expression: str
    input: str | None


@dataclass(frozen=True)
class EventRule:
    """A rule that sends events that match its `pattern`, JSON, to queues: `targets`, ARNs by their ids."""

    name: str
    pattern: str
    targets: dict[str, str]


class Template:
    """The resources of template.yaml that the stack builds, by kind. `intrinsics` names them all."""

    def __init__(
        self, path: Path, base_url: str, queue_host: str, parameters: Mapping[str, str] | None = None
    ) -> None:
        """`parameters` are those that have another value than their default.

        Raises StackError when the template is not valid or asks for what the stack does not have.
        """
        self._path = path
        document = _read(path)
        self._definitions = _detach_local_code(document)
        self._resources: dict[str, Properties] = _translate(document)
        self.intrinsics = Intrinsics(
            {**document, "Resources": self._resources}, base_url, queue_host, parameters or {}
        )
        self._refuse_unknown_types()

    def named(self, kind: str) -> Iterator[tuple[str, Properties]]:
        """Logical id and resolved properties of every resource of a CloudFormation type."""
        for logical_id, resource in self._resources.items():
            if resource["Type"] == kind and self.intrinsics.is_wanted(logical_id):
                yield logical_id, self.intrinsics.resolve(resource.get("Properties", {}))

    def functions(self) -> list[Function]:
        return [
            Function(
                logical_id=logical_id,
                name=self.intrinsics.physical_name(logical_id),
                handler=properties["Handler"],
                timeout=float(properties.get("Timeout", 3)),
                environment={
                    name: _environment_text(value)
                    for name, value in properties.get("Environment", {}).get("Variables", {}).items()
                },
                role=properties["Role"],
                may_loop=properties.get("RecursiveLoop") == "Allow",
            )
            for logical_id, properties in self.named("AWS::Lambda::Function")
        ]

    def routes(self) -> dict[str, str]:
        """The logical id of the function behind each route of the HTTP API.

        The key of a route is `GET /m/{token}`, or `$default`. Raises StackError for what the stack's gateway
        does not do.
        """
        bodies = [
            with_includes(resource["Properties"]["Body"], self._path.parent)
            for resource in self._resources.values()
            if resource["Type"] == "AWS::ApiGatewayV2::Api"
        ]
        if any(_CORS in body for body in bodies):
            raise StackError("template.yaml: the gateway of the local stack answers no preflight requests")
        return {
            _route_key(method, path): _function_behind(operation, path)
            for body in bodies
            for path, operations in body["paths"].items()
            for method, operation in operations.items()
        }

    def state_machines(self) -> list[StateMachine]:
        return [
            StateMachine(
                name=self.intrinsics.physical_name(logical_id),
                definition=self._definition(logical_id, properties),
                kind=properties.get("StateMachineType", "STANDARD"),
                role=properties["RoleArn"],
            )
            for logical_id, properties in self.named("AWS::StepFunctions::StateMachine")
        ]

    def event_sources(self) -> list[EventSource]:
        return [
            EventSource(
                logical_id,
                _function_name(properties["FunctionName"]),
                properties["EventSourceArn"],
                properties,
            )
            for logical_id, properties in self.named("AWS::Lambda::EventSourceMapping")
            if properties.get("Enabled", True)
        ]

    def schedules(self) -> list[Schedule]:
        schedules = [
            Schedule(
                properties.get("Name", logical_id),
                _function_name(properties["Target"]["Arn"]),
                properties["ScheduleExpression"],
                properties["Target"].get("Input"),
            )
            for logical_id, properties in self.named("AWS::Scheduler::Schedule")
            if properties.get("State", "ENABLED") == "ENABLED"
        ]
        for logical_id, properties in self.named("AWS::Events::Rule"):
            if "ScheduleExpression" in properties and properties.get("State", "ENABLED") == "ENABLED":
                schedules += [
                    Schedule(
                        logical_id,
                        _function_name(target["Arn"]),
                        properties["ScheduleExpression"],
                        target.get("Input"),
                    )
                    for target in properties["Targets"]
                ]
        return schedules

    def event_rules(self) -> list[EventRule]:
        """The rules for events. Raises StackError for a target that the stack's EventBridge cannot reach."""
        rules = []
        for logical_id, properties in self.named("AWS::Events::Rule"):
            if "EventPattern" in properties and properties.get("State", "ENABLED") == "ENABLED":
                targets = {target["Id"]: str(target["Arn"]) for target in properties["Targets"]}
                if any(arn.split(":")[2] != "sqs" for arn in targets.values()):
                    raise StackError(
                        f"template.yaml: {logical_id} sends events to something else than queues"
                    )
                name = self.intrinsics.physical_name(logical_id)
                rules.append(EventRule(name, json.dumps(properties["EventPattern"]), targets))
        return rules

    def _definition(self, logical_id: str, properties: Properties) -> str:
        if logical_id in self._definitions:
            text = (self._path.parent / self._definitions[logical_id]).read_text(encoding="utf-8")
        else:
            text = properties.get("DefinitionString") or json.dumps(properties["Definition"])
        for name, value in properties.get("DefinitionSubstitutions", {}).items():
            text = text.replace(f"${{{name}}}", str(value))
        return text

    def _refuse_unknown_types(self) -> None:
        for logical_id, resource in self._resources.items():
            if resource["Type"] not in INERT_TYPES and resource["Type"] not in BUILT_TYPES:
                raise StackError(
                    f"template.yaml: {logical_id} is an {resource['Type']}, which the local stack neither "
                    "builds nor knows to do without: add it to local_stack/template/resources.py"
                )


def _read(path: Path) -> Properties:
    try:
        return read_template(path)
    except ValueError as error:
        raise StackError(f"template.yaml is not valid: {error}") from error


def _detach_local_code(document: Properties) -> dict[str, str]:
    """Points local code at S3, as the translator wants it; returns the state machines' files."""
    sections = [
        *document.get("Globals", {}).values(),
        *(r.get("Properties", {}) for r in document["Resources"].values()),
    ]
    definitions = {
        logical_id: resource["Properties"]["DefinitionUri"]
        for logical_id, resource in document["Resources"].items()
        if isinstance(resource.get("Properties", {}).get("DefinitionUri"), str)
    }
    for section in sections:
        for name in LOCAL_CODE_PROPERTIES:
            if isinstance(section.get(name), str):
                section[name] = UPLOADED
    return definitions


def _translate(document: Properties) -> dict[str, Properties]:
    translator = Translator({}, Parser(), None, boto3.Session(region_name=REGION))
    try:
        translated = translator.translate(document, {})
    except InvalidDocumentException as error:
        causes = "; ".join(str(cause.message) for cause in error.causes)
        raise StackError(f"template.yaml is not valid: {causes or error.message}") from error
    resources: dict[str, Properties] = translated["Resources"]
    return resources


def _route_key(method: str, path: str) -> str:
    if path == "/$default":
        return "$default"
    return f"{'ANY' if method == _ANY_METHOD else method.upper()} {path}"


def _function_behind(operation: Properties, path: str) -> str:
    integration = operation[_INTEGRATION]
    function = _FUNCTION_OF_INTEGRATION.search(integration["uri"]["Fn::Sub"])
    if function is None or integration["payloadFormatVersion"] != "2.0":
        raise StackError(f"template.yaml: {path} invokes no function with the payload format 2.0")
    if "security" in operation:
        raise StackError(f"template.yaml: the gateway of the local stack knows no route like {path}")
    return function[1]


def _environment_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _function_name(reference: str) -> str:
    """The function's name, from a name or an ARN."""
    return reference.partition(":function:")[2].partition(":")[0] or reference
