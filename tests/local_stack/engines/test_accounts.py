"""The folder in which the local stack keeps accounts."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gather.core.clock import SystemClock
from gather.ports.identity import DashboardAccount
from local_stack.engines.accounts import LocalIdentity
from local_stack.engines.inbox import Inbox


def _identity(folder: Path) -> LocalIdentity:
    return LocalIdentity(folder / "accounts", Inbox(folder / "inbox.jsonl", SystemClock()))


def _messages(folder: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in (folder / "inbox.jsonl").read_text().splitlines()]


def test_an_invitation_says_how_to_sign_in(tmp_path: Path) -> None:
    _identity(tmp_path).create_account(DashboardAccount("ada@example.com", "Ada {email}", "Example"))

    [message] = _messages(tmp_path)
    assert (message["channel"], message["to"]) == ("email", "ada@example.com")
    assert message["subject"] == "Your account for the dashboard"
    assert message["body"].startswith("Hello Ada {email},\n")
    assert "Sign in with ada@example.com and the password" in message["body"]


def test_accounts_outlive_the_stop(tmp_path: Path) -> None:
    ada = DashboardAccount("ada@example.com", "Ada", "Example")
    _identity(tmp_path).create_account(ada)

    _identity(tmp_path).create_account(ada)

    assert len(_messages(tmp_path)) == 1


def test_of_many_workers_at_once_one_invites(tmp_path: Path) -> None:
    ada = DashboardAccount("ada@example.com", "Ada", "Example")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: _identity(tmp_path).create_account(ada), range(32)))

    assert len(_messages(tmp_path)) == 1
