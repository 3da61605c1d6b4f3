"""Which texts of the document's records candidates and visitors wrote, or quote them.

Every member that can hold free text is in one of the tables, and a test names one that is not. Until it is in
one it counts as untrusted.

Names, addresses and telephone numbers of candidates are the team's records: its own systems send them, or a
recruiting suite. A visitor of a chat names himself, so what is left in a chat is untrusted with the name.
"""

from collections.abc import Iterator

from client_code.plain_document import Schema

UNTRUSTED: dict[str, frozenset[str]] = {
    "CandidateInterviewResults": frozenset({"transcription", "summary", "engineSummary"}),
    "CandidateRequest": frozenset({"text"}),
    "CandidateResponse": frozenset({"transcription"}),
    "ConversationMessage": frozenset({"content", "metadata"}),
    # A receiver can answer with what it was sent, or with anything else.
    "DeliveryAttempt": frozenset({"error", "responseBody"}),
    "DeliveryFailure": frozenset({"data", "error", "message"}),
    "DeliveryResponse": frozenset({"statusText", "headers", "data"}),
    "LeftMessage": frozenset({"name", "email", "content"}),
    "ResponseTurn": frozenset({"text"}),
    "ResumeInResults": frozenset({"fileName"}),
    # Notices and replies quote what candidates and visitors asked.
    "SandboxMessage": frozenset({"subject", "body", "html"}),
    "ScoreCard": frozenset({"overallExplanation"}),
    "SentMessage": frozenset({"subject", "body"}),
    "TopicScore": frozenset({"explanation", "evidence", "askNext"}),
}
"""The members of each schema that hold what candidates said or wrote, or quote it."""

TRUSTED: dict[str, frozenset[str]] = {
    "Candidate": frozenset(
        {
            *("firstName", "lastName", "email", "phone", "resumeUrl", "externalId", "linkedInURL", "source"),
            *("timezone", "tags", "metadata"),
        }
    ),
    "CandidateInterview": frozenset({"inviteToken", "externalId", "externalRedirectUri", "webhookUrl"}),
    "CandidateInterviewResults": frozenset({"audioUrl", "averageRating", "shareLink"}),
    "CandidateRequest": frozenset({"reply"}),
    "CandidateResponse": frozenset({"questionTitle", "questionText", "audioUrl"}),
    "Comment": frozenset({"text"}),
    "ComparedCandidate": frozenset({"firstName", "lastName"}),
    "ComparedScore": frozenset({"topic"}),
    "ComparedTopic": frozenset({"topic"}),
    "CreatedCandidateInterview": frozenset(
        {"inviteToken", "externalId", "externalRedirectUri", "webhookUrl", "webhookSecret"}
    ),
    "Decision": frozenset({"reason"}),
    "Erasure": frozenset({"counts"}),
    "Export": frozenset({"url"}),
    "InvitedCandidate": frozenset({"firstInviteUrl"}),
    # The payloads of all events are schemas of the document, whose texts a test reads.
    "KeptEvent": frozenset({"payload"}),
    "Provenance": frozenset({"engine", "model", "promptVersion", "promptHash", "inputHash"}),
    "ResponseTurn": frozenset({"role", "kind", "audioUrl"}),
    "ResumeInResults": frozenset({"contentType", "url"}),
    "ReviewItem": frozenset({"candidateName", "title", "since"}),
    "ReviewQueue": frozenset({"nextCursor"}),
    "SandboxMessage": frozenset({"to"}),
    "ScoreChange": frozenset({"at", "topic", "reason"}),
    "SentMessage": frozenset({"to"}),
    "ShareLink": frozenset({"shareLink"}),
    "ShareLinkEnded": frozenset({"shareLink"}),
    "TopicScore": frozenset({"topic"}),
    "WebhookDelivery": frozenset({"eventType", "payload"}),
    "WebhookDeliveryDetail": frozenset({"eventType", "payload", "url", "redeliveryOf"}),
}
"""The other texts of schemas that are about candidates and visitors."""

OF_THE_TEAM = frozenset(
    {
        *("AiConfiguration", "AiTextQuestion", "AudioQuestion", "AuditEntry", "AuditLog", "Branding"),
        *(
            "BulkUpdateError",
            "CandidateImport",
            "Chatbot",
            "ChatbotBranding",
            "ChatbotSummary",
            "CreatedCredential",
            "EventList",
        ),
        *("FairnessGroup", "FairnessReport", "FairnessTable", "GateMove", "Interview", "InterviewDetail"),
        *(
            "ImportRow",
            "ImportRows",
            "InterviewSummary",
            "Job",
            "JobDetail",
            "JobFamily",
            "JobFamilyDetail",
            "JobSummary",
        ),
        *("KnowledgeBaseDetail", "ListedCredential", "ListedKnowledgeBase", "ListedUser", "Meeting"),
        *("MeetingDetail", "Message", "MessageGroup", "MessageGroupSummary", "Narrator", "OneFairnessReport"),
        *(
            "Replica",
            "ReplicaOfInterview",
            "RowFault",
            "ScoreDescriptions",
            "ScorecardPreview",
            "ShownArticle",
        ),
        *(
            "SuggestedScoreCard",
            "SurveyOption",
            "SurveyQuestion",
            "Team",
            "Topic",
            "TopicMove",
            "UnassignedJob",
            "User",
            "WebhookConfiguration",
        ),
        *("WebhookWithSecret", "WorkflowTemplate", "WorkflowTemplateDetail"),
    }
)
"""Schemas whose texts all come from the team, its users or the service."""

_NO_TEXT = ("uuid", "date-time", "date")
_ALTERNATIVES = ("anyOf", "oneOf", "allOf")


def is_untrusted(schema: str, member: str, declaration: Schema) -> bool:
    """Whether the member of a schema is to be told apart: what is in no table is, if it can hold a text."""
    if member in UNTRUSTED.get(schema, ()):
        return True
    return holds_text(declaration) and not _is_trusted(schema, member)


def unclassified(schemas: dict[str, Schema]) -> Iterator[str]:
    """`Schema.member` of each member of `schemas` that can hold a text and is in no table."""
    for name, schema in schemas.items():
        for member, declaration in schema.get("properties", {}).items():
            known = _is_trusted(name, member) or member in UNTRUSTED.get(name, ())
            if holds_text(declaration) and not known:
                yield f"{name}.{member}"


def holds_text(declaration: Schema) -> bool:
    """Whether the declaration itself, without what it refers to, allows words of anybody's choice."""
    if "$ref" in declaration or "enum" in declaration or "const" in declaration:
        return False
    alternatives = [each for key in _ALTERNATIVES for each in declaration.get(key, [])]
    if alternatives:
        return any(map(holds_text, alternatives))
    types = declaration.get("type")
    for each in types if isinstance(types, list) else [types]:
        match each:
            case "string" if declaration.get("format") not in _NO_TEXT:
                return True
            case "array" if holds_text(declaration.get("items", {})):
                return True
            case "object" if "properties" not in declaration and not _is_map_of_records(declaration):
                return True
            case None:
                return True
    return False


def _is_trusted(schema: str, member: str) -> bool:
    return schema in OF_THE_TEAM or member in TRUSTED.get(schema, ())


def _is_map_of_records(declaration: Schema) -> bool:
    values = declaration.get("additionalProperties")
    return isinstance(values, dict) and not holds_text(values)
