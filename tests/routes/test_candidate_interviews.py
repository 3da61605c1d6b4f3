"""Candidate interviews over the HTTP interface (interface: Candidate interviews, rules 1 to 8)."""

from datetime import timedelta
from typing import Any

import pytest

from gather.content.asked_question import AskedQuestion, QuestionKind
from gather.content.survey_question import SurveyOption, SurveyType
from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import new_id
from gather.screening.answer_storage import ANSWER
from gather.screening.candidate_interview import CandidateInterviewRecord
from gather.screening.candidate_interview_status import CandidateInterviewStatus
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW, INVITE, REMINDER, SHARE
from gather.screening.stored_answer import StoredAnswer
from gather.screening.stored_evaluation import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table import keys
from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.content import make_audio_question, make_survey_question
from tests.builders.outbox import events_of, tasks_of
from tests.builders.people import add_candidate, add_candidate_interview, add_interview
from tests.builders.service import Service, Tenant, make_tenant
from tests.builders.workflows import put_evaluation
from tests.doubles.clock import HandClock
from tests.doubles.gateway import InProcess

PATH = "/candidate-interviews"


def change(records: Records, tenant: Tenant, record_id: str, **fields: Any) -> None:
    """Set fields of a stored candidate interview, as other functions do."""
    records.change(
        CANDIDATE_INTERVIEW,
        tenant.team_id,
        record_id,
        lambda stored, _unit: stored.record.changed(**fields),
    )


def stored(records: Records, tenant: Tenant, record_id: str) -> CandidateInterviewRecord:
    return records.get(CANDIDATE_INTERVIEW, tenant.team_id, record_id).record


def put_answer(records: Records, tenant: Tenant, record_id: str, answer: StoredAnswer) -> None:
    place = ANSWER.at(tenant.team_id, record_id, answer.question_id)
    records.table.write(place.put(**answer.model_dump(by_alias=True)))


# Making one


