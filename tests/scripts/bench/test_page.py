"""The published page says what the published figures say, and its estimates follow from them."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench import page
from bench.estimates import Counted
from bench.figures import Figure


def test_the_page_is_made_of_the_published_figures() -> None:
    """Else run `python -m bench.page`, which makes it anew."""
    text = page.PAGE.read_text()

    assert page.with_figures(text, page.published()) == text
    lists = page.LISTS_PAGE.read_text()
    assert page.with_lists(lists, page.published()) == lists


def test_another_figure_makes_another_page() -> None:
    figures = page.published()
    changed = [
        replace(figure, value=figure.value + 1)
        if figure.name == "get: instructions to raw create"
        else figure
        for figure in figures
    ]

    made = page.with_figures(page.PAGE.read_text(), changed)

    assert made != page.PAGE.read_text()
    assert "| missed |" in made


def test_aims_of_the_local_stack_stand_with_what_was_measured() -> None:
    figures = [figure for figure in page.published() if figure.measure != "stack"]
    stack = [
        Figure("stack", "all: p50", 12.4, "ms", aim=12),
        Figure("stack", "throughput", 640, "requests/s", aim=500, at_least=True),
        Figure("stack", "all: p95", 30, "ms"),
    ]

    made = page.with_figures(page.PAGE.read_text(), [*figures, *stack])

    assert "| local stack, all: p50 | 12.40 ms | 12 ms | missed |" in made
    assert "| local stack, throughput | 640 requests/s | at least 500 requests/s | met |" in made
    assert "| local stack, all: p95 | 30 ms | | |" in made


def test_a_page_without_a_place_for_figures_is_refused() -> None:
    with pytest.raises(ValueError, match="has no"):
        page.with_figures("# Performance\n", page.published())


def test_published_figures_take_the_place_of_those_of_the_same_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = page.published()
    faster = [replace(figure, value=1.0) for figure in figures if figure.measure == "latency"]
    monkeypatch.setattr(page, "FIGURES", tmp_path / "performance.json")
    monkeypatch.setattr(page, "PAGE", tmp_path / "performance.md")
    monkeypatch.setattr(page, "LISTS_PAGE", tmp_path / "data-model.md")
    page.PAGE.write_text(f"{page.BEGIN}{page.END}")
    page.LISTS_PAGE.write_text(f"{page.BEGIN}{page.END}")
    page.publish(figures)

    page.publish([*faster, Figure("neighbours", "p50", 12, "ms")])

    kept = [figure for figure in figures if figure.measure != "latency"]
    assert {figure.measure: figure for figure in page.published()}.keys() == {
        figure.measure for figure in figures
    }
    assert all(figure in page.published() for figure in [*kept, *faster])


def test_half_a_processor_takes_twice_as_long_to_compute_and_no_longer_to_wait() -> None:
    request = Counted("sample", instructions=2e6, trips=2)

    assert request.milliseconds(1769) == pytest.approx(10 + 1)
    assert request.milliseconds(3538) == pytest.approx(10 + 1)
    assert request.milliseconds(1769 // 2) == pytest.approx(10 + 2, rel=0.01)


def test_a_million_requests_cost_what_gateway_function_and_table_charge() -> None:
    request = Counted("sample", instructions=0, trips=2, read_units=8, write_units=2, gateway_million=3.5)

    # 10 ms of a gigabyte a million times are 10,000 gigabyte-seconds.
    assert request.lambda_million(1024, "arm64") == pytest.approx(0.20 + 0.133334)
    assert request.lambda_million(512, "x86_64") == pytest.approx(0.20 + 0.0833335)
    assert request.table_million == pytest.approx(1 + 1.25)
    assert request.million(1024, "arm64") == pytest.approx(3.5 + 0.333334 + 2.25)


def test_a_begun_millisecond_is_billed_whole() -> None:
    assert Counted("sample", 0, 0.21).lambda_million(1024, "arm64") == pytest.approx(0.20 + 0.0266668)
