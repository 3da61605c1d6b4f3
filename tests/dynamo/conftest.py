"""The account that the clients of the table are used with."""

import pytest


@pytest.fixture(autouse=True)
def _account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "contract")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "contract")
