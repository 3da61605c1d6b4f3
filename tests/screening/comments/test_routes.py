"""Comments of colleagues over HTTP (interface: Comments, rules 1 and 2)."""

import pytest

from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Service, Tenant

pytestmark = pytest.mark.routes


def test_colleagues_read_comments_in_their_order(service: Service, tenant: Tenant) -> None:
    path = f"/candidate-interviews/{make_screening(service).id}/comments"
    assert service.get(path).data == {"comments": []}

    first = service.post(path, {"text": "  Calm on the phone.\nAsk about nights. "})
    second = service.post(path, {"text": "I agree.", "userId": tenant.user_id})

    assert first.status == 201
    comment = first.data["comment"]
    assert comment["text"] == "Calm on the phone.\nAsk about nights."
    assert set(comment) == {"id", "text", "userId", "createdAt"}
    assert second.data["comment"]["userId"] == tenant.user_id
    assert service.get(path).data["comments"] == [comment, second.data["comment"]]


@pytest.mark.parametrize("text", ["", "   ", "x" * 4_001, None, 7])
def test_a_comment_says_something_and_not_too_much(service: Service, text: object) -> None:
    reply = service.post(f"/candidate-interviews/{make_screening(service).id}/comments", {"text": text})

    assert reply.status == 400
    assert reply.faulty_fields == {"text"}


def test_there_are_no_comments_on_nothing(service: Service) -> None:
    path = f"/candidate-interviews/{UNKNOWN_ID}/comments"

    assert service.post(path, {"text": "Hello"}).status == 404
    assert service.get(path).status == 404
