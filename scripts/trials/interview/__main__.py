"""`python -m trials.interview [--model ID] [--all]`: hold the interviews and print a report.

Without a model the local interviewer is tried, with one that model on Amazon Bedrock, by the credentials and
the region of the environment. Returns 1 when an interview has a fault.
"""

import argparse
import os
from functools import cache

from gather.engines.interviewer import Interviewer
from trials.interview.candidates import CANDIDATES
from trials.interview.faults import faults
from trials.interview.report import report
from trials.interview.transcript import converse


def main() -> int:
    """Hold every interview once and print what was found."""
    parser = argparse.ArgumentParser(prog="trials.interview", description="Try an interviewer.")
    parser.add_argument("--model", default=os.environ.get("MODEL", ""), help="a model of Amazon Bedrock")
    parser.add_argument("--all", action="store_true", help="print every transcript")
    options = parser.parse_args()
    interviewer = _bedrock(options.model) if options.model else _local()
    transcripts = [converse(interviewer, candidate) for candidate in CANDIDATES]
    print(report(options.model or "the local interviewer", transcripts, with_all=options.all))
    return 1 if any(faults(transcript) for transcript in transcripts) else 0


def _local() -> Interviewer:
    from local_stack.engines.rule_interviewer import RuleInterviewer

    return RuleInterviewer()


def _bedrock(model: str) -> Interviewer:
    from gather.aws import clients as aws_clients
    from gather.aws.interviewer import BedrockInterviewer

    return BedrockInterviewer(cache(aws_clients.bedrock_runtime_in_conversation), model)


if __name__ == "__main__":
    raise SystemExit(main())
