"""`python -m trials.interview [--model ID] [--all]`: hold interviews and single turns, and print a report.

Without a model the local interviewer is tried, with one that model on Amazon Bedrock, by the credentials and
the region of the environment, or that of the server that GATHER_MODEL_URL names. Returns 1 when an interview
or a turn has a fault.
"""

from gather.aws import clients as aws_clients
from gather.compatible.engines import CONVERSATION_SECONDS
from gather.language_model.interviewer import ENGINE, ModelInterviewer
from local_stack.engines.rule_interviewer import RuleInterviewer
from trials.command_line import read_options
from trials.interview.candidates import CANDIDATES
from trials.interview.faults import find_faults
from trials.interview.report import report, turn_report
from trials.interview.transcript import hold_interview
from trials.interview.turns import find_turn_faults, list_turns


def main() -> int:
    """Hold every interview and every single turn once, and print what was found."""
    options = read_options("trials.interview", "Try an interviewer.", "print every transcript")
    model = options.language_model(ENGINE, aws_clients.bedrock_runtime_in_conversation, CONVERSATION_SECONDS)
    interviewer = RuleInterviewer() if model is None else ModelInterviewer(model)
    transcripts = [hold_interview(interviewer, candidate) for candidate in CANDIDATES]
    print(report(options.name or "the local interviewer", transcripts, with_all=options.with_all))
    turns = [(turn, find_turn_faults(interviewer, turn)) for turn in list_turns()]
    print(turn_report(turns))
    has_faults = any(find_faults(transcript) for transcript in transcripts) or any(
        found for _, found in turns
    )
    return 1 if has_faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
