"""`python -m trials.chat [--model ID] [--all]`: ask the demo's chatbot and print a report.

Without a model the local quoting assistant is tried, with one that model on Amazon Bedrock, by the
credentials and the region of the environment.
"""

import argparse
import os
from functools import cache

from gather.engines.assistant import Assistant
from trials.chat.questions import HELD_OUT, LEARNED, QUESTIONS, questions
from trials.chat.replies import judged
from trials.chat.report import report


def main() -> None:
    """Ask the sixty questions and the seventy that came after them, and print what came of them."""
    parser = argparse.ArgumentParser(prog="trials.chat", description="Try a chat engine.")
    parser.add_argument("--model", default=os.environ.get("MODEL", ""), help="a model of Amazon Bedrock")
    parser.add_argument("--all", action="store_true", help="print every reply")
    options = parser.parse_args()
    engine = _bedrock(options.model) if options.model else _local()
    print(f"Engine: {options.model or 'the local quoting assistant'}")
    lists = ((QUESTIONS, "The sixty"), (LEARNED, "The forty-eight"), (HELD_OUT, "The twenty-two held out"))
    for name, title in lists:
        print(report(title, judged(engine, questions(name)), with_all=options.all))


def _local() -> Assistant:
    from local_stack.engines.quoting_assistant import QuotingAssistant

    return QuotingAssistant()


def _bedrock(model: str) -> Assistant:
    from gather.aws import clients as aws_clients
    from gather.aws.assistant import BedrockAssistant

    return BedrockAssistant(cache(aws_clients.bedrock_runtime), model)


if __name__ == "__main__":
    main()
