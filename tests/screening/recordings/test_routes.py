"""Addresses of recordings over HTTP (interface: Results, rules 13 and 14)."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from gather.core.media_address import media_key
from gather.table.records import Records
from tests.builders.documents import docx
from tests.builders.screening import make_interview_conversation, make_screening
from tests.builders.service import Reply, Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.conversing_candidate import Conversation
from tests.doubles.engines import ScriptedEngines
from tests.doubles.screening_candidate import Screening

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

SOUND = b"RIFF of somebody"


def upload(screening: Screening, engines: ScriptedEngines) -> str:
    """The id of a new recording."""
    announced = {"contentType": "audio/wav", "size": len(SOUND)}
    reply = screening.page.post(f"/screening/{screening.token}/media", announced)
    assert reply.status == 201, reply.body
    media_id: str = reply.data["mediaId"]
    engines.media().put(media_key(media_id), SOUND, "audio/wav")
    return media_id


@pytest.fixture
def recorded(service: Service, engines: ScriptedEngines) -> Screening:
    """A candidate who has completed, with one answer aloud."""
    made = make_screening(service)
    made.answer_all()
    assert made.answer("spoken", mediaId=upload(made, engines)).status == 200
    assert made.complete().status == 200
    return made


def address_of(screening: Screening) -> str:
    address: str = screening.results()["responses"][0]["audioUrl"]
    return address


def shown_on_page(screening: Screening, link: str | None) -> str:
    """The recording's address as the page of a share link shows it."""
    assert link is not None
    reply = screening.opened(link)
    assert reply.status == 200
    (address,) = re.findall(r'<audio [^>]*src="([^"]+)"', reply.body)
    return unescape(address)


def error_of(reply: Reply) -> tuple[int, str]:
    return reply.status, reply.error["code"]


def test_an_address_needs_no_key_and_is_new_at_each_read(recorded: Screening) -> None:
    results = recorded.results()
    first, second = results["responses"][0]["audioUrl"], address_of(recorded)

    assert results["audioUrl"] == first
    assert first != second
    assert recorded.leads_to(first) == recorded.leads_to(second)
    assert recorded.leads_to(first) not in first, "the id alone leads nowhere"
    head = recorded.page.request("HEAD", urlsplit(first).path)
    assert head.status == 302


def test_an_address_is_good_for_an_hour(recorded: Screening, clock: HandClock) -> None:
    address = address_of(recorded)

    clock.advance(minutes=59, seconds=59)
    assert recorded.opened(address).status == 302
    clock.advance(seconds=1)

    assert error_of(recorded.opened(address)) == (410, "GONE")
    assert recorded.opened(address_of(recorded)).status == 302


def test_what_the_store_serves_outlives_the_address_by_nothing_and_the_share_link_by_two_minutes(
    recorded: Screening, clock: HandClock
) -> None:
    def seconds() -> int:
        return int(parse_qs(urlsplit(recorded.opened(address).headers["location"]).query)["expires"][0])

    address = address_of(recorded)
    assert seconds() == 120
    clock.advance(minutes=59, seconds=30)

    assert seconds() == 30


@pytest.mark.parametrize("place", [0, 1, 20, 40, 80, 100, 125, 140, -23, -2, -1])
def test_a_changed_address_is_absent(recorded: Screening, place: int) -> None:
    base, _, token = address_of(recorded).rpartition("/")
    place %= len(token)

    for other in "AQgwB_":
        changed = f"{base}/{token[:place]}{other}{token[place + 1 :]}"
        expected = 302 if other == token[place] else 404
        assert recorded.opened(changed).status == expected, other


def test_what_is_left_of_an_address_or_put_to_it_is_absent(recorded: Screening) -> None:
    address = address_of(recorded)
    media_id = recorded.leads_to(address)

    for changed in (address[:-1], f"{address}A", f"{address}=", f"{address[:-22]}{'A' * 22}"):
        assert error_of(recorded.opened(changed)) == (404, "NOT_FOUND")
    for alone in (media_id, media_id.upper(), media_id.replace("-", "")):
        assert recorded.page.get(f"/media/{alone}").status == 404


def test_the_tag_of_one_recording_does_not_open_another(
    recorded: Screening, service: Service, engines: ScriptedEngines
) -> None:
    other = make_screening(service)
    assert other.answer("spoken", mediaId=upload(other, engines)).status == 200
    own, foreign = address_of(recorded), address_of(other)

    for cut in (22, 44):
        assert recorded.opened(f"{own[:-cut]}{foreign[-cut:]}").status == 404


def test_addresses_of_a_share_page_end_with_its_link_at_once(recorded: Screening) -> None:
    path = f"/candidate-interviews/{recorded.id}/share-link"
    by_key = address_of(recorded)
    first = shown_on_page(recorded, recorded.results()["shareLink"])
    assert recorded.opened(first).status == 302

    link = recorded.service.post(path, {}).data["shareLink"]
    second = shown_on_page(recorded, link)
    assert (error_of(recorded.opened(first)), recorded.opened(second).status) == ((410, "GONE"), 302)
    assert recorded.service.delete(path).status == 200

    assert [recorded.opened(each).status for each in (first, second)] == [410, 410]
    assert recorded.opened(by_key).status == 302


