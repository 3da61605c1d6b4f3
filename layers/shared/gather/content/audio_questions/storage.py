"""Where the records of audio questions live in the table."""

from gather.content.audio_questions.models import AudioQuestionRecord
from gather.table import keys
from gather.table.kind import Kind, team_of

AUDIO_QUESTION = Kind(
    resource="audio question",
    name="AUDIO_QUESTION",
    model=AudioQuestionRecord,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "AUDIO_QUESTION")],
    search_text=lambda record: f"{record.title} {record.description or ''}",
)
