"""The suite that the customer recruits with: its jobs come in, and it orders interviews in its own words."""

from typing import Final, Literal

from demo.client import DemoClient
from demo.deviation import expect, require
from demo.scene import Scene
from talent_screening import Conflict
from talent_screening.models import AssignAts, ChangeJob, VendorOrder

VENDOR: Final[Literal["example-ats"]] = "example-ats"


def order(scene: Scene) -> None:
    """The suite is healthy, one of its jobs is assigned, and it orders an interview with its password."""
    ready = scene.ready
    expect("the vendor of the local stack", ready["vendor"], VENDOR)
    scene.page.mask(ready["integrationsKey"], "qapi_")
    step = DemoClient(scene.page, scene.base_url, ready["integrationsKey"]).step(
        "The customer checks its integration. The service asks the suite.",
        show=("data.health.vendor", "data.health.status", "data.health.integrations[].name"),
    )
    expect("the health of the suite", step.get_health(VENDOR).health.status, "ok")
    _assign(scene)
    login = (ready["vendorUser"], ready["vendorPassword"])
    _order(scene, DemoClient(scene.page, scene.base_url, login=login))


def _assign(scene: Scene) -> None:
    named = AssignAts(
        integration_id=scene.ready["integrationId"], external_job_id=scene.ready["externalJobIds"][0]
    )
    step = scene.customer.step(
        "The customer assigns one of the suite's jobs to the team.",
        show=("data.job.title", "data.job.externalId", "data.job.importSource", "data.job.ats"),
    )
    job = step.assign_ats_job(named).job
    scene.customer.refused(
        "The service refuses to change a job that the suite manages.",
        Conflict,
        lambda customer: customer.change_job(job.id, ChangeJob(title="Something else")),
    )
    step = scene.customer.step(
        "A second assignment refreshes the job and creates no other.",
        show=("data.job.id", "data.job.status"),
    )
    expect("the job assigned again", step.assign_ats_job(named).job.id, job.id)


def _order(scene: Scene, suite: DemoClient) -> None:
    interview_id = scene.made.interview.id
    step = suite.step(
        "The suite signs in with its own user and password and reads what it may order.",
        show=("data.catalog[].title", "data.pagination"),
    )
    catalog = step.list_catalog(VENDOR).catalog
    require("the catalog", interview_id in [item["id"] for item in catalog], interview_id, catalog)
    # Each vendor has a form of its own for its orders.
    wanted = VendorOrder.model_validate(
        {
            "interviewId": interview_id,
            "reference": "application-4711",
            "candidate": {
                "id": "person-42",
                "firstName": "Lin",
                "lastName": "Example",
                "email": "lin@example.com",
            },
        }
    )
    step = suite.step(
        "An order invites the candidate. The response has the link.",
        status=201,
        show=("data.order.id", "data.order.status", "data.order.link"),
        mask={"data.order.link": f"{scene.base_url}/i/"},
    )
    placed = step.place_order(VENDOR, wanted).order
    step = suite.step(
        "The suite missed the response and sends the order again. It gets the same order.",
        status=201,
        show=("data.order.id",),
    )
    expect("the order sent again", step.place_order(VENDOR, wanted).order["id"], placed["id"])
    scene.browser.open_page("The link opens the interview.", placed["link"])
    step = suite.step(
        "The order has no results before the candidate completes the interview.",
        show=("data.results.status", "data.results.report"),
    )
    results = step.get_order_results(VENDOR, placed["id"]).results
    expect("the results so far", (results["status"], results["report"]), ("invited", None))
