"""Webhook configurations: what a request may ask for and where events go.

Interface: Webhooks, rules 1 to 3 and 6.
"""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from gather.core.errors import Fault, ValidationFailed
from gather.core.model import QueryModel, RequestModel
from gather.events.event import EventName, EventRecord
from gather.http.validation import validate
from gather.outgoing.endpoint import endpoint
from gather.webhooks.models import (
    CreateWebhook,
    DeliveryTarget,
    RotateWebhookSecret,
    UpdateWebhook,
    WebhookConfiguration,
    WebhookRecord,
    list_targets,
    new_webhook,
)

EARLIER, NOW = "2026-02-03T04:05:06.789Z", "2026-02-04T04:05:06.789Z"
AT = datetime(2026, 2, 4, 4, 5, 6, 789_000, tzinfo=UTC)
SECRET = "sixteen letters!"


def body(**members: Any) -> dict[str, Any]:
    return {"urls": ["https://hooks.example/in"], "events": ["interview.created"], **members}


def faulty_fields(model: type[RequestModel], raw: dict[str, Any]) -> list[str]:
    """The paths that the client is told are wrong."""
    try:
        validate(model, json.dumps(raw), QueryModel, {})
    except ValidationFailed as refusal:
        return sorted(fault.field for fault in refusal.faults)
    return []


def configuration(**members: Any) -> WebhookRecord:
    made = new_webhook(
        CreateWebhook.model_validate(body()),
        identifier="a configuration",
        organization_id="an organization",
        team_id="a team",
        now=EARLIER,
    )
    return made.changed(**members)


def event(**members: Any) -> EventRecord:
    return EventRecord(
        id="an event",
        name=EventName.INTERVIEW_CREATED,
        organization_id="an organization",
        team_id="a team",
        payload={"interviewId": "an interview"},
        created_at=NOW,
    ).changed(**members)


class TestUrls:
    @pytest.mark.parametrize(
        "url",
        [
            "https://hooks.example/in?team=1",
            "http://hooks.example:8080",
            "HTTPS://HOOKS.EXAMPLE/In",
            "https://192.0.2.1/in",
            "http://[2001:db8::1]:8080/in",
            "https://bücher.example/läden",
            "https://hooks.example/" + "x" * (2048 - len("https://hooks.example/")),
        ],
    )
    def test_absolute_http_and_https_urls_are_taken_as_they_are(self, url: str) -> None:
        assert CreateWebhook.model_validate(body(urls=[url])).urls == [url]

    @pytest.mark.parametrize(
        "url",
        [
            "",
            "hooks.example/in",
            "//hooks.example/in",
            "/in",
            "https:hooks.example",
            "https:///hooks.example",
            "ftp://hooks.example/in",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "https://user:password@hooks.example/in",
            "https://user@hooks.example/in",
            "https://@hooks.example/in",
            "https://hooks.example/in#part",
            "https://hooks.example/in#",
            "https://hooks.example/a b",
            " https://hooks.example/in",
            "https://hooks.example/in\n",
            "https://hooks.example\\@inner.example/in",
            "https://hooks.example:99999/in",
            "https://hooks.example:0/in",
            "https://hooks.example:x/in",
            "https://hooks..example/in",
            f"https://{'x' * 64}.example/in",
            "https://[::1/in",
            "https://[fe80::1%25eth0]/in",
            "https://hooks.example/" + "x" * (2049 - len("https://hooks.example/")),
        ],
    )
    def test_anything_else_is_a_fault_of_that_url(self, url: str) -> None:
        raw = body(urls=["https://hooks.example/good", url])
        assert faulty_fields(CreateWebhook, raw) == ["urls[1]"]

    @pytest.mark.parametrize(("count", "faults"), [(0, ["urls"]), (1, []), (10, []), (11, ["urls"])])
    def test_a_configuration_has_one_to_ten_urls(self, count: int, faults: list[str]) -> None:
        urls = [f"https://hooks.example/{number}" for number in range(count)]
        assert faulty_fields(CreateWebhook, body(urls=urls)) == faults

    def test_a_url_that_leads_where_an_earlier_one_does_is_a_fault(self) -> None:
        urls = ["https://hooks.example/in", "https://other.example", "HTTPS://Hooks.Example:443/in"]
        assert list(CreateWebhook.cross_field_faults(body(urls=urls))) == [
            Fault("urls[2]", "must not repeat urls[0]")
        ]

    @pytest.mark.parametrize("urls", [None, "https://hooks.example", [1, None, {}], {"a": 1}])
    def test_urls_of_another_type_are_refused(self, urls: object) -> None:
        assert faulty_fields(CreateWebhook, body(urls=urls))

    def test_a_url_is_read_as_it_will_be_requested(self) -> None:
        read = endpoint("http://Bücher.example:8080/lä den".replace(" ", "") + "?q=ü")
        assert (read.host, read.port) == ("xn--bcher-kva.example", 8080)
        assert read.target == "/l%C3%A4den?q=%C3%BC"
        assert read.authority == "xn--bcher-kva.example:8080"
        assert endpoint("https://hooks.example").authority == "hooks.example"
        assert endpoint("http://[2001:DB8::1]:443/").authority == "[2001:db8::1]:443"

    @pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "１２７.0.0.1"])
    def test_another_spelling_of_an_address_is_read_as_that_address(self, host: str) -> None:
        assert endpoint(f"http://{host}/").host == "127.0.0.1"

    @given(st.text() | st.builds("https://{}".format, st.text()))
    def test_any_text_is_either_refused_or_fit_for_a_request_line(self, text: str) -> None:
        try:
            read = endpoint(text)
        except ValueError:
            return
        assert f"{read.host}{read.target}{read.authority}".isascii()
        assert not any(character <= " " or character == "\x7f" for character in read.target + read.host)
        assert not set(read.host) & set("/?#@\\[]")


