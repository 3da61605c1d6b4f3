"""Interviews over the HTTP interface (interface: Interviews, rules 1 to 7)."""

import pytest

from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.core.caller import Role
from gather.core.identifiers import new_id
from gather.core.record import archived
from gather.table.records import Records
from tests.builders.content import make_audio_question, make_message_group, make_survey_question
from tests.builders.outbox import events_of
from tests.builders.people import signed_in
from tests.builders.service import Service, Tenant
from tests.doubles.engines import NARRATORS, ScriptedEngines
from tests.support.records import BARISTA, add_survey_question, post_interview

pytestmark = pytest.mark.routes


class Content:
    """Questions and message groups of a team, by their ids."""

    def __init__(self, records: Records, tenant: Tenant) -> None:
        self.records = records
        self.tenant = tenant

    def audio_question(self, *, is_archived: bool = False) -> str:
        return make_audio_question(self.records, self.tenant, is_archived=is_archived).id

    def survey_question(self) -> str:
        return make_survey_question(self.records, self.tenant).id

    def message_group(self, *, default: bool = False) -> str:
        return make_message_group(self.records, self.tenant, default=default).id


@pytest.fixture
def content(records: Records, tenant: Tenant) -> Content:
    return Content(records, tenant)


def test_an_interview_is_returned_with_every_field_of_the_record(
    service: Service, tenant: Tenant, content: Content, engines: ScriptedEngines
) -> None:
    question_ids = [content.audio_question(), content.audio_question()]
    survey_id, group_id = content.survey_question(), content.message_group()
    given: dict[str, object] = {
        **BARISTA,
        "description": "Behind the bar",
        "descriptionUrl": "https://files.example/job.pdf",
        "descriptionFileName": "job.pdf",
        "language": "pt-BR",
        "resume": True,
        "webOnly": True,
        "messageGroupId": group_id,
        "narratorId": NARRATORS[0].id,
        "questionIds": question_ids,
        "surveyQuestions": [{"id": survey_id, "knockout": True}],
        "keywords": ["coffee", "latte"],
        "notificationSubscribers": [tenant.user_id],
        "audioMessageURL": "https://files.example/hello.mp3",
        "audioMessageTitle": "Hello",
    }

    interview = post_interview(service, **given)

    assert interview == {
        **given,
        "id": interview["id"],
        "status": 0,
        "aiTextQuestionIds": [],
        "audioMessageId": interview["audioMessageId"],
        "jobDescriptionText": None,
        "welcomeInfo": None,
        "knowledgeBaseIds": [],
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": interview["createdAt"],
        "updatedAt": interview["createdAt"],
        "archivedAt": None,
    }
    assert interview["audioMessageId"]
    assert service.get(f"/interviews/{interview['id']}").data == {"interview": interview}


def test_every_fault_of_a_body_is_named_at_once_and_nothing_is_written(service: Service) -> None:
    question_id = new_id()
    reply = service.post(
        "/interviews",
        {
            "title": " ",
            "interviewType": "standard",
            "language": "English",
            "resume": "yes",
            "questionIds": [question_id, question_id],
            "surveyQuestions": [{"id": question_id, "knockout": "true"}],
            "descriptionUrl": "job.pdf",
        },
    )

    assert reply.status == 400
    assert reply.faulty_fields == {
        "title",
        "displayName",
        "language",
        "resume",
        "questionIds[1]",
        "surveyQuestions[0].knockout",
        "descriptionUrl",
    }
    assert service.get("/interviews").data["pagination"]["total"] == 0


@pytest.mark.parametrize("interview_type", ["questionnaire", "quiz", 0])
def test_other_types_can_not_be_created(service: Service, interview_type: object) -> None:
    reply = service.post("/interviews", {**BARISTA, "interviewType": interview_type})

    assert (reply.status, reply.error["code"], reply.faulty_fields) == (
        400,
        "VALIDATION_ERROR",
        {"interviewType"},
    )
    assert "standard" in reply.error["message"]


