"""Runs one handler in a bare interpreter and says what it cost: started as a script, by the measurements.

    python launch.py IMPORT_ROOTS MODULE EVENT_FILE WARM_UP COUNT

The last line on standard error is `status user+sys-seconds peak-kilobytes seconds-of-the-counted-requests
microseconds,of,each`, the first two at the moment when the last request was answered. The microseconds are
those that passed, the seconds are CPU time. Nothing is imported that a function would not have anyway.
"""

import sys
import time


class Context:
    """The context that Lambda's runtime client gives to a handler."""

    function_name = "candidates"
    memory_limit_in_mb = 1024
    invoked_function_arn = "arn:aws:lambda:eu-west-1:000000000000:function:candidates"
    aws_request_id = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"

    def get_remaining_time_in_millis(self) -> int:
        return 15_000


def _peak_kilobytes() -> int:
    try:
        with open("/proc/self/status") as file:  # noqa: PTH123  # pathlib is not loaded yet
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Run as the command line says."""
    roots, module, event_file, warm_up, count = sys.argv[1:]
    sys.path[:0] = roots.split(":")
    handler = __import__(module, fromlist=["handler"]).handler
    import json

    with open(event_file) as file:  # noqa: PTH123  # pathlib is not loaded yet
        text = file.read()
    context = Context()
    answer = {}
    for _ in range(int(warm_up)):
        answer = handler(json.loads(text), context)
    each = []
    started = time.process_time()
    for _ in range(int(count)):
        began = time.perf_counter_ns()
        answer = handler(json.loads(text), context)
        each.append(time.perf_counter_ns() - began)
    ended = time.process_time()
    peak = _peak_kilobytes()
    passed = ",".join(str(nanoseconds // 1000) for nanoseconds in each)
    cost = f"{ended:.6f} {peak} {ended - started:.6f} {passed}"
    print(answer["statusCode"], cost, file=sys.stderr, flush=True)


main()
