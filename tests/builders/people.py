"""Candidates, interviews and candidate interviews, made as a client makes them."""

from typing import Any

from tests.builders.service import Service

ADA = {
    "firstName": "Ada",
    "lastName": "Lovelace",
    "email": "ada@example.com",
    "phone": "+14155550123",
}
BARISTA = {"title": "Barista 2026", "displayName": "Barista", "interviewType": "standard"}


def add_candidate(service: Service, **fields: object) -> str:
    """A candidate; its id."""
    reply = service.post("/candidates", {**ADA, **fields})
    assert reply.status == 201, reply.body
    return str(reply.data["id"])


def add_interview(service: Service, **fields: object) -> str:
    """A standard interview; its id."""
    reply = service.post("/interviews", {**BARISTA, **fields})
    assert reply.status == 201, reply.body
    return str(reply.data["interview"]["id"])


def add_candidate_interview(service: Service, **fields: object) -> dict[str, Any]:
    """A candidate interview, with a candidate and an interview of its own unless they are given."""
    body = dict(fields)
    body.setdefault("candidateId", "candidateId" in body or add_candidate(service))
    body.setdefault("interviewId", "interviewId" in body or add_interview(service))
    reply = service.post("/candidate-interviews", body)
    assert reply.status == 201, reply.body
    record: dict[str, Any] = reply.data
    return record
