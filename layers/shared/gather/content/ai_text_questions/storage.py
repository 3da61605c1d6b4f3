"""Where the records of AI text questions live in the table."""

from gather.content.ai_text_questions.models import AiTextQuestion
from gather.table import keys
from gather.table.kind import Kind, team_of

AI_TEXT_QUESTION = Kind(
    resource="AI text question",
    name="AI_TEXT_QUESTION",
    model=AiTextQuestion,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "AI_TEXT_QUESTION")],
    search_text=lambda record: f"{record.title} {record.description or ''}",
)
