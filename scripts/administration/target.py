"""The table that a command works on: the local stack's, or that of a deployment."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from local_stack.clients import ACCESS_KEY
from local_stack.process.ready_file import RUNNING_FILE
from local_stack.settings import PROJECT, REGION

_OUTPUTS = {"TableName": "TABLE_NAME", "LedgerBucketName": "LEDGER_BUCKET"}
"""The variables of the service, by the outputs of a stack."""


class NoTarget(Exception):
    """There is no table to work on; the message is one line that says what to do."""


def environment_of_stack(stack_name: str) -> dict[str, str]:
    """The environment of a deployment, asked of CloudFormation with the operator's own credentials."""
    client: Any = boto3.client("cloudformation")
    try:
        [stack] = client.describe_stacks(StackName=stack_name)["Stacks"]
    except (BotoCoreError, ClientError) as error:
        raise NoTarget(f"the table of stack {stack_name} cannot be found: {error}") from error
    outputs = {each["OutputKey"]: each["OutputValue"] for each in stack.get("Outputs", [])}
    if "TableName" not in outputs:
        raise NoTarget(f"stack {stack_name} is none of this service: it has no output TableName")
    return {variable: outputs[name] for name, variable in _OUTPUTS.items() if name in outputs}


def environment_of_local_stack(state_directory: Path) -> dict[str, str]:
    """The environment of the local stack that runs on a state folder."""
    try:
        running = json.loads((state_directory / RUNNING_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoTarget(
            f"no local stack runs on {state_directory}: start it with make run, or name "
            "its folder with --state, or a deployment with --stack or --table"
        ) from None
    return {
        **running["endpoints"],
        "TABLE_NAME": running["tableName"],
        "LEDGER_BUCKET": running["ledgerBucket"],
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": ACCESS_KEY,
        "AWS_DEFAULT_REGION": REGION,
    }


def choose_environment(
    table: str | None, stack: str | None, local: bool, state: Path | None, environment: Mapping[str, str]
) -> dict[str, str]:
    """The variables that lead to the table: the one named, or that of the local stack.

    `local` asks for the local stack although TABLE_NAME names a table; `state` is its state folder where
    that is not the usual one.

    Raises NoTarget.
    """
    if table:
        return {"TABLE_NAME": table}
    if stack:
        return environment_of_stack(stack)
    if not local and state is None and environment.get("TABLE_NAME"):
        return {}
    folder = state or Path(environment.get("GATHER_STATE_DIR") or PROJECT / ".local")
    return environment_of_local_stack(folder)


def connect(variables: Mapping[str, str]) -> None:
    """Have the service's own bootstrap find the table that the variables lead to."""
    os.environ.update(variables)
