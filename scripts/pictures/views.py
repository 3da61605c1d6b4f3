"""What the pictures show."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from playwright.sync_api import Page

from local_stack.seeding.demo_content import RunningApi
from local_stack.seeding.demo_people import JONAS

_RANKED: Final = 4


def _as_it_is(_page: Page) -> None:
    """Nothing is to be done first."""


def _to_charts(page: Page) -> None:
    page.get_by_role("heading", name="At a glance").scroll_into_view_if_needed()


@dataclass(frozen=True, slots=True)
class View:
    """A picture: of which address, for whom, in which size. `address` has the names of places in braces.

    `prepare` does what is to be done on the screen first.
    """

    name: str
    address: str
    role: str = "manager"
    width: int = 1280
    height: int = 860
    scheme: Literal["light", "dark"] = "light"
    locale: str = "en-GB"
    prepare: Callable[[Page], None] = _as_it_is


VIEWS: Final = (
    View("console-queue", "/console"),
    View("console-candidate", "/console/candidates/{candidateId}?interview={candidateInterviewId}"),
    View("console-job", "/console/jobs/{jobId}"),
    View("console-charts", "/console/jobs/{jobId}", prepare=_to_charts),
    View("console-compare", "/console/compare?ids={comparedIds}"),
    View("console-interview", "/console/interviews/{interviewId}"),
    View("console-progress", "/console/candidates?view=interviews"),
    View("console-webhooks", "/console/webhooks", role="administrator"),
    View("console-phone", "/console", width=390, height=844, scheme="dark"),
)


def read_places(ready: Mapping[str, Any]) -> dict[str, str]:
    """The records that the pictures show, by the names in the addresses."""
    api = RunningApi(f"{ready['baseUrl']}/qsi/gather", ready["apiKey"])
    job_id, interview_id = ready["jobId"], ready["interviewId"]
    best = f"jobId={job_id}&interviewId={interview_id}&sort=-score&scoreMin=0&limit={_RANKED}"
    ranked = api.get(f"/candidate-interviews?{best}")
    [person] = api.get(f"/candidates?email={JONAS.email}")["candidates"]
    own = next(each for each in ranked if each["candidateId"] == person["id"])
    return {
        "jobId": job_id,
        "interviewId": interview_id,
        "candidateId": person["id"],
        "candidateInterviewId": own["id"],
        "comparedIds": ",".join(each["id"] for each in ranked),
    }
