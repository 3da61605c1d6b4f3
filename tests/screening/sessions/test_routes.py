"""The candidate's side over HTTP (interface: Candidate side, rules 2 to 6; Candidate interviews, rule 5)."""

from urllib.parse import parse_qs, urlsplit

import pytest

from gather.core.identifiers import is_id, new_id, new_token
from gather.screening.recordings.storage import RECORDING, RECORDINGS_SIZE
from gather.screening.sessions.models import MOST_RECORDINGS
from gather.table import keys
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from tests.builders import containers
from tests.builders.outbox import events_of, tasks_of
from tests.builders.screening import make_ai_screening, make_screening
from tests.builders.service import Reply, Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.screening_candidate import ANSWER, Screening

pytestmark = pytest.mark.routes


@pytest.fixture
def screening(service: Service) -> Screening:
    return make_screening(service)


@pytest.fixture
def ai_screening(service: Service, records: Records, tenant: Tenant) -> Screening:
    return make_ai_screening(service, records, tenant)


def test_a_candidate_sees_the_questions_in_order_and_nothing_that_helps_to_cheat(
    screening: Screening,
) -> None:
    reply = screening.show()

    shown = reply.data["screening"]
    assert shown["status"] == "invite_sent"
    assert (shown["displayName"], shown["candidateFirstName"]) == ("Warehouse lead", "Ada")
    assert shown["branding"]["displayName"] == "Example Team 1"
    assert [question["title"] for question in shown["questions"]] == [
        "Your work",
        "Do you hold a forklift licence?",
        "Which shift suits you?",
    ]
    assert [question["kind"] for question in shown["questions"]] == ["audio", "survey", "survey"]
    assert shown["questions"][0]["audioUrl"] == "https://cdn.example.com/1.mp3"
    assert {key for option in shown["questions"][2]["options"] for key in option} == {
        "id",
        "title",
        "position",
    }
    for secret in ("preferred", "weight", "knockout", "scorecard", "includeScoring", "Safety"):
        assert secret.lower() not in str(reply.body).lower()


def test_a_candidate_reads_what_it_is_about_before_the_start(screening: Screening) -> None:
    described = {
        "description": "You lead the night shift.",
        "descriptionUrl": "https://cdn.example.com/job.pdf",
    }
    changed = screening.service.patch(f"/interviews/{screening.interview['id']}", described)
    assert changed.status == 200, changed.body

    about = screening.show().data["screening"]["about"]

    assert about == {
        "minutes": 5,
        "endsByScore": False,
        "scored": True,
        "webOnly": False,
        **described,
        "descriptionFileName": None,
        "audioMessageURL": None,
        "audioMessageTitle": None,
    }
    page = screening.page.get(f"/i/{screening.token}").body.partition("<script")[0]
    for told in ("You lead the night shift.", "about 5 minutes", "People at Example Team 1 decide."):
        assert told in page


def test_the_first_answer_makes_it_partially_completed_with_its_events_once(
    screening: Screening, table: Table
) -> None:
    before = len(events_of(table))

    first = screening.answer("spoken", text=ANSWER)
    screening.answer("licence", value=True)

    assert first.data["answer"]["text"] == ANSWER
    assert screening.read()["status"] == "partially_completed"
    names = [name for name, _ in events_of(table)[before:]]
    assert sorted(names) == ["candidate_interview.partially_completed", "candidate_interview.status_changed"]
    answered = {q["title"]: q["answered"] for q in screening.show().data["screening"]["questions"]}
    assert answered == {
        "Your work": True,
        "Do you hold a forklift licence?": True,
        "Which shift suits you?": False,
    }


def test_an_invite_that_is_sent_again_starts_over_with_the_next_answer(
    screening: Screening, table: Table
) -> None:
    screening.answer("spoken", text=ANSWER)
    screening.service.patch(f"/candidate-interviews/{screening.id}/status", {"status": "invite_sent"})
    before = len(events_of(table))

    screening.answer("licence", value=True)

    assert screening.read()["status"] == "partially_completed"
    names = sorted(name for name, _ in events_of(table)[before:])
    assert names == ["candidate_interview.partially_completed", "candidate_interview.status_changed"]


