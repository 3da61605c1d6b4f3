"""The reply of a chatbot to a message: guardrails, retrieval, the engine, and guardrails again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gather.chat.chatbots.models import Chatbot
from gather.chat.chats.assistant_prompts import INSTRUCTIONS, instructions_for
from gather.chat.chats.guardrails import Topic, forbidden_topics, touches
from gather.chat.chats.models import ConversationMessage, MessageRole
from gather.chat.chats.phrases import phrases
from gather.chat.chats.self_questions import SelfQuestion, languages_of, self_question_in
from gather.chat.left_messages.models import VisitorContact
from gather.content.knowledge.models import Article
from gather.content.knowledge.retrieval import (
    asks_for_jobs,
    jobs_for_engine,
    jobs_for_resume,
    passages_for_engine,
    passages_of,
    reads_like_resume,
    terms,
)
from gather.content.knowledge.storage import list_articles
from gather.core.bidi import isolate
from gather.core.echo import EchoGuard, names_in
from gather.core.language import LANGUAGES, known_language
from gather.core.written_language import written_language
from gather.ports.assistant import Assistant, AssistantReply, AssistantRequest, ChatTurn, OfferedJob, Passage
from gather.ports.failure import InstructionsRepeated
from gather.table.records import Records
from gather.tenancy.organizations.engines import engines_of
from gather.tenancy.organizations.storage import team_key
from gather.wiring import Adapters
from gather.workflow.jobs.models import JobRecord, JobStatus
from gather.workflow.jobs.storage import JOB

HISTORY = 10
"""How many earlier messages the engine is told."""

_OFFERED = (JobStatus.ACTIVE, JobStatus.OPEN)
_LONGEST_TURN = 1_000


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The material of a chatbot's replies, read only where it is needed."""

    articles: Callable[[], Sequence[Article]]
    jobs: Callable[[], Sequence[OfferedJob]]
    contact: Callable[[], str | None]
    """The address that visitors may write to instead."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The text that the chatbot says, and the metadata that tell the page how to show it."""

    text: str
    metadata: Mapping[str, Any]


def reply_to(
    adapters: Adapters, chatbot: Chatbot, history: Sequence[ConversationMessage], message: str
) -> Reply:
    """The reply to `message`, from the articles and jobs of the chatbot alone.

    A round trip for the knowledge bases and one for the jobs, where the chatbot uses them; one more for a
    question without an answer. Raises EngineFailed.
    """
    assistant = _assistant_of(adapters, chatbot)
    return reply_from(_knowledge(adapters, chatbot), assistant, chatbot, history, message)


def _assistant_of(adapters: Adapters, chatbot: Chatbot) -> Callable[[], Assistant]:
    """Makes the assistant of the chatbot's organization, once one is needed."""
    return lambda: engines_of(adapters, chatbot.organization_id).assistant()


def _knowledge(adapters: Adapters, chatbot: Chatbot) -> Knowledge:
    return Knowledge(
        articles=lambda: list_articles(adapters.records.table, chatbot.team_id, chatbot.knowledge_base_ids),
        jobs=lambda: _list_offered_jobs(adapters.records, chatbot),
        contact=lambda: _contact(adapters.records, chatbot),
    )


def reply_from(
    knowledge: Knowledge,
    assistant: Callable[[], Assistant],
    chatbot: Chatbot,
    history: Sequence[ConversationMessage],
    message: str,
) -> Reply:
    """The reply to `message`, from `knowledge`. Raises EngineFailed.

    Our own words are in the visitor's language. What is asked about the chat itself, they reply.
    """
    about = self_question_in(message, languages_of(message, chatbot.language))
    if about is not None:
        return _reply_about_chat(knowledge, chatbot, *about)
    language = written_language(message, chatbot.language)
    topics = forbidden_topics(chatbot.guardrails) if chatbot.guardrails_enabled else ()
    if touches(message, topics):
        return _refusal(chatbot, language)
    is_resume = reads_like_resume(message)
    question = _question(message, history)
    passages = [] if is_resume else _passages(knowledge, chatbot, question, topics)
    request = AssistantRequest(
        language=language,
        display_name=chatbot.visible_name,
        message=message,
        question=question,
        friendly=chatbot.friendly_tone,
        professional=chatbot.professional_tone,
        guardrails=chatbot.guardrails if chatbot.guardrails_enabled else (),
        passages=tuple(passages),
        jobs=tuple(_jobs(knowledge, chatbot, question, is_resume)),
        history=tuple(
            ChatTurn(each.role is MessageRole.USER, each.content[:_LONGEST_TURN]) for each in history
        ),
        is_resume=is_resume and chatbot.use_resume_parsing,
        with_suggestions=chatbot.enable_structured_input,
    )
    try:
        reply = assistant().reply(request)
    except InstructionsRepeated:
        return _refusal(chatbot, language)
    is_withheld = _withheld_test(request, topics)
    if is_withheld(reply.text):
        return _refusal(chatbot, language)
    told = _told(reply)
    options = [text for text in reply.suggestions if not is_withheld(text)]
    if not reply.knew:
        told["help"] = _help(knowledge)
        options += [] if asks_for_jobs(question) else _way_to_jobs(chatbot, language)
    return Reply(reply.text, _add_structure(chatbot, told, options))


