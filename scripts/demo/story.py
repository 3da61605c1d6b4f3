"""The chapters, in their order. A new one is a function that takes the scene, and a line here."""

from collections.abc import Callable, Sequence

from demo.chapters import (
    ai_interview,
    candidate,
    chat,
    connect,
    content,
    conversation,
    customer,
    deliveries,
    imports,
    jobs,
    limits,
    people,
    results,
    suites,
    workflow,
)
from demo.scene import Scene

Chapter = Callable[[Scene], None]

CHAPTERS: Sequence[tuple[str, Chapter]] = (
    ("The customer has a key and subscribes to events", customer.subscribe),
    ("The team makes its questions", content.make_questions),
    ("The questions become an interview with a scorecard", content.make_interview),
    ("The team opens a job for the interview", jobs.make_job),
    ("A candidate is invited by e-mail and SMS", candidate.invite),
    ("The candidate answers, without a key", candidate.answer),
    ("The answers are transcribed, scored and summarized", results.read),
    ("The customer received every event, signed", deliveries.verify_all),
    ("A visitor asks a chatbot", chat.ask),
    ("The team creates an AI interview with a replica", ai_interview.make_ai_interview),
    ("A candidate talks with the AI interviewer", conversation.talk),
    ("A second shift gets a team and users", people.make_team),
    ("Candidates go through the steps of a workflow", workflow.hire),
    ("A recruiting suite provides a job and orders an interview", connect.order),
    ("A recruiter orders in Greenhouse and sees the score there", suites.order_in_greenhouse),
    ("Twelve candidates come from a file, and three are worth a call", imports.find_three),
    ("Completion is final, and unknown keys are refused", limits.try_them),
)


def tell(scene: Scene) -> None:
    """Play all chapters. Raises Deviation at the first thing that is not as promised."""
    for title, chapter in CHAPTERS:
        scene.page.chapter(title)
        chapter(scene)