class TestRequests:
    def test_every_unknown_event_is_reported_and_the_request_refused_whole(self) -> None:
        raw = body(events=["interview.created", "interview.deleted", "Interview.Created", ""])
        assert faulty_fields(CreateWebhook, raw) == ["events[1]", "events[2]", "events[3]"]
        assert faulty_fields(UpdateWebhook, raw) == ["events[1]", "events[2]", "events[3]"]

    def test_every_event_of_the_interface_can_be_subscribed_to(self) -> None:
        names = [name.value for name in EventName]
        assert CreateWebhook.model_validate(body(events=names)).events == names

    def test_no_event_at_all_is_refused_and_a_repeated_one_counts_once(self) -> None:
        assert faulty_fields(CreateWebhook, body(events=[])) == ["events"]
        repeated = body(events=["interview.updated", "interview.created", "interview.updated"])
        assert CreateWebhook.model_validate(repeated).events == ["interview.updated", "interview.created"]

    @pytest.mark.parametrize(("length", "faults"), [(15, ["secret"]), (16, []), (256, []), (257, ["secret"])])
    def test_a_given_secret_has_16_to_256_characters(self, length: int, faults: list[str]) -> None:
        assert faulty_fields(CreateWebhook, body(secret="s" * length)) == faults

    def test_a_description_has_at_most_1000_characters(self) -> None:
        assert faulty_fields(CreateWebhook, body(description="x" * 1000)) == []
        assert faulty_fields(CreateWebhook, body(description="x" * 1001)) == ["description"]

    def test_all_faults_are_reported_at_once(self) -> None:
        raw = {
            "urls": ["ftp://a.example", "http://b.example", "http://b.example/"],
            "events": ["gone"],
            "isActive": "yes",
            "secret": 1,
        }
        assert faulty_fields(CreateWebhook, raw) == ["events[0]", "isActive", "secret", "urls[0]", "urls[2]"]

    def test_urls_and_events_are_required_of_a_create(self) -> None:
        assert faulty_fields(CreateWebhook, {}) == ["events", "urls"]

    def test_a_generated_secret_is_unguessable(self) -> None:
        one, other = configuration(), configuration()
        assert one.secret != other.secret
        assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", one.secret)

    def test_an_update_changes_what_is_supplied_and_nothing_else(self) -> None:
        before = configuration(description="theirs")
        change = UpdateWebhook.model_validate({"isActive": False})
        assert before.update(change, now=NOW) == before.changed(is_active=False, updated_at=NOW)
        cleared = before.update(UpdateWebhook.model_validate({"description": None}), now=NOW)
        assert cleared == before.changed(description=None, updated_at=NOW)

    @pytest.mark.parametrize("member", ["urls", "events", "isActive", "secret"])
    def test_an_update_cannot_take_away_what_a_configuration_needs(self, member: str) -> None:
        assert faulty_fields(UpdateWebhook, {member: None}) == [member]

    def test_a_secret_is_rotated_to_the_given_or_a_new_one(self) -> None:
        before = configuration()
        given_one = before.replace_secret(RotateWebhookSecret.model_validate({"secret": SECRET}), now=AT)
        generated = before.replace_secret(RotateWebhookSecret.model_validate({}), now=AT)
        assert given_one.secret == SECRET
        assert generated.secret not in (before.secret, SECRET, "")
        assert generated.signing_secrets(AT) == (generated.secret,)

    def test_the_replaced_secret_signs_for_the_overlap_and_no_longer(self) -> None:
        before = configuration()
        rotated = before.replace_secret(RotateWebhookSecret.model_validate({"overlapHours": 1.5}), now=AT)
        end = AT + timedelta(minutes=90)
        assert rotated.signing_secrets(AT) == (rotated.secret, before.secret)
        assert rotated.signing_secrets(end - timedelta(milliseconds=1)) == (rotated.secret, before.secret)
        assert rotated.signing_secrets(end) == (rotated.secret,)

    @pytest.mark.parametrize("hours", [0, 24])
    def test_a_rotation_ends_an_overlap_that_still_runs(self, hours: float) -> None:
        before = configuration()
        request = RotateWebhookSecret.model_validate({"overlapHours": 24})
        once = before.replace_secret(request, now=AT)
        twice = once.replace_secret(RotateWebhookSecret.model_validate({"overlapHours": hours}), now=AT)
        assert before.secret not in twice.signing_secrets(AT)
        assert twice.signing_secrets(AT) == ((twice.secret, once.secret) if hours else (twice.secret,))

    def test_a_secret_that_is_replaced_by_an_update_ends_the_overlap(self) -> None:
        request = RotateWebhookSecret.model_validate({"overlapHours": 24})
        rotated = configuration().replace_secret(request, now=AT)
        renamed = rotated.update(UpdateWebhook.model_validate({"description": "new"}), now=NOW)
        replaced = rotated.update(UpdateWebhook.model_validate({"secret": SECRET}), now=NOW)
        assert renamed.signing_secrets(AT) == rotated.signing_secrets(AT)
        assert replaced.signing_secrets(AT) == (SECRET,)

    def test_who_switches_it_on_starts_the_count_of_failures_anew(self) -> None:
        failing = configuration().changed(is_active=False, failing_since=NOW)

        on = failing.update(UpdateWebhook(is_active=True), now=NOW)
        renamed = failing.update(UpdateWebhook(description="x"), now=NOW)

        assert (on.is_active, on.failing_since) == (True, None)
        assert (renamed.is_active, renamed.failing_since) == (False, NOW)

    @pytest.mark.parametrize("hours", [-0.1, 168.1, "1", True])
    def test_an_overlap_lasts_a_week_at_most(self, hours: object) -> None:
        assert faulty_fields(RotateWebhookSecret, {"overlapHours": hours}) == ["overlapHours"]


