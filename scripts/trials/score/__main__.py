"""`python -m trials.score [--model ID] [--all]`: score the written answers and print a report.

Without a model the local rubric scorer is tried, with one that model on Amazon Bedrock, by the credentials
and the region of the environment.
"""

import argparse
import os
from functools import cache

from gather.engines.evaluation import Evaluation
from trials.score.report import report
from trials.score.scores import scored


def main() -> None:
    """Score every answer, plain and padded, and print what was found."""
    parser = argparse.ArgumentParser(prog="trials.score", description="Try a scorer.")
    parser.add_argument("--model", default=os.environ.get("MODEL", ""), help="a model of Amazon Bedrock")
    parser.add_argument("--all", action="store_true", help="print every answer's score")
    options = parser.parse_args()
    engine = _bedrock(options.model) if options.model else _local()
    print(report(options.model or "the local rubric scorer", scored(engine), with_all=options.all))


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
