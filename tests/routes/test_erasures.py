"""Erasures over HTTP (interface: Data rights and audit, rules 4 to 8)."""

from itertools import count
from typing import Any

import pytest

from gather.core.caller import Scope
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.engines.failure import EngineFailed
from gather.engines.messages import EmailMessage, SmsMessage
from gather.events.event import EventName, EventRecord
from gather.screening.evaluation_outcome_storage import OUTCOME
from gather.screening.media import media_key
from gather.screening.stored_evaluation import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table.failures import FailedWork, GivenUpWork, set_aside
from gather.table.records import Records
from gather.tenancy.organization import JOB_WORKFLOW
from gather.webhooks import event_log_storage
from gather.webhooks.delivery_attempt import AttemptResult
from gather.webhooks.webhook import DeliveryTarget
from gather.webhooks.webhook_delivery import claim, new_delivery, settle
from gather.webhooks.webhook_storage import WEBHOOK_DELIVERY
from gather.wiring import Adapters
from tests.builders.connect import EXAMPLE, connect, integrate, make_interview, order_body
from tests.builders.failures import given_up, retry_all
from tests.builders.jobs import make_titled
from tests.builders.people import add_candidate, add_candidate_interview, add_interview
from tests.builders.screening import make_conversation, make_screening
from tests.builders.service import UNKNOWN_ID, Service, Tenant, make_key
from tests.builders.workflows import add_governed_job, enroll, put_evaluation, step
from tests.doubles.clock import HandClock
from tests.doubles.conversing_candidate import Conversation
from tests.doubles.data_rights import items_of, run_jobs, waiting_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import throttled
from tests.doubles.vendor_service import VendorService

PERSON = {
    "firstName": "Zephyrine",
    "lastName": "Quillfeather",
    "email": "zephyrine@quill.example",
    "phone": "+14155557391",
    "externalId": "crm-zq-77",
    "linkedInURL": "https://linkedin.example/in/zquill",
    "resumeUrl": "https://files.example/zquill.pdf",
}
WRITTEN = "I tamed the night shift with quartzite lists."
TRACES = ("ephyrine", "uillfeather", "4155557391", "crm-zq-77", "zquill", "quartzite", "quill.example")
"""What the person is called or wrote, in any form."""


class NoTime(Context):
    """A function whose time is over."""

    @staticmethod
    def get_remaining_time_in_millis() -> int:
        return 1


def traces_in(text: str) -> list[str]:
    return [trace for trace in TRACES if trace.casefold() in text.casefold()]


def erased(service: Service, candidate_id: str, **options: Any) -> dict[str, Any]:
    reply = service.post(f"/candidates/{candidate_id}/erase", **options)
    assert reply.status == 202, reply.body
    erasure: dict[str, Any] = reply.data["erasure"]
    return erasure


@pytest.fixture
def candidate_id(service: Service) -> str:
    return add_candidate(service, **PERSON)


def test_an_erasure_is_shown_with_what_it_has_removed(
    service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock, candidate_id: str
) -> None:
    add_candidate_interview(service, candidateId=candidate_id)
    requested_at = timestamp(clock.now())

    erasure = erased(service, candidate_id)

    assert erasure["status"] == "running"
    assert erasure["candidateId"] == candidate_id
    assert erasure["requestedAt"] == requested_at
    assert erasure["completedAt"] is None
    assert erasure["counts"] == {"candidates": 1, "candidateInterviews": 1}
    assert service.get(f"/erasures/{erasure['id']}").data["erasure"] == erasure
    clock.advance(seconds=5)
    assert run_jobs(adapters) == []
    done = service.get(f"/erasures/{erasure['id']}").data["erasure"]
    assert done["status"] == "complete"
    assert done["completedAt"] == timestamp(clock.now())


