"""`python -m release`: deploys the build in `.aws-sam/build`; `make deploy` builds it first.

What it does not know is for `sam deploy`: `python -m release --parameter-overrides Stage=production`.
"""

import argparse
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from release.triggers import LONGEST_MINUTES, NONE, NotDeployable, add_to_change_sets, triggers_of

PROJECT = Path(__file__).parents[2]
NOT_DEPLOYED = 1


def stack_of_project() -> str:
    """The stack that samconfig.toml names."""
    configuration = tomllib.loads((PROJECT / "samconfig.toml").read_text(encoding="utf-8"))
    return str(configuration["default"]["global"]["parameters"]["stack_name"])


def main(words: Sequence[str]) -> int:
    """Deploy as the command line says; the status that the process ends with."""
    arguments, for_sam = _parser().parse_known_args(words)
    session: Any = boto3.Session(region_name=arguments.region, profile_name=arguments.profile)
    try:
        add_to_change_sets(_triggers(arguments, session))
    except (NotDeployable, BotoCoreError, ClientError) as error:
        print("release:", " ".join(str(error).split()), file=sys.stderr)
        return NOT_DEPLOYED
    return _deploy(arguments, for_sam)


def _triggers(arguments: argparse.Namespace, session: Any) -> Any:
    if arguments.without_rollback:
        return NONE
    cloudformation, cloudwatch = session.client("cloudformation"), session.client("cloudwatch")
    return triggers_of(cloudformation, cloudwatch, arguments.stack_name, arguments.minutes)


def _deploy(arguments: argparse.Namespace, for_sam: Sequence[str]) -> int:
    # It takes a second, and is needed only here.
    from samcli.cli.main import cli

    options = ["--stack-name", arguments.stack_name]
    for name in ("region", "profile"):
        if value := getattr(arguments, name):
            options += [f"--{name}", value]
    try:
        cli.main(args=["deploy", *options, *for_sam], prog_name="sam")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="release",
        description="Deploys a build, and has CloudFormation take it back when the API fails.",
        epilog="Every other option is for `sam deploy`.",
        allow_abbrev=False,
    )
    parser.add_argument("--stack-name", default=stack_of_project())
    parser.add_argument("--region")
    parser.add_argument("--profile")
    parser.add_argument(
        "--minutes",
        type=int,
        choices=range(LONGEST_MINUTES + 1),
        default=10,
        metavar="MINUTES",
        help="how long the alarm is watched after the deployment (10)",
    )
    parser.add_argument(
        "--without-rollback", action="store_true", help="for a release that repairs what the alarm tells of"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