def _withheld_test(request: AssistantRequest, topics: Sequence[Topic]) -> Callable[[str], bool]:
    """A test whether an engine's words are about a forbidden topic, or repeat its instructions."""
    material = (
        request.display_name,
        request.message,
        *(turn.text for turn in request.history),
        *(f"{passage.title}\n{passage.text}" for passage in request.passages),
        *map(_material, request.jobs),
    )
    guard = EchoGuard(instructions_for(request), material, names_in(INSTRUCTIONS))
    return lambda text: touches(text, topics) or guard.repeats(text) or guard.speaks_of_itself(text)


def _material(job: OfferedJob) -> str:
    facts = (job.title, job.department, *job.location, job.work_model, *job.tags, job.url or "")
    return "\n".join((*facts, job.description, job.requirements))


def reply_to_file(adapters: Adapters, chatbot: Chatbot, file_name: str, text: str | None) -> Reply:
    """The reply to a file whose text was read, None where it has none: the jobs that fit a résumé.

    A round trip for the jobs, where it is a résumé and the chatbot uses them. Raises EngineFailed.
    """
    if text is None:
        return _say(chatbot, "fileUnread", file=file_name)
    if not reads_like_resume(text):
        return thanks_for_file(chatbot, file_name)
    knowledge = _knowledge(adapters, chatbot)
    reply = reply_from(knowledge, _assistant_of(adapters, chatbot), chatbot, (), text)
    # A document is no question that could be refused.
    return thanks_for_file(chatbot, file_name) if reply.metadata.get("guardrail") else reply


def thanks_for_file(chatbot: Chatbot, file_name: str) -> Reply:
    """The reply to a file that the chatbot does not read."""
    return _say(chatbot, "fileThanks", file=file_name)


def thanks_for_message(chatbot: Chatbot, contact: VisitorContact) -> Reply:
    """The reply to a message that was left for the team."""
    return _say(chatbot, "messageLeft", name=contact.name)


def _say(chatbot: Chatbot, phrase: str, **values: str) -> Reply:
    """One of the chatbot's own phrases with values, each of which keeps its direction."""
    language = known_language(LANGUAGES, chatbot.language)
    shown = {name: isolate(value, language) for name, value in values.items()}
    return Reply(phrases(chatbot.language)[phrase].format(**shown), _add_structure(chatbot, {}))


def welcome(chatbot: Chatbot) -> Reply | None:
    """The chatbot's first message of a chat; None without a welcome message."""
    if not chatbot.welcome_message:
        return None
    return Reply(
        chatbot.welcome_message, _add_structure(chatbot, {}, options=_way_to_jobs(chatbot, chatbot.language))
    )


def _question(message: str, history: Sequence[ConversationMessage]) -> str:
    """The text that retrieval looks for: a bare "Why?" goes on from the question before."""
    if "?" not in message or terms(message):
        return message
    asked = (each.content for each in reversed(history) if each.role is MessageRole.USER)
    return next(asked, message)


