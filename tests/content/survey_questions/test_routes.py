"""Survey questions over the HTTP interface (interface: Survey questions, rules 1 to 6)."""

import pytest

from gather.core.identifiers import is_id, new_id
from tests.builders.service import Service, Tenant
from tests.support.records import post_survey_question

pytestmark = pytest.mark.routes

SHIFTS = {
    "type": "MULTIPLE_CHOICE",
    "title": "Which shift suits you?",
    "options": [{"title": "Day", "preferred": True}, {"title": "Night"}],
}
LICENSE = {"type": "YES_NO", "title": "Do you have a license?"}


def test_a_survey_question_is_returned_with_every_field_of_the_record(
    service: Service, tenant: Tenant
) -> None:
    question = post_survey_question(
        service,
        **SHIFTS,
        includeScoring=True,
        knockout=True,
        supportingVideoURL="https://cdn.example.com/shifts.mp4",
    )

    day, night = question["options"]
    assert question == {
        "id": question["id"],
        "type": "MULTIPLE_CHOICE",
        "title": "Which shift suits you?",
        "includeScoring": True,
        "knockout": True,
        "selectAllForFullScore": False,
        "maxCharacterLength": None,
        "supportingVideoURL": "https://cdn.example.com/shifts.mp4",
        "preferredOption": None,
        "options": [
            {"id": day["id"], "title": "Day", "weight": None, "preferred": True, "position": 0},
            {"id": night["id"], "title": "Night", "weight": None, "preferred": False, "position": 1},
        ],
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": question["createdAt"],
        "updatedAt": question["createdAt"],
        "archivedAt": None,
    }
    assert is_id(day["id"])
    assert day["id"] != night["id"]
    assert service.get(f"/survey-questions/{question['id']}").data == {"surveyQuestion": question}


def test_each_type_keeps_the_members_that_it_has(service: Service) -> None:
    everything = {
        "title": "A question",
        "selectAllForFullScore": True,
        "maxCharacterLength": 200,
        "preferredOption": True,
        "options": [{"title": "One", "weight": 2.5}, {"title": "Two", "weight": 0}],
    }
    kept = {}
    for survey_type in (
        "FREE_TEXT",
        "YES_NO",
        "THUMBS_UP_DOWN",
        "MULTIPLE_CHOICE",
        "MULTIPLE_CHOICE_WEIGHTED",
        "MULTIPLE_CHOICE_MULTIPLE_ANSWER",
    ):
        question = post_survey_question(service, **everything, type=survey_type)
        kept[survey_type] = (
            question["maxCharacterLength"],
            question["preferredOption"],
            question["selectAllForFullScore"],
            [option["weight"] for option in question["options"]],
        )
        assert service.get(f"/survey-questions/{question['id']}").data["surveyQuestion"] == question

    assert kept == {
        "FREE_TEXT": (200, None, False, []),
        "YES_NO": (None, True, False, []),
        "THUMBS_UP_DOWN": (None, None, False, [None, None]),
        "MULTIPLE_CHOICE": (None, None, False, [None, None]),
        "MULTIPLE_CHOICE_WEIGHTED": (None, None, False, [2.5, 0]),
        "MULTIPLE_CHOICE_MULTIPLE_ANSWER": (None, None, True, [None, None]),
    }


@pytest.mark.beyond_the_document("what is ignored may hold anything")
def test_what_a_type_does_not_have_is_ignored_whatever_it_holds(service: Service) -> None:
    question = post_survey_question(
        service,
        **LICENSE,
        options=[{"title": 7}],
        maxCharacterLength="none",
        selectAllForFullScore="no",
        preferredOption=False,
    )

    assert (question["options"], question["maxCharacterLength"]) == ([], None)
    assert question["preferredOption"] is False