def test_from_the_request_on_everything_is_absent(service: Service, candidate_id: str) -> None:
    made = [add_candidate_interview(service, candidateId=candidate_id) for _ in range(10)]
    paths = [f"/candidate-interviews/{each['id']}" for each in made]
    public = service.public()

    erased(service, candidate_id)

    assert service.get(f"/candidates/{candidate_id}").status == 404
    assert service.patch(f"/candidates/{candidate_id}", {"firstName": "Zoe"}).status == 404
    assert service.post(f"/candidates/{candidate_id}/erase").status == 404
    assert service.get("/candidates").data["candidates"] == []
    assert service.get("/candidates", externalId=PERSON["externalId"]).data["candidates"] == []
    assert service.get("/candidates", search="zephyrine").data["candidates"] == []
    for path, each in zip(paths, made, strict=True):
        assert service.get(path).status == 404
        assert service.get(f"{path}/results").status == 404
        assert service.get(f"{path}/results/changes").status == 404
        assert service.post(f"{path}/resend-invite").status == 404
        assert public.get(f"/screening/{each['inviteToken']}").status == 404
        assert public.get(f"/i/{each['inviteToken']}").status == 410
    listed = service.get("/candidate-interviews")
    assert (listed.data, listed.body["meta"]["pagination"]["total"]) == ([], 0)
    assert service.get("/candidate-interviews", candidateId=candidate_id).data == []
    assert service.get("/candidate-interviews", interviewId=made[0]["interviewId"]).data == []
    body = {"candidateId": candidate_id, "interviewId": made[0]["interviewId"]}
    assert service.post("/candidate-interviews", body).status == 404


def test_links_that_were_open_are_gone_and_others_unknown(
    service: Service, adapters: Adapters, engines: ScriptedEngines
) -> None:
    screening = make_screening(service)
    screening.answer_all()
    assert screening.complete().status == 200
    links = [screening.results()["shareLink"]]
    path = f"/candidate-interviews/{screening.id}/share-link"
    links.append(service.post(path, {}).data["shareLink"])
    service.delete(path)
    links.append(service.post(path, {}).data["shareLink"])
    pages = [f"/share/{link.rpartition('/')[2]}" for link in links]

    erased(service, screening.candidate["id"])

    def statuses() -> list[int]:
        return [screening.page.get(page).status for page in pages]

    assert statuses() == [410, 410, 410]
    assert run_jobs(adapters) == []
    assert statuses() == [410, 410, 410]
    assert screening.page.get(f"/i/{screening.token}").status == 410
    assert screening.page.get(f"/share/{'x' * 43}").status == 404
    assert screening.page.get(f"/i/{'x' * 43}").status == 404
    kept = str(items_of(adapters))
    assert screening.token not in kept
    assert [page for page in pages if page.rpartition("/")[2] in kept] == []


@pytest.mark.features(JOB_WORKFLOW)
def test_an_enrollment_ends_and_is_removed_without_an_event(
    service: Service, adapters: Adapters, records: Records, engines: ScriptedEngines, tenant: Tenant
) -> None:
    meeting_id = make_titled(records, tenant, "meeting")
    steps = (step("standard_interview", add_interview(service)), step("meeting", meeting_id))
    job_id = add_governed_job(service, tenant, *steps)
    data = enroll(service, job_id, **{k: PERSON[k] for k in ("firstName", "lastName", "email")})
    token = data["firstInviteUrl"].rpartition("/")[2]
    before = _entries(adapters, "EVENT")

    erased(service, data["candidate"]["id"])

    assert service.get(f"/jobs/{job_id}/workflow-progress").data["enrollments"] == []
    assert service.public().get(f"/i/{token}").status == 410
    assert run_jobs(adapters) == []
    assert _entries(adapters, "EVENT") == before
    again = enroll(service, job_id, **{k: PERSON[k] for k in ("firstName", "lastName", "email")})
    assert again["candidate"]["id"] != data["candidate"]["id"]


def _entries(adapters: Adapters, entity: str) -> int:
    return sum(item.get("entity", {}).get("S") == entity for item in items_of(adapters))


def test_a_candidate_of_another_team_is_unknown(
    service: Service, other_tenant: Tenant, candidate_id: str
) -> None:
    erasure_id = UNKNOWN_ID
    assert service.using(other_tenant.key).post(f"/candidates/{candidate_id}/erase").status == 404
    assert service.get(f"/erasures/{erasure_id}").status == 404
    erasure_id = erased(service, candidate_id)["id"]
    assert service.using(other_tenant.key).get(f"/erasures/{erasure_id}").status == 404


def test_a_repeated_request_gets_the_same_erasure(
    service: Service, adapters: Adapters, engines: ScriptedEngines, candidate_id: str
) -> None:
    key = {"headers": {"Idempotency-Key": "erase-once"}}
    first = erased(service, candidate_id, **key)
    run_jobs(adapters)

    assert erased(service, candidate_id, **key) == first


