"""The tables of a forecast: as text for a terminal, and as parts of docs/capacity.md and docs/operations.md.

`docs/capacity.json` has the needs that were counted last. `python -m capacity --publish` counts them anew and
makes the page's part of them, `python -m capacity.page` only makes it anew, for other limits. A test compares
the two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from capacity.assumptions import SHARE_OF_LARGEST_TEAM, Traffic, tokens_a_minute
from capacity.limits import CapacityLimit, DeployedLimits, QueuePool, RaisedBy
from capacity.needs import InterviewNeeds, read_needs
from capacity.prices import dollars_by_part
from simulation.deployment import GROWN

_DOCS: Final = Path(__file__).parents[2] / "docs"
FIGURES: Final = _DOCS / "capacity.json"
PAGE: Final = _DOCS / "capacity.md"
QUOTAS_PAGE: Final = _DOCS / "operations.md"
BEGIN: Final = "<!-- Made by `python -m capacity --publish` of docs/capacity.json. -->"
END: Final = "<!-- End of what is made. -->"
MONTHS: Final = (1_000, 100_000, 10_000_000)
"""The candidate interviews a month that the tables are about."""
_FAR: Final = 5 * MONTHS[-1]
"""What breaks beyond that is not listed."""
_SHARE_OF_QUOTA: Final = 0.7
_LISTED_PARTITIONS: Final = 12


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table with its title."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> Iterator[str]:
        """The lines of it in a page."""
        if self.title:
            yield f"### {self.title}\n"
        yield f"| {' | '.join(self.heads)} |"
        yield f"|{'---|' * len(self.heads)}"
        for row in self.rows:
            yield f"| {' | '.join(row)} |"
        yield ""

    def text(self) -> Iterator[str]:
        """The lines of it on a terminal."""
        every = [self.heads, *self.rows]
        widths = [max(len(row[column]) for row in every) for column in range(len(self.heads))]
        yield self.title
        numeric = [all(row[column][:1].isdigit() for row in self.rows) for column in range(len(self.heads))]
        for row in every:
            cells = [
                cell.rjust(width) if is_number else cell.ljust(width)
                for cell, width, is_number in zip(row, widths, numeric, strict=True)
            ]
            yield f"  {'  '.join(cells)}".rstrip()
        yield ""


class Forecast:
    """What the candidate interviews of `MONTHS` need of a deployment, and what breaks first: with the
    template's own parameters, and with those that it is to grow by."""

    def __init__(self, needs: InterviewNeeds) -> None:
        self._needs = needs
        self._deployed = DeployedLimits(needs)
        self._grown = DeployedLimits(needs, GROWN)

    def tables(self) -> list[FigureTable]:
        """All tables."""
        return [
            self._first_breaks(),
            self._busiest_hour(),
            self._at_once(),
            self._queues(),
            self._limits("Limits of the whole deployment", of_team=False),
            self._limits("Limits of one team", of_team=True),
            self._partitions(),
            self._dollars(),
        ]

    def breaking(self, *, of_team: bool, is_grown: bool = False) -> list[CapacityLimit]:
        """The limits in the order in which they break, as traffic grows."""
        deployed = self._grown if is_grown else self._deployed
        some = [limit for limit in deployed.limits() if limit.of_team == of_team]
        return sorted(some, key=lambda limit: (limit.most_a_month, limit.name))

    def as_json(self) -> dict[str, Any]:
        """The rows of all tables, by their titles."""
        return {
            table.title: [dict(zip(table.heads, row, strict=True)) for row in table.rows]
            for table in self.tables()
        }

    def quotas(self) -> FigureTable:
        """What to ask AWS for: so much that the busiest hour takes seven tenths of it."""
        rows = []
        for limit in self.breaking(of_team=False):
            asked = [limit.taken * Traffic(month).peak / _SHARE_OF_QUOTA for month in MONTHS]
            if limit.raised_by is RaisedBy.AWS and asked[-1] > limit.allowed:
                shown = [_rounded(each) if each > limit.allowed else "–" for each in asked]
                rows.append([limit.name, f"{_amount(limit.allowed)} {limit.unit}", *shown, limit.source])
        heads = ["quota", "by default", *_heads(), "AWS's page"]
        return FigureTable("", heads, rows)

    def _first_breaks(self) -> FigureTable:
        rows = [row for is_grown in (False, True) for row in self._first_of(is_grown=is_grown)]
        return FigureTable(
            "What breaks first", ["parameters", "of", "the limit", "at interviews a month"], rows
        )

    def _first_of(self, *, is_grown: bool) -> list[list[str]]:
        whole = self.breaking(of_team=False, is_grown=is_grown)
        some = self.breaking(of_team=True, is_grown=is_grown)
        of_team = [limit for limit in some if limit.raised_by is not RaisedBy.KEYS]
        on_request = [limit for limit in whole if limit.raised_by is RaisedBy.AWS]
        own = [limit for limit in whole if limit.raised_by is not RaisedBy.AWS]
        rows = [
            ["quotas of AWS, raised on request", *_broken(on_request[0], 1)],
            ["the deployment's own limits", *_broken(own[0], 1)],
            ["one team that has everything, with several keys", *_broken(of_team[0], 1)],
            [
                f"the largest of many teams, with {SHARE_OF_LARGEST_TEAM:.0%}",
                *_broken(of_team[0], SHARE_OF_LARGEST_TEAM),
            ],
        ]
        return [["grown" if is_grown else "default", *row] for row in rows]

    def _busiest_hour(self) -> FigureTable:
        needs, calls = self._needs, self._needs.engine_calls
        dollars = sum(dollars_by_part(needs, self._deployed).values())
        per_second = {
            "candidate interviews a second": 1.0,
            "requests a second": needs.requests,
            "write units a second": needs.write_units,
            "read units a second": needs.read_units,
            "stream records a second": needs.stream_records,
            "entries of the outbox a second": needs.outbox_entries,
            "state transitions a second": sum(needs.transitions.values()),
            "e-mails a second": calls.get("email.send", 0),
            "transcription jobs a second": calls.get("transcription.start", 0),
            "neural speech requests a second": calls.get("speech.synthesize", 0),
        }
        traffics = [Traffic(month) for month in MONTHS]
        rows = [
            [name, *(_amount(each * traffic.peak) for traffic in traffics)]
            for name, each in per_second.items()
        ]
        rows += [
            [
                "model tokens a minute, with those reserved",
                *(_amount(tokens_a_minute(calls, traffic.peak)) for traffic in traffics),
            ],
            ["dollars a month", *(_amount(dollars * month) for month in MONTHS)],
        ]
        return FigureTable("In the busiest hour", ["", *_heads()], rows)

    def _at_once(self) -> FigureTable:
        rows = []
        for need in self._needs.functions:
            seconds = self._deployed.seconds(need.name)
            rows.append(
                [
                    need.name.removesuffix("Function"),
                    _amount(need.invocations),
                    f"{seconds * 1000:.0f}",
                    *(_amount(need.invocations * seconds * Traffic(month).peak) for month in MONTHS),
                ]
            )
        heads = ["function", "invocations of an interview", "ms", *_heads()]
        return FigureTable("Functions at work at once", heads, sorted(rows))

    def _queues(self) -> FigureTable:
        rows = []
        for queue, grown in zip(self._deployed.queues(), self._grown.queues(), strict=True):
            shown = [_kept(queue, month) for month in MONTHS]
            workers = [f"{each.pool.workers:g}" for each in (queue, grown)]
            rows.append([queue.name, _amount(queue.messages), *workers, *shown, _kept(grown, MONTHS[-1])])
        counts = ["messages of an interview", "workers", "workers, grown"]
        heads = ["queue", *counts, *_heads(), f"{_heads()[-1]}, grown"]
        return FigureTable(
            "Queues: busy workers, and the wait that 99 of 100 messages stay below", heads, rows
        )

    def _limits(self, title: str, *, of_team: bool) -> FigureTable:
        grown = {limit.name: limit for limit in self.breaking(of_team=of_team, is_grown=True)}
        rows = []
        for limit in self.breaking(of_team=of_team):
            if limit.most_a_month <= _FAR:
                amounts = [f"{_amount(limit.allowed)} {limit.unit}", _rounded(limit.most_a_month)]
                later = grown[limit.name]
                if later.allowed != limit.allowed:
                    amounts += [_amount(later.allowed), _rounded(later.most_a_month)]
                else:
                    amounts += ["–", "–"]
                rows.append([limit.name, *amounts, limit.raised_by.value, limit.source])
        heads = ["limit", "allows", "breaks at", "grown", "breaks at, grown", "raised by", "source"]
        return FigureTable(title, heads, rows)

    def _partitions(self) -> FigureTable:
        rows = [
            [
                f"`{each.kind}`",
                each.index or "table",
                _amount(each.write_units),
                _amount(each.read_units),
                _amount(each.hottest_write_units) if each.shared_by else "–",
                {"team": "a team", "whole": "all", "": "one interview"}[each.shared_by],
            ]
            for each in self._needs.partitions[:_LISTED_PARTITIONS]
        ]
        others = self._needs.partitions[_LISTED_PARTITIONS:]
        written, read = sum(each.write_units for each in others), sum(each.read_units for each in others)
        rows.append([f"{len(others)} others", "", _amount(written), _amount(read), "", ""])
        rows.append(["all", "", _amount(self._needs.write_units), _amount(self._needs.read_units), "", ""])
        heads = ["partitions", "of", "write units", "read units", "writes of the hottest", "shared by"]
        return FigureTable("The table, for one candidate interview", heads, rows)

    def _dollars(self) -> FigureTable:
        parts = dollars_by_part(self._needs, self._deployed)
        rows = [
            [name, f"{each * 1000:.2f}", *(_amount(each * month) for month in MONTHS)]
            for name, each in parts.items()
        ]
        total = sum(parts.values())
        rows.append(["all", f"{total * 1000:.2f}", *(_amount(total * month) for month in MONTHS)])
        return FigureTable("Dollars a month", ["", "of 1,000 interviews", *_heads()], rows)


