"""The suite that the customer recruits with: its jobs come in, and it orders interviews in its own words."""

from collections.abc import Mapping
from typing import Any

from demo.client import DemoClient
from demo.deviation import expect, require
from demo.scene import Scene

CONNECT = "/connect"


def order(scene: Scene) -> None:
    """The suite is healthy, one of its jobs is assigned, and it orders an interview with its password."""
    told: Mapping[str, Any] = scene.made["vendor"]
    vendor = told["vendor"]
    customer = DemoClient(scene.page, scene.base_url, CONNECT, told["integrationsKey"])
    scene.page.mask(told["integrationsKey"], "qapi_")
    health = customer.call(
        "The customer checks its integration. The service asks the suite.",
        "GET",
        f"/{vendor}/health",
        show=("data.health.vendor", "data.health.status", "data.health.integrations[].name"),
    ).data["health"]
    expect("the health of the suite", health["status"], "ok")
    _assign(scene, told)
    login = (told["vendorUser"], told["vendorPassword"])
    suite = DemoClient(scene.page, scene.base_url, CONNECT, login=login)
    _order(scene, suite, vendor)


def _assign(scene: Scene, told: Mapping[str, Any]) -> None:
    named = {"integrationId": told["integrationId"], "externalJobId": told["externalJobIds"][0]}
    job = scene.customer.call(
        "The customer assigns one of the suite's jobs to the team.",
        "POST",
        "/jobs/assign-ats",
        named,
        show=("data.job.title", "data.job.externalId", "data.job.importSource", "data.job.ats"),
    ).data["job"]
    scene.customer.call(
        "The service refuses to change a job that the suite manages.",
        "PATCH",
        f"/jobs/{job['id']}",
        {"title": "Something else"},
        status=409,
        show=("error",),
    )
    again = scene.customer.call(
        "A second assignment refreshes the job and creates no other.",
        "POST",
        "/jobs/assign-ats",
        named,
        show=("data.job.id", "data.job.status"),
    ).data["job"]
    expect("the job assigned again", again["id"], job["id"])


def _order(scene: Scene, suite: DemoClient, vendor: str) -> None:
    catalog = suite.call(
        "The suite signs in with its own user and password and reads what it may order.",
        "GET",
        f"/{vendor}/catalog",
        show=("data.catalog[].title", "data.pagination"),
    ).data["catalog"]
    interview_id = scene.made["interview"]["id"]
    require("the catalog", interview_id in [item["id"] for item in catalog], interview_id, catalog)
    wanted = {
        "interviewId": interview_id,
        "reference": "application-4711",
        "candidate": {
            "id": "person-42",
            "firstName": "Lin",
            "lastName": "Example",
            "email": "lin@example.com",
        },
    }
    response = suite.call(
        "An order invites the candidate. The response has the link.",
        "POST",
        f"/{vendor}/orders",
        wanted,
        status=201,
        show=("data.order.id", "data.order.status", "data.order.link"),
        mask={"data.order.link": f"{scene.base_url}/i/"},
    ).data["order"]
    again = suite.call(
        "The suite missed the response and sends the order again. It gets the same order.",
        "POST",
        f"/{vendor}/orders",
        wanted,
        status=201,
        show=("data.order.id",),
    ).data["order"]
    expect("the order sent again", again["id"], response["id"])
    scene.candidate.open_page("The link opens the interview.", response["link"])
    results = suite.call(
        "The order has no results before the candidate completes the interview.",
        "GET",
        f"/{vendor}/results/{response['id']}",
        show=("data.results.status", "data.results.report"),
    ).data["results"]
    expect("the results so far", (results["status"], results["report"]), ("invited", None))
