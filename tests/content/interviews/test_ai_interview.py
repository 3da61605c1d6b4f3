"""The configuration of AI interviewers (interface: AI interviews, rules 1 and 2)."""

import json

import pytest
from pydantic import ValidationError

from gather.content.interviews.ai_interview import (
    LONGEST_CONTEXT_PART,
    AiConfiguration,
    AiConfigurationChange,
    AiConfigurationRequest,
    ReplicaOfInterview,
    conversational_context,
    new_configuration,
)

ROBIN = ReplicaOfInterview(id="robin", name="Robin", photo_url="https://files.example/robin.jpg")
CONFIGURATION = AiConfiguration(
    replica_id="robin", language="en", greeting_message="Hi!", dig_deeper=True, replica=ROBIN
)


def change(**members: object) -> AiConfigurationChange:
    return AiConfigurationChange.model_validate_json(json.dumps(members), by_alias=True, by_name=False)


def test_a_change_replaces_what_it_names_and_nothing_else() -> None:
    merged = CONFIGURATION.merge(change(friendlyTone=False, timeoutSeconds=5))

    assert merged == CONFIGURATION.changed(friendly_tone=False, timeout_seconds=5)
    assert CONFIGURATION.merge(change()) == CONFIGURATION


def test_null_clears_the_greeting() -> None:
    assert CONFIGURATION.merge(change(greetingMessage=None)).greeting_message is None


def test_another_replica_s_picture_is_still_to_be_filled_in() -> None:
    assert CONFIGURATION.merge(change(replicaId="kim")).replica is None
    assert CONFIGURATION.merge(change(replicaId="robin")).replica == ROBIN


@pytest.mark.parametrize(
    "members",
    [
        {"replicaId": None},
        {"digDeeper": None},
        {"digDeeper": "true"},
        {"digDeeper": 1},
        {"language": None},
        {"language": "English"},
        {"timeoutSeconds": 0},
        {"timeoutSeconds": 3_601},
        {"timeoutSeconds": "60"},
        {"greetingMessage": " "},
        {"greetingMessage": "x" * 2_001},
        {"coachingType": 7},
    ],
)
def test_a_member_of_the_wrong_kind_is_refused(members: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        change(**members)


def test_what_is_the_service_s_own_is_not_taken_from_a_body() -> None:
    sent = change(conversationalContext="mine", replica={"name": "mine"}, prompt="mine")

    assert sent.supplied() == {}


def test_a_new_configuration_speaks_the_interview_s_language_unless_told_otherwise() -> None:
    assert new_configuration(AiConfigurationRequest(replica_id="robin"), "fr").language == "fr"
    named = AiConfigurationRequest(replica_id="robin", language="es")
    assert new_configuration(named, "fr").language == "es"


def test_the_context_is_short_and_tells_only_what_there_is() -> None:
    plain = conversational_context("Barista", "en", None, None)
    full = conversational_context("Barista", "en", "j" * 10_000, "w" * 10_000)

    assert plain == "An interview for “Barista”, held in the language en."
    assert full.count("j" * LONGEST_CONTEXT_PART) == full.count("w" * LONGEST_CONTEXT_PART) == 1
    assert len(full) < 2 * LONGEST_CONTEXT_PART + 200
