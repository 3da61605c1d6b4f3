"""`python -m trials.latency [--conversations N] [--recordings N] [--spoken N]`: measure conversations.

They are held on a local stack of their own, over HTTP, and the spoken ones in a browser.
"""

import argparse
import sys

from browsers.installed import find_browser
from demo.stack import Stack, StackFailed
from trials.latency.conversation import create_invites, create_spoken_invites, hold_conversation
from trials.latency.spoken import ANSWERS, hold_spoken_conversation, open_browser
from trials.latency.timings import Timings

CONVERSATIONS = 20
RECORDINGS = 4
SPOKEN = 4


def main() -> int:
    """Hold the conversations and print the table; 2 when the stack did not start."""
    parser = argparse.ArgumentParser(prog="trials.latency", description="Measure conversations.")
    parser.add_argument("--conversations", type=int, default=CONVERSATIONS, help="held in writing")
    parser.add_argument("--recordings", type=int, default=RECORDINGS, help="held by uploaded recordings")
    parser.add_argument("--spoken", type=int, default=SPOKEN, help="held by voice in a browser")
    options = parser.parse_args()
    timings = Timings()
    try:
        with Stack() as stack:
            base_url, key = stack.ready["baseUrl"], stack.ready["apiKey"]
            total = options.conversations + options.recordings + 1
            for number, token in enumerate(create_invites(base_url, key, total)):
                # The first conversation starts the processes and is not counted.
                kept = timings if number else Timings()
                hold_conversation(
                    base_url,
                    token,
                    kept,
                    in_parts=number % 2 == 0,
                    by_recording=number > options.conversations,
                )
            executable = find_browser()
            if options.spoken and executable is None:
                print("conversation-latency: without Chromium nothing is spoken.", file=sys.stderr)
            if options.spoken and executable is not None:
                with open_browser(executable) as browser:
                    for number, token in enumerate(create_spoken_invites(base_url, key, options.spoken + 1)):
                        # The first one has the models loaded and is not counted.
                        kept = timings if number else Timings()
                        hold_spoken_conversation(browser, base_url, token, ANSWERS, kept)
    except StackFailed as failure:
        print(f"conversation-latency: the local stack did not start.\n{failure}", file=sys.stderr)
        return 2
    print(timings.table())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
