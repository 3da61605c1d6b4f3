"""Rules of chatbots (interface: Chatbots, rules 1 to 7)."""

import json

import pytest
from pydantic import ValidationError

from gather.chat.chatbots.models import Chatbot
from gather.chat.chatbots.requests import CreateChatbot, configure_chatbot, new_chatbot
from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp
from gather.core.identifiers import new_id

MADE = "2026-03-02T09:30:00.000Z"
LATER = "2026-03-03T09:30:00.000Z"
LATEST = "2026-03-04T09:30:00.000Z"


def request(**members: object) -> CreateChatbot:
    return CreateChatbot.model_validate_json(
        json.dumps({"title": "Careers", "displayName": "Robin", **members})
    )


def chatbot(**members: object) -> Chatbot:
    return new_chatbot(request(**members), TeamScope(new_id(), new_id(), new_id()), from_timestamp(MADE))


@pytest.mark.parametrize(
    "domain",
    [
        "example.com",
        "careers.example.co.uk",
        "*.example.com",
        "xn--mnchen-3ya.example",
        "localhost",
        "a-b.ab",
    ],
)
def test_host_names_are_domains(domain: str) -> None:
    assert request(allowedDomains=[domain.upper()]).allowed_domains == (domain,)


@pytest.mark.parametrize(
    "domain",
    [
        "",
        "*",
        "*.",
        "*.com.",
        "example",
        "-a.example",
        "a-.example",
        "a..example",
        "*.*.example.com",
        "a.*.example.com",
        "https://example.com",
        "example.com/",
        "example.com:8080",
        "example.com\n",
        "192.0.2.1",
        "münchen.example",
        "a b.example",
        f"{'a' * 64}.example",
        f"{'a.' * 130}example",
    ],
)
def test_nothing_else_is_a_domain(domain: str) -> None:
    with pytest.raises(ValidationError, match="must be a host name"):
        request(allowedDomains=[domain])


@pytest.mark.parametrize(
    ("pattern", "address"),
    [
        ("https://careers.example.com/jobs/{jobId}", "https://careers.example.com/jobs/j-1"),
        (
            "https://careers.example.com/?job={externalId}#{jobId}",
            "https://careers.example.com/?job=R%2F7%20a#j-1",
        ),
        ("https://careers.example.com/jobs", "https://careers.example.com/jobs"),
    ],
)
def test_a_pattern_makes_a_jobs_address(pattern: str, address: str) -> None:
    assert chatbot(jobPageUrlPattern=pattern).job_page_url("j-1", "R/7 a") == address


def test_there_is_no_address_without_what_it_is_made_of() -> None:
    by_external_id = chatbot(jobPageUrlPattern="https://careers.example.com/{externalId}")

    assert by_external_id.job_page_url("j-1", None) is None
    assert chatbot().job_page_url("j-1", "R-7") is None
    assert chatbot(jobPageUrlPattern="https://careers.example.com/jobs/*").job_page_url("j-1", "R-7") is None


@pytest.mark.parametrize(
    "pattern",
    [
        "https://careers.example.com/{jobid}",
        "https://careers.example.com/{jobId}/{title}",
        "https://careers.example.com/{jobId",
        "https://careers.example.com/{jobId}}",
        "https://{jobId}.example.com/{jobId}",
        "//careers.example.com/{jobId}",
        "javascript:{jobId}",
        "/jobs/{jobId}",
    ],
)
def test_a_pattern_has_its_placeholders_behind_the_host_of_a_whole_address(pattern: str) -> None:
    with pytest.raises(ValidationError, match=r"m(ust|ay)"):
        request(jobPageUrlPattern=pattern)


def test_archiving_and_its_undoing_happen_once() -> None:
    fresh = chatbot()

    gone = fresh.archive(LATER)
    back = gone.unarchive(LATEST)

    assert (gone.status, gone.archived_at, gone.updated_at) == ("ARCHIVED", LATER, LATER)
    assert gone.archive(LATEST) == gone
    assert (back.status, back.archived_at, back.updated_at) == ("ACTIVE", None, LATEST)
    assert fresh.unarchive(LATER) == fresh


def test_a_change_to_what_it_is_already_is_none() -> None:
    fresh = chatbot(jobIds=["a", "b"], branding={"accentColor": "fff"})

    same = {"title": "Careers", "job_ids": ("a", "b", "a")}

    assert configure_chatbot(fresh, same, LATER) == fresh
    assert configure_chatbot(fresh, {"job_ids": ("b", "a")}, LATER).updated_at == LATER