def test_other_candidates_keep_what_is_theirs(
    service: Service, adapters: Adapters, engines: ScriptedEngines, candidate_id: str
) -> None:
    screening = make_screening(service)
    screening.answer_all()
    assert screening.complete().status == 200
    add_candidate_interview(service, candidateId=candidate_id, interviewId=screening.interview["id"])
    results, shown = screening.results(), screening.read()

    erased(service, candidate_id)
    run_jobs(adapters)

    assert (screening.results(), screening.read()) == (results, shown)
    assert [each["id"] for each in service.get("/candidate-interviews").data] == [screening.id]
    listed = service.get("/candidate-interviews", interviewId=screening.interview["id"])
    assert [each["id"] for each in listed.data] == [screening.id]
    assert listed.body["meta"]["pagination"]["total"] == 1
    assert service.get("/candidates").data["pagination"]["total"] == 1


class Whole:
    """A candidate of whom there is a trace of every kind."""

    def __init__(
        self,
        service: Service,
        adapters: Adapters,
        tenant: Tenant,
        engines: ScriptedEngines,
        ats: VendorService,
        clock: HandClock,
    ) -> None:
        self.service, self.adapters, self.tenant, self.engines = service, adapters, tenant, engines
        self.records, self.clock = adapters.records, clock
        self._numbers = count(1)
        made = service.post("/candidates", PERSON, headers=self._once())
        self.candidate_id: str = made.data["id"]
        self._answer_interview()
        self._converse()
        self._order(ats)
        self._enroll()
        self._give_up()

    def _once(self) -> dict[str, str]:
        return {"Idempotency-Key": f"request-{next(self._numbers)}"}

    def _answer_interview(self) -> None:
        """Answers, a recording, results with a person's reasons, links, messages, deliveries and events."""
        screening = make_screening(self.service)
        body = {"candidateId": self.candidate_id, "interviewId": screening.interview["id"]}
        reply = self.service.post("/candidate-interviews", body, headers=self._once())
        made = reply.data
        self.interview_id, page = made["id"], self.service.public()
        path = f"/screening/{made['inviteToken']}"
        upload = page.post(f"{path}/media", {"contentType": "audio/webm", "size": 20}).data
        recording = f"recorded {WRITTEN}"[:20].ljust(20).encode()
        self.engines.media().put(media_key(upload["mediaId"]), recording, "audio/webm")
        answers: dict[str, Any] = {
            "spoken": {"mediaId": upload["mediaId"]},
            "licence": {"value": True},
            "shift": {"optionIds": [screening.options["Night"]]},
        }
        for name, answer in answers.items():
            reply = page.put(f"{path}/answers/{screening.questions[name]}", answer)
            assert reply.status == 200, reply.body
        assert page.post(f"{path}/complete").status == 200
        self._evaluate(upload["mediaId"])
        self.service.post(f"/candidate-interviews/{self.interview_id}/share-link", {}, headers=self._once())
        reason = f"Zephyrine says: {WRITTEN}"
        scores = {"topicScores": [{"topic": "Safety", "score": 90, "reason": reason}]}
        reply = self.service.patch(f"/candidate-interviews/{self.interview_id}/results", scores)
        assert reply.status == 200, reply.body
        self.engines.email().send(
            EmailMessage(
                PERSON["email"],
                "Hello",
                "<p>Zephyrine</p>",
                "Zephyrine",
                "Example",
                about=self.candidate_id,
            )
        )
        self.engines.sms().send(SmsMessage(PERSON["phone"], "Hello Zephyrine", self.candidate_id))
        self._deliver({"candidateInterviewId": self.interview_id, "candidateId": self.candidate_id})

    def _evaluate(self, media_id: str) -> None:
        topic = StoredTopicScore(
            topic="Safety", weight=60, score=40, confidence=0.5, explanation=WRITTEN, evidence=(WRITTEN,)
        )
        card = StoredScoreCard(overall_score=67, overall_explanation=WRITTEN, topic_scores=(topic,))
        evaluation = StoredEvaluation(
            run=1, summary_status=SummaryStatus.COMPLETE, score=67, summary=WRITTEN, score_card=card
        )
        put_evaluation(self.records, self.tenant.team_id, self.interview_id, evaluation)
        kept = OUTCOME.at(self.tenant.team_id, self.interview_id, "hash").put(summary=WRITTEN)
        self.records.table.write(kept)
        self.engines.transcription().start(f"{self.interview_id}-1-{media_id}", media_key(media_id), "en")

    def _deliver(self, payload: dict[str, str]) -> None:
        """A delivery whose receiver repeated who it was about, and the event in the team's log."""
        event = EventRecord(
            id=new_id(),
            name=EventName.CANDIDATE_INTERVIEW_COMPLETED,
            organization_id=self.tenant.organization_id,
            team_id=self.tenant.team_id,
            payload={**payload, "inviteUrl": "https://gather.example/zquill"},
            created_at=timestamp(self.clock.now()),
        )
        target = DeliveryTarget("https://hooks.example.com/in", webhook_configuration_id=new_id())
        claimed = claim(new_delivery(event, target), 1, self.clock.now())
        assert claimed is not None
        thanks = AttemptResult(status=200, status_text="OK", data="Thank you for Zephyrine Quillfeather")
        unit = self.records.unit_of_work()
        unit.create(WEBHOOK_DELIVERY, settle(claimed, thanks, self.clock.now()).record)
        unit.commit()
        event_log_storage.keep(self.records.table, event)

    def _give_up(self) -> None:
        """An event with the candidate's link that nobody has dispatched."""
        given_up_at = timestamp(self.clock.now())
        failure = GivenUpWork(
            id=new_id(),
            work=FailedWork.EVENT,
            name=EventName.WORKFLOW_STEP_INVITED,
            organization_id=self.tenant.organization_id,
            team_id=self.tenant.team_id,
            payload={"candidateId": self.candidate_id, "inviteUrl": "https://gather.example/zquill"},
            created_at=given_up_at,
            attempts=0,
            reason="Nobody dispatched it.",
            given_up_at=given_up_at,
        )
        self.records.table.write(set_aside(failure))

    def _converse(self) -> None:
        """A conversation with an AI interviewer, who is heard."""
        other = make_conversation(self.service, self.records, self.tenant, {})
        body = {"candidateId": self.candidate_id, "interviewId": other.interview["id"]}
        made = self.service.post("/candidate-interviews", body).data
        talk = Conversation(self.service.public(), made["inviteToken"])
        assert talk.begin().status == 201
        talk.say(f"My name is Zephyrine Quillfeather. {WRITTEN}")
        audio = f"/screening/{made['inviteToken']}/conversation/turns/1/audio"
        assert self.service.public().get(audio).status == 302

    def _order(self, ats: VendorService) -> None:
        key = make_key(
            self.records.table,
            self.tenant.organization_id,
            self.tenant.team_id,
            scope=Scope.INTEGRATIONS,
        )
        self.customer = connect(self.service, key)
        integrate(self.customer, ats.base_url)
        names = ("firstName", "lastName", "email")
        person = {"id": PERSON["externalId"], **{name: PERSON[name] for name in names}}
        body = order_body(make_interview(self.service), reference="order of zquill", candidate=person)
        reply = self.customer.post(f"/{EXAMPLE}/orders", body, headers=self._once())
        assert reply.status == 201, reply.body
        self.order_id: str = reply.data["order"]["id"]
        found = self.service.get("/candidates").data["candidates"]
        assert [each["id"] for each in found if each["lastName"] == "Quillfeather"] == [self.candidate_id]

    def _enroll(self) -> None:
        meeting_id = make_titled(self.records, self.tenant, "meeting")
        job_id = add_governed_job(self.service, self.tenant, step("meeting", meeting_id))
        body = {"candidateId": self.candidate_id}
        reply = self.service.post(f"/jobs/{job_id}/invite-candidate", body, headers=self._once())
        assert reply.status == 201, reply.body
        self.meeting_page = f"/m/{reply.data['firstInviteUrl'].rpartition('/')[2]}"
        step_of = reply.data["enrollment"]["steps"][0]
        self._deliver({"candidateMeetingId": step_of["candidateMeetingId"], "candidateId": self.candidate_id})
        self._deliver({"enrollmentId": reply.data["enrollment"]["id"], "candidateId": self.candidate_id})

    def remains(self) -> list[str]:
        """Everything in which the person can still be found."""
        items = [item for item in items_of(self.adapters) if traces_in(str(item))]
        stored = self.engines.media().stored
        objects = [key for key, content in stored.items() if traces_in(f"{key}{content!r}")]
        messages = [*self.engines.email().messages, *self.engines.sms().messages]
        return [*map(str, items), *objects, *(str(each) for each in messages if traces_in(str(each)))]


