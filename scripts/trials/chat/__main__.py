"""`python -m trials.chat [--model ID] [--all]`: ask the demo's chatbot and print a report.

Without a model the local quoting assistant is tried, with one that model on Amazon Bedrock, by the
credentials and the region of the environment, or that of the server that GATHER_MODEL_URL names.
"""

from gather.aws import clients as aws_clients
from gather.compatible.engines import REQUEST_SECONDS
from gather.language_model.assistant import ENGINE, ModelAssistant
from local_stack.engines.quoting_assistant import QuotingAssistant
from trials.chat.questions import HELD_OUT, LEARNED, QUESTIONS, questions
from trials.chat.replies import judge_replies
from trials.chat.report import report
from trials.command_line import read_options


def main() -> None:
    """Ask the sixty questions and the seventy that came after them, and print what came of them."""
    options = read_options("trials.chat", "Try a chat engine.", "print every reply")
    model = options.language_model(ENGINE, aws_clients.bedrock_runtime, REQUEST_SECONDS)
    engine = QuotingAssistant() if model is None else ModelAssistant(model)
    print(f"Engine: {options.name or 'the local quoting assistant'}")
    lists = ((QUESTIONS, "The sixty"), (LEARNED, "The forty-eight"), (HELD_OUT, "The twenty-two held out"))
    for name, title in lists:
        print(report(title, judge_replies(engine, questions(name)), with_all=options.with_all))


if __name__ == "__main__":
    main()
