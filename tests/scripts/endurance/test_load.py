"""A candidate whose invite does not come ends nobody else's way, and is left to the verdict."""

from itertools import count
from typing import Any, ClassVar

import pytest

from endurance import load
from endurance.load import ENROLLMENTS, WAY, Load
from endurance.verdict import judge

READY = {
    "baseUrl": "http://127.0.0.1:1",
    "adminKey": "key",
    "organizationId": "organization",
    "teamId": "team",
    "userId": "user",
    "meetingId": "meeting",
}


class ScriptedClient:
    """Responds with new ids, and notes the paths without a key."""

    numbers = count(1)
    public: ClassVar[list[str]] = []

    def __init__(self, *_: object) -> None:
        """Takes what the real one takes."""

    def call(self, _method: str, path: str, _body: object = None) -> Any:
        number = str(next(self.numbers))
        kinds = ("enrollment", "interview", "replica", "aiTextQuestion", "workflowTemplate", "job")
        return {"apiKey": number, **{kind: {"id": number} for kind in kinds}}

    def call_public(self, _method: str, path: str, _body: object = None) -> Any:
        self.public.append(path)


class ForgetfulReceiver:
    """Has the first invite of every enrollment, and the second of all but the first enrollment."""

    def __init__(self) -> None:
        self._first = ""

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:1{path}"

    def await_invite(self, enrollment_id: str, number: int, _patience_seconds: float) -> str:
        self._first = self._first or enrollment_id
        if number == 1 and enrollment_id == self._first:
            raise TimeoutError("invite 2 did not come")
        return f"http://127.0.0.1:1/{enrollment_id}-{number}"


def test_an_invite_that_does_not_come_is_told_and_left_to_the_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(load, "PatientClient", ScriptedClient)
    monkeypatch.setattr(ScriptedClient, "public", [])
    receiver: Any = ForgetfulReceiver()
    work = Load(READY, receiver)

    work.work(interviews=0, enrollments=3)

    assert len([path for path in ScriptedClient.public if path.endswith("/confirm")]) == 2
    assert "invite 2 did not come" in capsys.readouterr().out
    lost = judge(work.expected, [], []).lost
    assert len([each for each in lost if each.startswith(ENROLLMENTS)]) == 3 * len(WAY)
