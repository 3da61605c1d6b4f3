"""The metric that a scheduled function counts when it has finished a run.

A schedule that stops, a function that may not do its work and one that is never invoked raise no error. An
alarm therefore takes the absence of this count for a fault (docs/operations.md, Alarms).
"""

from datetime import datetime

from gather.core.observability import count


def count_run(schedule: str, seconds_behind: int) -> None:
    """Count a finished run of `schedule`, and the seconds by which its earliest work was overdue."""
    count("SecondsBehind", seconds_behind, schedule=schedule)
    count("ScheduleRuns", schedule=schedule)


def seconds_between(earlier: datetime, later: datetime) -> int:
    """Returns the whole seconds from `earlier` to `later`; 0 if `earlier` is the later one."""
    return max(0, int((later - earlier).total_seconds()))
