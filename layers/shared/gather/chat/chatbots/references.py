"""Jobs and knowledge bases that a chatbot's body attaches, all of its team."""

from collections.abc import Iterable, Mapping
from typing import Any

from gather.chat.chatbots.models import Chatbot
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.table.kind import Kind
from gather.table.references import Reference, read_references
from gather.table.store import Table
from gather.workflow.jobs.storage import JOB


def check_attachments(
    table: Table, supplied: Mapping[str, Any], team_id: str, before: Chatbot | None = None
) -> None:
    """Check the jobs and knowledge bases that a body attaches and that were not attached before.

    What was attached before may stay, archived or not. One round trip for each hundred records, none when
    nothing new is attached. Raises NotFound, naming the place in the body.
    """
    jobs, knowledge_bases = (before.job_ids, before.knowledge_base_ids) if before else ((), ())
    new = [
        *_references(JOB, team_id, "jobIds", supplied.get("job_ids", ()), jobs),
        *_references(
            KNOWLEDGE_BASE,
            team_id,
            "knowledgeBaseIds",
            supplied.get("knowledge_base_ids", ()),
            knowledge_bases,
        ),
    ]
    if new:
        read_references(table, new)


def _references(
    kind: Kind[Any], team_id: str, field: str, ids: Iterable[str], known: tuple[str, ...]
) -> list[Reference]:
    return [
        Reference.to(kind, team_id, record_id, f"{field}[{position}]")
        for position, record_id in enumerate(ids)
        if record_id not in known
    ]
