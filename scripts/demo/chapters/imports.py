"""Twelve candidates come from a file at once, and the recruiter finds the three worth a call."""

import csv
import io
from typing import Any, Final

from demo.browser import fetch, without_query
from demo.deviation import Deviation, expect
from demo.scene import Scene
from talent_screening import TalentScreening
from talent_screening.models import (
    AnswerRequest,
    CandidateImport,
    CreateCandidateImport,
    CreateInterview,
    CreateSurveyQuestion,
    ImportFile,
    ImportInvite,
    InterviewSurveyQuestionInput,
    OptionRequest,
)

NIGHT_SHIFT: Final = "night-shift"
LEAST_SCORE: Final = 70
YEARS: Final = (("More than five years", 100), ("Two to five years", 80), ("Less than two years", 30))
"""What candidates can choose, with what it scores."""
PEOPLE: Final = (
    ("Amara", "Okafor", NIGHT_SHIFT, 0),
    ("Ben", "Fischer", "", 0),
    ("Chiara", "Rossi", NIGHT_SHIFT, 2),
    ("Dmitri", "Volkov", "", 1),
    ("Elif", "Kaya", NIGHT_SHIFT, 1),
    ("Farid", "Haddad", "", 2),
    ("Grace", "Mensah", "", 0),
    ("Hugo", "Silva", NIGHT_SHIFT, 2),
    ("Ines", "Moreau", "", 1),
    ("Jonas", "Berg", NIGHT_SHIFT, 0),
    ("Katja", "Novak", "", 2),
    ("Liam", "Walsh", "", 1),
)
"""First name, last name, tag, and the choice that each will make."""
WORTH_A_CALL: Final = {"Amara", "Elif", "Jonas"}


def find_three(scene: Scene) -> None:
    """Import twelve, have them answer, and find the three of the night shift with a good score."""
    interview_id = _make_interview(scene)
    _import(scene, interview_id)
    _answer_all(scene, interview_id)
    _find(scene, interview_id)


def _make_interview(scene: Scene) -> str:
    question = (
        scene.customer.step(
            "One weighted question is enough to sort many.", status=201, show=("data.surveyQuestion.id",)
        )
        .create_survey_question(
            CreateSurveyQuestion(
                type="MULTIPLE_CHOICE_WEIGHTED",
                title="How long have you worked in a warehouse?",
                include_scoring=True,
                options=[OptionRequest(title=text, weight=weight) for text, weight in YEARS],
            )
        )
        .survey_question
    )
    made = scene.customer.step(
        "It makes an interview.", status=201, show=("data.interview.id",)
    ).create_interview(
        CreateInterview(
            title="Warehouse, first look",
            interview_type="standard",
            display_name="Warehouse",
            survey_questions=[InterviewSurveyQuestionInput(id=question.id)],
        )
    )
    return made.interview.id


def _import(scene: Scene, interview_id: str) -> None:
    file = _file()
    announced = (
        scene.customer.step(
            "The recruiter has a CSV of twelve. The import invites each of them.",
            status=202,
            show=("data.import.status", "data.import.total", "data.import.headers"),
        )
        .create_candidate_import(
            CreateCandidateImport(
                file=ImportFile(content_type="text/csv", size=len(file)),
                invite=ImportInvite(interview_id=interview_id),
            )
        )
        .import_
    )
    _upload(scene, announced, file)
    scene.customer.step("It begins.", status=202, show=("data.import.status",)).start_candidate_import(
        announced.id
    )
    done = scene.customer.await_record(
        "One request of the quota has made and invited them all.",
        lambda customer: customer.get_candidate_import(announced.id),
        lambda read: read.import_.status not in ("awaiting_file", "running"),
        show=("data.import.status", "data.import.total", "data.import.counts"),
    ).import_
    expect("candidates of the file", (done.counts.created, done.counts.invited), (len(PEOPLE), len(PEOPLE)))


def _file() -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("firstName", "lastName", "email", "phone", "tags", "source"))
    for number, (first, last, tag, _choice) in enumerate(PEOPLE):
        address = f"{first}.{last}@example.com".lower()
        writer.writerow((first, last, address, f"+1415555{number:04d}", tag, "warehouse-fair"))
    return text.getvalue().encode()


def _upload(scene: Scene, announced: CandidateImport, file: bytes) -> None:
    if announced.upload_url is None:
        raise Deviation("the import", "an address for the file", announced)
    scene.page.step("The file goes straight to the store, at an address signed for this upload.")
    scene.page.request("PUT", without_query(announced.upload_url))
    put = fetch("PUT", announced.upload_url, file, announced.headers)
    expect("the upload", put.status_code, 200)
    scene.page.response(put.status_code, None)


def _answer_all(scene: Scene, interview_id: str) -> None:
    scene.page.step("All twelve answer on their phones.")
    choices: dict[str, Any] = {f"{first} {last}": choice for first, last, _tag, choice in PEOPLE}
    key = str(scene.ready["apiKey"])
    with TalentScreening(scene.base_url, key) as customer, TalentScreening(scene.base_url) as candidate:
        people = {each.id: f"{each.first_name} {each.last_name}" for each in customer.iterate_candidates()}
        for invited in customer.iterate_candidate_interviews(interview_id=interview_id):
            screening = candidate.get_screening(invited.invite_token).screening
            [question] = screening.questions
            option = (question.options or [])[choices[people[invited.candidate_id]]]
            candidate.give_answer(invited.invite_token, question.id, AnswerRequest(option_ids=[option.id]))
            candidate.complete_screening(invited.invite_token)
    scene.page.fact(f"{len(PEOPLE)} completed interviews")


def _find(scene: Scene, interview_id: str) -> None:
    scored = scene.customer.await_record(
        f"Who has {LEAST_SCORE} or more? The best come first.",
        lambda customer: customer.list_candidate_interviews(
            interview_id=interview_id, score_min=LEAST_SCORE, sort="-score"
        ),
        lambda found: len(found) == sum(choice < 2 for *_person, choice in PEOPLE),
        show=("data[].score", "data[].completedAt"),
    )
    tagged = (
        scene.customer.step(
            "Who can work at night?", show=("data.candidates[].firstName", "data.candidates[].tags")
        )
        .list_candidates(tag=NIGHT_SHIFT)
        .candidates
    )
    good = {each.candidate_id for each in scored}
    three = {each.first_name for each in tagged if each.id in good}
    expect("those worth a call", three, WORTH_A_CALL)
    scene.page.fact(f"worth a call: {', '.join(sorted(three))}")
