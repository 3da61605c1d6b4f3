"""The samples in `events/`: what each function is invoked with."""

from pathlib import Path

from tests.template.deployment import REPOSITORY, declared_functions, package_of

EVENTS = REPOSITORY / "events"

# Tasks of state machines, previews, the slow lane and work on imports share a folder with other functions.
TASK_SAMPLES = {
    "EnrollmentTaskFunction": "task-",
    "EvaluationTaskFunction": "task-",
    "ScorecardPreviewsFunction": "preview-",
    "SlowDeliveriesFunction": "slow-",
    "CandidateImportWorkFunction": "work-",
}


def sample_files(function: str) -> list[Path]:
    """The files of the samples of a function, by its logical id."""
    files = sorted((EVENTS / package_of(function)).glob("*.json"))
    prefix = TASK_SAMPLES.get(function)
    others = () if prefix else tuple(TASK_SAMPLES.values())
    return [
        file
        for file in files
        if (file.stem.startswith(prefix) if prefix else not file.stem.startswith(others))
    ]


def every_sample() -> list[tuple[str, Path]]:
    """Each sample with the logical id of its function."""
    return [(function, file) for function in sorted(declared_functions()) for file in sample_files(function)]