@pytest.mark.parametrize("value", ["maybe", "true", 1, [], {}])
def test_a_value_of_no_question_is_one_fault_in_the_clients_words(
    screening: Screening, value: object
) -> None:
    reply = screening.answer("licence", value=value)

    assert reply.error["details"] == [{"field": "value", "reason": 'must be true, false, "up" or "down"'}]


def test_the_last_answer_before_completion_counts(screening: Screening) -> None:
    screening.answer("spoken", text="a first thought")
    screening.answer_all()
    screening.complete()

    spoken = screening.results()["responses"][0]
    assert spoken["transcription"] == ANSWER


def test_completing_names_every_question_without_an_answer(screening: Screening) -> None:
    screening.answer("licence", value=True)

    reply = screening.complete()

    assert reply.status == 400
    assert reply.faulty_fields == {
        f"answers.{screening.questions['spoken']}",
        f"answers.{screening.questions['shift']}",
    }
    assert screening.read()["status"] == "partially_completed"


def test_a_completion_is_told_once_and_repeating_it_does_nothing(screening: Screening, table: Table) -> None:
    screening.answer_all()
    before = len(events_of(table))

    first, again = screening.complete(), screening.complete()

    assert first.status == again.status == 200
    assert first.data["screening"]["status"] == again.data["screening"]["status"] == "new_response"
    names = sorted(name for name, _ in events_of(table)[before:])
    assert names == ["candidate_interview.completed", "candidate_interview.status_changed"]
    tasks = [name for name, _ in tasks_of(table)]
    assert tasks.count("evaluate") == 1
    assert tasks.count("send_completion") == 1
    assert screening.results()["summaryStatus"] == "processing"


def test_nothing_is_answered_after_completion(screening: Screening) -> None:
    screening.answer_all()
    screening.complete()

    for reply in (
        screening.answer("spoken", text="better"),
        screening.page.post(f"/screening/{screening.token}/media", {"contentType": "audio/wav", "size": 9}),
    ):
        assert (reply.status, reply.error["code"]) == (409, "CONFLICT")


@pytest.mark.parametrize(
    ("name", "answer", "field"),
    [
        ("spoken", {"value": True}, "text"),
        ("spoken", {"text": "   "}, "text"),
        ("licence", {"value": "up"}, "value"),
        ("licence", {"text": "yes"}, "value"),
        ("shift", {"optionIds": []}, "optionIds"),
        ("shift", {"optionIds": [new_id()]}, "optionIds[0]"),
        ("shift", {"value": "up"}, "optionIds"),
        ("spoken", {}, "body"),
        ("spoken", {"text": "a", "value": True}, "body"),
        ("spoken", {"text": 7}, "text"),
        ("spoken", {"text": "Ada\0"}, "text"),
        ("spoken", {"text": "\u200b\u2060\ufeff"}, "text"),
        ("spoken", {"text": "\u3164 \u2800"}, "text"),
        ("spoken", {"text": "\u00ad\u0301"}, "text"),
    ],
)
def test_an_answer_that_does_not_fit_its_question_is_refused(
    screening: Screening, name: str, answer: dict[str, object], field: str
) -> None:
    reply = screening.answer(name, **answer)

    assert reply.status == 400
    assert field in reply.faulty_fields
    assert screening.read()["status"] == "invite_sent"


def test_a_question_of_another_interview_is_absent(screening: Screening) -> None:
    reply = screening.page.put(f"/screening/{screening.token}/answers/{new_id()}", {"text": "x"})

    assert reply.status == 404


def test_an_unknown_token_is_404_and_an_expired_one_410(clock: HandClock, screening: Screening) -> None:
    page = screening.page
    assert page.get("/screening/unknown").status == 404
    assert page.get("/i/unknown").status == 404
    assert page.get(f"/i/{screening.token}").status == 200

    clock.advance(days=15)

    for reply in (screening.show(), screening.answer("licence", value=True), screening.complete()):
        assert (reply.status, reply.error["code"]) == (410, "GONE")
    assert page.get(f"/i/{screening.token}").status == 410


