"""A whole screening made through the interface: questions, interview, scorecard, candidate and invite."""

from dataclasses import dataclass
from typing import Any

from tests.builders.service import Reply, Service

ANSWER = "I organize the night shift, plan every delivery and train new colleagues on safety."


@dataclass(frozen=True)
class Screening:
    """An invited candidate. `questions` maps what is asked to the question's id."""

    service: Service
    id: str
    token: str
    candidate: dict[str, Any]
    interview: dict[str, Any]
    questions: dict[str, str]
    options: dict[str, str]

    @property
    def page(self) -> Service:
        """The candidate's side."""
        return self.service.public()

    def show(self) -> Reply:
        return self.page.get(f"/screening/{self.token}")

    def answer(self, name: str, **answer: object) -> Reply:
        return self.page.put(f"/screening/{self.token}/answers/{self.questions[name]}", answer)

    def complete(self) -> Reply:
        return self.page.post(f"/screening/{self.token}/complete")

    def answer_all(self) -> None:
        """Fitting answers to all questions."""
        for reply in (
            self.answer("spoken", text=ANSWER),
            self.answer("licence", value=True),
            self.answer("shift", optionIds=[self.options["Night"]]),
        ):
            assert reply.status == 200, reply.body

    def results(self) -> dict[str, Any]:
        data: dict[str, Any] = self.service.get(f"/candidate-interviews/{self.id}/results").data
        return data

    def read(self) -> dict[str, Any]:
        data: dict[str, Any] = self.service.get(f"/candidate-interviews/{self.id}").data
        return data


def make_screening(service: Service, *, scorecard: bool = True, **fields: object) -> Screening:
    """Three questions, one spoken and two of a survey, and a candidate who is invited to them."""
    spoken = _post(
        service, "/questions", "question", title="Your work", audioURL="https://cdn.example.com/1.mp3"
    )
    licence = _post(
        service,
        "/survey-questions",
        "surveyQuestion",
        type="YES_NO",
        title="Do you hold a forklift licence?",
        preferredOption=True,
        includeScoring=True,
        knockout=True,
    )
    shift = _post(
        service,
        "/survey-questions",
        "surveyQuestion",
        type="MULTIPLE_CHOICE",
        title="Which shift suits you?",
        includeScoring=True,
        options=[{"title": "Day"}, {"title": "Night", "preferred": True}],
    )
    interview = _post(
        service,
        "/interviews",
        "interview",
        title="Warehouse lead",
        displayName="Warehouse lead",
        interviewType="standard",
        questionIds=[spoken["id"]],
        surveyQuestions=[{"id": licence["id"]}, {"id": shift["id"]}],
    )
    if scorecard:
        topics = [{"topic": "Safety", "weight": 60}, {"topic": "Planning", "weight": 40}]
        reply = service.post(f"/interviews/{interview['id']}/score-card-template", {"topics": topics})
        assert reply.status == 201, reply.body
    candidate = _post(
        service,
        "/candidates",
        None,
        firstName="Ada",
        lastName="Lovelace",
        email="ada@example.com",
        phone="+14155550123",
    )
    invited = _post(
        service,
        "/candidate-interviews",
        None,
        candidateId=candidate["id"],
        interviewId=interview["id"],
        **{"sendInvite": True, **fields},
    )
    return Screening(
        service,
        invited["id"],
        invited["inviteToken"],
        candidate,
        interview,
        {"spoken": spoken["id"], "licence": licence["id"], "shift": shift["id"]},
        {option["title"]: option["id"] for option in shift["options"]},
    )


def _post(service: Service, path: str, member: str | None, **body: object) -> dict[str, Any]:
    reply = service.post(path, body)
    assert reply.status == 201, reply.body
    data: dict[str, Any] = reply.data if member is None else reply.data[member]
    return data