def _broken(limit: CapacityLimit, share: float) -> tuple[str, str]:
    return limit.name, _rounded(limit.most_a_month / share)


def _kept(queue: QueuePool, month: int) -> str:
    """How busy the workers are, and how long late messages wait."""
    arrivals = queue.messages * Traffic(month).peak
    return f"{queue.pool.usage(arrivals):.1%}, {_seconds(queue.pool.late_wait(arrivals))}"


def _heads() -> list[str]:
    return [f"{month:,}" for month in MONTHS]


def _amount(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value else "0"


def _rounded(value: float) -> str:
    """Two digits: the figures are no better."""
    digits = len(f"{value:.0f}") - 2
    return f"{round(value, -digits):,.0f}"


def _seconds(value: float) -> str:
    if value < 0.001:
        return "no wait"
    return f"{value:.3f} s" if value < 1 else f"{value:,.0f} s"


def with_quotas(page: str, forecast: Forecast) -> str:
    """The operator's page with the quotas to ask for. Raises as `with_tables` does."""
    return _with_part(page, "\n".join(forecast.quotas().markdown()))


def with_tables(page: str, forecast: Forecast) -> str:
    """The page with its part made of the forecast. Raises ValueError when the page has no place for it."""
    return _with_part(page, "\n".join(line for table in forecast.tables() for line in table.markdown()))


def _with_part(page: str, made: str) -> str:
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The page has no {BEGIN} and {END}.")
    return f"{before}{begin}\n\n{made}\n{end}{after}"


def publish(needs: InterviewNeeds) -> None:
    """Keep the needs, and make the page's part of them."""
    FIGURES.write_text(needs.as_json(), encoding="utf-8")
    make_page()


def make_page() -> None:
    """Make the page's part of the needs that were counted last."""
    needs = read_needs(FIGURES)
    forecast = Forecast(needs)
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), forecast), encoding="utf-8")
    QUOTAS_PAGE.write_text(with_quotas(QUOTAS_PAGE.read_text(encoding="utf-8"), forecast), encoding="utf-8")


if __name__ == "__main__":
    make_page()
