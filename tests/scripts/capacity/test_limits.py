"""Limits are those that are deployed, and break at the traffic that takes all of them."""

from dataclasses import replace

import pytest

from capacity import page
from capacity.assumptions import Traffic
from capacity.limits import CapacityLimit, DeployedLimits, RaisedBy
from capacity.needs import InterviewNeeds, read_needs
from simulation.deployment import GROWN


@pytest.fixture
def needs() -> InterviewNeeds:
    """Those that were counted last."""
    return read_needs(page.FIGURES)


def test_a_limit_breaks_at_the_traffic_that_takes_all_of_it() -> None:
    limit = CapacityLimit("of a test", 10, "a second", 2, RaisedBy.CODE, "a test")

    month = limit.most_a_month

    assert limit.usage(Traffic(month).peak) == pytest.approx(1)
    assert limit.usage(Traffic(month / 2).peak) == pytest.approx(0.5)


def test_the_busiest_hour_has_a_fifth_of_a_working_day() -> None:
    assert Traffic(21 * 3600 * 5).peak == pytest.approx(1)


def test_limits_are_those_of_the_template_and_its_parameters(needs: InterviewNeeds) -> None:
    parameters = {"TeamEvaluations": "77", "DeliveryWorkers": "99", "PublicConcurrency": "11"}

    allowed = {each.name: each.allowed for each in DeployedLimits(needs, parameters).limits()}

    assert allowed["A team's evaluations at once"] == 77
    assert allowed["DeliveryQueue: workers"] == 99
    assert allowed["Screening: requests at once"] == 11


def test_more_of_something_breaks_its_limit_sooner(needs: InterviewNeeds) -> None:
    more = replace(needs, requests=2 * needs.requests)

    before, after = (
        {each.name: each.most_a_month for each in DeployedLimits(some).limits()} for some in (needs, more)
    )

    name = "API Gateway: requests"
    assert after[name] == pytest.approx(before[name] / 2)
    assert {each for each in before if before[each] != after[each]} == {name}


@pytest.mark.parametrize("month", page.MONTHS)
def test_no_queue_waits_longer_the_more_candidate_interviews_there_are(
    needs: InterviewNeeds, month: int
) -> None:
    queues = DeployedLimits(needs, GROWN).queues()

    waits = {each.name: each.pool.late_wait(each.messages * Traffic(month).peak) for each in queues}

    assert waits == dict.fromkeys(waits, 0)


def test_one_team_may_have_ten_million_interviews_a_month(needs: InterviewNeeds) -> None:
    """Neither its counts nor the heads of its listings are in more transactions than DynamoDB makes."""
    limits = DeployedLimits(needs, GROWN).limits()

    of_items = {each.name: each.most_a_month for each in limits if "transactions of one item" in each.name}

    assert any("#STATUS#open" in name for name in of_items)
    assert any("WEBHOOK_DELIVERY, HEAD" in name for name in of_items)
    assert {name: month for name, month in of_items.items() if month < 10_000_000} == {}
