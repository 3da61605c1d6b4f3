"""SAM CLI deploys a release with the triggers that roll it back."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.stub import ANY, Stubber
from samcli.cli.main import cli
from samcli.lib.deploy.deployer import Deployer

from release import __main__ as release
from release import triggers
from tests.template.deployment import of_type

ARN = "arn:aws:cloudwatch:us-east-1:123456789012:alarm:stack-ApiServerErrorsAlarm-1"
WATCHED = {
    "RollbackTriggers": [{"Arn": ARN, "Type": "AWS::CloudWatch::Alarm"}],
    "MonitoringTimeInMinutes": 10,
}


class Account:
    """An account of AWS with one stack, or none; botocore checks each request against its service's model."""

    def __init__(self) -> None:
        session = boto3.Session("key", "secret", region_name="us-east-1")
        self.cloudformation: Any = session.client("cloudformation")
        self.cloudwatch: Any = session.client("cloudwatch")
        self.stubs = [Stubber(self.cloudformation), Stubber(self.cloudwatch)]

    def client(self, service: str) -> Any:
        return {"cloudformation": self.cloudformation, "cloudwatch": self.cloudwatch}[service]

    def has_alarm(self, state: str | None) -> None:
        resource = {
            "LogicalResourceId": triggers.ALARM,
            "PhysicalResourceId": ARN.rpartition(":")[2],
            "ResourceType": "AWS::CloudWatch::Alarm",
            "LastUpdatedTimestamp": "2026-11-26T12:00:00Z",
            "ResourceStatus": "UPDATE_COMPLETE",
        }
        self.stubs[0].add_response(
            "describe_stack_resource",
            {"StackResourceDetail": resource},
            {"StackName": "stack", "LogicalResourceId": triggers.ALARM},
        )
        self.stubs[1].add_response(
            "describe_alarms",
            {"MetricAlarms": [{"AlarmArn": ARN, "StateValue": state}] if state else []},
            {"AlarmNames": [ARN.rpartition(":")[2]]},
        )

    def has_no_stack(self) -> None:
        self.stubs[0].add_client_error(
            "describe_stack_resource", "ValidationError", "Stack 'stack' does not exist", 400
        )


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[Account]:
    account = Account()
    monkeypatch.setattr(boto3, "Session", lambda **_: account)
    # The deployer is changed for good; here until the end of the test.
    monkeypatch.setattr(Deployer, "_create_change_set", Deployer._create_change_set)
    with account.stubs[0], account.stubs[1]:
        yield account


@pytest.fixture
def deployed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The command lines of SAM CLI."""
    lines: list[list[str]] = []
    monkeypatch.setattr(cli, "main", lambda args, prog_name: lines.append(args))
    return lines


def test_the_alarm_that_is_watched_is_the_one_on_the_api_s_server_errors() -> None:
    assert of_type("AWS::CloudWatch::Alarm")[triggers.ALARM]["MetricName"] == "5xx"


def test_a_change_set_of_sam_has_the_triggers(account: Account, deployed: list[list[str]]) -> None:
    account.has_alarm("OK")
    account.stubs[0].add_response(
        "create_change_set",
        {"Id": "arn:aws:cloudformation:us-east-1:123456789012:changeSet/one/1"},
        {"StackName": "stack", "ChangeSetName": "one", "RollbackConfiguration": WATCHED, "Tags": ANY},
    )

    assert release.main(["--stack-name", "stack", "--parameter-overrides", "Stage=production"]) == 0

    assert deployed == [["deploy", "--stack-name", "stack", "--parameter-overrides", "Stage=production"]]
    Deployer(account.cloudformation)._create_change_set(
        "stack", "UPDATE", StackName="stack", ChangeSetName="one", Tags=[]
    )
    account.stubs[0].assert_no_pending_responses()


def test_sam_makes_its_change_sets_where_the_triggers_are_added(account: Account) -> None:
    """A request of SAM CLI's own method has the triggers too."""
    requests: list[dict[str, Any]] = []
    account.cloudformation.meta.events.register(
        "provide-client-params.cloudformation.CreateChangeSet",
        lambda params, **_: requests.append(dict(params)),
    )
    triggers.add_to_change_sets(WATCHED)
    account.stubs[0].add_client_error(
        "describe_stacks", "ValidationError", "Stack with id stack does not exist", 400
    )
    account.stubs[0].add_response("create_change_set", {"Id": "arn:aws:cloudformation:::changeSet/one/1"})

    Deployer(account.cloudformation).create_changeset("stack", "{}", [], None, None, None, None, [])

    assert [request["RollbackConfiguration"] for request in requests] == [WATCHED]


def test_a_first_deployment_has_nothing_to_be_watched_by(account: Account) -> None:
    account.has_no_stack()

    assert triggers.triggers_of(account.cloudformation, account.cloudwatch, "stack", 10) == triggers.NONE


def test_an_alarm_that_somebody_deleted_can_watch_nothing(account: Account) -> None:
    account.has_alarm(None)

    with pytest.raises(triggers.NotDeployable, match="is gone"):
        triggers.triggers_of(account.cloudformation, account.cloudwatch, "stack", 10)


def test_nothing_is_deployed_while_the_alarm_is_on(
    account: Account, deployed: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    account.has_alarm("ALARM")

    assert release.main(["--stack-name", "stack"]) == 1

    assert deployed == []
    assert "--without-rollback" in capsys.readouterr().err


def test_what_repairs_is_deployed_without_triggers(
    account: Account, deployed: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    added: list[object] = []
    monkeypatch.setattr(release, "add_to_change_sets", added.append)

    assert release.main(["--stack-name", "stack", "--without-rollback"]) == 0

    assert added == [triggers.NONE]
    assert len(deployed) == 1


@pytest.mark.parametrize(("code", "status"), [(0, 0), (3, 3), (None, 0), ("no", 1)])
def test_the_status_is_that_of_sam(
    account: Account, monkeypatch: pytest.MonkeyPatch, code: object, status: int
) -> None:
    def end(args: list[str], prog_name: str) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(cli, "main", end)

    assert release.main(["--stack-name", "stack", "--without-rollback"]) == status


def test_an_account_that_cannot_be_asked_is_said_in_a_line(
    account: Account, capsys: pytest.CaptureFixture[str]
) -> None:
    account.stubs[0].add_client_error("describe_stack_resource", "AccessDenied", "You may not.", 403)

    assert release.main(["--stack-name", "stack"]) == 1

    assert capsys.readouterr().err.count("\n") == 1


def test_the_stack_is_the_one_of_the_project_unless_another_is_named(
    account: Account, deployed: list[list[str]]
) -> None:
    assert release.main(["--without-rollback"]) == 0

    assert deployed[0][:3] == ["deploy", "--stack-name", "talent-screening-service"]


@pytest.mark.parametrize("minutes", ["-1", "181", "soon"])
def test_cloudformation_watches_for_three_hours_at_most(minutes: str) -> None:
    with pytest.raises(SystemExit):
        release.main(["--minutes", minutes])
