"""Where the records of knowledge bases live in the table."""

from gather.domain.knowledge_base import KnowledgeBase
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.records import Kind

KNOWLEDGE_BASE = Kind(
    resource="knowledge base",
    name="KNOWLEDGE_BASE",
    model=KnowledgeBase,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "KNOWLEDGE_BASE")],
    search_text=lambda record: record.title,
)
