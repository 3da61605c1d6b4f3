"""Bodies of requests about chatbots, and the chatbots they lead to (interface: Chatbots, rules 2, 5 to 7)."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StringConstraints

from gather.chat.chatbots.models import EXTERNAL_ID_PLACEHOLDER, JOB_ID_PLACEHOLDER, Chatbot, ChatbotBranding
from gather.core.caller import TeamScope
from gather.core.formats import VISIBLE, HexColor, HttpUrl, LanguageCode, RecordId, Text, Title
from gather.core.model import UNSET, RequestModel, RequestPart
from gather.core.record import common_fields

MOST_JOBS = 100
MOST_KNOWLEDGE_BASES = 20
MOST_GUARDRAILS = 50
MOST_DOMAINS = 50

_HOST_LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOMAIN = re.compile(rf"localhost|(\*\.)?({_HOST_LABEL}\.)+[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9]")
_BRACES = re.compile(r"\{[^{}]*\}|[{}]")


def _domain(text: str) -> str:
    name = text.lower()
    if len(name) > 253 or _DOMAIN.fullmatch(name) is None:
        raise ValueError("must be a host name, such as careers.example.com or *.example.com")
    return name


def _job_page_url_pattern(text: str) -> str:
    placeholders = set(_BRACES.findall(text))
    known = placeholders <= {JOB_ID_PLACEHOLDER, EXTERNAL_ID_PLACEHOLDER}
    if not known or "{" in urlsplit(text).netloc:
        raise ValueError("may hold {jobId} and {externalId} after the host, and no other braces")
    return text


def _once_each(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


Guardrail = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000), VISIBLE]
Guardrails = Annotated[tuple[Guardrail, ...], Field(max_length=MOST_GUARDRAILS)]
_DOMAIN_SCHEMA = {"pattern": f"^({_DOMAIN.pattern})$", "maxLength": 253}
Domain = Annotated[str, AfterValidator(_domain), Field(json_schema_extra=_DOMAIN_SCHEMA)]
Domains = Annotated[tuple[Domain, ...], Field(max_length=MOST_DOMAINS), AfterValidator(_once_each)]
_JOB_PAGE_SCHEMA = {
    "format": "uri-template",
    "pattern": r"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#{}\s]+([/?#]([^{}\s]|[{](jobId|externalId)[}])*)?$",
}
JobPageUrlPattern = Annotated[
    HttpUrl, AfterValidator(_job_page_url_pattern), Field(json_schema_extra=_JOB_PAGE_SCHEMA)
]
JobIds = Annotated[tuple[RecordId, ...], Field(max_length=MOST_JOBS)]
KnowledgeBaseIds = Annotated[tuple[RecordId, ...], Field(max_length=MOST_KNOWLEDGE_BASES)]


class BrandingChanges(RequestPart):
    """Members of a chatbot's branding; those left out stay as they are, null clears one."""

    logo_url: HttpUrl | None = None
    accent_color: HexColor | None = None
    button_color: HexColor | None = None
    display_name: Title | None = None
    header_image_url: HttpUrl | None = None
    background_image_url: HttpUrl | None = None


class CreateChatbot(RequestModel):
    """Body of POST /chatbots."""

    title: Title
    display_name: Title
    language: LanguageCode = "en"
    description: Text | None = None
    welcome_message: Text | None = None
    friendly_tone: bool = True
    professional_tone: bool = False
    use_knowledge_base: bool = True
    use_job_matching: bool = True
    use_resume_parsing: bool = False
    enable_structured_input: bool = True
    search_web_enabled: bool = False
    guardrails_enabled: bool = True
    media_enabled: bool = False
    guardrails: Guardrails = ()
    branding: BrandingChanges | None = None
    allowed_domains: Domains = ()
    job_page_url_pattern: JobPageUrlPattern | None = None
    job_ids: JobIds = ()
    knowledge_base_ids: KnowledgeBaseIds = ()


class ChangeChatbot(RequestModel):
    """Body of PATCH /chatbots/{chatbotId}.

    `branding` changes member by member and null clears it whole; every list replaces the one there is.
    """

    title: Title = UNSET
    display_name: Title = UNSET
    language: LanguageCode = UNSET
    description: Text | None = None
    welcome_message: Text | None = None
    friendly_tone: bool = UNSET
    professional_tone: bool = UNSET
    use_knowledge_base: bool = UNSET
    use_job_matching: bool = UNSET
    use_resume_parsing: bool = UNSET
    enable_structured_input: bool = UNSET
    search_web_enabled: bool = UNSET
    guardrails_enabled: bool = UNSET
    media_enabled: bool = UNSET
    guardrails: Guardrails = UNSET
    branding: BrandingChanges | None = None
    allowed_domains: Domains = UNSET
    job_page_url_pattern: JobPageUrlPattern | None = None
    job_ids: JobIds = UNSET
    knowledge_base_ids: KnowledgeBaseIds = UNSET


class AttachJobs(RequestModel):
    """Body of PATCH /chatbots/{chatbotId}/jobs: the whole set."""

    job_ids: JobIds


class AttachKnowledgeBases(RequestModel):
    """Body of PATCH /chatbots/{chatbotId}/knowledge-bases: the whole set."""

    knowledge_base_ids: KnowledgeBaseIds


def new_chatbot(request: CreateChatbot, scope: TeamScope, now: datetime) -> Chatbot:
    """The chatbot that a POST asks for."""
    plain = Chatbot(**common_fields(scope, now), title=request.title, display_name=request.display_name)
    return _configure(plain, request.supplied())


def configure_chatbot(chatbot: Chatbot, changes: Mapping[str, Any], moment: str) -> Chatbot:
    """The chatbot with the supplied members of a body, or as it is when they change nothing."""
    configured = _configure(chatbot, changes)
    return chatbot if configured == chatbot else configured.changed(updated_at=moment)


def _configure(chatbot: Chatbot, changes: Mapping[str, Any]) -> Chatbot:
    fields = dict(changes)
    if "branding" in fields:
        fields["branding"] = _configure_branding(chatbot.branding, fields["branding"])
    for attached in ("job_ids", "knowledge_base_ids"):
        if attached in fields:
            fields[attached] = _once_each(fields[attached])
    return chatbot.changed(**fields)


def _configure_branding(branding: ChatbotBranding, changes: BrandingChanges | None) -> ChatbotBranding:
    return ChatbotBranding() if changes is None else branding.changed(**changes.supplied())
