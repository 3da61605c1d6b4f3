"""What the team hires for: a job of a family, with the interview that its applicants take."""

from demo.deviation import expect, require
from demo.scene import Scene

UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"


def make_job(scene: Scene) -> None:
    """A job is made, gets its interview, may not go back, and is found."""
    families = scene.customer.call(
        "The administration maintains the job families.",
        "GET",
        "/job-families",
        show=("data.jobFamilies[].id", "data.jobFamilies[].displayName"),
    ).data["jobFamilies"]
    require("job families", families, "one of the team", families)
    family_id = families[0]["id"]
    job = scene.customer.call(
        "The team creates a job in a family. Applicants can start at once.",
        "POST",
        "/jobs",
        {
            "title": "Customer support specialist",
            "type": "requisition",
            "location": ["Berlin", "Hamburg"],
            "description": "You help customers by telephone and chat.",
            "status": "active",
            "applyAction": "interview_first",
            "jobFamilyIds": [family_id],
        },
        status=201,
        show=("data.job.id", "data.job.title", "data.job.status", "data.job.interviewId"),
    ).data["job"]
    scene.made["job"] = job
    _attach_interview(scene, f"/jobs/{job['id']}")
    scene.customer.call(
        "A status changes only along its transitions. The service refuses any other change and says why.",
        "PATCH",
        f"/jobs/{job['id']}",
        {"status": "draft"},
        status=400,
        show=("error",),
    )
    _find(scene, job["id"], family_id)


def _attach_interview(scene: Scene, path: str) -> None:
    scene.customer.call(
        "The service does not attach an unknown interview.",
        "PATCH",
        f"{path}/interview",
        {"interviewId": UNKNOWN_ID},
        status=404,
        show=("error",),
    )
    interview_id = scene.made["interview"]["id"]
    attached = scene.customer.call(
        "The team attaches its interview to the job.",
        "PATCH",
        f"{path}/interview",
        {"interviewId": interview_id},
        show=("data.job.id", "data.job.interviewId"),
    ).data["job"]
    expect("the interview of the job", attached["interviewId"], interview_id)


def _find(scene: Scene, job_id: str, family_id: str) -> None:
    found = scene.customer.call(
        "The list of jobs can be filtered by status and location, and searched.",
        "GET",
        "/jobs?status=active&location=Hamburg&search=telephone",
        show=("data.jobs[].title", "data.jobs[].location", "data.pagination"),
    ).data
    expect("the jobs found", [job["id"] for job in found["jobs"]], [job_id])
    family = scene.customer.call(
        "The family lists the job, too.",
        "GET",
        f"/job-families/{family_id}",
        show=("data.jobFamily.displayName", "data.jobFamily.jobIds"),
    ).data["jobFamily"]
    require("the jobs of the family", job_id in family["jobIds"], job_id, family["jobIds"])
