"""Asks the demo's chatbot the questions of the trial, by the service's own code."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Final

from gather.chat.chatbots.models import Chatbot
from gather.chat.chatbots.requests import CreateChatbot, new_chatbot
from gather.chat.chats.reply import Knowledge, reply_from, to_offered_job
from gather.content.knowledge.models import Article
from gather.core.caller import TeamScope
from gather.core.identifiers import derived_id
from gather.ports.assistant import Assistant
from gather.ports.failure import EngineFailed
from gather.workflow.jobs.models import JobRecord
from local_stack.seeding.demo_chat import ARTICLES, CHATBOT
from local_stack.seeding.demo_content import JOBS
from trials.chat.questions import TrialQuestion

_TRIAL: Final = "0c0ffee0-0000-5000-8000-0000000c4a70"
_SCOPE: Final = TeamScope(_TRIAL, _TRIAL, _TRIAL)


class ReplyVerdict(StrEnum):
    """The verdict on a reply."""

    RIGHT = "right"
    WRONG = "wrong"
    """An answer without the fact."""
    UNKNOWN = "unknown"
    """No answer, where there is one."""
    INVENTED = "invented"
    """An answer where there is none."""
    FAILED = "failed"
    """Nothing that can be used, in the time that a chat has."""


@dataclass(frozen=True, slots=True)
class JudgedReply:
    """A question with its reply and the verdict on it."""

    question: TrialQuestion
    reply: str
    verdict: ReplyVerdict


def judge_replies(assistant: Assistant, asked: Sequence[TrialQuestion]) -> list[JudgedReply]:
    """Asks every question in a chat of its own and judges the replies."""
    return [_judge(assistant, question) for question in asked]


def _judge(assistant: Assistant, question: TrialQuestion) -> JudgedReply:
    try:
        reply = reply_from(_demo_knowledge(), lambda: assistant, _demo_chatbot(), (), question.text)
    except EngineFailed as failure:
        return JudgedReply(question, failure.reason, ReplyVerdict.FAILED)
    answered = bool(reply.metadata["answered"])
    return JudgedReply(question, reply.text, _verdict(question, reply.text, answered=answered))


def _verdict(question: TrialQuestion, reply: str, *, answered: bool) -> ReplyVerdict:
    if not question.is_answerable:
        return ReplyVerdict.INVENTED if answered else ReplyVerdict.RIGHT
    if not answered:
        return ReplyVerdict.UNKNOWN
    said = reply.lower()
    has_all = all(any(each.lower() in said for each in alternatives) for alternatives in question.facts)
    return ReplyVerdict.RIGHT if has_all else ReplyVerdict.WRONG


@cache
def _demo_chatbot() -> Chatbot:
    attached = {
        "knowledgeBaseIds": [derived_id(_TRIAL, "knowledge-base")],
        "jobIds": [derived_id(_TRIAL, str(place)) for place in range(len(_open_jobs()))],
    }
    request = CreateChatbot.model_validate_json(json.dumps({**CHATBOT, **attached}))
    return new_chatbot(request, _SCOPE, datetime(2026, 1, 1, tzinfo=UTC))


@cache
def _demo_knowledge() -> Knowledge:
    articles = [
        Article(id=derived_id(_TRIAL, title), title=title, text=text) for title, text in ARTICLES.items()
    ]
    jobs = [to_offered_job(_demo_chatbot(), job) for job in _open_jobs()]
    return Knowledge(articles=lambda: articles, jobs=lambda: jobs, contact=lambda: None)


@cache
def _open_jobs() -> tuple[JobRecord, ...]:
    """The demo's jobs that are not drafts, which no chatbot speaks of."""
    return tuple(
        JobRecord.model_validate_json(
            json.dumps(
                {
                    **job,
                    "id": derived_id(_TRIAL, job["title"]),
                    "organizationId": _SCOPE.organization_id,
                    "teamId": _SCOPE.team_id,
                    "createdAt": "2026-01-01T00:00:00.000Z",
                    "updatedAt": "2026-01-01T00:00:00.000Z",
                }
            )
        )
        for job in JOBS
        if job["status"] == "active"
    )
