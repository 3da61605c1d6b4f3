"""A missed target fails a run, a missed aim is only shown."""

import pytest

from bench.figures import Figure, Report


@pytest.mark.parametrize(
    ("figure", "verdict", "is_missed"),
    [
        (Figure("warm", "create", 0.2, "", 0.2), "met", False),
        (Figure("warm", "create", 0.21, "", 0.2), "missed", True),
        (Figure("stack", "p50", 12.5, "ms", aim=12), "missed", False),
        (Figure("stack", "p50", 12, "ms", aim=12), "met", False),
        (Figure("stack", "throughput", 499, "requests/s", aim=500, at_least=True), "missed", False),
        (Figure("stack", "throughput", 500, "requests/s", aim=500, at_least=True), "met", False),
        (Figure("stack", "p95", 40, "ms"), "", False),
    ],
)
def test_a_figure_is_compared_with_its_target_or_its_aim(
    figure: Figure, verdict: str, is_missed: bool
) -> None:
    report = Report()
    report.add(figure)

    assert figure.verdict == verdict
    assert report.missed() == ([figure] if is_missed else [])
    assert verdict in figure.row().lower()
    assert ("MISSED" in figure.row()) is is_missed


def test_a_row_says_what_a_figure_is_compared_with() -> None:
    assert ">= 500" in Figure("stack", "throughput", 640, "requests/s", aim=500, at_least=True).row()
    assert "<= 12" in Figure("stack", "p50", 11, "ms", aim=12).row()
