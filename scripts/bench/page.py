"""The part of docs/performance.md that is made of figures.

`docs/performance.json` has the figures of the published runs. `python -m bench --publish` puts those of the
measured parts into it and makes the page's part anew, `python -m bench.page` only makes it anew. A test
compares the two.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bench.estimates import LAMBDA_GIGABYTE_SECOND, MEMORIES_MEGABYTES, REST_API_MILLION, Counted
from bench.figures import Figure
from bench.filtered_lists import SIZES, filtered_lists
from bench.workspace import REPOSITORY

FIGURES = REPOSITORY / "docs" / "performance.json"
PAGE = REPOSITORY / "docs" / "performance.md"
LISTS_PAGE = REPOSITORY / "docs" / "data-model.md"
BEGIN = "<!-- Made by `python -m bench --publish` of docs/performance.json. -->"
END = "<!-- End of what is made. -->"

_WAYS = {"service": "", "raw boto3": "raw ", "FastAPI + Mangum": "FastAPI + Mangum ", "Chalice": "Chalice "}
"""The ways to write a create, and the beginning of the name of each one's warm request."""

_CREATE, _GET = "POST /qsi/gather/candidates", "GET /qsi/gather/candidates/{candidateId}"
_LIST = "10,000, nothing archived: first"
_PUBLISHED = ("cold", "warm", "latency", "trips", "listing", "lists", "million", "screens", "search", "stack")
_OF_LONG_LISTS = ("million", "search")
_OF_AIMS = ("aim", "at_least")
Named = Mapping[tuple[str, str], Figure]
"""Figures by what they measure and their names."""


def publish(figures: Iterable[Figure]) -> None:
    """Keep `figures` in place of earlier ones of the same parts, and make the page of all.

    Raises KeyError when the page needs a figure that no run has published.
    """
    new = [figure for figure in figures if figure.measure in _PUBLISHED]
    measured = {figure.measure for figure in new}
    kept = [figure for figure in published() if figure.measure not in measured]
    ordered = sorted([*kept, *new], key=lambda figure: _PUBLISHED.index(figure.measure))
    lines = ",\n".join(json.dumps(_members(figure)) for figure in ordered)
    FIGURES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    PAGE.write_text(with_figures(PAGE.read_text(encoding="utf-8"), ordered), encoding="utf-8")
    LISTS_PAGE.write_text(with_lists(LISTS_PAGE.read_text(encoding="utf-8"), ordered), encoding="utf-8")


def _members(figure: Figure) -> dict[str, Any]:
    """The figure as the file has it: few have an aim."""
    return {name: value for name, value in asdict(figure).items() if value or name not in _OF_AIMS}


def published() -> list[Figure]:
    """The figures of the published runs."""
    if not FIGURES.exists():
        return []
    return [Figure(**members) for members in json.loads(FIGURES.read_text(encoding="utf-8"))]


def with_figures(page: str, figures: Iterable[Figure]) -> str:
    """The page with its part made of `figures`. Raises ValueError when the page has no place for it."""
    named = {(figure.measure, figure.name): figure for figure in figures}
    return _with_part(page, _part(named))


def with_lists(page: str, figures: Iterable[Figure]) -> str:
    """The page of the data model with what filters and orders cost. Raises as `with_figures` does."""
    named = {figure.name: figure.value for figure in figures if figure.measure == "lists"}
    return _with_part(page, _filtered_lists(named))


def _filtered_lists(named: Mapping[str, float]) -> Iterator[str]:
    yield "| list | read by | " + " | ".join(f"{size:,}" for size in SIZES) + " |"
    yield "|---|---|" + "---|" * len(SIZES)
    for each in filtered_lists():
        if f"{SIZES[0]:,}: {each.name}: round trips" in named:
            costs = " | ".join(_cost(named, f"{size:,}: {each.name}") for size in SIZES)
            yield f"| {each.name} | {each.access_path} | {costs} |"
    yield ""


def _cost(named: Mapping[str, float], name: str) -> str:
    return f"{named[f'{name}: round trips']:g} / {named[f'{name}: read units']:g}"


def _with_part(page: str, part: Iterator[str]) -> str:
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The page has no {BEGIN} and {END}.")
    made = "\n".join(part)
    return f"{before}{begin}\n\n{made}\n{end}{after}"


def _part(named: Named) -> Iterator[str]:
    yield from _targets(named)
    yield "### Lists and the local stack\n"
    yield from _lists_and_stack(named)
    yield "### Four ways to write a create\n"
    yield from _ways(named)
    yield "### Estimated milliseconds\n"
    yield from _milliseconds(named)
    yield "### Estimated dollars for a million requests\n"
    yield from _dollars(named)


def _targets(named: Named) -> Iterator[str]:
    """A row for each target; the routes with the same one share a row with the worst of them."""
    rows = []
    together: dict[str, list[Figure]] = {}
    for figure in named.values():
        if figure.at_most is None or figure.measure in ("listing", "lists", "million", "screens"):
            continue
        if figure.measure == "trips":
            kind = "creates" if figure.at_most == 2 else "reads" if figure.at_most == 1 else "completion"
            together.setdefault(kind, []).append(figure)
        else:
            rows.append(_target(f"{figure.measure}: {figure.name}", figure))
    names = {
        "creates": "round trips of {} creates",
        "reads": "round trips of {} reads of a record or a first page",
        "completion": "round trips of the completion of a screening",
    }
    for kind, some in together.items():
        rows.append(_target(names[kind].format(len(some)), max(some, key=lambda each: each.value)))
    yield from _table(["", "measured", "target", ""], rows)