def test_a_completed_interview_outlives_its_expiry(clock: HandClock, screening: Screening) -> None:
    screening.answer_all()
    screening.complete()

    clock.advance(days=15)

    assert screening.show().status == 200


def test_a_recording_is_announced_uploaded_and_answered(
    screening: Screening, engines: ScriptedEngines
) -> None:
    path = f"/screening/{screening.token}/media"
    upload = screening.page.post(path, {"contentType": "audio/wav", "size": 44}).data
    early = screening.answer("spoken", mediaId=upload["mediaId"])
    engines.the_media.put(f"media/{upload['mediaId']}", b"RIFF", "audio/wav")

    reply = screening.answer("spoken", mediaId=upload["mediaId"])

    assert (early.status, early.faulty_fields) == (400, {"mediaId"})
    assert reply.data["answer"]["mediaId"] == upload["mediaId"]
    assert is_id(upload["mediaId"])
    assert upload["uploadUrl"]
    assert upload["headers"] == {"Content-Type": "audio/wav", "If-None-Match": "*"}
    assert screening.page.get(f"/media/{upload['mediaId']}").status == 404, (
        "only a signed address leads to it"
    )
    assert screening.opened(screening.results()["audioUrl"]).status == 302
    assert screening.page.get("/media/unknown").status == 404


@pytest.mark.beyond_the_document("every id that is made now is a UUID")
def test_a_recording_from_before_ids_were_uuids_is_answered_and_opened(
    screening: Screening, records: Records, tenant: Tenant, engines: ScriptedEngines
) -> None:
    media_id = new_token()
    earlier = RECORDING.at(tenant.team_id, screening.id, media_id)
    records.table.write(earlier.put(mediaId=media_id, contentType="audio/wav", size=4))
    engines.the_media.put(f"media/{media_id}", b"RIFF", "audio/wav")

    assert screening.answer("spoken", mediaId=media_id).status == 200
    assert screening.opened(screening.results()["audioUrl"]).status == 302


@pytest.mark.parametrize(
    ("content", "content_type"),
    [(b"R" * 45, "audio/wav"), (b"<script>", "text/html"), (b"R" * 44, "video/mp4")],
)
def test_a_recording_that_is_not_what_was_announced_is_no_answer(
    screening: Screening, engines: ScriptedEngines, content: bytes, content_type: str
) -> None:
    announced = {"contentType": "audio/wav; codecs=1", "size": 44}
    upload = screening.page.post(f"/screening/{screening.token}/media", announced).data
    engines.the_media.put(f"media/{upload['mediaId']}", content, content_type)

    reply = screening.answer("spoken", mediaId=upload["mediaId"])

    assert (reply.status, reply.faulty_fields) == (400, {"mediaId"})
    assert not screening.show().data["screening"]["questions"][0]["answered"]


