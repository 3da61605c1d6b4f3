"""What the body of an interview names: questions, a message group, a narrator, users."""

from gather import wiring
from gather.domain.caller import TeamScope
from gather.domain.interview import InterviewDetail
from gather.domain.interview_request import CreateInterview
from gather.domain.message_group import MessageGroupType
from gather.errors import NotFound
from gather.table import keys
from gather.table.kinds import AUDIO_QUESTION, MESSAGE_GROUP, SURVEY_QUESTION
from gather.table.references import Reference, read_references


def check_new(request: CreateInterview, team: TeamScope) -> str | None:
    """Check what a new interview names; answers the id of the team's default message group, if any.

    One round trip for each hundred records. Raises NotFound.
    """
    _check_narrator(request.narrator_id)
    default_group = keys.default_message_group(team.team_id, MessageGroupType.STANDARD)
    found = read_references(wiring.table(), _references(request, team), also=[default_group])
    pointer = found.get(default_group)
    return pointer["messageGroupId"] if pointer else None


def check_change(before: InterviewDetail, after: InterviewDetail, team: TeamScope) -> None:
    """Check what a changed interview names and did not name before; what it kept stays as it was.

    One round trip for each hundred records, none when nothing new is named. Raises NotFound.
    """
    if after.narrator_id != before.narrator_id:
        _check_narrator(after.narrator_id)
    known = {reference.key for reference in _references(before, team)}
    new = [reference for reference in _references(after, team) if reference.key not in known]
    if new:
        read_references(wiring.table(), new)


def _references(interview: InterviewDetail | CreateInterview, team: TeamScope) -> list[Reference]:
    """Everything but the narrator that an interview names, with the members that name it."""
    references = [
        Reference.to(AUDIO_QUESTION, team.team_id, question_id, f"questionIds[{position}]")
        for position, question_id in enumerate(interview.question_ids)
    ]
    references += [
        Reference.to(SURVEY_QUESTION, team.team_id, question.id, f"surveyQuestions[{position}].id")
        for position, question in enumerate(interview.survey_questions)
    ]
    references += [
        Reference(
            "user", user_id, f"notificationSubscribers[{position}]", keys.user(team.organization_id, user_id)
        )
        for position, user_id in enumerate(interview.notification_subscribers)
    ]
    group_id = interview.message_group_id
    if group_id is not None:
        references.append(Reference.to(MESSAGE_GROUP, team.team_id, group_id, "messageGroupId"))
    return references


def _check_narrator(narrator_id: str | None) -> None:
    if narrator_id is not None and wiring.engines().speech().narrator(narrator_id) is None:
        raise NotFound("narrator", narrator_id, "narratorId")
