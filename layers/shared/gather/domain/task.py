"""Tasks: the work that requests leave to workers."""

from enum import StrEnum


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
