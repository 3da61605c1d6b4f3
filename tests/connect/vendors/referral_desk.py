"""A third vendor, as somebody would add it: this one module, in `gather.connect.vendors`."""

from gather.connect.orders.models import CatalogItem, OrderedCandidate, OrderRequest, OrderResults, OrderView
from gather.connect.vendor_protocol import AtsVendor, Configuration, GetJson, Secret, WireModel, WireResponse
from gather.core.formats import EmailAddress, RecordId, Title
from gather.outgoing.endpoint import WebhookUrl
from gather.workflow.jobs.ats_job import AtsJob
from gather.workflow.jobs.models import JobStatus


class DeskConfiguration(Configuration):
    desk_url: WebhookUrl
    desk_key: Secret


class DeskOrder(WireModel):
    Interview: RecordId
    Ticket: Title
    GivenName: Title
    FamilyName: Title
    Mail: EmailAddress


class ReferralDesk(AtsVendor[DeskConfiguration, DeskOrder]):
    configuration = DeskConfiguration
    order = DeskOrder
    interview_member = "Interview"

    def check(self, configuration: DeskConfiguration, get_json: GetJson) -> None:
        get_json(configuration.desk_url, {"X-Desk-Key": configuration.desk_key})

    def find_job(
        self, configuration: DeskConfiguration, external_job_id: str, get_json: GetJson
    ) -> AtsJob | None:
        headers = {"X-Desk-Key": configuration.desk_key}
        said = get_json(f"{configuration.desk_url}/vacancies/{external_job_id}", headers)
        if said is None:
            return None
        status = JobStatus.OPEN if said["Vacant"] else JobStatus.CLOSED
        return AtsJob(external_id=external_job_id, title=said["Name"], status=status, ats=said)

    def catalog_item(self, item: CatalogItem) -> WireResponse:
        return {"Interview": item.id, "Name": item.display_name}

    def read_order(self, order: DeskOrder) -> OrderRequest:
        person = OrderedCandidate(first_name=order.GivenName, last_name=order.FamilyName, email=order.Mail)
        return OrderRequest(interview_id=order.Interview, reference=order.Ticket, candidate=person)

    def order_response(self, order: OrderView) -> WireResponse:
        return {"Ticket": order.reference, "Order": order.id, "Link": order.link, "State": order.status}

    def results_response(self, results: OrderResults) -> WireResponse:
        return {"Ticket": results.order.reference, "Score": results.results and results.results.score}


VENDOR = ReferralDesk()
