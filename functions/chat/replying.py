"""What a chatbot says to a message: guardrails, retrieval, the engine, guardrails again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chat.guardrails import Topic, forbidden_topics, touches
from chat.phrases import phrases
from gather.chat.chatbot import Chatbot, job_page_url
from gather.chat.conversation import ConversationMessage, MessageRole
from gather.chat.retrieval import (
    OfferedJob,
    Passage,
    best_jobs,
    best_passages,
    jobs_for_resume,
    passages_of,
    reads_like_resume,
    terms,
)
from gather.content.knowledge_base_storage import read_articles
from gather.engines.protocols import AssistantReply, AssistantRequest, ChatTurn
from gather.table.records import Records
from gather.wiring import Adapters
from gather.workflow.job import JobDetail, JobStatus
from gather.workflow.job_storage import JOB

HISTORY = 10
"""How many earlier messages the engine is told."""

_OFFERED = (JobStatus.ACTIVE, JobStatus.OPEN)
_LONGEST_TURN = 1_000


@dataclass(frozen=True, slots=True)
class Reply:
    """What the chatbot says, and what tells the page how to show it."""

    text: str
    metadata: Mapping[str, Any]


def reply_to(
    adapters: Adapters, chatbot: Chatbot, history: Sequence[ConversationMessage], message: str
) -> Reply:
    """The reply to `message`, from the articles and jobs of the chatbot alone.

    A round trip for each knowledge base and one for the jobs, where the chatbot uses them. Raises
    EngineFailed.
    """
    topics = forbidden_topics(chatbot.guardrails) if chatbot.guardrails_enabled else ()
    if touches(message, topics):
        return _refusal(chatbot)
    is_resume = reads_like_resume(message)
    question = _question(message, history)
    passages = [] if is_resume else _passages(adapters.records, chatbot, question, topics)
    request = AssistantRequest(
        language=chatbot.language,
        display_name=shown_name(chatbot),
        message=message,
        friendly=chatbot.friendly_tone,
        professional=chatbot.professional_tone,
        guardrails=chatbot.guardrails if chatbot.guardrails_enabled else (),
        passages=tuple(passages),
        jobs=tuple(_jobs(adapters.records, chatbot, question, is_resume)),
        history=tuple(
            ChatTurn(each.role is MessageRole.USER, each.content[:_LONGEST_TURN]) for each in history
        ),
        is_resume=is_resume and chatbot.use_resume_parsing,
        with_suggestions=chatbot.enable_structured_input,
    )
    reply = adapters.engines.assistant().reply(request)
    if touches(reply.text, topics):
        return _refusal(chatbot)
    return Reply(reply.text, _metadata(chatbot, reply, topics))


def welcome(chatbot: Chatbot) -> Reply | None:
    """What the chatbot opens a conversation with; None without a welcome message."""
    if not chatbot.welcome_message:
        return None
    offers_jobs = chatbot.use_job_matching and chatbot.job_ids
    options = [phrases(chatbot.language)["askForJobs"]] if offers_jobs else []
    return Reply(chatbot.welcome_message, _structured(chatbot, {}, options=options))


def shown_name(chatbot: Chatbot) -> str:
    """The name by which candidates know the chatbot."""
    return chatbot.branding.display_name or chatbot.display_name


def _question(message: str, history: Sequence[ConversationMessage]) -> str:
    """What retrieval looks for: a bare "Why?" asks on after what was asked before."""
    if "?" not in message or terms(message):
        return message
    asked = (each.content for each in reversed(history) if each.role is MessageRole.USER)
    return next(asked, message)


def _passages(
    records: Records, chatbot: Chatbot, question: str, topics: Sequence[Topic]
) -> Sequence[Passage]:
    """The passages that fit, without those about a topic that the chatbot must not talk about."""
    if not chatbot.use_knowledge_base or not chatbot.knowledge_base_ids or not terms(question):
        return []
    articles = read_articles(records.table, chatbot.team_id, chatbot.knowledge_base_ids)
    allowed = [
        passage for passage in passages_of(articles) if not touches(f"{passage.title} {passage.text}", topics)
    ]
    return best_passages(question, allowed)


def _jobs(records: Records, chatbot: Chatbot, question: str, is_resume: bool) -> Sequence[OfferedJob]:
    """The offered jobs that fit the question, or the résumé where the chatbot reads them."""
    if not chatbot.use_job_matching or not chatbot.job_ids or (is_resume and not chatbot.use_resume_parsing):
        return []
    matching: Callable[[str, Sequence[OfferedJob]], list[OfferedJob]]
    matching = jobs_for_resume if is_resume else best_jobs
    found = records.get_many(JOB, chatbot.team_id, chatbot.job_ids)
    offered = [
        _offered(chatbot, found[job_id])
        for job_id in chatbot.job_ids
        if job_id in found and found[job_id].archived_at is None and found[job_id].status in _OFFERED
    ]
    return matching(question, offered)


def _offered(chatbot: Chatbot, job: JobDetail) -> OfferedJob:
    return OfferedJob(
        id=job.id,
        title=job.title,
        department=job.department or "",
        location=job.location,
        work_model=job.work_model or "",
        description=job.description or job.short_description or "",
        requirements=job.requirements or "",
        tags=job.tags,
        url=job_page_url(chatbot, job.id, job.external_id),
    )


def _refusal(chatbot: Chatbot) -> Reply:
    return Reply(
        phrases(chatbot.language)["refusal"], _structured(chatbot, {"answered": False, "guardrail": True})
    )


def _metadata(chatbot: Chatbot, reply: AssistantReply, topics: Sequence[Topic]) -> Mapping[str, Any]:
    told: dict[str, Any] = {"answered": reply.knew}
    if reply.passages:
        titles = {passage.article_id: passage.title for passage in reversed(reply.passages)}
        told["sources"] = [{"articleId": each, "title": titles[each]} for each in reversed(titles)]
    if reply.jobs:
        told["jobs"] = [_card(job) for job in reply.jobs]
    return _structured(chatbot, told, [text for text in reply.suggestions if not touches(text, topics)])


def _card(job: OfferedJob) -> dict[str, Any]:
    card = {
        "id": job.id,
        "title": job.title,
        "location": list(job.location),
        "workModel": job.work_model,
        "url": job.url,
    }
    return {name: value for name, value in card.items() if value}


def _structured(chatbot: Chatbot, told: Mapping[str, Any], options: Sequence[str] = ()) -> Mapping[str, Any]:
    """The metadata, with how the page shows it where the chatbot has structured input."""
    if not chatbot.enable_structured_input:
        return told
    ui_type = "job_cards" if told.get("jobs") else "suggestions" if options else "text"
    shown = {"uiType": ui_type, **told}
    return {**shown, "options": list(options)} if options else shown
