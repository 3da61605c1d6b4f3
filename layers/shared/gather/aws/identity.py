"""Accounts of the dashboard in an Amazon Cognito user pool."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from gather.aws.clients import engine_errors
from gather.aws.errors import error_code
from gather.core.email_address import sent_email
from gather.ports.identity import DashboardAccount

if TYPE_CHECKING:
    from gather.aws.clients import CognitoClient

_EXISTS = "UsernameExistsException"


class CognitoIdentity:
    """Makes users of a pool that signs people in by their e-mail address; Cognito invites them.

    The address counts as verified, because the password to sign in with first is sent there.
    """

    def __init__(self, client: Callable[[], CognitoClient], user_pool_id: str) -> None:
        self._client = client
        self._user_pool_id = user_pool_id

    def create_account(self, account: DashboardAccount) -> None:
        address = sent_email(account.email)
        with engine_errors("The identity engine"):
            try:
                self._client().admin_create_user(
                    UserPoolId=self._user_pool_id,
                    Username=address,
                    UserAttributes=[
                        {"Name": "email", "Value": address},
                        {"Name": "email_verified", "Value": "true"},
                        {"Name": "given_name", "Value": account.first_name},
                        {"Name": "family_name", "Value": account.last_name},
                    ],
                    DesiredDeliveryMediums=["EMAIL"],
                )
            except ClientError as error:
                if error_code(error) != _EXISTS:
                    raise
