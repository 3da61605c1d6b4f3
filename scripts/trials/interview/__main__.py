"""`python -m trials.interview [--model ID] [--all]`: hold interviews and single turns, and print a report.

Without a model the local interviewer is tried, with one that model on Amazon Bedrock, by the credentials and
the region of the environment. Returns 1 when an interview or a turn has a fault.
"""

from functools import cache

from gather.ports.interviewer import Interviewer
from trials.command_line import read_options
from trials.interview.candidates import CANDIDATES
from trials.interview.faults import find_faults
from trials.interview.report import report, turn_report
from trials.interview.transcript import hold_interview
from trials.interview.turns import find_turn_faults, list_turns


def main() -> int:
    """Hold every interview and every single turn once, and print what was found."""
    options = read_options("trials.interview", "Try an interviewer.", "print every transcript")
    interviewer = options.engine(_local, _bedrock)
    transcripts = [hold_interview(interviewer, candidate) for candidate in CANDIDATES]
    print(report(options.model or "the local interviewer", transcripts, with_all=options.with_all))
    turns = [(turn, find_turn_faults(interviewer, turn)) for turn in list_turns()]
    print(turn_report(turns))
    has_faults = any(find_faults(transcript) for transcript in transcripts) or any(
        found for _, found in turns
    )
    return 1 if has_faults else 0


def _local() -> Interviewer:
    from local_stack.engines.rule_interviewer import RuleInterviewer

    return RuleInterviewer()


def _bedrock(model: str) -> Interviewer:
    from gather.aws import clients as aws_clients
    from gather.aws.interviewer import BedrockInterviewer

    return BedrockInterviewer(cache(aws_clients.bedrock_runtime_in_conversation), model)


if __name__ == "__main__":
    raise SystemExit(main())
