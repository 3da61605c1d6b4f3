"""The team creates a job of a family, with the interview that its applicants take."""

from demo.deviation import expect, require
from demo.scene import UNKNOWN_ID, Scene
from talent_screening import NotFound, ValidationFailed
from talent_screening.models import AttachInterview, ChangeJob, CreateJob


def make_job(scene: Scene) -> None:
    """Create a job, attach its interview, try to set an earlier status, and search for the job."""
    step = scene.customer.step(
        "The administration maintains the job families.",
        show=("data.jobFamilies[].id", "data.jobFamilies[].displayName"),
    )
    families = step.list_job_families().job_families
    require("job families", families, "one of the team", families)
    family_id = families[0].id
    step = scene.customer.step(
        "The team creates a job in a family. Applicants can start at once.",
        status=201,
        show=("data.job.id", "data.job.title", "data.job.status", "data.job.interviewId"),
    )
    job = step.create_job(
        CreateJob(
            title="Customer support specialist",
            type="requisition",
            location=["Berlin", "Hamburg"],
            description="You help customers by telephone and chat.",
            status="active",
            apply_action="interview_first",
            job_family_ids=[family_id],
        )
    ).job
    scene.made.job = job
    _attach_interview(scene, job.id)
    scene.customer.refused(
        "A status changes only along its transitions. The service refuses any other change and says why.",
        ValidationFailed,
        lambda customer: customer.change_job(job.id, ChangeJob(status="draft")),
    )
    _find(scene, job.id, family_id)


def _attach_interview(scene: Scene, job_id: str) -> None:
    scene.customer.refused(
        "The service does not attach an unknown interview.",
        NotFound,
        lambda customer: customer.attach_interview(job_id, AttachInterview(interview_id=UNKNOWN_ID)),
    )
    interview_id = scene.made.interview.id
    step = scene.customer.step(
        "The team attaches its interview to the job.", show=("data.job.id", "data.job.interviewId")
    )
    attached = step.attach_interview(job_id, AttachInterview(interview_id=interview_id)).job
    expect("the interview of the job", attached.interview_id, interview_id)


def _find(scene: Scene, job_id: str, family_id: str) -> None:
    step = scene.customer.step(
        "The list of jobs can be filtered by status and location, and searched.",
        show=("data.jobs[].title", "data.jobs[].location", "data.pagination"),
    )
    found = step.list_jobs(status="active", location="Hamburg", search="telephone").jobs
    expect("the jobs found", [job.id for job in found], [job_id])
    step = scene.customer.step(
        "The family lists the job, too.", show=("data.jobFamily.displayName", "data.jobFamily.jobIds")
    )
    job_ids = step.get_job_family(family_id).job_family.job_ids
    require("the jobs of the family", job_id in job_ids, job_id, job_ids)
