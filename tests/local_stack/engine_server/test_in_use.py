"""The stack says which engines it uses and what is missing."""

import pytest

from local_stack.engine_server.in_use import describe_engines, engines_in_use

READY = {name: {"state": "ready"} for name in ("whisper-base", "piper-joe", "minilm-l6")}


def test_the_models_that_are_there_are_named() -> None:
    used = engines_in_use({}, READY)

    assert (used["transcription"], used["speech"]) == ("whisper-base", "piper")
    assert used["model"].startswith("local-rubric")


def test_without_the_server_nothing_hears_and_the_small_engines_do_the_rest() -> None:
    assert engines_in_use({}, {}) == {"model": "local-rubric", "transcription": "none", "speech": "espeak-ng"}


@pytest.mark.parametrize("kind", ["model", "transcription", "speech"])
def test_an_engine_on_a_server_is_named_for_its_protocol(kind: str) -> None:
    servers = {f"{kind.upper()}_URL": "http://127.0.0.1:9/v1", f"{kind.upper()}_NAME": "a"}

    used = engines_in_use(servers, READY)

    assert [name for name, engine in used.items() if engine == "openai-compatible"] == [kind]


def test_another_model_of_whisper_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATHER_WHISPER_MODEL", "small")

    assert engines_in_use({}, READY)["transcription"] == "small"
    assert engines_in_use({}, {})["transcription"] == "none"


def test_a_person_reads_what_is_on_its_way_and_what_is_missing() -> None:
    models = {
        "whisper-base": {"state": "fetching"},
        "piper-joe": {"state": "unavailable", "reason": "There is no network."},
        "minilm-l6": {"state": "unavailable", "reason": "There is no network."},
    }

    first, coming, *missing = describe_engines({}, models)

    assert "ears: whisper-base   voice: espeak-ng" in first
    assert "whisper-base" in coming
    assert [line.strip() for line in missing] == ["There is no network."]