@pytest.mark.parametrize(
    ("stored", "answered", "disposition"),
    [
        ("audio/webm;codecs=opus", "audio/webm", "inline"),
        ("audio/x-m4a", "audio/mp4", "inline"),
        ("video/quicktime", "video/mp4", "inline"),
        ("video/mp4", "video/mp4", "inline"),
        ("text/html", "application/octet-stream", "attachment"),
        ("image/svg+xml", "application/octet-stream", "attachment"),
        ("audio/wav\r\nx: text/html", "application/octet-stream", "attachment"),
    ],
)
def test_a_browser_plays_recordings_and_runs_nothing_that_was_uploaded(
    screening: Screening, engines: ScriptedEngines, stored: str, answered: str, disposition: str
) -> None:
    upload = screening.page.post(
        f"/screening/{screening.token}/media", {"contentType": "audio/wav", "size": 8}
    ).data
    engines.the_media.put(f"media/{upload['mediaId']}", b"<script", "audio/wav")
    assert screening.answer("spoken", mediaId=upload["mediaId"]).status == 200
    engines.the_media.put(f"media/{upload['mediaId']}", b"<script>", stored)

    reply = screening.opened(screening.results()["audioUrl"])

    assert reply.status == 302
    query = parse_qs(urlsplit(reply.headers["location"]).query)
    assert query["response-content-type"] == [answered]
    assert query["response-content-disposition"] == [disposition]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"contentType": "text/html", "size": 5}, "contentType"),
        ({"contentType": "audio/webm\r\nx-evil: 1", "size": 5}, "contentType"),
        ({"contentType": "audio/webm;codecs=opus\n", "size": 5}, "contentType"),
        ({"contentType": "audio/webm;a=\u0000", "size": 5}, "contentType"),
        ({"contentType": "audio/wav", "size": 0}, "size"),
        ({"contentType": "audio/wav", "size": 10**10}, "size"),
        ({"size": 5}, "contentType"),
    ],
)
def test_only_recordings_of_a_sensible_size_get_a_place(
    screening: Screening, body: dict[str, object], field: str
) -> None:
    reply = screening.page.post(f"/screening/{screening.token}/media", body)

    assert (reply.status, reply.faulty_fields) == (400, {field})


@pytest.mark.parametrize(
    ("sent", "signed"),
    [
        ("audio/x-m4a", "audio/x-m4a"),
        ("audio/mp4a-latm", "audio/mp4a-latm"),
        ("audio/aac", "audio/aac"),
        ("audio/flac", "audio/flac"),
        ("video/quicktime", "video/quicktime"),
        ("video/webm;codecs=vp8,opus", "video/webm;codecs=vp8,opus"),
    ],
)
def test_what_phones_and_browsers_record_is_taken(
    screening: Screening, engines: ScriptedEngines, sent: str, signed: str
) -> None:
    upload = screening.page.post(f"/screening/{screening.token}/media", {"contentType": sent, "size": 4}).data
    assert upload["headers"]["Content-Type"] == signed
    engines.the_media.put(f"media/{upload['mediaId']}", b"RIFF", signed)

    assert screening.answer("spoken", mediaId=upload["mediaId"]).status == 200


@pytest.mark.beyond_the_document("the document has types in small letters")
@pytest.mark.usefixtures("engines")
def test_a_type_is_signed_in_one_spelling(screening: Screening) -> None:
    announced = {"contentType": " Audio/WebM; codecs=opus ", "size": 4}

    upload = screening.page.post(f"/screening/{screening.token}/media", announced).data

    assert upload["headers"]["Content-Type"] == "audio/webm; codecs=opus"


def given(screening: Screening, engines: ScriptedEngines, content: bytes, content_type: str) -> Reply:
    """An answer aloud."""
    announced = {"contentType": content_type, "size": len(content)}
    upload = screening.page.post(f"/screening/{screening.token}/media", announced).data
    engines.the_media.put(f"media/{upload['mediaId']}", content, content_type)
    return screening.answer("spoken", mediaId=upload["mediaId"])


def test_the_length_of_a_recording_is_kept_and_shown(screening: Screening, engines: ScriptedEngines) -> None:
    assert given(screening, engines, containers.webm(83.5), "audio/webm").status == 200

    (response,) = screening.results()["responses"]

    assert response["audioSeconds"] == pytest.approx(83.5, abs=0.1)


def test_a_recording_of_hours_is_no_answer(screening: Screening, engines: ScriptedEngines) -> None:
    refused = given(screening, engines, containers.ogg(18 * 3600, padding=200_000), "audio/ogg")

    (fault,) = refused.error["details"]
    assert (refused.status, fault["field"]) == (400, "mediaId")
    assert "60 minutes at most" in fault["reason"]
    assert not screening.show().data["screening"]["questions"][0]["answered"]


