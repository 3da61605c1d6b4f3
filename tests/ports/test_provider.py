"""The two modules that provide engines."""

import subprocess
import sys
from pathlib import Path

import pytest

import local_stack.engines
from gather.aws import engines as aws
from gather.core.settings import load
from gather.ports.messages import SmsMessage
from gather.ports.provider import EngineProvider
from tests.doubles.engines import ScriptedEngines

SETTINGS = load({})
_PROVIDERS: tuple[EngineProvider, ...] = (
    aws.provide(SETTINGS),
    local_stack.engines.provide(SETTINGS),
    ScriptedEngines(),
)


@pytest.mark.parametrize("provider", _PROVIDERS)
def test_every_provider_has_every_engine(provider: EngineProvider) -> None:
    engines = [
        provider.transcription(),
        provider.evaluation(),
        provider.assistant(),
        provider.interviewer(),
        provider.avatar(),
        provider.email(),
        provider.sms(),
        provider.media(),
        provider.identity(),
        provider.encryption(),
        provider.ledger(),
    ]

    assert provider.speech().narrators()
    assert None not in engines


@pytest.mark.parametrize("provider", _PROVIDERS)
def test_an_engine_is_made_once(provider: EngineProvider) -> None:
    assert provider.speech() is provider.speech()


def test_importing_the_aws_engines_loads_no_library() -> None:
    program = "import sys, gather.aws.engines; print('botocore' in sys.modules, 'boto3' in sys.modules)"
    layer = Path(aws.__file__).parents[2]

    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=layer, capture_output=True, text=True, check=True, timeout=60
    )

    assert loaded.stdout.split() == ["False", "False"]


def test_local_messages_go_to_the_inbox_of_the_state_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GATHER_STATE_DIR", str(tmp_path))

    local_stack.engines.provide(SETTINGS).sms().send(SmsMessage("+14155550123", "Hello"))

    assert "+14155550123" in (tmp_path / "inbox.jsonl").read_text()