@pytest.mark.parametrize(
    ("fields", "faulty"),
    [
        ({"type": "ESSAY"}, {"type"}),
        ({"type": None, "options": None}, {"type"}),
        ({"type": "MULTIPLE_CHOICE"}, {"options"}),
        ({"type": "MULTIPLE_CHOICE_WEIGHTED", "options": []}, {"options"}),
        ({"type": "MULTIPLE_CHOICE_MULTIPLE_ANSWER", "options": None}, {"options"}),
        ({"type": "THUMBS_UP_DOWN", "options": [{"title": "Up"}]}, {"options"}),
        ({"type": "THUMBS_UP_DOWN", "options": [{"title": str(n)} for n in range(3)]}, {"options"}),
        ({"type": "MULTIPLE_CHOICE", "options": [{"title": "x"}] * 101}, {"options"}),
        ({"type": "MULTIPLE_CHOICE", "options": "Day, Night"}, {"options"}),
        (
            {
                "type": "MULTIPLE_CHOICE_WEIGHTED",
                "options": [{"title": "x" * 501, "weight": "5"}, {"title": "Two"}, {"weight": 1e9}, 4],
            },
            {
                "options[0].title",
                "options[0].weight",
                "options[1].weight",
                "options[2].title",
                "options[2].weight",
                "options[3]",
            },
        ),
        ({"type": "FREE_TEXT", "maxCharacterLength": 0}, {"maxCharacterLength"}),
        ({"type": "YES_NO", "preferredOption": "yes"}, {"preferredOption"}),
    ],
)
def test_every_fault_is_named_at_once_and_nothing_is_written(
    service: Service, fields: dict[str, object], faulty: set[str]
) -> None:
    reply = service.post("/survey-questions", {"title": " ", "knockout": "yes", **fields})

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {"title", "knockout", *faulty}
    assert service.get("/survey-questions").data["pagination"]["total"] == 0


@pytest.mark.parametrize("weight", [1e-300, -0.5, 33.333333, 100])
def test_weights_come_back_as_they_were_sent_to_six_decimals(service: Service, weight: float) -> None:
    question = post_survey_question(
        service, type="MULTIPLE_CHOICE_WEIGHTED", options=[{"title": "One", "weight": weight}]
    )

    read = service.get(f"/survey-questions/{question['id']}").data["surveyQuestion"]
    assert read["options"][0]["weight"] == question["options"][0]["weight"] == round(weight, 6)


def test_a_patch_changes_what_it_names_and_null_clears(service: Service) -> None:
    question = post_survey_question(
        service, **LICENSE, preferredOption=True, supportingVideoURL="https://cdn.example.com/v"
    )
    path = f"/survey-questions/{question['id']}"

    changed = service.patch(
        path, {"type": "YES_NO", "knockout": True, "preferredOption": None, "supportingVideoURL": None}
    ).data["surveyQuestion"]

    assert changed == {
        **question,
        "knockout": True,
        "preferredOption": None,
        "supportingVideoURL": None,
        "updatedAt": changed["updatedAt"],
    }
    assert service.get(path).data["surveyQuestion"] == changed


def test_patched_options_replace_the_list_and_keep_the_ids_they_name(service: Service) -> None:
    question = post_survey_question(service, **SHIFTS)
    day, night = question["options"]

    changed = service.patch(
        f"/survey-questions/{question['id']}",
        {"options": [{"title": "Evening"}, {"id": night["id"], "title": "Late night"}]},
    ).data["surveyQuestion"]

    evening, late = changed["options"]
    assert late == {**night, "title": "Late night", "position": 1}
    assert (evening["title"], evening["position"]) == ("Evening", 0)
    assert evening["id"] not in (day["id"], night["id"])
    assert service.get(f"/survey-questions/{question['id']}").data["surveyQuestion"] == changed


def test_a_patch_of_other_members_leaves_the_options(service: Service) -> None:
    question = post_survey_question(service, **SHIFTS)

    changed = service.patch(f"/survey-questions/{question['id']}", {"title": "When?"}).data["surveyQuestion"]

    assert changed["options"] == question["options"]


