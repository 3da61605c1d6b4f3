"""Replaces the references of a CloudFormation template by the names that resources have here."""

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from local_stack.settings import ACCOUNT_ID, REGION, STACK_NAME, StackError

_REMOVED = object()
_SUBSTITUTION = re.compile(r"\$\{(!?)([^}]+)\}")
_PSEUDO_PARAMETERS = {
    "AWS::AccountId": ACCOUNT_ID,
    "AWS::NoValue": _REMOVED,
    "AWS::Partition": "aws",
    "AWS::Region": REGION,
    "AWS::StackId": f"arn:aws:cloudformation:{REGION}:{ACCOUNT_ID}:stack/{STACK_NAME}/local",
    "AWS::StackName": STACK_NAME,
    "AWS::URLSuffix": "amazonaws.com",
}
# Resource type: the property that names it, and whether names are in lower case alone.
BUILT_TYPES = {
    "AWS::DynamoDB::Table": ("TableName", False),
    "AWS::Events::Rule": ("Name", False),
    "AWS::Lambda::EventSourceMapping": ("", False),
    "AWS::Lambda::Function": ("FunctionName", False),
    "AWS::S3::Bucket": ("BucketName", True),
    "AWS::SQS::Queue": ("QueueName", False),
    "AWS::Scheduler::Schedule": ("Name", False),
    "AWS::StepFunctions::StateMachine": ("StateMachineName", False),
}
# The same of types that are not built here, whose names policies speak of.
_NAMED_TYPES = {"AWS::Logs::LogGroup": ("LogGroupName", False), "AWS::SNS::Topic": ("TopicName", False)}


