"""The requests to Amazon Cognito, and the meaning of its answers."""

import traceback
from collections.abc import Callable
from typing import Any

import pytest
from botocore.session import Session

from gather.aws import clients as aws_clients
from gather.aws.identity import CognitoIdentity
from gather.ports.failure import EngineFailed
from gather.ports.identity import DashboardAccount
from gather.tenancy.users.models import LONGEST_SIGN_IN_ADDRESS
from tests.doubles.aws_services import FakeService, ServiceResponse, refusal

ADA = DashboardAccount("ada@example.com", "Ada", "Example")
POOL = "eu-central-1_Example01"

Behind = Callable[..., tuple[Any, FakeService]]


def _asked(behind: Behind, answer: ServiceResponse) -> FakeService:
    client, service = behind(aws_clients.cognito_idp, lambda _: answer)
    CognitoIdentity(client, POOL).create_account(ADA)
    return service


def _failure(behind: Behind, answer: ServiceResponse) -> tuple[EngineFailed, FakeService]:
    client, service = behind(aws_clients.cognito_idp, lambda _: answer)
    with pytest.raises(EngineFailed) as failure:
        CognitoIdentity(client, POOL).create_account(ADA)
    return failure.value, service


def test_an_account_is_made_under_its_address_and_cognito_invites(behind: Behind) -> None:
    service = _asked(behind, ServiceResponse({"User": {"Username": "1"}}))

    [call] = service.calls
    assert call.operation == "AdminCreateUser"
    assert call.body == {
        "UserPoolId": POOL,
        "Username": "ada@example.com",
        "UserAttributes": [
            {"Name": "email", "Value": "ada@example.com"},
            {"Name": "email_verified", "Value": "true"},
            {"Name": "given_name", "Value": "Ada"},
            {"Name": "family_name", "Value": "Example"},
        ],
        "DesiredDeliveryMediums": ["EMAIL"],
    }


def test_an_international_domain_reaches_cognito_in_punycode(behind: Behind) -> None:
    client, service = behind(aws_clients.cognito_idp, lambda _: ServiceResponse({"User": {"Username": "1"}}))

    CognitoIdentity(client, POOL).create_account(DashboardAccount("ada@bücher.example", "Ada", "Example"))

    assert service.calls[0].body["Username"] == "ada@xn--bcher-kva.example"


def test_an_account_that_is_there_is_left_as_it_is(behind: Behind) -> None:
    assert len(_asked(behind, refusal("UsernameExistsException")).calls) == 1


def test_an_answer_that_was_lost_makes_no_second_account(behind: Behind) -> None:
    answers = [refusal("InternalErrorException", 500), refusal("UsernameExistsException")]
    client, service = behind(aws_clients.cognito_idp, lambda _: answers.pop(0))

    CognitoIdentity(client, POOL).create_account(ADA)

    assert len(service.calls) == 2


@pytest.mark.parametrize(
    ("code", "status"),
    [("TooManyRequestsException", 400), ("LimitExceededException", 400), ("InternalErrorException", 500)],
)
def test_what_passes_may_be_tried_again(behind: Behind, code: str, status: int) -> None:
    failure, _ = _failure(behind, refusal(code, status))

    assert failure.retryable
    assert failure.reason == f"The identity engine answered {code}"


@pytest.mark.parametrize(
    "code",
    [
        "CodeDeliveryFailureException",
        "InvalidParameterException",
    ],
)
def test_what_is_refused_is_refused_for_good(behind: Behind, code: str) -> None:
    failure, service = _failure(behind, refusal(code))

    assert not failure.retryable
    assert len(service.calls) == 1


@pytest.mark.parametrize("code", ["NotAuthorizedException", "ResourceNotFoundException"])
def test_what_the_operator_has_to_repair_is_kept_for_later(behind: Behind, code: str) -> None:
    failure, service = _failure(behind, refusal(code))

    assert failure.for_operator
    assert failure.retryable
    assert len(service.calls) == 1


def test_a_failure_does_not_repeat_what_the_service_said(behind: Behind) -> None:
    failure, _ = _failure(behind, refusal("InvalidParameterException", message="ada@example.com is odd"))

    assert "ada@example.com" not in "".join(traceback.format_exception(failure))


def test_an_address_may_be_as_long_as_a_username() -> None:
    operation = Session().get_service_model("cognito-idp").operation_model("AdminCreateUser")

    username = operation.input_shape.members["Username"]  # type: ignore[union-attr]  # it has members

    assert username.metadata["max"] == LONGEST_SIGN_IN_ADDRESS