def test_an_interview_has_at_most_a_hundred_questions(service: Service) -> None:
    ids = [new_id() for _ in range(101)]

    spoken = service.post("/interviews", {**BARISTA, "questionIds": ids})
    together = service.post(
        "/interviews", {**BARISTA, "questionIds": ids[:60], "surveyQuestions": [{"id": i} for i in ids[60:]]}
    )

    assert (spoken.status, spoken.faulty_fields) == (400, {"questionIds"})
    assert (together.status, together.faulty_fields) == (400, {"questionIds"})


def test_what_a_body_names_must_exist_and_nothing_is_written_otherwise(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant, engines: ScriptedEngines
) -> None:
    content, stranger = Content(records, tenant), Content(records, other_tenant)
    own, gone = content.audio_question(), content.audio_question(is_archived=True)
    cases: list[tuple[dict[str, object], str, str]] = [
        ({"questionIds": [own, new_id()]}, "audio question", "questionIds[1]"),
        ({"questionIds": [own, gone]}, "audio question", "questionIds[1]"),
        ({"questionIds": [stranger.audio_question()]}, "audio question", "questionIds[0]"),
        ({"questionIds": ["no-uuid"]}, "audio question", "questionIds[0]"),
        ({"surveyQuestions": [{"id": own}]}, "survey question", "surveyQuestions[0].id"),
        ({"messageGroupId": stranger.message_group()}, "message group", "messageGroupId"),
        ({"narratorId": new_id()}, "narrator", "narratorId"),
        ({"notificationSubscribers": [other_tenant.user_id]}, "user", "notificationSubscribers[0]"),
    ]
    interview = post_interview(service)
    for body, resource, field in cases:
        for reply in (
            service.post("/interviews", {**BARISTA, **body}),
            service.patch(f"/interviews/{interview['id']}", body),
        ):
            assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND"), body
            assert reply.error["message"].casefold() == f"{resource} not found."
            details = reply.error["details"]
            assert (details["resource"], details["field"]) == (resource, field)

    assert service.get("/interviews").data["pagination"]["total"] == 1
    assert service.get(f"/interviews/{interview['id']}").data["interview"] == interview


def test_without_a_message_group_the_teams_default_is_used(service: Service, content: Content) -> None:
    assert post_interview(service)["messageGroupId"] is None
    default_id = content.message_group(default=True)
    other_id = content.message_group()

    assert post_interview(service)["messageGroupId"] == default_id
    assert post_interview(service, messageGroupId=other_id)["messageGroupId"] == other_id


def test_a_patch_replaces_lists_and_merges_keywords(service: Service, content: Content) -> None:
    first, second, third = (content.audio_question() for _ in range(3))
    survey_id = content.survey_question()
    interview = post_interview(
        service,
        questionIds=[first, second],
        surveyQuestions=[{"id": survey_id, "knockout": True}],
        keywords=["coffee", "latte"],
        description="Behind the bar",
    )

    changed = service.patch(
        f"/interviews/{interview['id']}",
        {
            "questionIds": [third, first],
            "surveyQuestions": [],
            "keywords": ["latte", "espresso"],
            "removedKeywords": ["coffee"],
            "description": None,
            "webOnly": True,
        },
    ).data["interview"]

    assert changed == {
        **interview,
        "questionIds": [third, first],
        "surveyQuestions": [],
        "keywords": ["latte", "espresso"],
        "description": None,
        "webOnly": True,
        "updatedAt": changed["updatedAt"],
    }
    assert service.get(f"/interviews/{interview['id']}").data["interview"] == changed


def test_a_question_that_was_archived_later_may_stay_in_the_interview(
    service: Service, records: Records, tenant: Tenant, content: Content
) -> None:
    first, second = content.audio_question(), content.audio_question()
    interview = post_interview(service, questionIds=[first, second])
    records.change(
        AUDIO_QUESTION,
        tenant.team_id,
        first,
        lambda stored, _unit: archived(stored.record, "2026-02-01T00:00:00.000Z"),
    )

    reply = service.patch(f"/interviews/{interview['id']}", {"questionIds": [second, first]})

    assert reply.data["interview"]["questionIds"] == [second, first]