def _lists_and_stack(named: Named) -> Iterator[str]:
    """A row for each figure; the pages of lists share one with the worst of them, and so do the screens."""
    listing = [figure for figure in named.values() if figure.measure == "listing"]
    pages = [figure for figure in listing if figure.unit == "round trips"]
    rows = [_target(f"{len(pages)} pages of lists of any length", max(pages, key=lambda each: each.value))]
    rows += [_target(f"lists, {figure.name}", figure) for figure in listing if figure not in pages]
    rows += [_target(figure.name, figure) for figure in named.values() if figure.measure in _OF_LONG_LISTS]
    of_screens = [figure for figure in named.values() if figure.measure == "screens"]
    most = max(of_screens, key=lambda each: each.value)
    rows.append(_target(f"{len(of_screens)} requests of the console with 100,000 candidates", most))
    rows += [
        _target(f"local stack, {figure.name}", figure)
        for figure in named.values()
        if figure.measure == "stack"
    ]
    yield from _table(["", "measured", "target", ""], rows)


def _target(name: str, figure: Figure) -> list[str]:
    unit = "" if figure.measure == "trips" else f" {figure.unit}".rstrip()
    bound = "at least " if figure.at_least else ""
    target = "" if figure.target is None else f"{bound}{figure.target:g}{unit}"
    return [name, f"{_rounded(figure.value)}{unit}", target, figure.verdict]


def _rounded(value: float) -> str:
    return f"{value:g}" if value == int(value) else f"{value:.2f}"


def _ways(named: Named) -> Iterator[str]:
    raw_cold = named["cold", "raw boto3: instructions"].value
    raw_warm = named["warm", "raw create: instructions"].value
    raw_cpu = named["cold", "raw boto3: user+sys CPU, median"].value
    raw_cpu_warm = named["warm", "raw create: user+sys CPU"].value
    rows = []
    for way, prefix in _WAYS.items():
        cold = named["cold", f"{way}: instructions"].value
        warm = named["warm", f"{prefix}create: instructions"].value
        cpu = named["cold", f"{way}: user+sys CPU, median"].value
        cpu_warm = named["warm", f"{prefix}create: user+sys CPU"].value
        rows.append(
            [
                way,
                f"{cold:,.0f} million, {cold / raw_cold:.2f}",
                f"{cpu:.0f} ms, {cpu / raw_cpu:.2f}",
                f"{warm:.2f} million, {warm / raw_warm:.2f}",
                f"{cpu_warm / 1000:.2f} ms, {cpu_warm / raw_cpu_warm:.2f}",
            ]
        )
    heads = [
        "",
        *(f"{start}, {what}, of raw" for start in ("cold", "warm") for what in ("instructions", "CPU")),
    ]
    yield from _table(heads, rows)


def _requests(named: Named) -> list[Counted]:
    """The warm requests."""
    creates = [
        Counted(
            f"create, {way}",
            named["warm", f"{prefix}create: instructions"].value * 1e6,
            named["trips", _CREATE].value,
            *_units(named["trips", _CREATE]),
            **({"gateway_million": REST_API_MILLION} if way == "Chalice" else {}),
        )
        for way, prefix in _WAYS.items()
    ]
    get, page = (named["latency", f"{name}: counted"].counts for name in ("get", "list of 20"))
    return [
        *creates,
        Counted("get, service", get["instructions"], get["round trips"], *_units(named["trips", _GET])),
        Counted(
            "list of 20, service", page["instructions"], page["round trips"], *_units(named["listing", _LIST])
        ),
    ]


def _units(figure: Figure) -> tuple[float, float]:
    return figure.counts["read units"], figure.counts["write units"]


def _milliseconds(named: Named) -> Iterator[str]:
    colds = [
        Counted(
            f"cold create, {way}",
            named["cold", f"{way}: instructions"].value * 1e6,
            named["trips", _CREATE].value,
        )
        for way in _WAYS
    ]
    rows = [
        [counted.name, *(f"{counted.milliseconds(memory):,.1f}" for memory in MEMORIES_MEGABYTES)]
        for counted in (*colds, *_requests(named))
    ]
    yield from _table(["", *(f"{memory} MB" for memory in MEMORIES_MEGABYTES)], rows)


def _dollars(named: Named) -> Iterator[str]:
    settings = [(name, memory) for name in LAMBDA_GIGABYTE_SECOND for memory in MEMORIES_MEGABYTES]
    rows = []
    for counted in _requests(named):
        functions = [f"{counted.lambda_million(memory, name):.2f}" for name, memory in settings]
        whole = f"{counted.million(1024, 'arm64'):.2f}"
        rows.append(
            [
                counted.name,
                f"{counted.gateway_million:.2f}",
                f"{counted.table_million:.2f}",
                *functions,
                whole,
            ]
        )
    heads = ["", "API Gateway", "DynamoDB", *(f"Lambda {name}, {memory} MB" for name, memory in settings)]
    yield from _table([*heads, "all, arm64, 1024 MB"], rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |".replace("|  |", "| |")
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |".replace("|  |", "| |").replace("|  |", "| |")
    yield ""


if __name__ == "__main__":
    publish([])
