"""Everything that acts in the deployment may do what it does, with the key of what is encrypted too.

Each kind of principal is broken once, to see that the walk notices.
"""

import copy
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cloudformation.template import read_template
from local_stack.template.resources import Template
from tests.template.deployment import REPOSITORY, translated
from tests.template.principals import ACTORS, PASSIVE, Principals

BASE_URL, QUEUE_HOST = "http://127.0.0.1:3000", "127.0.0.1:4566"


@cache
def principals() -> Principals:
    """Returns the principals of template.yaml."""
    return Principals(Template(REPOSITORY / "template.yaml", BASE_URL, QUEUE_HOST))


def test_every_principal_may_do_what_it_does() -> None:
    assert principals().refused() == {}


def test_mail_goes_out_from_the_address_that_is_deployed(tmp_path: Path) -> None:
    assert _broken(tmp_path, {}, EmailSender="interviews@example.com").refused() == {}


def test_every_role_can_be_assumed_by_whoever_acts_with_it() -> None:
    for name, service, role in principals().assumed():
        assert principals().access.assumed_by[role] == (service,), name


def test_logs_of_s3_go_where_s3_can_write_them() -> None:
    """S3 delivers no access logs to a bucket that encrypts by a key of one's own."""
    for name, bucket in principals().template.named("AWS::S3::Bucket"):
        logging = bucket.get("LoggingConfiguration")
        if logging:
            place = f"arn:aws:s3:::{logging['DestinationBucketName']}"
            assert principals().access.key_of(place) is None, name


def test_every_type_of_resource_is_known_to_use_others_or_not() -> None:
    """For a new type, tests/template/principals.py has to say what it does, and to what."""
    assert {resource["Type"] for resource in translated().values()} - ACTORS - PASSIVE == set()


STATEMENT = ("PolicyDocument", "Statement")
KEY = ("KeyPolicy", "Statement")


def _key_policy(without: str) -> list[dict[str, Any]]:
    policy = _declared()["Resources"]["DataKey"]["Properties"]["KeyPolicy"]["Statement"]
    return [statement for statement in policy if statement["Sid"] != without]


def _of(name: str, without: str) -> list[dict[str, Any]]:
    """The statements of a role's one policy without those with the action."""
    [policy] = _declared()["Resources"][name]["Properties"]["Policies"]
    return [
        statement
        for statement in policy["PolicyDocument"]["Statement"]
        if without not in _listed(statement["Action"])
    ]


def _mail(**members: object) -> list[dict[str, Any]]:
    """The statements of the role that sends mail, with other members in the one about it."""
    [policy] = _declared()["Resources"]["NotificationsRole"]["Properties"]["Policies"]
    return [
        {**statement, **members} if "ses:SendEmail" in _listed(statement["Action"]) else statement
        for statement in policy["PolicyDocument"]["Statement"]
    ]


@cache
def _declared() -> dict[str, Any]:
    return read_template(REPOSITORY / "template.yaml")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


