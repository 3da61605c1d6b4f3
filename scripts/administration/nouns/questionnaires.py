"""`admin.py questionnaire`: screening questionnaires, which are interviews of a type of their own."""

from administration.commands import IN_TEAM, NAME, Arguments, Command, CommandResult, Row, argument, team_of
from administration.content import create_questionnaire, listed
from gather.content.interviews.models import InterviewDetail, InterviewType
from gather.content.interviews.storage import INTERVIEW
from gather.table.search import Search
from gather.wiring import Adapters


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the screening questionnaires of a team, newest first."""
    of_type = Search(equals={"interviewType": InterviewType.QUESTIONNAIRE})
    return [
        _shown(each)
        for each in listed(adapters.records, INTERVIEW, team_of(arguments, adapters).team_id, of_type)
    ]


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make a screening questionnaire of survey questions that the team has."""
    made = create_questionnaire(
        adapters.records,
        team_of(arguments, adapters),
        arguments.title,
        arguments.survey_question,
        adapters.clock.now(),
        display_name=arguments.display_name,
    )
    return _shown(made)


def _shown(questionnaire: InterviewDetail) -> Row:
    return {
        "id": questionnaire.id,
        "title": questionnaire.title,
        "displayName": questionnaire.display_name,
        "surveyQuestionIds": [question.id for question in questionnaire.survey_questions],
        "createdAt": questionnaire.created_at,
    }


COMMANDS = (
    Command("questionnaire", "list", _list, IN_TEAM),
    Command(
        "questionnaire",
        "create",
        _create,
        (
            *IN_TEAM,
            argument("title", type=NAME),
            argument("--display-name", type=NAME, help="what candidates see; the title when left out"),
            argument(
                "--survey-question",
                action="append",
                required=True,
                metavar="ID",
                help="id of a survey question of the team; repeated, in the order of the questions",
            ),
        ),
    ),
)