def test_another_audio_message_gets_another_id_and_none_has_none(service: Service) -> None:
    interview = post_interview(service, audioMessageURL="https://files.example/1.mp3")
    path = f"/interviews/{interview['id']}"

    same = service.patch(path, {"audioMessageURL": "https://files.example/1.mp3"}).data["interview"]
    other = service.patch(path, {"audioMessageURL": "https://files.example/2.mp3"}).data["interview"]
    none = service.patch(path, {"audioMessageURL": None}).data["interview"]

    assert same["audioMessageId"] == interview["audioMessageId"]
    assert other["audioMessageId"] not in (None, interview["audioMessageId"])
    assert (none["audioMessageId"], none["audioMessageURL"]) == (None, None)


@pytest.mark.parametrize(
    ("moves", "refused"),
    [([1, 0, 2, 0], 3), ([2], 1), ([1, 2], 1), ([], -1), ([], "1"), ([], True), ([], 1.5)],
)
def test_the_status_follows_the_transition_table(service: Service, moves: list[int], refused: object) -> None:
    path = f"/interviews/{post_interview(service)['id']}"
    status = 0
    for status in moves:
        assert service.patch(path, {"status": status}).data["interview"]["status"] == status

    assert service.patch(path, {"status": status}).status == 200
    reply = service.patch(path, {"status": refused})

    assert (reply.status, reply.faulty_fields) == (400, {"status"})
    assert service.get(path).data["interview"]["status"] == status


def test_a_refused_move_names_both_statuses(service: Service) -> None:
    path = f"/interviews/{post_interview(service)['id']}"
    service.patch(path, {"status": 2})

    reply = service.patch(path, {"status": 1})

    assert "2 (Closed)" in reply.error["message"]
    assert "1 (Paused)" in reply.error["message"]


@pytest.mark.in_process
def test_making_and_changing_an_interview_is_told_once(
    service: Service, records: Records, tenant: Tenant
) -> None:
    interview = post_interview(service)
    path = f"/interviews/{interview['id']}"
    changed = service.patch(path, {"title": "Barista 2027", "status": 1}).data["interview"]
    again = service.patch(path, {"title": "Barista 2027", "keywords": [], "status": 1})

    assert again.data["interview"] == changed
    assert events_of(records.table) == [
        (
            "interview.created",
            {"interviewId": interview["id"], "status": 0, "createdAt": interview["createdAt"]},
        ),
        (
            "interview.updated",
            {"interviewId": interview["id"], "status": 1, "updatedAt": changed["updatedAt"]},
        ),
    ]


def test_an_archived_interview_leaves_the_list_and_stays_readable(service: Service) -> None:
    kept, gone = post_interview(service), post_interview(service, title="Gone")
    path = f"/interviews/{gone['id']}"

    archived_interview = service.delete(path).data["interview"]

    assert (archived_interview["id"], archived_interview["status"]) == (gone["id"], 3)
    assert archived_interview["archivedAt"]
    assert service.delete(path).data["interview"] == archived_interview
    assert service.get(path).data["interview"] == archived_interview
    assert [i["id"] for i in service.get("/interviews").data["interviews"]] == [kept["id"]]
    everything = service.get("/interviews", archived="true").data
    assert [i["id"] for i in everything["interviews"]] == [kept["id"], gone["id"]]
    reply = service.patch(path, {"status": 0})
    assert (reply.status, "3 (Archived)" in reply.error["message"]) == (400, True)


