"""Where the records of screening questionnaires live in the table."""

from gather.domain.screening_questionnaire import ScreeningQuestionnaire
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.records import Kind

SCREENING_QUESTIONNAIRE = Kind(
    resource="screening questionnaire",
    name="SCREENING_QUESTIONNAIRE",
    model=ScreeningQuestionnaire,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "SCREENING_QUESTIONNAIRE")],
    search_text=lambda record: record.title,
)
