"""`python -m trials.score [--model ID] [--all]`: score the written answers and print a report.

Without a model the local rubric scorer is tried, with one that model on Amazon Bedrock, by the credentials
and the region of the environment.
"""

from functools import cache

from gather.ports.evaluation import Evaluation
from trials.command_line import read_options
from trials.score.report import report
from trials.score.scores import score_answers


def main() -> None:
    """Score every answer, plain and padded, and print what was found."""
    options = read_options("trials.score", "Try a scorer.", "print every answer's score")
    engine = options.engine(_local, _bedrock)
    name = options.model or "the local rubric scorer"
    print(report(name, score_answers(engine), with_all=options.with_all))


def _local() -> Evaluation:
    from local_stack.engines.rubric_evaluation import RubricEvaluation

    return RubricEvaluation()


def _bedrock(model: str) -> Evaluation:
    from gather.aws import clients as aws_clients
    from gather.aws.evaluation import BedrockEvaluation

    client = cache(aws_clients.bedrock_runtime)
    return BedrockEvaluation(client, client, model)


if __name__ == "__main__":
    main()
