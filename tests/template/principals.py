"""The principals of the deployment and their actions: functions, state machines, schedules, event sources,
topics, alarms, access logs and the delivery of logs.

Each use is derived from what the template and the code declare, never from the policies.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Any

from gather.aws.sender_name import mailbox
from local_stack.permissions.access_rules import AccessRules
from local_stack.permissions.policies import AccessRequest
from local_stack.permissions.role_rights import KEY_ACTIONS
from local_stack.settings import ACCOUNT_ID, REGION
from local_stack.template.resources import Template
from tests.template.needs import needs

ACTORS = {
    "AWS::Budgets::Budget",
    "AWS::CloudWatch::Alarm",
    "AWS::CloudWatch::CompositeAlarm",
    "AWS::DynamoDB::Table",
    "AWS::Events::Rule",
    "AWS::Lambda::EventSourceMapping",
    "AWS::Lambda::Function",
    "AWS::Logs::LogGroup",
    "AWS::S3::Bucket",
    "AWS::SES::ConfigurationSetEventDestination",
    "AWS::SNS::Subscription",
    "AWS::SNS::TopicPolicy",
    "AWS::Scheduler::Schedule",
    "AWS::StepFunctions::StateMachine",
}
"""The types of resources that use others. `uses` walks those in the template."""

PASSIVE = {
    # tests/template/test_routes.py checks the functions that it invokes.
    "AWS::ApiGatewayV2::Api",
    "AWS::ApiGatewayV2::ApiMapping",
    "AWS::ApiGatewayV2::DomainName",
    "AWS::ApiGatewayV2::Stage",
    "AWS::CloudFront::Distribution",
    "AWS::CloudFront::Function",
    "AWS::CloudWatch::Dashboard",
    "AWS::Cognito::UserPool",
    "AWS::Cognito::UserPoolClient",
    "AWS::Cognito::UserPoolDomain",
    "AWS::IAM::ManagedPolicy",
    "AWS::IAM::Policy",
    "AWS::IAM::Role",
    "AWS::KMS::Alias",
    "AWS::KMS::Key",
    "AWS::Lambda::Alias",
    "AWS::Lambda::LayerVersion",
    "AWS::Lambda::Permission",
    "AWS::Lambda::Version",
    "AWS::Route53::RecordSet",
    "AWS::S3::BucketPolicy",
    "AWS::SES::ConfigurationSet",
    "AWS::SNS::Topic",
    "AWS::SQS::Queue",
    "AWS::SQS::QueuePolicy",
    "AWS::SSM::Parameter",
    "AWS::WAFv2::WebACL",
}
"""The types of resources that use no other."""

LOG_DELIVERY = (
    "logs:CreateLogDelivery",
    "logs:GetLogDelivery",
    "logs:UpdateLogDelivery",
    "logs:DeleteLogDelivery",
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:DescribeResourcePolicies",
    "logs:DescribeLogGroups",
)
"""The actions that a state machine needs for the delivery of its log
(https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html)."""

TRACING = ("xray:PutTraceSegments", "xray:PutTelemetryRecords")
SAMPLING = ("xray:GetSamplingRules", "xray:GetSamplingTargets")
_READS_STREAM = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")
_READS_QUEUE = ("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes")
_OF_LOGS = ("kms:Encrypt", "kms:Decrypt", "kms:ReEncryptFrom", "kms:GenerateDataKey", "kms:DescribeKey")
_HERE = {"aws:SourceAccount": (ACCOUNT_ID,)}


@dataclass(frozen=True)
class Use:
    """A request of `principal`, a role by its ARN or a service, on behalf of `why`."""

    why: str
    principal: str
    request: AccessRequest

    def __str__(self) -> str:
        principal = self.principal.rpartition("/")[2]
        return f"{self.why}: {principal} does {self.request.action} to {self.request.resource}"


class Principals:
    """The principals of a template."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self.access = AccessRules(template)
        self._arn = template.intrinsics.arn

    def uses(self) -> Iterator[Use]:
        """Yields every use by every principal."""
        walks: list[Callable[[], Iterator[Use]]] = [
            self._functions,
            self._event_sources,
            self._machines,
            self._schedules,
            self._event_rules,
            self._subscriptions,
            self._publishers,
            self._alarms,
            self._budgets,
            self._mail,
            self._access_logs,
            self._log_groups,
        ]
        for walk in walks:
            yield from walk()

    def refused(self) -> dict[str, str]:
        """Returns the uses that a policy refuses, each with the missing action."""
        found = ((str(use), self.access.refused(use.principal, use.request)) for use in self.uses())
        return {use: missing for use, missing in found if missing is not None}

    def assumed(self) -> Iterator[tuple[str, str, str]]:
        """Yields who assumes which role: the purpose, the service and the role's ARN."""
        for name, properties in self.template.named("AWS::Lambda::Function"):
            yield name, "lambda.amazonaws.com", properties["Role"]
        for name, properties in self.template.named("AWS::StepFunctions::StateMachine"):
            yield name, "states.amazonaws.com", properties["RoleArn"]
        for name, properties in self.template.named("AWS::Scheduler::Schedule"):
            yield name, "scheduler.amazonaws.com", properties["Target"]["RoleArn"]

    def _functions(self) -> Iterator[Use]:
        """Yields the functions' uses of encrypted resources, logs, traces and state machines."""
        log = f"arn:aws:logs:{REGION}:{ACCOUNT_ID}:log-group:"
        for name, properties in self.template.named("AWS::Lambda::Function"):
            role = properties["Role"]
            group = f"{log}{properties['LoggingConfig']['LogGroup']}:log-stream:x"
            for action in ("logs:CreateLogStream", "logs:PutLogEvents"):
                yield Use(name, role, AccessRequest(action, group))
            for action in TRACING:
                yield Use(name, role, AccessRequest(action, "*"))
            for variable, value in properties["Environment"]["Variables"].items():
                if variable.endswith("_STATE_MACHINE_ARN"):
                    yield Use(name, role, AccessRequest("states:StartExecution", value))
            yield from self._uses_of_keys(name, role)
            if "ses:SendEmail" in needs(name):
                yield from self._sent_mail(name, role, properties["Environment"]["Variables"])

    def _uses_of_keys(self, function: str, role: str) -> Iterator[Use]:
        """Yields a function's uses of keys. `test_permissions` compares the rest of its actions."""
        for need in needs(function):
            action, _, resource = need.partition(" on ")
            service = action.partition(":")[0]
            if action not in KEY_ACTIONS:
                continue
            named = [resource.partition("/")[0]] if resource else ["MediaBucket"]
            key = self.access.key_of(self._arn(named[0]))
            via = {"kms:ViaService": (f"{service}.{REGION}.amazonaws.com",)}
            if key is not None:
                for needed in KEY_ACTIONS[action]:
                    yield Use(f"{function}, {action}", role, AccessRequest(needed, key, via))

    def _sent_mail(self, function: str, role: str, variables: Mapping[str, str]) -> Iterator[Use]:
        """A function sends from an identity and, where it names one, by a configuration set.

        SES asks IAM about both, each time with the address alone, whatever name stands before it
        (https://docs.aws.amazon.com/ses/latest/dg/sending-authorization-policy-examples.html).
        """
        sender = parseaddr(mailbox("Bean Bar, Inc.", variables["EMAIL_SENDER"]))[1]
        places = [f"identity/{sender}", f"identity/{sender.rpartition('@')[2]}"]
        if variables["EMAIL_CONFIGURATION_SET"]:
            places.append(f"configuration-set/{variables['EMAIL_CONFIGURATION_SET']}")
        for place in places:
            arn = f"arn:aws:ses:{REGION}:{ACCOUNT_ID}:{place}"
            request = AccessRequest("ses:SendEmail", arn, {"ses:FromAddress": (sender,)})
            yield Use(f"{function}, {place}", role, request)

    def _event_sources(self) -> Iterator[Use]:
        """Lambda reads a source, and sends what failed to its destination, with the function's role."""
        roles = {
            self.template.intrinsics.physical_name(name): properties["Role"]
            for name, properties in self.template.named("AWS::Lambda::Function")
        }
        for source in self.template.event_sources():
            role = roles[source.function]
            is_queue = source.source_arn.split(":")[2] == "sqs"
            for action in _READS_QUEUE if is_queue else _READS_STREAM:
                yield Use(source.logical_id, role, AccessRequest(action, source.source_arn))
            failed = source.properties.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination")
            if failed:
                yield Use(source.logical_id, role, AccessRequest(_SENDS[failed.split(":")[2]], failed))

    def _machines(self) -> Iterator[Use]:
        definitions = {machine.name: machine.definition for machine in self.template.state_machines()}
        for name, properties in self.template.named("AWS::StepFunctions::StateMachine"):
            role = properties["RoleArn"]
            definition = json.loads(definitions[self.template.intrinsics.physical_name(name)])
            for state, action, resource in integrations_of(definition):
                yield Use(f"{name}, {state}", role, AccessRequest(action, resource))
            if properties.get("LoggingConfiguration", {}).get("Level", "OFF") != "OFF":
                for action in LOG_DELIVERY:
                    yield Use(name, role, AccessRequest(action, "*"))
            if properties.get("TracingConfiguration", {}).get("Enabled"):
                for action in (*TRACING, *SAMPLING):
                    yield Use(name, role, AccessRequest(action, "*"))

    def _schedules(self) -> Iterator[Use]:
        for name, properties in self.template.named("AWS::Scheduler::Schedule"):
            scheduled = properties["Target"]
            yield Use(name, scheduled["RoleArn"], AccessRequest("lambda:InvokeFunction", scheduled["Arn"]))
            dead_letters = scheduled.get("DeadLetterConfig", {}).get("Arn")
            if dead_letters:
                yield Use(name, scheduled["RoleArn"], AccessRequest("sqs:SendMessage", dead_letters))

    def _event_rules(self) -> Iterator[Use]:
        """EventBridge sends to queues, and what it cannot deliver to those of dead letters."""
        for name, properties in self.template.named("AWS::Events::Rule"):
            context = {**_HERE, "aws:SourceArn": (self._arn(name),)}
            for each in properties["Targets"]:
                for queue in (each["Arn"], each["DeadLetterConfig"]["Arn"]):
                    yield Use(name, "events.amazonaws.com", AccessRequest("sqs:SendMessage", queue, context))

    def _subscriptions(self) -> Iterator[Use]:
        """SNS sends to queues. It needs no right to send mail."""
        for name, properties in self.template.named("AWS::SNS::Subscription"):
            if properties["Protocol"] == "sqs":
                context = {**_HERE, "aws:SourceArn": (properties["TopicArn"],)}
                request = AccessRequest("sqs:SendMessage", properties["Endpoint"], context)
                yield Use(name, "sns.amazonaws.com", request)
            elif properties["Protocol"] != "email":
                raise AssertionError(f"say what a subscription by {properties['Protocol']} needs")

    def _publishers(self) -> Iterator[Use]:
        """Services publish to the topics whose policies name them."""
        for name, properties in self.template.named("AWS::SNS::TopicPolicy"):
            for statement in properties["PolicyDocument"]["Statement"]:
                service = statement["Principal"]["Service"]
                for topic in properties["Topics"]:
                    yield Use(name, service, AccessRequest("sns:Publish", topic, _HERE))

    def _alarms(self) -> Iterator[Use]:
        alarms = self.template.named("AWS::CloudWatch::Alarm")
        for name, properties in (*alarms, *self.template.named("AWS::CloudWatch::CompositeAlarm")):
            alarm = f"arn:aws:cloudwatch:{REGION}:{ACCOUNT_ID}:alarm:{name}"
            for member in ("AlarmActions", "OKActions", "InsufficientDataActions"):
                for topic in properties.get(member, []):
                    request = AccessRequest("sns:Publish", topic, {**_HERE, "aws:SourceArn": (alarm,)})
                    yield Use(name, "cloudwatch.amazonaws.com", request)

    def _budgets(self) -> Iterator[Use]:
        for name, properties in self.template.named("AWS::Budgets::Budget"):
            for notice in properties.get("NotificationsWithSubscribers", []):
                for subscriber in notice["Subscribers"]:
                    if subscriber["SubscriptionType"] == "SNS":
                        request = AccessRequest("sns:Publish", subscriber["Address"], _HERE)
                        yield Use(name, "budgets.amazonaws.com", request)

    def _mail(self) -> Iterator[Use]:
        """SES publishes the outcome of e-mails to a topic."""
        for name, properties in self.template.named("AWS::SES::ConfigurationSetEventDestination"):
            topic = properties["EventDestination"].get("SnsDestination", {}).get("TopicARN")
            if topic:
                yield Use(name, "ses.amazonaws.com", AccessRequest("sns:Publish", topic, _HERE))

    def _access_logs(self) -> Iterator[Use]:
        for name, properties in self.template.named("AWS::S3::Bucket"):
            logging = properties.get("LoggingConfiguration")
            if logging:
                place = f"arn:aws:s3:::{logging['DestinationBucketName']}/{logging['LogFilePrefix']}x"
                context = {**_HERE, "aws:SourceArn": (self._arn(name),)}
                yield Use(name, "logging.s3.amazonaws.com", AccessRequest("s3:PutObject", place, context))

    def _log_groups(self) -> Iterator[Use]:
        for name, properties in self.template.named("AWS::Logs::LogGroup"):
            if "KmsKeyId" in properties:
                group = f"arn:aws:logs:{REGION}:{ACCOUNT_ID}:log-group:{properties['LogGroupName']}"
                context = {"kms:EncryptionContext:aws:logs:arn": (group,)}
                for action in _OF_LOGS:
                    request = AccessRequest(action, properties["KmsKeyId"], context)
                    yield Use(name, f"logs.{REGION}.amazonaws.com", request)


_SENDS = {"sqs": "sqs:SendMessage", "sns": "sns:Publish"}


def integrations_of(definition: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yields the integrations of a state machine's tasks: the state, the action and the resource."""
    for name, state in definition.get("States", {}).items():
        for branch in (*state.get("Branches", []), *filter(None, [state.get("ItemProcessor")])):
            yield from integrations_of(branch)
        if state["Type"] != "Task":
            continue
        integration = state["Resource"].partition(":states:::")[2].partition(".")[0]
        if integration == "lambda:invoke":
            yield name, "lambda:InvokeFunction", state["Parameters"]["FunctionName"]
        elif integration == "sqs:sendMessage":
            queue = state["Parameters"]["QueueUrl"].rpartition("/")[2]
            yield name, "sqs:SendMessage", f"arn:aws:sqs:{REGION}:{ACCOUNT_ID}:{queue}"
        else:
            raise AssertionError(f"say what the integration {integration} of {name} does")
