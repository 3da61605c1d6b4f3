"""The variables of functions in containers."""

from sam_local.container_environment import STATE_DIRECTORY, container_environment

BRIDGE = "172.17.0.1"


def test_services_are_at_the_address_by_which_containers_reach_this_machine() -> None:
    environment = container_environment(
        {
            "AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:8000",
            "SPEECH_QUEUE_URL": "http://127.0.0.1:4566/000000000000/speech",
        },
        BRIDGE,
    )

    assert environment["AWS_ENDPOINT_URL_DYNAMODB"] == "http://172.17.0.1:8000"
    assert environment["SPEECH_QUEUE_URL"] == "http://172.17.0.1:4566/000000000000/speech"


def test_links_for_people_stay_at_this_machine() -> None:
    environment = container_environment({"BASE_URL": "http://127.0.0.1:3000"}, BRIDGE)

    assert environment["BASE_URL"] == "http://127.0.0.1:3000"


def test_what_engines_keep_is_in_the_container() -> None:
    assert container_environment({"GATHER_STATE_DIR": "/home/ada/.local"}, BRIDGE) == {
        "GATHER_STATE_DIR": STATE_DIRECTORY
    }
