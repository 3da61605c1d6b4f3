"""Chatbots: the career-chat assistants of a team (interface: Chatbots, rules 1 and 4).

A chatbot's configuration is what the candidate's side of the chat runs on; lists leave it out.
"""

from enum import StrEnum
from urllib.parse import quote

from gather.core.model import Model
from gather.core.record import TeamRecord, archived

JOB_ID_PLACEHOLDER = "{jobId}"
EXTERNAL_ID_PLACEHOLDER = "{externalId}"
ANYTHING = "*"


class ChatbotStatus(StrEnum):
    """Interface: Chatbots, rule 3."""

    ACTIVE = "ACTIVE"
    ARCHIVED = "ARCHIVED"


class ChatbotBranding(Model):
    """How a chatbot's page looks; colors are hex without a leading #."""

    logo_url: str | None = None
    accent_color: str | None = None
    button_color: str | None = None
    display_name: str | None = None
    header_image_url: str | None = None
    background_image_url: str | None = None


class ChatbotSummary(TeamRecord):
    """A chatbot as lists show it: without its configuration and what is attached to it."""

    title: str
    display_name: str
    status: ChatbotStatus = ChatbotStatus.ACTIVE
    language: str = "en"
    description: str | None = None


class Chatbot(ChatbotSummary):
    """A chatbot as it is stored and as all routes but the list return it.

    `guardrails` are rules in plain language; `allowed_domains` the hosts whose pages may embed the chat,
    lower case, `*.` in front meaning every host below; `job_page_url_pattern` makes a job's address
    (see `job_page_url`).
    """

    welcome_message: str | None = None
    friendly_tone: bool = True
    professional_tone: bool = False
    use_knowledge_base: bool = True
    use_job_matching: bool = True
    use_resume_parsing: bool = False
    enable_structured_input: bool = True
    search_web_enabled: bool = False
    guardrails_enabled: bool = True
    media_enabled: bool = False
    guardrails: tuple[str, ...] = ()
    branding: ChatbotBranding = ChatbotBranding()
    allowed_domains: tuple[str, ...] = ()
    job_page_url_pattern: str | None = None
    job_ids: tuple[str, ...] = ()
    knowledge_base_ids: tuple[str, ...] = ()


class ChatbotArchived(Model):
    """What DELETE /chatbots/{chatbotId} returns of the chatbot."""

    id: str
    status: ChatbotStatus
    archived_at: str | None


class ChatbotUnarchived(Model):
    """What POST /chatbots/{chatbotId}/unarchive returns of the chatbot."""

    id: str
    status: ChatbotStatus
    updated_at: str


def archived_chatbot(chatbot: Chatbot, moment: str) -> Chatbot:
    """The chatbot archived at `moment`, or as it is when it was archived before."""
    return archived(chatbot, moment).changed(status=ChatbotStatus.ARCHIVED)


def unarchived_chatbot(chatbot: Chatbot, moment: str) -> Chatbot:
    """The chatbot in use again from `moment` on, or as it is when it is in use."""
    if chatbot.archived_at is None:
        return chatbot
    return chatbot.changed(status=ChatbotStatus.ACTIVE, archived_at=None, updated_at=moment)


def job_page_url(chatbot: Chatbot, job_id: str, external_id: str | None) -> str | None:
    """The address of a job on the customer's own site; None where the pattern names no page of the job.

    A pattern without a placeholder is one page for all jobs. Nobody knows what a `*` stands for, so a pattern
    with one is no address (interface: Chatbots).
    """
    pattern = chatbot.job_page_url_pattern
    if pattern is None or ANYTHING in pattern or (EXTERNAL_ID_PLACEHOLDER in pattern and external_id is None):
        return None
    return pattern.replace(JOB_ID_PLACEHOLDER, job_id).replace(
        EXTERNAL_ID_PLACEHOLDER, quote(external_id or "", safe="")
    )
