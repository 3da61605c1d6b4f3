"""The outcome of e-mails goes from SES to its worker, through an encrypted topic and an encrypted queue."""

import re

import pytest

from tests.template.deployment import declared, events_of, of_type, target


def test_bounces_and_complaints_go_to_the_topic() -> None:
    [destination] = of_type("AWS::SES::ConfigurationSetEventDestination").values()
    event_destination = destination["EventDestination"]

    assert target(destination["ConfigurationSetName"]) == "EmailConfigurationSet"
    assert event_destination["Enabled"] is True
    assert event_destination["MatchingEventTypes"] == ["bounce", "complaint"]
    assert target(event_destination["SnsDestination"]["TopicARN"]) == "EmailEventsTopic"
    assert of_type("AWS::SES::ConfigurationSet")["EmailConfigurationSet"]["ReputationOptions"] == {
        "ReputationMetricsEnabled": True
    }


def test_ses_alone_may_publish_to_the_topic_and_use_its_key() -> None:
    [statement] = of_type("AWS::SNS::TopicPolicy")["EmailEventsTopicPolicy"]["PolicyDocument"]["Statement"]
    key = of_type("AWS::KMS::Key")["DataKey"]["KeyPolicy"]["Statement"]
    [of_services] = [each for each in key if "ses.amazonaws.com" in each["Principal"].get("Service", ())]

    assert statement["Principal"] == {"Service": "ses.amazonaws.com"}
    assert statement["Action"] == "sns:Publish"
    for each in (statement, of_services):
        assert each["Condition"] == {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}
    assert of_services["Action"] == ["kms:Decrypt", "kms:GenerateDataKey*"]
    assert target(of_type("AWS::SNS::Topic")["EmailEventsTopic"]["KmsMasterKeyId"]) == "DataKey"


def test_the_topic_alone_may_send_to_the_queue_of_the_worker() -> None:
    [event] = events_of("EmailEventsFunction", "SQS")
    subscription = of_type("AWS::SNS::Subscription")["EmailEventsSubscription"]
    [statement] = of_type("AWS::SQS::QueuePolicy")["EmailEventQueuePolicy"]["PolicyDocument"]["Statement"]

    assert target(event["Queue"]) == target(subscription["Endpoint"]) == "EmailEventQueue"
    assert target(subscription["TopicArn"]) == "EmailEventsTopic"
    assert statement["Principal"] == {"Service": "sns.amazonaws.com"}
    assert target(statement["Condition"]["ArnEquals"]["aws:SourceArn"]) == "EmailEventsTopic"


def test_e_mails_are_sent_by_the_configuration_set_and_may_be() -> None:
    variables = declared()["Globals"]["Function"]["Environment"]["Variables"]
    policies = of_type("AWS::IAM::Role")["NotificationsRole"]["Policies"]
    allowed = str([each["PolicyDocument"]["Statement"] for each in policies])

    assert target(variables["EMAIL_CONFIGURATION_SET"]) == "EmailConfigurationSet"
    assert ":configuration-set/${EmailConfigurationSet}" in allowed


@pytest.mark.parametrize(
    ("sender", "is_taken"),
    [
        ("", True),
        ("interviews@example.com", True),
        ("no-reply+jobs@mail.example.com", True),
        ("Acme <interviews@example.com>", False),
        ("<interviews@example.com>", False),
        ('"Acme" <interviews@example.com>', False),
        ("interviews@example.com, jobs@example.com", False),
        ("interviews @example.com", False),
        ("example.com", False),
    ],
)
def test_the_sender_is_an_address_alone(sender: str, is_taken: bool) -> None:
    """IAM compares it with the address without its name (ses:FromAddress)."""
    pattern = str(declared()["Parameters"]["EmailSender"]["AllowedPattern"])

    assert bool(re.fullmatch(pattern, sender)) is is_taken


def test_alarms_come_before_ses_pauses_the_account() -> None:
    alarms = of_type("AWS::CloudWatch::Alarm")

    for name, paused_at in (("Bounce", 0.1), ("Complaint", 0.005)):
        alarm = alarms[f"{name}RateAlarm"]
        assert (alarm["Namespace"], alarm["MetricName"]) == ("AWS/SES", f"Reputation.{name}Rate")
        assert alarm["Threshold"] < paused_at