def test_the_list_is_paged_and_searched_and_shows_the_summary(service: Service) -> None:
    for number in range(3):
        post_interview(service, title=f"Barista {number}", keywords=["coffee"])
    post_interview(service, title="Waiter")

    page = service.get("/interviews", page=2, pageSize=3).data
    found = service.get("/interviews", search="BARISTA", pageSize=2).data

    assert [i["title"] for i in page["interviews"]] == ["Barista 0"]
    assert page["pagination"] == {"total": 4, "page": 2, "pages": 2, "pageSize": 3}
    assert "keywords" not in page["interviews"][0]
    assert [i["title"] for i in found["interviews"]] == ["Barista 2", "Barista 1"]
    assert found["pagination"]["total"] == 3
    assert service.get("/interviews", interviewType="standard").data["pagination"]["total"] == 4
    assert service.get("/interviews", interviewType="questionnaire").data["pagination"]["total"] == 0
    assert service.get("/interviews", interviewType="quiz").faulty_fields == {"interviewType"}
    assert service.get("/interviews", pageSize=101).faulty_fields == {"pageSize"}
    assert service.get("/interviews").data["pagination"]["pageSize"] == 50


def test_another_tenants_interview_is_absent(service: Service, other_tenant: Tenant) -> None:
    interview = post_interview(service)
    stranger = service.using(other_tenant.key)
    path = f"/interviews/{interview['id']}"

    for reply in (stranger.get(path), stranger.patch(path, {"title": "X"}), stranger.delete(path)):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "interview", "id": interview["id"]}


def test_a_patch_against_an_older_version_is_refused(service: Service) -> None:
    path = f"/interviews/{post_interview(service)['id']}"
    seen = service.get(path).headers["etag"]
    assert service.patch(path, {"title": "New"}, headers={"If-Match": seen}).status == 200

    assert service.patch(path, {"title": "Newer"}, headers={"If-Match": seen}).status == 412


class TestQuestionnaires:
    @pytest.fixture
    def manager(self, service: Service, records: Records, tenant: Tenant) -> Service:
        """The service as a manager who has signed in uses it."""
        return signed_in(service, records, tenant, Role.MANAGER)

    def test_a_person_makes_one_of_survey_questions_and_gives_it_to_a_job(
        self, service: Service, manager: Service
    ) -> None:
        question_id = add_survey_question(service)

        made = manager.post("/interviews", questionnaire(question_id))
        job = manager.post("/jobs", {"title": "Cook", "type": "requisition"}).data["job"]
        given = manager.patch(
            f"/jobs/{job['id']}/screening-questionnaire",
            {"screeningQuestionnaireId": made.data["interview"]["id"]},
        )

        assert (made.status, made.data["interview"]["interviewType"]) == (201, "questionnaire")
        assert given.data["job"]["screeningQuestionnaireId"] == made.data["interview"]["id"]

    def test_a_key_makes_none(self, service: Service) -> None:
        reply = service.post("/interviews", questionnaire(add_survey_question(service)))

        assert (reply.status, reply.faulty_fields) == (400, {"interviewType"})

    def test_it_has_survey_questions_alone(
        self, service: Service, manager: Service, records: Records, tenant: Tenant
    ) -> None:
        body = questionnaire(add_survey_question(service))
        audio = make_audio_question(records, tenant).id

        spoken = manager.post("/interviews", {**body, "questionIds": [audio]})
        empty = manager.post("/interviews", {**body, "surveyQuestions": []})
        made = manager.post("/interviews", {**body, "aiTextQuestionIds": [audio]}).data["interview"]
        changed = manager.patch(f"/interviews/{made['id']}", {"questionIds": [audio]})

        assert spoken.faulty_fields == {"questionIds"}
        assert empty.faulty_fields == {"surveyQuestions"}
        assert made["questionIds"] == []
        assert changed.faulty_fields == {"questionIds"}


def questionnaire(question_id: str) -> dict[str, object]:
    """The body of a questionnaire with one question."""
    return {
        "title": "First questions",
        "displayName": "First questions",
        "interviewType": "questionnaire",
        "surveyQuestions": [{"id": question_id}],
    }
