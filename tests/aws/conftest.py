"""Clients of AWS services that answer from a function."""

from tests.doubles.aws_client_fixtures import aws_account, behind

__all__ = ["aws_account", "behind"]
