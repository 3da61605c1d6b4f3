"""Links to results over HTTP (interface: Share links, rules 1 to 4)."""

import pytest

from gather.core.clock import from_timestamp, timestamp
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.clock import HandClock
from tests.doubles.screening_candidate import Screening

pytestmark = pytest.mark.routes


@pytest.fixture
def screening(service: Service) -> Screening:
    """A candidate who has completed."""
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    return made


def path_of(screening: Screening) -> str:
    return f"/candidate-interviews/{screening.id}/share-link"


def opened(screening: Screening, link: str | None) -> int:
    """The status of the page that the link leads to."""
    assert link is not None
    return screening.page.get(f"/share/{link.rpartition('/')[2]}").status


def link_of(screening: Screening) -> str | None:
    link: str | None = screening.results()["shareLink"]
    return link


def test_the_link_of_a_completion_is_open_for_thirty_days(clock: HandClock, screening: Screening) -> None:
    link = link_of(screening)

    clock.advance(days=29, hours=23)
    assert opened(screening, link) == 200
    clock.advance(hours=1, minutes=1)

    assert opened(screening, link) == 410
    assert link_of(screening) is None


def test_a_new_link_takes_the_place_of_the_one_before(clock: HandClock, screening: Screening) -> None:
    before = link_of(screening)

    reply = screening.service.post(path_of(screening), {"expiryDays": 365})

    assert reply.status == 201
    link = reply.data["shareLink"]
    assert link == link_of(screening) != before
    assert (opened(screening, before), opened(screening, link)) == (410, 200)
    ends = from_timestamp(reply.data["expiresAt"])
    assert 364 <= (ends - clock.now()).days <= 365


def test_a_link_holds_thirty_days_unless_asked_otherwise(clock: HandClock, screening: Screening) -> None:
    ends = screening.service.post(path_of(screening)).data["expiresAt"]

    assert 29 <= (from_timestamp(ends) - clock.now()).days <= 30


def test_an_ended_link_opens_nothing_and_a_new_one_can_be_made(screening: Screening) -> None:
    link = link_of(screening)

    ended = [screening.service.delete(path_of(screening)) for _ in range(2)]

    for reply in ended:
        assert reply.status == 200
        assert reply.data == {"candidateInterviewId": screening.id, "shareLink": None}
    assert opened(screening, link) == 410
    assert link_of(screening) is None
    again = screening.service.post(path_of(screening)).data["shareLink"]
    assert (opened(screening, again), opened(screening, link)) == (200, 410)


def test_before_the_completion_there_is_nothing_to_share(service: Service) -> None:
    made = make_screening(service)

    reply = service.post(path_of(made))

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")


def test_a_completion_makes_a_link_where_it_was_ended_before(service: Service) -> None:
    made = make_screening(service)
    service.delete(path_of(made))
    assert link_of(made) is None

    made.answer_all()
    made.complete()

    assert opened(made, link_of(made)) == 200


@pytest.mark.parametrize("days", [0, 366, 1.5, "30"])
def test_a_link_holds_between_a_day_and_a_year(screening: Screening, days: object) -> None:
    reply = screening.service.post(path_of(screening), {"expiryDays": days})

    assert (reply.status, reply.faulty_fields) == (400, {"expiryDays"})


def test_the_moment_of_the_end_is_told_as_a_timestamp(screening: Screening) -> None:
    ends = screening.service.post(path_of(screening), {"expiryDays": 1}).data["expiresAt"]

    assert timestamp(from_timestamp(ends)) == ends