@pytest.mark.usefixtures("engines")
def test_a_hundred_recordings_get_a_place_and_not_one_more(screening: Screening) -> None:
    path, recording = f"/screening/{screening.token}/media", {"contentType": "audio/wav", "size": 44}

    replies = [screening.page.post(path, recording) for _ in range(MOST_RECORDINGS + 1)]

    assert MOST_RECORDINGS == 100
    assert [reply.status for reply in replies] == [201] * MOST_RECORDINGS + [409]
    assert replies[-1].error["code"] == "CONFLICT"
    assert "100 recordings" in replies[-1].error["message"]
    assert screening.show().status == 200


@pytest.mark.usefixtures("engines")
def test_announced_recordings_are_not_read_with_their_interview_and_stay_as_long_as_their_files(
    screening: Screening, table: Table
) -> None:
    path, recording = f"/screening/{screening.token}/media", {"contentType": "audio/wav", "size": 44}
    team_id = screening.candidate["teamId"]
    partition = KeyRange(keys.record(team_id, "CANDIDATE_INTERVIEW", screening.id).pk)
    before = list(table.query_all(partition, consistent=True))

    upload = screening.page.post(path, recording).data

    assert list(table.query_all(partition, consistent=True)) == before
    kept = table.get(RECORDING.key(team_id, screening.id, upload["mediaId"]))
    count = table.get(RECORDINGS_SIZE.key(team_id, screening.id))
    assert kept is not None
    assert count is not None
    # Retention and erasures find the file by the announcement alone, in a year too.
    assert "expiresAtEpoch" not in {**kept, **count}


ODD_TOKENS = ["a" * 3_000, "a" * 42, "a" * 44, "a" * 42 + "%2E", "%C3%A4" * 43, "a" * 42 + "%0A", "unknown"]


@pytest.mark.parametrize("token", ODD_TOKENS, ids=range(len(ODD_TOKENS)))
def test_what_cannot_be_a_token_is_absent(service: Service, token: str) -> None:
    page = service.public()

    assert [page.get(f"/{route}/{token}").status for route in ("share", "i", "screening", "media")] == [
        404
    ] * 4
    assert page.post(f"/screening/{token}/complete").status == 404


def test_the_media_store_is_not_asked_for_what_cannot_be_a_token(
    service: Service, engines: ScriptedEngines
) -> None:
    engines.the_media.put("media/odd", b"sound", "audio/wav")

    assert service.public().get("/media/odd").status == 404


@pytest.mark.parametrize("media_id", ["SIZE", "ä" * 100, "a" * 43, ""])
def test_a_recording_that_was_not_announced_is_no_answer(screening: Screening, media_id: str) -> None:
    reply = screening.answer("spoken", mediaId=media_id)

    assert (reply.status, reply.error["details"]["field"]) == (404, "mediaId")


def test_another_candidates_recording_is_absent(service: Service, engines: ScriptedEngines) -> None:
    mine, theirs = make_screening(service), make_screening(service)
    recording = {"contentType": "audio/wav", "size": 44}
    upload = theirs.page.post(f"/screening/{theirs.token}/media", recording).data
    engines.the_media.put(f"media/{upload['mediaId']}", b"RIFF", "audio/wav")

    reply = mine.answer("spoken", mediaId=upload["mediaId"])

    assert reply.status == 404
    assert reply.error["details"]["field"] == "mediaId"


def test_the_questions_stay_those_of_the_first_answer(screening: Screening) -> None:
    screening.answer("spoken", text=ANSWER)
    screening.service.patch(f"/interviews/{screening.interview['id']}", {"surveyQuestions": []})

    assert len(screening.show().data["screening"]["questions"]) == 3


def test_what_a_candidate_wrote_is_escaped_on_the_results_page(screening: Screening) -> None:
    screening.answer_all()
    screening.answer("spoken", text="<script>alert(1)</script>")
    screening.complete()

    link = screening.results()["shareLink"]
    page = screening.page.get(f"/share/{link.rsplit('/', 1)[1]}")

    assert page.status == 200
    assert "<script>" not in page.body
    assert "&lt;script&gt;" in page.body
    assert screening.page.get("/share/unknown").status == 404


