"""A chatbot with something to say."""

from datetime import UTC, datetime
from typing import Any

from administration.content import Resource, create_resource
from gather.content.knowledge.models import Article
from gather.content.knowledge.storage import save_article
from gather.core.caller import TeamScope
from gather.core.identifiers import new_id
from gather.table.records import Records
from tests.builders.service import Service, Tenant

ARTICLES = {
    "Working hours": "Shifts begin at 6:00 and 14:00. Weekends are free.",
    "Benefits": "You have 28 days of vacation, and we pay your health insurance.",
    "Pay": "Salaries are paid on the last day of the month.",
}


def make_knowledge_base(records: Records, tenant: Tenant, articles: dict[str, str] | None = None) -> str:
    """A knowledge base of the tenant's first team; its id."""
    scope = TeamScope(tenant.organization_id, tenant.team_id, tenant.user_id)
    made = create_resource(records, Resource.KNOWLEDGE_BASE, scope, "Working here", datetime.now(UTC))
    for title, text in (ARTICLES if articles is None else articles).items():
        save_article(records.table, tenant.team_id, made.id, Article(id=new_id(), title=title, text=text))
    return made.id


def make_job(service: Service, title: str, **members: object) -> str:
    """A job that is open; its id."""
    body = {"title": title, "type": "requisition", "status": "active", **members}
    reply = service.post("/jobs", body)
    assert reply.status == 201, reply.body
    return str(reply.data["job"]["id"])


def make_chatbot(service: Service, **members: object) -> dict[str, Any]:
    """A chatbot as its POST answers it."""
    reply = service.post("/chatbots", {"title": "Careers site", "displayName": "Robin", **members})
    assert reply.status == 201, reply.body
    chatbot: dict[str, Any] = reply.data["chatbot"]
    return chatbot
