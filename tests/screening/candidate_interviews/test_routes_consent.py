"""The candidate's consent over HTTP (interface: Consent, rules 1 to 4)."""

from typing import Any

import pytest

from gather.table.records import Records
from gather.tenancy.organizations.models import CONSENT_REQUIRED
from tests.builders.screening import make_ai_screening, make_screening
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.screening_candidate import ANSWER, Screening

pytestmark = pytest.mark.routes

requires_consent = pytest.mark.features(CONSENT_REQUIRED)


@pytest.fixture
def screening(service: Service) -> Screening:
    return make_screening(service)


def consent_of(screening: Screening) -> dict[str, Any]:
    consent: dict[str, Any] = screening.show().data["screening"]["consent"]
    return consent


def test_a_candidate_reads_what_happens_to_the_answers(screening: Screening) -> None:
    consent = consent_of(screening)

    assert consent["required"] is False
    assert consent["acceptedAt"] is None
    assert consent["version"]
    assert "Example Team 1" in consent["text"]
    assert "AI" in consent["text"]


def test_the_first_agreement_counts(clock: HandClock, screening: Screening) -> None:
    first = screening.agree()
    clock.advance(days=1)
    again = screening.agree()

    assert first.status == again.status == 200
    assert first.data["consent"] == again.data["consent"] == consent_of(screening)
    assert first.data["consent"]["acceptedAt"] == "2026-03-02T09:30:00.000Z"


def test_an_agreement_to_another_text_is_none(screening: Screening) -> None:
    reply = screening.agree("an-earlier-one")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert consent_of(screening)["acceptedAt"] is None


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"accepted": False}, {"accepted"}),
        ({"accepted": "true"}, {"accepted"}),
        ({"accepted": 1}, {"accepted"}),
        ({"accepted": None}, {"accepted"}),
        ({}, {"accepted"}),
        ({"accepted": True, "version": None}, {"version"}),
    ],
)
def test_nothing_but_a_yes_is_an_agreement(
    screening: Screening, body: dict[str, object], fields: set[str]
) -> None:
    version = consent_of(screening)["version"]

    reply = screening.page.put(f"/screening/{screening.token}/consent", {"version": version, **body})

    assert (reply.status, reply.faulty_fields) == (400, fields)
    assert consent_of(screening)["acceptedAt"] is None


def test_unknown_and_expired_invites_take_no_consent(clock: HandClock, screening: Screening) -> None:
    body = {"version": "1", "accepted": True}
    assert screening.page.put("/screening/unknown/consent", body).status == 404

    clock.advance(days=15)

    assert screening.page.put(f"/screening/{screening.token}/consent", body).status == 410


def test_after_the_completion_a_consent_stays_and_none_is_given(service: Service) -> None:
    agreed, silent = make_screening(service), make_screening(service)
    agreed.agree()
    for each in (agreed, silent):
        each.answer_all()
        each.complete()

    assert agreed.agree().status == 200
    assert silent.agree().status == 409


@requires_consent
def test_where_it_is_required_nothing_is_answered_before(
    engines: ScriptedEngines, screening: Screening
) -> None:
    announced = {"contentType": "audio/wav", "size": 44}
    media = f"/screening/{screening.token}/media"
    assert consent_of(screening)["required"] is True
    for refused in (screening.answer("spoken", text=ANSWER), screening.page.post(media, announced)):
        assert (refused.status, refused.error["code"]) == (403, "FORBIDDEN")

    screening.agree()

    assert screening.page.post(media, announced).status == 201
    screening.answer_all()
    assert screening.complete().status == 200


@requires_consent
def test_where_it_is_required_no_conversation_begins_before(
    service: Service, records: Records, tenant: Tenant
) -> None:
    talk = make_ai_screening(service, records, tenant)
    path = f"/screening/{talk.token}/conversation"
    turn = {"turnId": "1", "text": "Hello"}
    assert [talk.page.post(path).status, talk.page.post(f"{path}/turns", turn).status] == [403, 403]
    assert (talk.page.get(path).status, talk.page.get(f"{path}/speech").status) == (200, 403)

    talk.agree()
    assert talk.page.get(f"{path}/speech").status == 200

    assert [talk.page.post(path).status, talk.page.post(f"{path}/turns", turn).status] == [201, 201]


@requires_consent
def test_a_missing_consent_is_told_ahead_of_any_conflict(service: Service) -> None:
    completed = make_screening(service)
    service.patch(f"/candidate-interviews/{completed.id}/status", {"status": "new_response"})
    path = f"/screening/{completed.token}"

    for refused in (
        completed.answer("spoken", text=ANSWER),
        completed.page.post(f"{path}/media", {"contentType": "audio/wav", "size": 44}),
        completed.page.post(f"{path}/conversation"),
        completed.page.post(f"{path}/conversation/turns", {"turnId": "1", "text": "Hello"}),
    ):
        assert (refused.status, refused.error["code"]) == (403, "FORBIDDEN")
