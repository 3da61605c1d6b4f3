"""The processor time of a process and all that it has started, read from Linux's /proc."""

import os
from collections import defaultdict
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
# Places in /proc/<pid>/stat after the name: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
_PARENT, _USER, _SYSTEM = 1, 11, 12


def processor_seconds(root: int) -> float:
    """User and system time of the process and of its descendants that are alive."""
    seconds: dict[int, float] = {}
    children: dict[int, list[int]] = defaultdict(list)
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile
                continue
            children[int(fields[_PARENT])].append(int(folder.name))
            seconds[int(folder.name)] = (int(fields[_USER]) + int(fields[_SYSTEM])) / _TICKS
    pending, total = [root], 0.0
    while pending:
        process = pending.pop()
        total += seconds.get(process, 0.0)
        pending += children[process]
    return total
