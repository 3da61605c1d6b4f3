"""Accounts that open nothing: files in a folder, with an invitation in the inbox for each."""

import hashlib
import json
import os
import secrets
from pathlib import Path

from gather.ports.identity import DashboardAccount
from local_stack.engines.inbox import Inbox

INVITATION = """Hello {first_name},

you have an account for the dashboard. Sign in with {email} and the password {password},
which you will be asked to change."""


class LocalIdentity:
    """A file for each account, named by its address, so that the workers' processes can share the folder.

    Making the file is what decides: of several at once, one makes it and invites.
    """

    def __init__(self, folder: Path, inbox: Inbox) -> None:
        self._folder = folder
        self._inbox = inbox

    def create_account(self, account: DashboardAccount) -> None:
        if not self.create_known_account(account):
            return
        invitation = INVITATION.format(
            first_name=account.first_name, email=account.email, password=secrets.token_urlsafe(9)
        )
        self._inbox.add("email", account.email, "Your account for the dashboard", invitation)

    def create_known_account(self, account: DashboardAccount) -> bool:
        """Make the account of somebody who needs no invitation. Returns whether there was none."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{hashlib.sha256(account.email.casefold().encode()).hexdigest()}.json"
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return False
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            fields = {"email": account.email, "firstName": account.first_name, "lastName": account.last_name}
            json.dump(fields, file, ensure_ascii=False)
        return True
