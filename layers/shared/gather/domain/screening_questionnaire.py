"""Screening questionnaires: what applicants fill in (answers: Records)."""

from gather.domain.record import TeamRecord


class ScreeningQuestionnaire(TeamRecord):
    """A questionnaire of a team. The administration makes them; jobs and workflows refer to them."""

    title: str
