"""`python -m trials.chat [--model ID] [--all]`: ask the demo's chatbot and print a report.

Without a model the local quoting assistant is tried, with one that model on Amazon Bedrock, by the
credentials and the region of the environment.
"""

from functools import cache

from gather.ports.assistant import Assistant
from trials.chat.questions import HELD_OUT, LEARNED, QUESTIONS, questions
from trials.chat.replies import judge_replies
from trials.chat.report import report
from trials.command_line import read_options


def main() -> None:
    """Ask the sixty questions and the seventy that came after them, and print what came of them."""
    options = read_options("trials.chat", "Try a chat engine.", "print every reply")
    engine = options.engine(_local, _bedrock)
    print(f"Engine: {options.model or 'the local quoting assistant'}")
    lists = ((QUESTIONS, "The sixty"), (LEARNED, "The forty-eight"), (HELD_OUT, "The twenty-two held out"))
    for name, title in lists:
        print(report(title, judge_replies(engine, questions(name)), with_all=options.with_all))


def _local() -> Assistant:
    from local_stack.engines.quoting_assistant import QuotingAssistant

    return QuotingAssistant()


def _bedrock(model: str) -> Assistant:
    from gather.aws import clients as aws_clients
    from gather.aws.assistant import BedrockAssistant

    return BedrockAssistant(cache(aws_clients.bedrock_runtime), model)


if __name__ == "__main__":
    main()
