"""A candidate with a trace of every kind, for the tests of erasures."""

from itertools import count
from typing import Any

from gather.chat.files.models import upload_key
from gather.core.caller import Scope
from gather.core.clock import timestamp
from gather.core.document_type import DocumentType
from gather.core.identifiers import new_id
from gather.core.media_address import media_key
from gather.deliveries.models import new_delivery
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events import event_log_storage
from gather.events.event import EventName
from gather.outgoing.result import AttemptResult
from gather.ports.messages import EmailMessage, SmsMessage
from gather.screening.evaluations.models import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.screening.evaluations.outcome_storage import OUTCOME
from gather.table.failures import FailedWork, GivenUpWork, set_aside
from gather.webhooks.models import DeliveryTarget
from gather.wiring import Adapters
from tests.builders.connect import EXAMPLE, connect, integrate, order_body
from tests.builders.deliveries import new_event
from tests.builders.documents import pdf
from tests.builders.jobs import make_titled
from tests.builders.screening import make_interview_conversation, make_screening
from tests.builders.service import Service, Tenant, make_key
from tests.builders.workflows import add_governed_job, put_evaluation
from tests.doubles.chat_candidate import chatting
from tests.doubles.clock import HandClock
from tests.doubles.conversing_candidate import Conversation
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.vendor_service import VendorService
from tests.support.records import add_interview_with_question, post_chatbot, step

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
"""The person's names and words, in every form that the table can hold."""


def traces_in(text: str) -> list[str]:
    return [trace for trace in TRACES if trace.casefold() in text.casefold()]


class WholeCandidate:
    """A candidate with a trace of every kind."""

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
        self._chat()
        self._give_up()
        self._export()

    def _once(self) -> dict[str, str]:
        return {"Idempotency-Key": f"request-{next(self._numbers)}"}

    def _answer_interview(self) -> None:
        """Give answers, a recording, one that became no answer and a résumé, and cause results with a
        person's reasons, links, messages, deliveries and events."""
        screening = make_screening(self.service)
        asks = {"resume": True}
        assert self.service.patch(f"/interviews/{screening.interview['id']}", asks).status == 200
        body = {"candidateId": self.candidate_id, "interviewId": screening.interview["id"]}
        reply = self.service.post("/candidate-interviews", body, headers=self._once())
        made = reply.data
        self.interview_id, page = made["id"], self.service.public()
        path = f"/screening/{made['inviteToken']}"
        upload = page.post(f"{path}/media", {"contentType": "audio/webm", "size": 20}).data
        recording = f"recorded {WRITTEN}"[:20].ljust(20).encode()
        self.engines.media().put(media_key(upload["mediaId"]), recording, "audio/webm")
        left_over = page.post(f"{path}/media", {"contentType": "audio/webm", "size": 9}).data["mediaId"]
        self.engines.media().put(media_key(left_over), b"quartzite", "audio/webm")
        self._hand_in_resume(path)
        answers: dict[str, Any] = {
            "spoken": {"mediaId": upload["mediaId"]},
            "licence": {"value": True},
            "shift": {"optionIds": [screening.options["Night"]]},
        }
        for name, answer in answers.items():
            reply = page.put(f"{path}/answers/{screening.questions[name]}", answer)
            assert reply.status == 200, reply.body
        assert page.post(f"{path}/complete").status == 200
        self._ask(path)
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

    def _ask(self, path: str) -> None:
        """Ask the team for something, and cause its reply."""
        question = {"kind": "question", "text": f"Zephyrine asks: {WRITTEN}"}
        reply = self.service.public().post(f"{path}/requests", question)
        assert reply.status == 201, reply.body
        asked = f"/candidate-interviews/{self.interview_id}/requests/{reply.data['request']['id']}"
        answer = {"status": "done", "reply": "Quartzite it is, Zephyrine."}
        assert self.service.patch(asked, answer).status == 200

    def _hand_in_resume(self, path: str) -> None:
        page, resume = self.service.public(), pdf("Zephyrine Quillfeather")
        body = {"contentType": DocumentType.PDF, "size": len(resume)}
        media_id = page.post(f"{path}/resume", body).data["mediaId"]
        self.engines.media().put(media_key(media_id), resume, DocumentType.PDF)
        reply = page.put(f"{path}/resume", {"mediaId": media_id, "fileName": "zquill.pdf"})
        assert reply.status == 200, reply.body

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
        """Create a delivery whose receiver repeated the person's data, and the event in the team's log."""
        completed, link = EventName.CANDIDATE_INTERVIEW_COMPLETED, "https://gather.example/zquill"
        event = new_event(self.tenant, completed, self.clock.now(), **payload, inviteUrl=link)
        target = DeliveryTarget("https://hooks.example.com/in", webhook_configuration_id=new_id())
        claimed = new_delivery(event, target).claim(1, self.clock.now())
        assert claimed is not None
        thanks = AttemptResult(status=200, status_text="OK", data="Thank you for Zephyrine Quillfeather")
        unit = self.records.unit_of_work()
        unit.create(WEBHOOK_DELIVERY, claimed.settle(thanks, self.clock.now()).record)
        unit.commit()
        event_log_storage.save(self.records.table, event)

    def _chat(self) -> None:
        """Hold a conversation with a chatbot, with a file and a left message that has the address."""
        visitor = chatting(self.service, post_chatbot(self.service, mediaEnabled=True))
        assert visitor.say(f"I am Zephyrine. {WRITTEN}").status == 201
        left = visitor.leave(WRITTEN, name="Zephyrine Quillfeather", email=PERSON["email"])
        assert left.status == 201, left.body
        content = pdf("Zephyrine Quillfeather")
        file_id = visitor.announce(content, DocumentType.PDF).data["fileId"]
        conversation_id = visitor.read().data["conversation"]["id"]
        self.engines.media().put(upload_key(conversation_id, file_id), content, DocumentType.PDF)
        assert visitor.send_file(file_id, "zquill.pdf").status == 200

    def _export(self) -> None:
        """Create an archive that nobody has fetched yet."""
        reply = self.service.post(f"/candidates/{self.candidate_id}/export", headers=self._once())
        assert run_jobs(self.adapters) == []
        self.export_path = f"/exports/{reply.data['export']['id']}"
        assert self.service.get(self.export_path).data["export"]["status"] == "complete"

    def _give_up(self) -> None:
        """Create an event with the candidate's link that nobody has dispatched."""
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
        """Hold a spoken conversation with an AI interviewer."""
        other = make_interview_conversation(self.service, self.records, self.tenant, {})
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
        body = order_body(
            add_interview_with_question(self.service), reference="order of zquill", candidate=person
        )
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
        """Returns every item in which the person can still be found."""
        items = [item for item in items_of(self.adapters) if traces_in(str(item))]
        stored = self.engines.media().stored
        objects = [key for key, content in stored.items() if traces_in(f"{key}{content!r}")]
        messages = [*self.engines.email().messages, *self.engines.sms().messages]
        return [*map(str, items), *objects, *(str(each) for each in messages if traces_in(str(each)))]
