"""Where the records of survey questions live in the table."""

from gather.content.survey_questions.models import SurveyQuestion
from gather.table import keys
from gather.table.kind import Kind, team_of

SURVEY_QUESTION = Kind(
    resource="survey question",
    name="SURVEY_QUESTION",
    model=SurveyQuestion,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "SURVEY_QUESTION")],
    search_text=lambda record: record.title,
)