def _passages(
    knowledge: Knowledge, chatbot: Chatbot, question: str, topics: Sequence[Topic]
) -> Sequence[Passage]:
    """The passages to tell, without those about a topic that the chatbot must not talk about."""
    if not chatbot.use_knowledge_base or not chatbot.knowledge_base_ids or not terms(question):
        return []
    allowed = [
        passage
        for passage in passages_of(knowledge.articles())
        if not touches(f"{passage.title} {passage.text}", topics)
    ]
    return passages_for_engine(question, allowed)


def _jobs(knowledge: Knowledge, chatbot: Chatbot, question: str, is_resume: bool) -> Sequence[OfferedJob]:
    """The offered jobs to tell of, or those that fit the résumé where the chatbot reads them."""
    if not chatbot.use_job_matching or not chatbot.job_ids or (is_resume and not chatbot.use_resume_parsing):
        return []
    return (
        jobs_for_resume(question, knowledge.jobs())
        if is_resume
        else jobs_for_engine(question, knowledge.jobs())
    )


def _list_offered_jobs(records: Records, chatbot: Chatbot) -> Sequence[OfferedJob]:
    """The attached jobs that are open, in the chatbot's order. One round trip."""
    found = records.get_readable(JOB, chatbot.team_id, chatbot.job_ids)
    return [
        to_offered_job(chatbot, found[job_id])
        for job_id in chatbot.job_ids
        if job_id in found and found[job_id].archived_at is None and found[job_id].status in _OFFERED
    ]


def to_offered_job(chatbot: Chatbot, job: JobRecord) -> OfferedJob:
    """The job as the chatbot may speak of it."""
    return OfferedJob(
        id=job.id,
        title=job.title,
        department=job.department or "",
        location=job.location,
        work_model=job.work_model or "",
        description=job.description or job.short_description or "",
        requirements=job.requirements or "",
        tags=job.tags,
        url=chatbot.job_page_url(job.id, job.external_id),
    )


def _contact(records: Records, chatbot: Chatbot) -> str | None:
    """The address that the team's candidates may write to. One round trip."""
    team = records.table.get(team_key(chatbot.organization_id, chatbot.team_id))
    return team.get("contactEmail") if team else None


def _way_to_jobs(chatbot: Chatbot, language: str) -> list[str]:
    """The question for jobs, where the chatbot has any."""
    has_jobs = chatbot.use_job_matching and chatbot.job_ids
    return [phrases(language)["askForJobs"]] if has_jobs else []


def _reply_about_chat(knowledge: Knowledge, chatbot: Chatbot, asked: SelfQuestion, language: str) -> Reply:
    """The reply to a question about the chat itself, with the ways to a person where that is asked."""
    told: dict[str, Any] = {"answered": True}
    if asked is SelfQuestion.PERSON:
        told["help"] = _help(knowledge)
    return Reply(phrases(language)[asked.value], _add_structure(chatbot, told))


def _help(knowledge: Knowledge) -> Mapping[str, Any]:
    """The ways on for a visitor whose question has no answer."""
    contact = knowledge.contact()
    return {"leaveMessage": True, **({"contactEmail": contact} if contact else {})}


def _refusal(chatbot: Chatbot, language: str) -> Reply:
    return Reply(
        phrases(language)["refusal"], _add_structure(chatbot, {"answered": False, "guardrail": True})
    )


def _told(reply: AssistantReply) -> dict[str, Any]:
    told: dict[str, Any] = {"answered": reply.knew}
    if reply.passages:
        titles = {passage.article_id: passage.title for passage in reversed(reply.passages)}
        told["sources"] = [{"articleId": each, "title": titles[each]} for each in reversed(titles)]
    if reply.jobs:
        told["jobs"] = [_card(job) for job in reply.jobs]
    return told


def _card(job: OfferedJob) -> dict[str, Any]:
    card = {
        "id": job.id,
        "title": job.title,
        "location": list(job.location),
        "workModel": job.work_model,
        "url": job.url,
    }
    return {name: value for name, value in card.items() if value}


def _add_structure(
    chatbot: Chatbot, told: Mapping[str, Any], options: Sequence[str] = ()
) -> Mapping[str, Any]:
    """The metadata, with how the page shows it where the chatbot has structured input."""
    if not chatbot.enable_structured_input:
        return told
    ui_type = "job_cards" if told.get("jobs") else "suggestions" if options else "text"
    shown = {"uiType": ui_type, **told}
    return {**shown, "options": list(options)} if options else shown
