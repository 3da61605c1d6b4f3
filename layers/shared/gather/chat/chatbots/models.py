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
    """Address of the logo."""
    accent_color: str | None = None
    """Color of highlights: three or six hex digits without `#`."""
    button_color: str | None = None
    """Color of buttons: three or six hex digits without `#`."""
    display_name: str | None = None
    """The name that candidates see."""
    header_image_url: str | None = None
    """Address of the image above the chat."""
    background_image_url: str | None = None
    """Address of the image behind the chat."""


class ChatbotSummary(TeamRecord):
    """A chatbot as lists show it: without its configuration and what is attached to it."""

    title: str
    """The name that the team gives the chatbot."""
    display_name: str
    status: ChatbotStatus = ChatbotStatus.ACTIVE
    """Whether the chatbot is in use."""
    language: str = "en"
    """Language of the chat, a BCP 47 code such as `en` or `pt-BR`."""
    description: str | None = None
    """A short text that candidates see."""


class Chatbot(ChatbotSummary):
    """A chatbot as it is stored and as all routes but the list return it.

    `guardrails` are rules in plain language; `allowed_domains` the hosts whose pages may embed the chat,
    lower case, `*.` in front meaning every host below; `job_page_url_pattern` makes a job's address
    (see `job_page_url`).
    """

    welcome_message: str | None = None
    """The chatbot's first message."""
    friendly_tone: bool = True
    """Whether the chatbot speaks in a friendly tone."""
    professional_tone: bool = False
    """Whether the chatbot speaks in a professional tone."""
    use_knowledge_base: bool = True
    """Whether the chatbot answers from its knowledge bases."""
    use_job_matching: bool = True
    """Whether the chatbot suggests jobs that fit."""
    use_resume_parsing: bool = False
    """Whether the chatbot reads resumes."""
    enable_structured_input: bool = True
    """Whether the chat offers answers to choose from."""
    search_web_enabled: bool = False
    """Whether the chatbot may look things up on the web."""
    guardrails_enabled: bool = True
    """Whether `guardrails` hold."""
    media_enabled: bool = False
    """Whether candidates may send media."""
    guardrails: tuple[str, ...] = ()
    """Rules that the chatbot must keep, a sentence each."""
    branding: ChatbotBranding = ChatbotBranding()
    """Colors and images of the chat."""
    allowed_domains: tuple[str, ...] = ()
    """Domains whose pages may embed the chat; empty allows none but its own page."""
    job_page_url_pattern: str | None = None
    """Address of a job's page, with `{jobId}` in the place of its id."""
    job_ids: tuple[str, ...] = ()
    """The jobs that the chatbot knows."""
    knowledge_base_ids: tuple[str, ...] = ()
    """The knowledge bases that the chatbot answers from."""

    @property
    def visible_name(self) -> str:
        """The name by which visitors know the chatbot."""
        return self.branding.display_name or self.display_name

    def archive(self, moment: str) -> "Chatbot":
        """The chatbot archived at `moment`, or as it is when it was archived before."""
        return archived(self, moment).changed(status=ChatbotStatus.ARCHIVED)

    def unarchive(self, moment: str) -> "Chatbot":
        """The chatbot in use again from `moment` on, or as it is when it is in use."""
        if self.archived_at is None:
            return self
        return self.changed(status=ChatbotStatus.ACTIVE, archived_at=None, updated_at=moment)

    def job_page_url(self, job_id: str, external_id: str | None) -> str | None:
        """The address of a job on the customer's own site; None where the pattern names no page of the job.

        A pattern without a placeholder is one page for all jobs. Nobody knows what a `*` stands for, so a
        pattern with one is no address (interface: Chatbots).
        """
        pattern = self.job_page_url_pattern
        if pattern is None or ANYTHING in pattern:
            return None
        if EXTERNAL_ID_PLACEHOLDER in pattern and external_id is None:
            return None
        return pattern.replace(JOB_ID_PLACEHOLDER, job_id).replace(
            EXTERNAL_ID_PLACEHOLDER, quote(external_id or "", safe="")
        )


class ChatbotArchived(Model):
    """The chatbot as DELETE /chatbots/{chatbotId} returns it."""

    id: str
    """The chatbot."""
    status: ChatbotStatus
    archived_at: str | None
    """When the chatbot was archived: ISO 8601 in UTC."""


class ChatbotUnarchived(Model):
    """The chatbot as POST /chatbots/{chatbotId}/unarchive returns it."""

    id: str
    status: ChatbotStatus
    updated_at: str
    """When the chatbot was last changed: ISO 8601 in UTC."""
