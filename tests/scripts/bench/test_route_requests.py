"""Every route is measured, or says why it is not."""

from bench.calls import families
from bench.figures import Figure, Report
from tests.support.route_requests import ROUTE_REQUESTS, WITHOUT_REQUEST


def test_every_route_has_a_request_or_a_reason() -> None:
    assert not set(families()) - set(ROUTE_REQUESTS) - set(WITHOUT_REQUEST)


def test_every_request_is_for_a_route_that_there_is() -> None:
    assert not (set(ROUTE_REQUESTS) | set(WITHOUT_REQUEST)) - set(families())


def test_a_figure_over_its_target_is_reported_as_missed() -> None:
    report = Report()
    report.add(Figure("cold", "at its target", 1.1, "", 1.1))
    report.add(Figure("cold", "over its target", 1.11, "", 1.1))
    report.add(Figure("cold", "without a target", 9, ""))

    assert [figure.name for figure in report.missed()] == ["over its target"]
    assert [row["missed"] for row in report.as_json()["figures"]] == [False, True, False]
