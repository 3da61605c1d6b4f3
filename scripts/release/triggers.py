"""The alarm on the API's server errors, which CloudFormation watches while it deploys.

CloudFormation rolls a deployment back when a rollback trigger goes into alarm during it, or within some
minutes after it (AWS CloudFormation User Guide, rollback triggers). It keeps what it replaces until then. SAM
CLI has no option for triggers, so they are added to the change set that it makes.
"""

from collections.abc import Mapping
from typing import Any, cast

from botocore.exceptions import ClientError
from samcli.lib.deploy.deployer import Deployer

ALARM = "ApiServerErrorsAlarm"
LONGEST_MINUTES = 180
"""The longest time that CloudFormation watches."""

NONE: Mapping[str, Any] = {"RollbackTriggers": [], "MonitoringTimeInMinutes": 0}
"""CloudFormation would use the triggers of the previous deployment without an empty list."""


class NotDeployable(Exception):
    """CloudFormation would roll the deployment back at once; the message is one line that says what to do."""


def triggers_of(cloudformation: Any, cloudwatch: Any, stack: str, minutes: int) -> Mapping[str, Any]:
    """Returns the rollback triggers of the next deployment; none for a stack that does not exist yet.

    Raises NotDeployable when the alarm is on already, or missing.
    """
    try:
        found = cloudformation.describe_stack_resource(StackName=stack, LogicalResourceId=ALARM)
    except ClientError as error:
        if error.response["Error"]["Code"] == "ValidationError":
            # There is no stack, or it has no such alarm: the first deployment has nothing to be watched by.
            return NONE
        raise
    name = found["StackResourceDetail"]["PhysicalResourceId"]
    alarms = cloudwatch.describe_alarms(AlarmNames=[name])["MetricAlarms"]
    if not alarms:
        raise NotDeployable(f"{name} is gone, and a deployment has it again: deploy with --without-rollback")
    [alarm] = alarms
    if alarm["StateValue"] == "ALARM":
        raise NotDeployable(
            f"{name} is in alarm, and CloudFormation would take the release back: wait until it is not, or "
            "deploy what repairs it with --without-rollback"
        )
    return {
        "RollbackTriggers": [{"Arn": alarm["AlarmArn"], "Type": "AWS::CloudWatch::Alarm"}],
        "MonitoringTimeInMinutes": minutes,
    }


def add_to_change_sets(triggers: Mapping[str, Any]) -> None:
    """Adds the triggers to the change sets of SAM CLI, for this process and for good."""
    if not hasattr(Deployer, "_create_change_set"):
        raise AttributeError("this version of SAM CLI makes change sets otherwise")
    create = Deployer._create_change_set

    def with_triggers(self: Any, stack_name: str, changeset_type: str, **request: Any) -> Any:
        return create(self, stack_name, changeset_type, **request, RollbackConfiguration=triggers)

    cast("Any", Deployer)._create_change_set = with_triggers