def test_addresses_of_a_share_page_end_when_it_expires(recorded: Screening, clock: HandClock) -> None:
    link = recorded.service.post(f"/candidate-interviews/{recorded.id}/share-link", {"expiryDays": 1}).data
    clock.advance(hours=23, minutes=50)
    address = shown_on_page(recorded, link["shareLink"])
    assert recorded.opened(address).status == 302
    clock.advance(minutes=10)

    assert error_of(recorded.opened(address)) == (410, "GONE")


def test_addresses_end_with_an_erasure(recorded: Screening) -> None:
    addresses = [address_of(recorded), shown_on_page(recorded, recorded.results()["shareLink"])]

    assert recorded.service.post(f"/candidates/{recorded.candidate['id']}/erase", {}).status == 202

    assert [recorded.opened(each).status for each in addresses] == [404, 404]


def test_addresses_end_when_the_recording_is_removed(recorded: Screening, engines: ScriptedEngines) -> None:
    address = address_of(recorded)

    engines.media().purge(media_key(recorded.leads_to(address)))

    assert error_of(recorded.opened(address)) == (404, "NOT_FOUND")


@pytest.mark.parametrize("what", ["candidate", "candidate interview"])
def test_an_archive_ends_the_addresses_that_were_given_before_it(
    recorded: Screening, clock: HandClock, what: str
) -> None:
    addresses = [address_of(recorded), shown_on_page(recorded, recorded.results()["shareLink"])]
    clock.advance(seconds=1)

    if what == "candidate":
        reply = recorded.service.delete(f"/candidates/{recorded.candidate['id']}")
    else:
        body = {"status": "archived"}
        reply = recorded.service.patch(f"/candidate-interviews/{recorded.id}/status", body)
    assert reply.status == 200, reply.body

    assert [error_of(recorded.opened(each)) for each in addresses] == [(404, "NOT_FOUND")] * 2
    clock.advance(seconds=1)
    assert recorded.opened(address_of(recorded)).status == 302, "what is archived stays readable by key"


def test_a_resume_is_opened_like_a_recording(
    service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    screening = make_screening(service)
    assert service.patch(f"/interviews/{screening.interview['id']}", {"resume": True}).status == 200
    content = docx()
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    asked = {"contentType": kind, "size": len(content)}
    media_id = screening.page.post(f"/screening/{screening.token}/resume", asked).data["mediaId"]
    engines.media().put(media_key(media_id), content, kind)
    given = {"mediaId": media_id, "fileName": "cv.docx"}
    assert screening.page.put(f"/screening/{screening.token}/resume", given).status == 200

    url = screening.results()["resume"]["url"]

    assert screening.leads_to(url) == media_id
    assert screening.page.get(f"/media/{media_id}").status == 404
    clock.advance(hours=1)
    assert screening.opened(url).status == 410


class TestConversation:
    """A candidate's turn has an address where `callRecording` is on."""

    @pytest.fixture
    def talk(self, service: Service, records: Records, tenant: Tenant) -> Screening:
        return make_interview_conversation(
            service, records, tenant, {"callRecording": True, "conversationalStyle": False}
        )

    @staticmethod
    def said(turns: list[dict[str, Any]]) -> str:
        (turn,) = [each for each in turns if each["role"] == "candidate"]
        address: str = turn["audioUrl"]
        return address

    def test_turns_have_addresses_that_are_new_at_each_read_and_the_same_when_repeated(
        self, talk: Screening, engines: ScriptedEngines, clock: HandClock
    ) -> None:
        conversation = Conversation(talk.page, talk.token)
        begun = conversation.begin().data["conversation"]["turns"]
        media_id = upload(talk, engines)
        body = {"turnId": "one", "mediaId": media_id, "text": "I ran a bar for two years."}

        taken = conversation.turn(**body)
        clock.advance(minutes=1)
        repeated = conversation.turn(**body)

        assert (taken.status, repeated.status) == (201, 200)
        assert repeated.data["turns"] == taken.data["turns"]
        reads = [self.said(conversation.read().data["conversation"]["turns"]) for _ in range(2)]
        results = talk.results()["responses"][0]
        given = [self.said(taken.data["turns"]), *reads, self.said(results["turns"]), results["audioUrl"]]
        assert len(set(given)) == len(given)
        assert {talk.leads_to(each) for each in given} == {media_id}
        clock.advance(minutes=59)
        assert [talk.opened(each).status for each in given[:2]] == [410, 302]
        question = begun[-1]["audioUrl"]
        assert question.endswith(f"/conversation/turns/{begun[-1]['sequence']}/audio")
        assert self.asked(talk, question) == 302

    @staticmethod
    def asked(talk: Screening, address: str) -> int:
        return talk.page.get(urlsplit(address).path).status