def test_an_ai_text_question_is_shown_as_what_it_is_between_the_spoken_and_the_survey(
    ai_screening: Screening,
) -> None:
    questions = ai_screening.show().data["screening"]["questions"]

    assert [(each["kind"], each["title"], each["questionScript"]) for each in questions] == [
        ("audio", "Coffee", "Why coffee?"),
        ("ai_text", "Team", "Whom do you work with best?"),
        ("ai_text", "Guests", "How did you calm an angry guest?"),
        ("survey", "Anything else?", None),
    ]
    assert questions[1] == {
        "id": ai_screening.questions["other"],
        "kind": "ai_text",
        "title": "Team",
        "audioUrl": None,
        "questionScript": "Whom do you work with best?",
        "type": None,
        "options": None,
        "maxCharacterLength": None,
        "supportingVideoURL": None,
        "answered": False,
        "answeredAt": None,
    }


def test_the_page_shows_what_is_asked_escaped(ai_screening: Screening) -> None:
    path = f"/ai-text-questions/{ai_screening.questions['asked']}"
    ai_screening.service.patch(path, {"title": "<b>Guests</b>", "questionText": "<script>alert(1)</script>"})

    page = ai_screening.page.get(f"/i/{ai_screening.token}").body

    assert "Whom do you work with best?" in page
    assert "&lt;b&gt;Guests" in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<b>" not in page
    assert "<script>" not in page


def test_an_ai_text_question_is_answered_in_words_or_by_a_recording(
    ai_screening: Screening, engines: ScriptedEngines
) -> None:
    path = f"/screening/{ai_screening.token}/media"
    media_id = ai_screening.page.post(path, {"contentType": "audio/wav", "size": 4}).data["mediaId"]
    engines.the_media.put(f"media/{media_id}", b"RIFF", "audio/wav")

    written = ai_screening.answer("asked", text=ANSWER)
    spoken = ai_screening.answer("other", mediaId=media_id)

    assert (written.data["answer"]["kind"], written.data["answer"]["text"]) == ("ai_text", ANSWER)
    assert (spoken.data["answer"]["kind"], spoken.data["answer"]["mediaId"]) == ("ai_text", media_id)
    for unfit, faulty in (({"value": True}, "text"), ({"optionIds": []}, "text"), ({"text": " "}, "text")):
        reply = ai_screening.answer("asked", **unfit)
        assert (reply.status, reply.faulty_fields) == (400, {faulty})


def test_completing_names_an_ai_text_question_without_an_answer(ai_screening: Screening) -> None:
    for name in ("heard", "other", "written"):
        assert ai_screening.answer(name, text=ANSWER).status == 200

    reply = ai_screening.complete()

    assert (reply.status, reply.faulty_fields) == (400, {f"answers.{ai_screening.questions['asked']}"})


def test_the_responses_have_ai_text_questions_in_their_order(ai_screening: Screening) -> None:
    for name in ai_screening.questions:
        assert ai_screening.answer(name, text=f"My answer to what is {name}").status == 200
    assert ai_screening.complete().status == 200

    results = ai_screening.results()

    assert [(each["questionTitle"], each["transcription"]) for each in results["responses"]] == [
        ("Coffee", "My answer to what is heard"),
        ("Team", "My answer to what is other"),
        ("Guests", "My answer to what is asked"),
        ("Anything else?", "My answer to what is written"),
    ]
    assert "My answer to what is other\n\nMy answer to what is asked" in results["transcription"]


def test_an_ai_text_question_that_is_archived_or_changed_meanwhile_is_still_asked(
    ai_screening: Screening,
) -> None:
    assert ai_screening.answer("asked", text=ANSWER).status == 200
    path = f"/ai-text-questions/{ai_screening.questions['asked']}"
    assert ai_screening.service.patch(path, {"title": "Angry guests"}).status == 200
    assert ai_screening.service.delete(path).status == 200

    shown = ai_screening.show().data["screening"]["questions"][2]

    assert (shown["title"], shown["answered"]) == ("Angry guests", True)
    assert ai_screening.answer("asked", text="Another answer").status == 200
    assert ai_screening.results()["responses"][0]["questionTitle"] == "Angry guests"
