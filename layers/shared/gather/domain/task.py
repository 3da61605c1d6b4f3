"""Tasks: the work that requests leave to workers."""

from enum import StrEnum

from gather.identifiers import derived_id


class TaskName(StrEnum):
    """What is to be done, with the members of its payload (and `teamId`, `taskId` in every message).

    `SEND_INVITE`, `SEND_REMINDER`, `SEND_COMPLETION`: `candidateInterviewId`, `deliveryTypes` (null for
    all that the message group has enabled), for invites `invite` (counts from 1).
    `SPEAK_QUESTION`: `questionId`, `speechVersionId`, `batchId` (of the request that caused it).
    `EVALUATE`: `candidateInterviewId`, `run` (counts from 1).
    """

    SEND_INVITE = "send_invite"
    SEND_REMINDER = "send_reminder"
    SEND_COMPLETION = "send_completion"
    SPEAK_QUESTION = "speak_question"
    EVALUATE = "evaluate"


def evaluation_task_id(candidate_interview_id: str, run: int) -> str:
    """The id of the task of an evaluation run, so that every step of the run can find it."""
    return derived_id(candidate_interview_id, TaskName.EVALUATE, str(run))