@pytest.fixture
def whole(
    service: Service,
    adapters: Adapters,
    tenant: Tenant,
    engines: ScriptedEngines,
    ats: VendorService,
    clock: HandClock,
) -> Whole:
    return Whole(service, adapters, tenant, engines, ats, clock)


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.in_process
def test_nothing_of_the_person_is_left_anywhere(
    whole: Whole, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    kept = str(items_of(whole.adapters))
    assert set(traces_in(kept)) == set(TRACES)
    media_before = len(whole.engines.media().stored)

    erasure = erased(whole.service, whole.candidate_id)
    assert whole.customer.get(f"/{EXAMPLE}/orders/{whole.order_id}").status == 404
    assert whole.customer.get(f"/{EXAMPLE}/orders").data["orders"] == []
    assert whole.service.public().get(whole.meeting_page).status == 410
    assert run_jobs(whole.adapters) == []

    assert whole.remains() == []
    assert waiting_jobs(whole.adapters) == []
    printed = capsys.readouterr()
    assert traces_in(printed.out + printed.err + caplog.text) == []
    done = whole.service.get(f"/erasures/{erasure['id']}").data["erasure"]
    assert done["status"] == "complete"
    assert done["counts"] == {
        "announcedRecordings": 1,
        "answers": 4,
        "candidateInterviews": 3,
        "candidates": 1,
        "conversations": 1,
        "deliveries": 3,
        "enrollments": 1,
        "evaluations": 2,
        "events": 3,
        "failures": 1,
        "inboxMessages": 2,
        "keptResponses": 5,
        "meetings": 1,
        "orders": 1,
        "recordings": 1,
        "scoreChanges": 1,
        "spokenTurns": 1,
        "transcriptions": 1,
        "turns": done["counts"]["turns"],
    }
    assert done["counts"]["turns"] >= 4
    assert len(whole.engines.media().stored) == media_before - 2


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.in_process
@pytest.mark.parametrize("operation", ["TransactWriteItems", "DeleteItem", "UpdateItem"])
def test_an_erasure_that_is_interrupted_goes_on(whole: Whole, operation: str) -> None:
    erasure = erased(whole.service, whole.candidate_id)
    rounds = 0
    while waiting_jobs(whole.adapters):
        rounds += 1
        assert rounds < 100
        breaking = _break_after(whole, operation, rounds)
        run_jobs(whole.adapters)
        breaking()
        whole.clock.advance(hours=2)

    assert rounds > 2
    assert whole.remains() == []
    done = whole.service.get(f"/erasures/{erasure['id']}").data["erasure"]
    assert (done["status"], done["counts"]["answers"], done["counts"]["deliveries"]) == ("complete", 4, 3)


def _break_after(whole: Whole, operation: str, calls: int) -> Any:
    """Let so many calls pass, and then none."""
    passed = count(1)
    event = f"before-call.dynamodb.{operation}"

    def maybe(**_: object) -> None:
        if next(passed) > calls + 1:
            raise throttled(operation)

    client = whole.adapters.clients.dynamodb
    client.meta.events.register(event, maybe)
    return lambda: client.meta.events.unregister(event, maybe)


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.in_process
def test_what_there_is_no_time_for_is_another_task(whole: Whole) -> None:
    erasure = erased(whole.service, whole.candidate_id)

    assert run_jobs(whole.adapters, NoTime()) == []

    assert whole.service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "running"
    assert len(waiting_jobs(whole.adapters)) == 1
    assert run_jobs(whole.adapters) == []
    assert whole.service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "complete"
    assert whole.remains() == []


@pytest.mark.in_process
def test_a_kept_response_of_an_erased_candidate_is_not_replayed(
    service: Service, adapters: Adapters, engines: ScriptedEngines
) -> None:
    once = {"headers": {"Idempotency-Key": "add-zephyrine"}}
    candidate_id = service.post("/candidates", PERSON, **once).data["id"]
    assert service.post("/candidates", PERSON, **once).data["id"] == candidate_id

    erased(service, candidate_id)
    run_jobs(adapters)

    assert service.post("/candidates", PERSON, **once).status == 409


@pytest.mark.in_process
def test_an_erasure_that_is_given_up_has_failed_and_a_retry_completes_it(
    service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock, candidate_id: str
) -> None:
    add_candidate_interview(service, candidateId=candidate_id)
    erasure = erased(service, candidate_id)
    refusal = EngineFailed(retryable=False, reason="The media store refuses")
    engines.media().failures.append(refusal)

    assert run_jobs(adapters) == []

    assert service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "failed"
    [failure] = given_up(adapters.records)
    assert failure.payload == {"erasureId": erasure["id"]}

    assert retry_all(adapters.records, clock.now()) == [True]
    clock.advance(hours=1)
    assert run_jobs(adapters) == []
    assert service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "complete"
    assert given_up(adapters.records) == []
