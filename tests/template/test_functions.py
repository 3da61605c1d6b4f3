"""The settings of every function that let it be run, watched and paid for."""

import pytest

from tests.template.deployment import (
    FUNCTIONS,
    declared,
    declared_functions,
    metrics_of,
    of_type,
    package_of,
    routes_of,
    target,
    time_limit,
)

API_TIME_LIMIT = 29
SLOW_START = 10

SETTINGS = {
    "AVATAR_PLAYER_URL",
    "MODEL_URL",
    "MODEL_NAME",
    "MODEL_KEY_SECRET",
    "TRANSCRIPTION_URL",
    "TRANSCRIPTION_NAME",
    "TRANSCRIPTION_KEY_SECRET",
    "SPEECH_URL",
    "SPEECH_VOICES",
    "SPEECH_NAME",
    "SPEECH_KEY_SECRET",
    "LIMITS_CLIENTS",
    "CLIENT_REQUESTS_PER_HOUR",
    "SMS_PARTS_PER_SECOND",
    "TEAM_DELIVERIES",
    "TEAM_EVALUATIONS",
    "EDGE_SECRET",
    "OTHER_EDGE_SECRET",
    "BASE_URL",
    "BEDROCK_MODEL_ID",
    "DASHBOARD_ACCOUNT_QUEUE_URL",
    "DATA_RIGHTS_QUEUE_URL",
    "IMPORT_QUEUE_URL",
    "DATA_KEY",
    "DELIVERY_QUEUE_URL",
    "FAN_OUT_QUEUE_URL",
    "EMAIL_CONFIGURATION_SET",
    "EMAIL_SENDER",
    "ENGINES",
    "ENROLLMENT_QUEUE_URL",
    "PLAY_QUEUE_URL",
    "EVALUATION_QUEUE_URL",
    "HEADER_PREFIX",
    "INTERVIEWER_MODEL_ID",
    "MEDIA_BUCKET",
    "NOTIFICATION_QUEUE_URL",
    "PERSONA_QUEUE_URL",
    "PUSH_QUEUE_URL",
    "PYDANTIC_DISABLE_PLUGINS",
    "SCORECARD_PREVIEW_QUEUE_URL",
    "SLOW_DELIVERY_QUEUE_URL",
    "SMS_ORIGINATION_IDENTITY",
    "SPEECH_QUEUE_URL",
    "TABLE_CLIENT",
    "TABLE_NAME",
    "USER_POOL_ID",
}
"""The variables of every function."""

OWN_SETTINGS = {
    "ConnectIntegrationsFunction": {"CONNECT_URL"},
    "NotificationsFunction": {"OFFERS_CONSOLE"},
    "ConsoleFunction": {"ISSUER_URL", "ISSUER_VERIFIES_ADDRESSES", "SIGN_IN_CLIENT_ID"},
    "DeliveriesFunction": {"RETRY_STATE_MACHINE_ARN"},
    "SlowDeliveriesFunction": {"RETRY_STATE_MACHINE_ARN"},
    "EnrollmentsFunction": {"ENROLLMENT_STATE_MACHINE_ARN"},
    "EvaluationFunction": {"EVALUATION_STATE_MACHINE_ARN"},
    "LedgerFunction": {"LEDGER_BUCKET"},
}
"""The variables of single functions: where suites are told to call, where people sign in, the ledger's
bucket, and the state machine that a function starts. As a variable of all functions this would refer to its
tasks and to their starters in a circle."""

every_function = pytest.mark.parametrize("function", sorted(declared_functions()))


@every_function
def test_a_function_runs_on_the_runtime_that_the_layer_is_built_for(function: str) -> None:
    properties = of_type("AWS::Lambda::Function")[function]

    assert properties["Runtime"] == "python3.13"
    assert properties["Architectures"] == [{"Ref": "Architecture"}]
    assert [target(layer)[: len("SharedLayer")] for layer in properties["Layers"]] == ["SharedLayer"]


@every_function
def test_a_function_s_handler_is_in_its_folder(function: str) -> None:
    *package, module, name = declared_functions()[function]["Handler"].split(".")

    assert name == "handler"
    assert FUNCTIONS.joinpath(*package, f"{module}.py").is_file()


@every_function
def test_a_function_has_its_own_log_that_is_kept_for_a_declared_time(function: str) -> None:
    group = target(of_type("AWS::Lambda::Function")[function]["LoggingConfig"]["LogGroup"])

    assert of_type("AWS::Logs::LogGroup")[group]["RetentionInDays"] == {"Ref": "LogRetentionDays"}
    assert [group] == [
        target(properties["LoggingConfig"]["LogGroup"])
        for properties in of_type("AWS::Lambda::Function").values()
        if target(properties["LoggingConfig"]["LogGroup"]) == group
    ]


@every_function
def test_a_function_knows_its_deployment_and_no_more(function: str) -> None:
    variables = of_type("AWS::Lambda::Function")[function]["Environment"]["Variables"]

    assert variables.keys() == SETTINGS | OWN_SETTINGS.get(function, set())


@every_function
def test_a_function_that_breaks_raises_an_alarm(function: str) -> None:
    """The alarm covers all versions and aliases: the dimension of a name alone counts their invocations."""
    dimensions = [{"Name": "FunctionName", "Value": {"Ref": function}}]

    watched = [
        metric["MetricName"]
        for alarm in of_type("AWS::CloudWatch::Alarm").values()
        for metric in metrics_of(alarm)
        if metric["Namespace"] == "AWS/Lambda" and metric["MetricName"] == "Errors"
        if metric["Dimensions"] == dimensions
    ]
    assert watched == ["Errors"]


@every_function
def test_a_function_behind_the_api_has_time_for_a_slow_start_and_ends_before_the_api_gives_up(
    function: str,
) -> None:
    if routes_of(function):
        assert SLOW_START <= time_limit(function) <= API_TIME_LIMIT


def test_every_folder_of_functions_is_deployed() -> None:
    folders = {entry.name for entry in FUNCTIONS.iterdir() if entry.is_dir() and entry.name != "__pycache__"}

    assert {package_of(function) for function in declared_functions()} >= folders


def test_links_in_messages_lead_to_the_deployment_even_without_a_domain() -> None:
    """Workers have no request to learn the host from."""
    for function in ("NotificationsFunction", "SpeechFunction", "EnrollmentTaskFunction"):
        variables = of_type("AWS::Lambda::Function")[function]["Environment"]["Variables"]
        fallback = variables["BASE_URL"]["Fn::If"][2]["Fn::If"][2]
        assert target(fallback) == "HttpApi"


def test_everything_is_built_by_make_and_not_in_a_container() -> None:
    built = [
        resource
        for resource in declared()["Resources"].values()
        if resource["Type"] in ("AWS::Serverless::Function", "AWS::Serverless::LayerVersion")
    ]

    assert {resource.get("Metadata", {}).get("BuildMethod") for resource in built} == {"makefile"}