def test_a_patch_ignores_what_the_type_does_not_have(service: Service) -> None:
    question = post_survey_question(service, **LICENSE)

    changed = service.patch(
        f"/survey-questions/{question['id']}",
        {"options": [{"title": "Yes"}], "maxCharacterLength": 5, "selectAllForFullScore": True},
    ).data["surveyQuestion"]

    assert changed == {**question, "updatedAt": changed["updatedAt"]}


@pytest.mark.parametrize(
    ("survey_type", "ignored"),
    [
        ("FREE_TEXT", {"preferredOption": 5, "selectAllForFullScore": "no", "options": [{"title": 7}]}),
        ("YES_NO", {"maxCharacterLength": "none", "selectAllForFullScore": None, "options": "Day"}),
        (
            "MULTIPLE_CHOICE_WEIGHTED",
            {"maxCharacterLength": "none", "preferredOption": 5, "selectAllForFullScore": "no"},
        ),
        ("MULTIPLE_CHOICE_MULTIPLE_ANSWER", {"maxCharacterLength": [], "preferredOption": {}}),
    ],
)
@pytest.mark.beyond_the_document("what is ignored may hold anything")
def test_a_patch_ignores_what_the_type_does_not_have_whatever_it_holds(
    service: Service, survey_type: str, ignored: dict[str, object]
) -> None:
    question = post_survey_question(service, type=survey_type, options=[{"title": "One", "weight": 1}])

    reply = service.patch(f"/survey-questions/{question['id']}", {**ignored, "title": "When?"})

    assert reply.status == 200
    changed = reply.data["surveyQuestion"]
    assert changed == {**question, "title": "When?", "updatedAt": changed["updatedAt"]}


@pytest.mark.parametrize(
    ("survey_type", "faulty"),
    [
        ("FREE_TEXT", {"maxCharacterLength": "none"}),
        ("YES_NO", {"preferredOption": 5}),
        ("MULTIPLE_CHOICE_MULTIPLE_ANSWER", {"selectAllForFullScore": "no", "options": [{"title": 7}]}),
    ],
)
def test_a_patch_is_strict_with_what_the_type_has_and_names_every_fault_at_once(
    service: Service, survey_type: str, faulty: dict[str, object]
) -> None:
    question = post_survey_question(service, **{**SHIFTS, "type": survey_type})
    path = f"/survey-questions/{question['id']}"

    reply = service.patch(path, {"title": "", "knockout": "yes", "type": "THUMBS_UP_DOWN", **faulty})

    assert reply.status == 400
    assert {field.partition("[")[0] for field in reply.faulty_fields} == {
        "title",
        "knockout",
        "type",
        *faulty,
    }
    assert service.get(path).data["surveyQuestion"] == question


def test_a_patch_against_the_rules_of_the_type_names_every_fault_and_changes_nothing(
    service: Service,
) -> None:
    question = post_survey_question(
        service,
        type="MULTIPLE_CHOICE_WEIGHTED",
        options=[{"title": "One", "weight": 1}, {"title": "Two", "weight": 2}],
    )
    path = f"/survey-questions/{question['id']}"
    one = question["options"][0]["id"]

    reply = service.patch(
        path,
        {
            "type": "YES_NO",
            "options": [
                {"id": one, "title": "One", "weight": 1},
                {"id": one, "title": "One again", "weight": 1},
                {"id": new_id(), "title": "Unknown", "weight": 1},
                {"title": "No weight"},
            ],
        },
    )

    assert reply.status == 400
    assert reply.faulty_fields == {"type", "options[1].id", "options[2].id", "options[3].weight"}
    assert service.patch(path, {"options": None}).faulty_fields == {"options"}
    assert service.patch(path, {"title": None, "options": [{}, 4, {"id": 5}]}).faulty_fields == {
        "title",
        "options[0].title",
        "options[0].weight",
        "options[1]",
        "options[2].id",
        "options[2].title",
        "options[2].weight",
    }
    assert service.get(path).data["surveyQuestion"] == question
