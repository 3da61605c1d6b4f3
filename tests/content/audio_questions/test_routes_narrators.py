"""Narrators over the HTTP interface (interface: Audio questions, rule 7)."""

import pytest

from gather.core.identifiers import is_id
from tests.builders.service import UNKNOWN_ID, Service

pytestmark = pytest.mark.routes


def test_narrators_are_the_voices_of_the_speech_engine(service: Service) -> None:
    narrators = service.get("/narrators").data["narrators"]

    assert len(narrators) > 1
    assert len({narrator["id"] for narrator in narrators}) == len(narrators)
    for narrator in narrators:
        assert set(narrator) == {"id", "name", "language", "gender", "description"}
        assert is_id(narrator["id"])
        assert narrator["gender"] in ("female", "male")
        assert service.get(f"/narrators/{narrator['id']}").data == {"narrator": narrator}


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid"])
def test_an_unknown_narrator_is_404(service: Service, identifier: str) -> None:
    reply = service.get(f"/narrators/{identifier}")

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "narrator", "id": identifier}