def test_without_an_invite_the_status_is_null_and_nothing_is_sent(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    candidate_id, interview_id = add_candidate(service), add_interview(service)

    record = add_candidate_interview(
        service,
        candidateId=candidate_id,
        interviewId=interview_id,
        externalId="crm-7",
        externalRedirectUri="https://jobs.example/thanks",
    )

    assert record == {
        "id": record["id"],
        "candidateId": candidate_id,
        "interviewId": interview_id,
        "status": None,
        "inviteToken": record["inviteToken"],
        "expiry": "2026-03-16T09:30:00.000Z",
        "inviteSentAt": None,
        "externalId": "crm-7",
        "externalRedirectUri": "https://jobs.example/thanks",
        "webhookUrl": None,
        "createdAt": "2026-03-02T09:30:00.000Z",
        "updatedAt": "2026-03-02T09:30:00.000Z",
    }
    assert service.get(f"{PATH}/{record['id']}").data == record
    assert tasks_of(records.table) == []


def test_the_invite_is_a_task_of_the_same_transaction(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = add_candidate_interview(service, sendInvite=True, expiryDays=10)

    assert (record["status"], record["inviteSentAt"]) == ("invite_sent", "2026-03-02T09:30:00.000Z")
    assert record["expiry"] == "2026-03-12T09:30:00.000Z"
    assert tasks_of(records.table) == [
        (
            "send_invite",
            {"candidateInterviewId": record["id"], "deliveryTypes": ["email"], "invite": 1},
        )
    ]
    assert "candidate_interview.invited" not in [name for name, _ in events_of(records.table)]
    reminder = records.table.get(REMINDER.key(tenant.team_id, record["id"]))
    assert reminder is not None
    due = (reminder["duePk"], reminder["dueSk"])
    assert due == (keys.due("reminders", record["id"]), "2026-03-07T09:30:00.000Z")


def test_the_invite_token_leads_back_and_cannot_be_guessed(
    service: Service, records: Records, tenant: Tenant
) -> None:
    first, second = add_candidate_interview(service), add_candidate_interview(service)

    pointer = records.table.get(INVITE.key(first["inviteToken"]))

    assert pointer is not None
    assert (pointer["teamId"], pointer["candidateInterviewId"]) == (tenant.team_id, first["id"])
    assert len(first["inviteToken"]) >= 43
    assert first["inviteToken"] != second["inviteToken"]
    share_token = stored(records, tenant, first["id"]).share_token
    assert share_token is not None
    assert share_token != first["inviteToken"]
    assert records.table.get(SHARE.key(share_token)) is not None


def test_the_organization_decides_how_long_invites_hold(
    adapters: Adapters, records: Records, clock: HandClock
) -> None:
    tenant = make_tenant(records.table, expiry_days=3)
    service = Service(InProcess(adapters), tenant.key)

    assert add_candidate_interview(service)["expiry"] == "2026-03-05T09:30:00.000Z"
    assert add_candidate_interview(service, expiryDays=365)["expiry"] == "2027-03-02T09:30:00.000Z"


@pytest.mark.in_process
@pytest.mark.parametrize(
    ("opted_in", "wanted", "sent"),
    [
        (False, None, ["email"]),
        (True, None, ["email", "sms"]),
        (True, ["sms"], ["sms"]),
        (True, ["email"], ["email"]),
        (False, ["sms", "email"], ["email"]),
    ],
)
def test_an_invite_takes_the_channels_that_reach_the_candidate(
    service: Service, records: Records, opted_in: bool, wanted: list[str] | None, sent: list[str]
) -> None:
    asked = {} if wanted is None else {"deliveryTypes": wanted}
    add_candidate_interview(
        service, candidateId=add_candidate(service, smsOptIn=opted_in), sendInvite=True, **asked
    )

    assert tasks_of(records.table)[0][1]["deliveryTypes"] == sent


@pytest.mark.in_process
def test_an_sms_alone_without_opt_in_is_refused(service: Service, records: Records) -> None:
    body = {
        "candidateId": add_candidate(service),
        "interviewId": add_interview(service),
        "sendInvite": True,
        "deliveryTypes": ["sms"],
    }

    reply = service.post(PATH, body)

    assert (reply.status, reply.faulty_fields) == (400, {"deliveryTypes"})
    assert service.get(PATH).data == []
    assert tasks_of(records.table) == []


def test_a_webhook_secret_is_returned_once(service: Service, records: Records, tenant: Tenant) -> None:
    record = add_candidate_interview(service, webhookUrl="https://hooks.example/results")

    assert record["webhookSecret"]
    assert stored(records, tenant, record["id"]).webhook_secret == record["webhookSecret"]
    again = service.get(f"{PATH}/{record['id']}")
    assert "webhookSecret" not in again.data
    assert again.data["webhookUrl"] == "https://hooks.example/results"


def test_every_fault_of_a_body_is_named_at_once(service: Service) -> None:
    reply = service.post(
        PATH,
        {
            "candidateId": 7,
            "sendInvite": "yes",
            "deliveryTypes": ["email", "fax"],
            "expiryDays": 366,
            "externalRedirectUri": "/thanks",
            "webhookUrl": "ftp://hooks.example",
        },
    )

    assert reply.status == 400
    assert reply.faulty_fields == {
        "candidateId",
        "interviewId",
        "sendInvite",
        "deliveryTypes[1]",
        "expiryDays",
        "externalRedirectUri",
        "webhookUrl",
    }
    for days in (0, -1, 1.5, "7"):
        reply = service.post(PATH, {"candidateId": new_id(), "interviewId": new_id(), "expiryDays": days})
        assert reply.faulty_fields == {"expiryDays"}


def test_the_candidate_and_the_interview_must_be_there_and_not_archived(
    service: Service, other_tenant: Tenant
) -> None:
    candidate_id, interview_id = add_candidate(service), add_interview(service)
    stranger = service.using(other_tenant.key)
    gone_candidate, gone_interview = add_candidate(service), add_interview(service)
    service.delete(f"/candidates/{gone_candidate}")
    service.delete(f"/interviews/{gone_interview}")
    cases = [
        (new_id(), interview_id, "candidate", "candidateId"),
        (gone_candidate, interview_id, "candidate", "candidateId"),
        (add_candidate(stranger), interview_id, "candidate", "candidateId"),
        (candidate_id, "no-uuid", "interview", "interviewId"),
        (candidate_id, gone_interview, "interview", "interviewId"),
        (candidate_id, add_interview(stranger), "interview", "interviewId"),
    ]
    for candidate, interview, resource, field in cases:
        reply = service.post(PATH, {"candidateId": candidate, "interviewId": interview})
        details = reply.error["details"]
        assert (reply.status, details["resource"], details["field"]) == (404, resource, field)
    assert service.get(PATH).data == []


@pytest.mark.parametrize("status", [1, 2])
def test_a_paused_or_closed_interview_takes_no_candidates(service: Service, status: int) -> None:
    interview_id = add_interview(service)
    service.patch(f"/interviews/{interview_id}", {"status": status})

    reply = service.post(PATH, {"candidateId": add_candidate(service), "interviewId": interview_id})

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")


# Listing


def test_the_list_is_an_array_with_its_pagination_in_meta(service: Service) -> None:
    ids = [add_candidate_interview(service)["id"] for _ in range(3)]

    reply = service.get(PATH, page=2, limit=2)

    assert [record["id"] for record in reply.data] == ids[:1]
    assert reply.body["meta"]["pagination"] == {"page": 2, "limit": 2, "total": 3, "totalPages": 2}
    assert service.get(PATH).body["meta"]["pagination"]["limit"] == 50


def test_filters_work_alone_and_together(service: Service) -> None:
    candidates = [add_candidate(service) for _ in range(2)]
    interviews = [add_interview(service) for _ in range(2)]
    made = {
        (c, i, invite): add_candidate_interview(
            service, candidateId=candidates[c], interviewId=interviews[i], sendInvite=invite
        )["id"]
        for c in range(2)
        for i in range(2)
        for invite in (False, True)
    }
    for candidate in (None, 0, 1):
        for interview in (None, 0, 1):
            for status in (None, "invite_sent", "new_response"):
                query: dict[str, object] = {}
                if candidate is not None:
                    query["candidateId"] = candidates[candidate]
                if interview is not None:
                    query["interviewId"] = interviews[interview]
                if status is not None:
                    query["status"] = status
                expected = [
                    record_id
                    for (c, i, invite), record_id in made.items()
                    if candidate in (None, c)
                    and interview in (None, i)
                    and (status is None or (status == "invite_sent" and invite))
                ]
                reply = service.get(PATH, **query)
                assert [record["id"] for record in reply.data] == expected[::-1], query
                assert reply.body["meta"]["pagination"]["total"] == len(expected)


@pytest.mark.parametrize(
    ("query", "faulty"), [({"limit": 101}, "limit"), ({"page": 0}, "page"), ({"status": "gone"}, "status")]
)
def test_a_query_outside_its_range_is_refused(
    service: Service, query: dict[str, object], faulty: str
) -> None:
    reply = service.get(PATH, **query)

    assert (reply.status, reply.faulty_fields) == (400, {faulty})


def test_another_tenants_candidate_interview_is_absent(service: Service, other_tenant: Tenant) -> None:
    record = add_candidate_interview(service)
    stranger = service.using(other_tenant.key)
    path = f"{PATH}/{record['id']}"

    for reply in (
        stranger.get(path),
        stranger.get(f"{path}/results"),
        stranger.patch(f"{path}/status", {"status": "hired"}),
        stranger.post(f"{path}/resend-invite"),
        stranger.post(f"{path}/evaluate"),
    ):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "candidate interview", "id": record["id"]}
    assert stranger.get(PATH).data == []
    assert stranger.get(PATH, candidateId=record["candidateId"]).data == []


# Status


@pytest.mark.in_process
def test_any_of_the_six_statuses_may_follow_any_and_each_move_is_told(
    service: Service, records: Records
) -> None:
    record = add_candidate_interview(service)
    path = f"{PATH}/{record['id']}/status"
    moves = ["hired", "archived", "partially_completed", "invite_sent", "has_reviewed"]

    for status in moves:
        moved = service.patch(path, {"status": status})
        again = service.patch(path, {"status": status})
        assert moved.data["status"] == status
        assert (again.status, again.data, again.headers["etag"]) == (200, moved.data, moved.headers["etag"])

    told = [
        (payload["previousStatus"], payload["status"])
        for name, payload in events_of(records.table)
        if name == "candidate_interview.status_changed"
    ]
    assert told == list(zip([None, *moves], moves, strict=False))


@pytest.mark.in_process
def test_a_status_change_carries_the_interfaces_fields(service: Service, records: Records) -> None:
    record = add_candidate_interview(service, sendInvite=True)

    changed = service.patch(f"{PATH}/{record['id']}/status", {"status": "has_reviewed"}).data

    assert events_of(records.table)[-1] == (
        "candidate_interview.status_changed",
        {
            "candidateInterviewId": record["id"],
            "candidateId": record["candidateId"],
            "interviewId": record["interviewId"],
            "status": "has_reviewed",
            "previousStatus": "invite_sent",
            "updatedAt": changed["updatedAt"],
        },
    )


@pytest.mark.parametrize("status", ["expired", "gone", None, 3, ["hired"]])
def test_expired_and_unknown_statuses_are_refused(service: Service, status: object) -> None:
    record = add_candidate_interview(service, sendInvite=True)

    reply = service.patch(f"{PATH}/{record['id']}/status", {"status": status})

    assert (reply.status, reply.faulty_fields) == (400, {"status"})
    assert reply.error["details"][0]["reason"] == (
        "must be one of invite_sent, new_response, has_reviewed, partially_completed, hired, archived"
    )
    assert service.get(f"{PATH}/{record['id']}").data["status"] == "invite_sent"


def test_repeated_completion_by_status_has_one_event(
    service: Service, records: Records, clock: HandClock
) -> None:
    record = add_candidate_interview(service, sendInvite=True)
    path = f"{PATH}/{record['id']}/status"

    for status in ("new_response", "has_reviewed", "new_response", "new_response"):
        assert service.patch(path, {"status": status}).status == 200

    completions = [
        payload for name, payload in events_of(records.table) if name == "candidate_interview.completed"
    ]
    assert completions == [
        {
            "candidateInterviewId": record["id"],
            "candidateId": record["candidateId"],
            "interviewId": record["interviewId"],
            "completedAt": "2026-03-02T09:30:00.000Z",
        }
    ]


@pytest.mark.in_process
def test_completing_by_status_evaluates_what_was_answered(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = add_candidate_interview(service)
    change(records, tenant, record["id"], answered=(new_id(),))

    service.patch(f"{PATH}/{record['id']}/status", {"status": "new_response"})

    assert tasks_of(records.table) == [("evaluate", {"candidateInterviewId": record["id"], "run": 1})]
    assert service.get(f"{PATH}/{record['id']}/results").data["summaryStatus"] == "processing"


def test_a_candidate_interview_that_is_opened_again_gets_its_time_again(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = add_candidate_interview(service, sendInvite=True, expiryDays=7)
    clock.advance(days=8)
    change(records, tenant, record["id"], status=CandidateInterviewStatus.EXPIRED)

    changed = service.patch(f"{PATH}/{record['id']}/status", {"status": "invite_sent"}).data

    assert changed["expiry"] == timestamp(clock.now() + timedelta(days=7))


# Invites


def test_a_resent_invite_moves_its_time_on_and_keeps_the_expiry(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = add_candidate_interview(service, sendInvite=True, expiryDays=10)
    clock.advance(days=2)

    reply = service.post(f"{PATH}/{record['id']}/resend-invite")

    assert (reply.status, reply.data) == (
        200,
        {"id": record["id"], "inviteSentAt": "2026-03-04T09:30:00.000Z", "status": "invite_sent"},
    )
    assert service.get(f"{PATH}/{record['id']}").data["expiry"] == record["expiry"]
    assert [payload["invite"] for _, payload in tasks_of(records.table)] == [1, 2]
    assert events_of(records.table)[1:] == []
    reminder = records.table.get(REMINDER.key(tenant.team_id, record["id"]))
    assert reminder is not None
    assert reminder["dueSk"] == "2026-03-08T09:30:00.000Z"


def test_a_resent_invite_after_the_expiry_starts_a_new_one(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = add_candidate_interview(service, sendInvite=True, expiryDays=7)
    clock.advance(days=8)
    change(
        records,
        tenant,
        record["id"],
        status=CandidateInterviewStatus.EXPIRED,
        reminded_at=record["createdAt"],
    )

    reply = service.post(f"{PATH}/{record['id']}/resend-invite", {"deliveryTypes": ["email"]})

    assert reply.data["status"] == "invite_sent"
    again = service.get(f"{PATH}/{record['id']}").data
    assert from_timestamp(again["expiry"]) == clock.now() + timedelta(days=7)
    assert stored(records, tenant, record["id"]).reminded_at is None
    assert events_of(records.table)[-1][1]["previousStatus"] == "expired"


def test_a_candidate_who_has_begun_stays_partially_completed(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = add_candidate_interview(service, sendInvite=True)
    change(records, tenant, record["id"], status=CandidateInterviewStatus.PARTIALLY_COMPLETED)

    assert service.post(f"{PATH}/{record['id']}/resend-invite").data["status"] == "partially_completed"


@pytest.mark.in_process
def test_the_first_invite_may_be_a_resent_one(service: Service, records: Records) -> None:
    record = add_candidate_interview(service)

    assert service.post(f"{PATH}/{record['id']}/resend-invite").data["status"] == "invite_sent"
    assert events_of(records.table)[-1][1]["previousStatus"] is None


@pytest.mark.in_process
@pytest.mark.parametrize("status", ["new_response", "has_reviewed", "hired", "archived"])
def test_a_candidate_who_is_done_gets_no_invite(service: Service, records: Records, status: str) -> None:
    record = add_candidate_interview(service)
    service.patch(f"{PATH}/{record['id']}/status", {"status": status})

    reply = service.post(f"{PATH}/{record['id']}/resend-invite")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert service.get(f"{PATH}/{record['id']}").data["inviteSentAt"] is None
    assert tasks_of(records.table) == []


def test_an_invite_is_not_resent_for_who_no_longer_takes_part(service: Service) -> None:
    by_candidate, by_interview = (add_candidate_interview(service) for _ in range(2))
    service.delete(f"/candidates/{by_candidate['candidateId']}")
    service.patch(f"/interviews/{by_interview['interviewId']}", {"status": 2})

    for record in (by_candidate, by_interview):
        assert service.post(f"{PATH}/{record['id']}/resend-invite").status == 409


def test_an_sms_cannot_be_resent_without_opt_in(service: Service) -> None:
    record = add_candidate_interview(service, sendInvite=True)
    path = f"{PATH}/{record['id']}/resend-invite"

    assert service.post(path, {"deliveryTypes": ["sms"]}).faulty_fields == {"deliveryTypes"}
    assert service.post(path, {"deliveryTypes": []}).faulty_fields == {"deliveryTypes"}
    assert service.post(path, {"deliveryTypes": ["sms", "email"]}).status == 200


# Evaluation and results


@pytest.mark.in_process
def test_only_an_evaluation_that_failed_is_run_again(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = add_candidate_interview(service)
    path = f"{PATH}/{record['id']}/evaluate"
    assert service.post(path).status == 409
    for status in (SummaryStatus.PROCESSING, SummaryStatus.COMPLETE):
        put_evaluation(records, tenant.team_id, record["id"], StoredEvaluation(run=1, summary_status=status))
        refused = service.post(path).error
        assert (refused["code"], "ended in an error" in refused["message"]) == ("CONFLICT", True)

    change(records, tenant, record["id"], evaluation_run=1)
    failed = StoredEvaluation(run=1, summary_status=SummaryStatus.ERROR)
    put_evaluation(records, tenant.team_id, record["id"], failed)
    reply = service.post(path)

    assert (reply.status, reply.data) == (
        200,
        {"candidateInterviewId": record["id"], "summaryStatus": "processing"},
    )
    assert tasks_of(records.table) == [("evaluate", {"candidateInterviewId": record["id"], "run": 2})]
    assert service.get(f"{PATH}/{record['id']}/results").data["summaryStatus"] == "processing"
    assert service.post(path).status == 409


def test_results_before_anything_was_said(service: Service, records: Records, tenant: Tenant) -> None:
    record = add_candidate_interview(service, sendInvite=True)

    results = service.get(f"{PATH}/{record['id']}/results").data

    assert results == {
        "candidateInterviewId": record["id"],
        "status": "invite_sent",
        "takenAt": None,
        "transcription": None,
        "audioUrl": None,
        "score": None,
        "averageRating": None,
        "summary": None,
        "summaryStatus": "pre-summary-feature",
        "scoreCard": None,
        "responses": [],
        "resume": None,
        "shareLink": results["shareLink"],
        "provenance": None,
        "transcriptRemovedAt": None,
    }
    assert results["shareLink"].endswith(f"/share/{stored(records, tenant, record['id']).share_token}")


def test_results_list_the_answers_as_they_were_asked(
    service: Service, records: Records, tenant: Tenant
) -> None:
    spoken = make_audio_question(records, tenant, title="Why coffee?")
    written = make_survey_question(records, tenant, type=SurveyType.FREE_TEXT, title="Anything else?")
    chosen = make_survey_question(
        records,
        tenant,
        type=SurveyType.MULTIPLE_CHOICE_MULTIPLE_ANSWER,
        title="Which shifts?",
        options=tuple(
            SurveyOption(id=str(n), title=title, position=n)
            for n, title in enumerate(("Early", "Late", "Night"))
        ),
    )
    agreed = make_survey_question(records, tenant, title="Can you start at six?")
    record = add_candidate_interview(service)
    moment = "2026-03-02T09:30:00.000Z"
    asked = (
        AskedQuestion(id=spoken.id, kind=QuestionKind.AUDIO),
        *(AskedQuestion(id=q.id, kind=QuestionKind.SURVEY) for q in (chosen, agreed, written)),
    )
    change(records, tenant, record["id"], asked=asked, taken_at=moment)
    for answer in (
        StoredAnswer(question_id=written.id, kind=QuestionKind.SURVEY, text="No.", answered_at=moment),
        StoredAnswer(question_id=agreed.id, kind=QuestionKind.SURVEY, value=True, answered_at=moment),
        StoredAnswer(
            question_id=chosen.id, kind=QuestionKind.SURVEY, option_ids=("2", "0"), answered_at=moment
        ),
        StoredAnswer(
            question_id=spoken.id,
            kind=QuestionKind.AUDIO,
            media_id="recording-token",
            transcription="I love it.",
            word_times="0:9 2:5 5:4",
            answered_at=moment,
        ),
    ):
        put_answer(records, tenant, record["id"], answer)
    put_evaluation(
        records,
        tenant.team_id,
        record["id"],
        StoredEvaluation(
            run=1,
            summary_status=SummaryStatus.COMPLETE,
            score=82,
            average_rating="4.1",
            summary="Likes coffee.",
            score_card=StoredScoreCard(
                overall_score=82,
                overall_explanation="Good.",
                topic_scores=(
                    StoredTopicScore(
                        topic="Coffee",
                        weight=100,
                        score=82,
                        confidence=0.9,
                        explanation="Knows it.",
                        evidence=("love it", "I hate it.", "No."),
                    ),
                ),
            ),
        ),
    )

    results = service.get(f"{PATH}/{record['id']}/results").data

    audio_url = results["audioUrl"]
    assert audio_url.startswith("http")
    assert audio_url.endswith("/media/recording-token")
    assert results["responses"] == [
        {
            "questionId": spoken.id,
            "questionTitle": "Why coffee?",
            "transcription": "I love it.",
            "audioUrl": audio_url,
        },
        {
            "questionId": chosen.id,
            "questionTitle": "Which shifts?",
            "transcription": "Early, Night",
            "audioUrl": None,
        },
        {
            "questionId": agreed.id,
            "questionTitle": "Can you start at six?",
            "transcription": "Yes",
            "audioUrl": None,
        },
        {
            "questionId": written.id,
            "questionTitle": "Anything else?",
            "transcription": "No.",
            "audioUrl": None,
        },
    ]
    assert results["transcription"] == "I love it.\n\nNo."
    assert results["takenAt"] == moment
    assert (results["score"], results["averageRating"], results["summary"]) == (82, "4.1", "Likes coffee.")
    assert (results["summaryStatus"], results["scoreCard"]["overallScore"]) == ("complete", 82)
    (topic,) = results["scoreCard"]["topicScores"]
    assert (topic["topic"], topic["score"], topic["evidence"]) == ("Coffee", 82, ["love it", "No."])
    assert topic["evidencePlaces"] == [
        {"questionId": spoken.id, "turnId": None, "start": 2, "end": 9, "seconds": 1.4},
        {"questionId": written.id, "turnId": None, "start": 0, "end": 3, "seconds": None},
    ]


def test_no_secret_and_no_internal_field_is_ever_returned(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = add_candidate_interview(service, sendInvite=True, webhookUrl="https://hooks.example/x")
    secret = record["webhookSecret"]
    path = f"{PATH}/{record['id']}"

    replies = [
        service.get(path),
        service.get(PATH),
        service.get(f"{path}/results"),
        service.patch(f"{path}/status", {"status": "hired"}),
    ]

    for reply in replies:
        assert secret not in str(reply.body)
        assert "completionId" not in str(reply.body)


def test_a_candidate_who_is_done_no_longer_waits_for_the_expiry(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = add_candidate_interview(service, sendInvite=True)
    key = CANDIDATE_INTERVIEW.key(tenant.team_id, record["id"])
    waiting = records.table.get(key) or {}
    service.patch(f"{PATH}/{record['id']}/status", {"status": "hired"})
    done = records.table.get(key) or {}

    assert (waiting["duePk"], waiting["dueSk"]) == (keys.due("expiry", record["id"]), record["expiry"])
    assert "duePk" not in done