class TestRecord:
    def test_the_secret_is_in_no_answer_of_a_configuration_and_no_representation(self) -> None:
        made = configuration(secret=SECRET)
        answer = TypeAdapter(WebhookConfiguration).dump_json(made)
        assert not [text for text in (answer.decode(), repr(made), str(made)) if SECRET in text]
        assert SECRET not in repr(CreateWebhook.model_validate(body(secret=SECRET)))

    def test_the_record_has_the_members_of_the_interface(self) -> None:
        assert set(TypeAdapter(WebhookConfiguration).dump_python(configuration(), by_alias=True)) == {
            "id", "description", "urls", "events", "isActive", "organizationId", "teamId", "createdAt",
            "updatedAt",
        }  # fmt: skip

    def test_what_is_stored_reads_back_whole(self) -> None:
        made = configuration(secret=SECRET)
        assert WebhookRecord.model_validate(made.model_dump(by_alias=True)) == made

    def test_an_old_configuration_with_legacy_names_still_reads(self) -> None:
        stored = configuration().model_dump() | {"events": ["interview.finished", "interview.created"]}
        read = WebhookRecord.model_validate(stored)
        assert read.events == ["interview.finished", "interview.created"]
        assert list_targets(event(), [read])


class TestTargets:
    def test_an_event_goes_to_every_address_once(self) -> None:
        one = configuration(id="one", urls=["https://a.example", "https://b.example"])
        other = configuration(id="other", urls=["https://A.example:443/", "https://c.example"])
        assert list_targets(event(), [one, other]) == [
            DeliveryTarget("https://a.example", webhook_configuration_id="one"),
            DeliveryTarget("https://b.example", webhook_configuration_id="one"),
            DeliveryTarget("https://c.example", webhook_configuration_id="other"),
        ]

    @pytest.mark.parametrize(
        "difference",
        [
            {"is_active": False},
            {"events": ["interview.updated"]},
            {"team_id": "another team"},
            {"organization_id": "another organization"},
            {"created_at": "9999-01-01T00:00:00.000Z"},
        ],
    )
    def test_a_configuration_that_did_not_ask_for_it_gets_nothing(self, difference: dict[str, Any]) -> None:
        assert list_targets(event(), [configuration(**difference)]) == []

    def test_a_candidate_interviews_own_url_gets_its_completion_and_nothing_else(self) -> None:
        payload = {"candidateInterviewId": "an interview of a candidate"}
        for name in EventName:
            found = list_targets(
                event(name=name, payload=payload), [], candidate_interview_url="https://results.example"
            )
            is_completion = name is EventName.CANDIDATE_INTERVIEW_COMPLETED
            assert found == [
                DeliveryTarget(
                    "https://results.example", candidate_interview_id="an interview of a candidate"
                )
            ] * int(is_completion)
