"""Invokes functions on their schedules, with the periods that time scaling makes shorter."""

import json
import re
import threading
import time
import uuid
from datetime import UTC, datetime, timedelta

from local_stack.functions.invocation import invoke_quietly
from local_stack.functions.pool import FunctionPool
from local_stack.functions.runtime_api import Outcome
from local_stack.settings import ACCOUNT_ID, REGION, StackError
from local_stack.template.resources import Schedule

# However fast time passes, a schedule leaves the machine to others for a moment.
SHORTEST_PERIOD_SECONDS = 0.25
_RATE = re.compile(r"rate\((\d+) (minute|hour|day)s?\)")
_CRON = re.compile(r"cron\((\S+) (\S+) (\S+) (\S+) (\S+) (\S+)\)")
_UNIT_SECONDS = {"minute": 60, "hour": 3600, "day": 86400}
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_WEEKDAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")


def timestamp(moment: datetime) -> str:
    """UTC, ISO 8601, milliseconds and `Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


class Scheduler:
    """Runs every schedule of the template, from `start` until `stop`, never twice at once."""

    def __init__(self, schedules: list[Schedule], pool: FunctionPool, time_scale: float) -> None:
        """Raises StackError for an expression that is not understood."""
        self._schedules = [(schedule, _parse(schedule.expression)) for schedule in schedules]
        self._pool = pool
        self._time_scale = time_scale
        self._stopped = threading.Event()

    def start(self) -> None:
        for schedule, times in self._schedules:
            threading.Thread(
                target=self._run, args=(schedule, times), name=schedule.name, daemon=True
            ).start()

    def stop(self) -> None:
        self._stopped.set()

    def _run(self, schedule: Schedule, times: "Rate | Cron") -> None:
        started = time.monotonic()
        origin = virtual = datetime.now(UTC)
        while True:
            virtual = times.after(virtual)
            due = started + (virtual - origin).total_seconds() / self._time_scale
            wait = max(due - time.monotonic(), SHORTEST_PERIOD_SECONDS if self._time_scale > 1 else 0)
            if self._stopped.wait(wait):
                return
            invoke_quietly(self._pool, schedule.function, event_of(schedule, datetime.now(UTC)))
            # Runs that would have been due meanwhile are left out, as nobody waits for them.
            passed = timedelta(seconds=(time.monotonic() - started) * self._time_scale)
            virtual = max(virtual, times.before(origin + passed))


def event_of(schedule: Schedule, moment: datetime) -> bytes:
    """The event of a scheduled invocation: the schedule's input with its placeholders filled in."""
    if schedule.input is None:
        return json.dumps(
            {
                "id": str(uuid.uuid4()),
                "source": "aws.scheduler",
                "detail-type": "Scheduled Event",
                "account": ACCOUNT_ID,
                "region": REGION,
                "time": timestamp(moment),
                "resources": [],
                "detail": {},
            }
        ).encode()
    text = schedule.input
    for name, value in {
        "scheduled-time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "execution-id": str(uuid.uuid4()),
        "attempt-number": "1",
        "schedule-arn": f"arn:aws:scheduler:{REGION}:{ACCOUNT_ID}:schedule/default/{schedule.name}",
    }.items():
        text = text.replace(f"<aws.scheduler.{name}>", value)
    return text.encode()


def run_until_done(
    pool: FunctionPool, function: str, moment: datetime, limit: int = 10_000, **members: object
) -> Outcome:
    """Invokes a scheduled function as of `moment` until it says `{"more": false}`; the last outcome.

    `members` go into its input besides the time.
    """
    payload = json.dumps({"time": timestamp(moment), **members}).encode()
    for _ in range(limit):
        outcome = pool.invoke(function, payload)
        response = {} if outcome.failed else json.loads(outcome.payload or b"null") or {}
        if not (isinstance(response, dict) and response.get("more")):
            return outcome
    return Outcome(
        b'{"errorType":"Unfinished","errorMessage":"the function never said it was done"}', failed=True
    )


class Rate:
    """`rate(5 minutes)`."""

    def __init__(self, seconds: int) -> None:
        self._period = timedelta(seconds=seconds)

    def after(self, moment: datetime) -> datetime:
        return moment + self._period

    def before(self, moment: datetime) -> datetime:
        return moment - self._period


class Cron:
    """`cron(0 3 * * ? *)`: minutes, hours, days of the month, months, days of the week and years, in UTC."""

    def __init__(self, minutes: str, hours: str, days: str, months: str, weekdays: str, years: str) -> None:
        self._minutes = _values(minutes, 0, 59)
        self._hours = _values(hours, 0, 23)
        self._days = _values(days, 1, 31)
        self._months = _values(months, 1, 12, _MONTHS)
        self._weekdays = _values(weekdays, 1, 7, _WEEKDAYS)
        self._years = _values(years, 1970, 2199)

    def after(self, moment: datetime) -> datetime:
        moment = moment.replace(second=0, microsecond=0) + timedelta(minutes=1)
        last = moment + timedelta(days=366 * 8)
        while moment < last:
            if not self._is_day(moment):
                moment = moment.replace(hour=0, minute=0) + timedelta(days=1)
            elif moment.hour not in self._hours:
                moment = moment.replace(minute=0) + timedelta(hours=1)
            elif moment.minute not in self._minutes:
                moment += timedelta(minutes=1)
            else:
                return moment
        raise StackError("a cron expression of template.yaml never comes true")

    def before(self, moment: datetime) -> datetime:
        return moment

    def _is_day(self, moment: datetime) -> bool:
        return (
            moment.day in self._days
            and moment.month in self._months
            and moment.isoweekday() % 7 + 1 in self._weekdays
            and moment.year in self._years
        )


def _parse(expression: str) -> Rate | Cron:
    if match := _RATE.fullmatch(expression):
        return Rate(int(match[1]) * _UNIT_SECONDS[match[2]])
    if match := _CRON.fullmatch(expression):
        try:
            return Cron(*match.groups())
        except ValueError as error:
            raise StackError(f"template.yaml: schedule {expression!r} is not understood: {error}") from error
    raise StackError(f"template.yaml: schedule {expression!r} is not understood: give rate(…) or cron(…)")


def _values(field: str, lowest: int, highest: int, names: tuple[str, ...] = ()) -> frozenset[int]:
    values: set[int] = set()
    for part in field.upper().split(","):
        extent, _, step = part.partition("/")
        if extent in ("*", "?"):
            first, last = lowest, highest
        else:
            start, _, end = extent.partition("-")
            first = _number(start, lowest, names)
            last = _number(end, lowest, names) if end else (highest if step else first)
        values.update(range(first, last + 1, int(step or 1)))
    if not values <= set(range(lowest, highest + 1)):
        raise ValueError(f"{field} goes beyond {lowest} to {highest}")
    return frozenset(values)


def _number(text: str, lowest: int, names: tuple[str, ...]) -> int:
    return names.index(text) + lowest if text in names else int(text)
