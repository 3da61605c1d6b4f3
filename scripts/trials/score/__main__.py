"""`python -m trials.score [--model ID] [--all]`: score the written answers and print a report.

Without a model the local rubric scorer is tried, with one that model on Amazon Bedrock, by the credentials
and the region of the environment, or that of the server that GATHER_MODEL_URL names.
"""

from gather.aws import clients as aws_clients
from gather.compatible.engines import PATIENT_SECONDS
from gather.language_model.evaluation import ENGINE, ModelEvaluation
from trials.command_line import read_options
from trials.score.answers import fresh, other_words, sixty
from trials.score.local_scorer import local_scorer
from trials.score.report import report
from trials.score.scores import score_answers


def main() -> None:
    """Score every answer, plain and padded, and print what was found."""
    options = read_options("trials.score", "Try a scorer.", "print every answer's score")
    model = options.language_model(ENGINE, aws_clients.bedrock_runtime, PATIENT_SECONDS)
    name, engine = local_scorer() if model is None else (options.name, ModelEvaluation(model, model))
    # A model was not developed on the third set, and each answer costs.
    measured = (sixty(), fresh()) + (() if model else (other_words(),))
    print(report(name, score_answers(engine, *measured), *measured, with_all=options.with_all))


if __name__ == "__main__":
    main()