class Intrinsics:
    """The values of one template. `resolve` returns a property with every function in it evaluated."""

    def __init__(
        self,
        template: Mapping[str, Any],
        base_url: str,
        queue_host: str,
        parameters: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`queue_host` is the address of the queues (`127.0.0.1:4566`): their URLs are made of it.

        `stream_arns` (table's logical id to ARN) is filled in once the tables exist.
        """
        self._resources: Mapping[str, Any] = template["Resources"]
        self._conditions: Mapping[str, Any] = template.get("Conditions", {})
        self._mappings: Mapping[str, Any] = template.get("Mappings", {})
        self._parameters = {
            name: parameters.get(name, _parameter_value(name, declaration))
            for name, declaration in template.get("Parameters", {}).items()
        }
        self._base_url = base_url
        self._queue_host = queue_host
        self.stream_arns: dict[str, str] = {}
        self._functions: dict[str, Callable[[Any], Any]] = {
            "Ref": self._reference,
            "Fn::GetAtt": self._attribute,
            "Fn::Sub": self._substitute,
            "Fn::Join": self._join,
            "Fn::If": self._choose,
            "Fn::Select": lambda argument: self.resolve(argument[1])[int(self.resolve(argument[0]))],
            "Fn::Split": lambda argument: self.resolve(argument[1]).split(argument[0]),
            "Fn::FindInMap": self._find_in_map,
            "Fn::ToJsonString": self._to_json,
            "Fn::Equals": lambda argument: self.resolve(argument[0]) == self.resolve(argument[1]),
            "Fn::Not": lambda argument: not self._condition(argument[0]),
            "Fn::And": lambda argument: all(self._condition(part) for part in argument),
            "Fn::Or": lambda argument: any(self._condition(part) for part in argument),
        }

    def resolve(self, value: Any) -> Any:
        """`value` with its functions evaluated. Raises StackError for what the local stack does not know."""
        if isinstance(value, list):
            return [item for item in map(self.resolve, value) if item is not _REMOVED]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((name, argument),) = value.items()
            if name in self._functions:
                return self._functions[name](argument)
            if name.startswith("Fn::"):
                raise StackError(f"template.yaml uses {name}, which the local stack does not know yet")
        resolved = {key: self.resolve(item) for key, item in value.items()}
        return {key: item for key, item in resolved.items() if item is not _REMOVED}

    def is_wanted(self, logical_id: str) -> bool:
        """Whether the resource's condition holds here."""
        condition = self._resources[logical_id].get("Condition")
        return condition is None or self._condition({"Condition": condition})

    def physical_name(self, logical_id: str) -> str:
        """The name that the resource has here: the template's own, or one made from the logical id."""
        resource = self._resources[logical_id]
        naming = {**BUILT_TYPES, **_NAMED_TYPES}.get(resource["Type"])
        if naming and naming[0] in resource.get("Properties", {}):
            return str(self.resolve(resource["Properties"][naming[0]]))
        name = f"{STACK_NAME}-{logical_id}"
        if not naming:
            return name
        if resource["Type"] == "AWS::SQS::Queue" and resource.get("Properties", {}).get("FifoQueue"):
            name += ".fifo"
        return name.lower() if naming[1] else name

    def arn(self, logical_id: str) -> str:
        """The ARN that the resource has here."""
        kind = self._resources[logical_id]["Type"]
        if kind == "AWS::Lambda::Alias":
            alias = self._resources[logical_id]["Properties"]
            return f"{self.arn(alias['FunctionName']['Ref'])}:{self.resolve(alias['Name'])}"
        name = self.physical_name(logical_id)
        if kind == "AWS::S3::Bucket":
            return f"arn:aws:s3:::{name}"
        service, path = {
            "AWS::Lambda::Function": ("lambda", f"function:{name}"),
            "AWS::SQS::Queue": ("sqs", name),
            "AWS::Events::Rule": ("events", f"rule/{name}"),
            "AWS::DynamoDB::Table": ("dynamodb", f"table/{name}"),
            "AWS::StepFunctions::StateMachine": ("states", f"stateMachine:{name}"),
            "AWS::IAM::Role": ("iam", f"role/{name}"),
            "AWS::KMS::Key": ("kms", f"key/{name}"),
            "AWS::Logs::LogGroup": ("logs", f"log-group:{name}"),
            "AWS::SNS::Topic": ("sns", name),
        }.get(kind, ("local", f"{kind}/{name}"))
        return f"arn:aws:{service}:{'' if service == 'iam' else REGION}:{ACCOUNT_ID}:{path}"

    def queue_url(self, logical_id: str) -> str:
        return f"http://{self._queue_host}/{ACCOUNT_ID}/{self.physical_name(logical_id)}"

    def _reference(self, name: str) -> Any:
        if name in _PSEUDO_PARAMETERS:
            return _PSEUDO_PARAMETERS[name]
        if name in self._parameters:
            return self._parameters[name]
        if name not in self._resources:
            raise StackError(f"template.yaml refers to {name}, which it does not declare")
        kind = self._resources[name]["Type"]
        if kind == "AWS::SQS::Queue":
            return self.queue_url(name)
        if kind in ("AWS::StepFunctions::StateMachine", "AWS::SNS::Topic", "AWS::Lambda::Alias"):
            return self.arn(name)
        return self.physical_name(name)

    def _attribute(self, argument: list[str] | str) -> Any:
        logical_id, attribute = argument.split(".", 1) if isinstance(argument, str) else argument
        if logical_id not in self._resources:
            raise StackError(f"template.yaml refers to {logical_id}, which it does not declare")
        kind = self._resources[logical_id]["Type"]
        if attribute == "Arn":
            return self.arn(logical_id)
        if attribute == "StreamArn" and kind == "AWS::DynamoDB::Table":
            return self.stream_arns.get(logical_id, f"{self.arn(logical_id)}/stream/local")
        if attribute in ("QueueName", "Name"):
            return self.physical_name(logical_id)
        if attribute == "Value" and kind == "AWS::SSM::Parameter":
            return self.resolve(self._resources[logical_id]["Properties"]["Value"])
        if attribute == "QueueUrl":
            return self.queue_url(logical_id)
        if attribute == "ApiEndpoint":
            return self._base_url
        if attribute in ("DomainName", "RegionalDomainName"):
            return f"{self.physical_name(logical_id)}.s3.amazonaws.com"
        raise StackError(
            f"template.yaml asks for {logical_id}.{attribute} ({kind}), which the local stack does not know"
        )

    def _substitute(self, argument: str | list[Any]) -> str:
        text, values = (argument, {}) if isinstance(argument, str) else (argument[0], argument[1])

        def replacement(match: re.Match[str]) -> str:
            literal, name = match.groups()
            if literal:
                return f"${{{name}}}"
            if name in values:
                return str(self.resolve(values[name]))
            return str(self._attribute(name) if "." in name else self._reference(name))

        return _SUBSTITUTION.sub(replacement, text)

    def _join(self, argument: list[Any]) -> str:
        return str(argument[0]).join(str(part) for part in self.resolve(argument[1]))

    def _choose(self, argument: list[Any]) -> Any:
        condition, then, otherwise = argument
        return self.resolve(then if self._condition({"Condition": condition}) else otherwise)

    def _condition(self, condition: Any) -> bool:
        if isinstance(condition, dict) and set(condition) == {"Condition"}:
            return self._condition(self._conditions[condition["Condition"]])
        return bool(self.resolve(condition))

    def _find_in_map(self, argument: list[Any]) -> Any:
        name, first, second = (self.resolve(part) for part in argument[:3])
        try:
            return self._mappings[name][first][second]
        except KeyError:
            if len(argument) == 3:
                raise
            return self.resolve(argument[3]["DefaultValue"])

    def _to_json(self, argument: Any) -> str:
        return json.dumps(self.resolve(argument))


def _parameter_value(name: str, declaration: Mapping[str, Any]) -> Any:
    """The parameter's default; what a deployment must give is a harmless value here."""
    kind = declaration.get("Type", "String")
    value = declaration.get("Default")
    if value is None:
        value = declaration.get("AllowedValues", ["1" if kind == "Number" else f"local-{name}"])[0]
    if kind == "CommaDelimitedList":
        return [part.strip() for part in str(value).split(",")]
    return str(value)