NO_KEY = {"Statement": [{"Effect": "Allow", "Action": "kms:DescribeKey", "Resource": "*"}]}
BREAKS: dict[str, tuple[str, tuple[str | int, ...], object, str]] = {
    # A kind of principal: the resource, where in its properties, what is put there, and what is refused.
    "a function that uses what is encrypted": (
        "DataKeyPolicy",
        ("PolicyDocument",),
        NO_KEY,
        "kms:Decrypt",
    ),
    "a function that starts an execution": (
        "EvaluationRole",
        ("Policies", 0, *STATEMENT),
        _of("EvaluationRole", "states:StartExecution"),
        "states:StartExecution",
    ),
    "a function that writes its log": (
        "FunctionTelemetryPolicy",
        STATEMENT,
        [{"Effect": "Allow", "Action": ["xray:PutTraceSegments"], "Resource": "*"}],
        "logs:PutLogEvents",
    ),
    "a queue that is read": (
        "FanOutRole",
        ("Policies", 0, *STATEMENT),
        _of("FanOutRole", "sqs:ReceiveMessage"),
        "sqs:ReceiveMessage",
    ),
    "a stream that is read": (
        "DispatcherRole",
        ("Policies", 0, *STATEMENT),
        _of("DispatcherRole", "dynamodb:GetRecords"),
        "dynamodb:GetRecords",
    ),
    "a destination of what failed": (
        "DispatcherRole",
        ("Policies", 0, *STATEMENT),
        _of("DispatcherRole", "sqs:SendMessage"),
        "sqs:SendMessage",
    ),
    "a function that sends mail": (
        "NotificationsRole",
        ("Policies", 0, *STATEMENT),
        _mail(Resource="arn:aws:ses:*:*:configuration-set/*"),
        "ses:SendEmail",
    ),
    "a function that sends mail by a configuration set": (
        "NotificationsRole",
        ("Policies", 0, *STATEMENT),
        _mail(Resource="arn:aws:ses:*:*:identity/*"),
        "ses:SendEmail",
    ),
    "a function that sends mail under a name": (
        "NotificationsRole",
        ("Policies", 0, *STATEMENT),
        _mail(Condition={"StringEquals": {"ses:FromAddress": {"Fn::Sub": "Bean Bar <${EmailSender}>"}}}),
        "ses:SendEmail",
    ),
    "a state machine that sends": (
        "DeliveryRetryStateMachineRole",
        ("Policies", 0, *STATEMENT),
        _of("DeliveryRetryStateMachineRole", "sqs:SendMessage"),
        "sqs:SendMessage",
    ),
    "a state machine that sends to what is encrypted": (
        "DeliveryRetryStateMachineRole",
        ("Policies", 0, *STATEMENT),
        _of("DeliveryRetryStateMachineRole", "kms:GenerateDataKey"),
        "kms:GenerateDataKey",
    ),
    "a state machine that invokes": (
        "EnrollmentStateMachineRole",
        ("Policies", 0, *STATEMENT),
        [],
        "lambda:InvokeFunction",
    ),
    "a state machine whose log is delivered": (
        "StateMachineTelemetryPolicy",
        STATEMENT,
        [{"Effect": "Allow", "Action": ["xray:*"], "Resource": "*"}],
        "logs:CreateLogDelivery",
    ),
    "a topic that sends to a queue": (
        "InboundSmsQueuePolicy",
        STATEMENT,
        [],
        "sqs:SendMessage",
    ),
    "a topic that sends to an encrypted queue": (
        "DataKey",
        KEY,
        _key_policy(without="TopicsOfThisStack"),
        "kms:GenerateDataKey",
    ),
    "a rule that sends to a queue": (
        "EvaluationQueuePolicy",
        STATEMENT,
        [],
        "sqs:SendMessage",
    ),
    "an alarm that publishes to an encrypted topic": (
        "DataKey",
        KEY,
        _key_policy(without="AlarmsMessagesAndEventsOfThisAccount"),
        "kms:GenerateDataKey",
    ),
    "a topic of another name than the key's policy says": (
        "InboundSmsTopic",
        ("TopicName",),
        "another",
        "kms:GenerateDataKey",
    ),
    "logs that are encrypted": (
        "DataKey",
        KEY,
        _key_policy(without="LogsOfThisStack"),
        "kms:Encrypt",
    ),
    "roles whose account may not use the key": (
        "DataKey",
        KEY,
        _key_policy(without="TheAccountDecides"),
        "kms:Decrypt",
    ),
    "access logs": (
        "AccessLogBucketPolicy",
        STATEMENT,
        [],
        "s3:PutObject",
    ),
}


@pytest.mark.parametrize("kind", BREAKS)
def test_a_right_that_is_missing_is_found(kind: str, tmp_path: Path) -> None:
    resource, path, value, missing = BREAKS[kind]
    found = _broken(tmp_path, {resource: (path, value)}).refused()

    assert missing in set(found.values())


def test_a_schedule_that_may_not_invoke_is_found(tmp_path: Path) -> None:
    """SAM makes its role, unless the template names one."""
    events = ("Events", "Schedule", "Properties", "RoleArn")
    changed = _broken(tmp_path, {"ExpiryFunction": (events, {"Fn::GetAtt": ["FallbackRole", "Arn"]})})

    assert set(changed.refused().values()) == {"lambda:InvokeFunction", "sqs:SendMessage"}


def _broken(
    folder: Path, changes: Mapping[str, tuple[Iterable[str | int], object]], **parameters: str
) -> Principals:
    """The principals of the template with something else at a place of a resource's properties, deployed with
    these parameters."""
    template = copy.deepcopy(_declared())
    for name, given in parameters.items():
        template["Parameters"][name]["Default"] = given
    for resource, (path, value) in changes.items():
        *parents, last = path
        place = template["Resources"][resource]["Properties"]
        for part in parents:
            place = place[part]
        place[last] = value
    (folder / "template.yaml").write_text(yaml.safe_dump(template))
    (folder / "functions").symlink_to(REPOSITORY / "functions")
    (folder / "gateway.json").symlink_to(REPOSITORY / "gateway.json")
    return Principals(Template(folder / "template.yaml", BASE_URL, QUEUE_HOST))
