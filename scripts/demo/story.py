"""The chapters, in their order. A new one is a function that takes the scene, and a line here."""

from collections.abc import Callable, Sequence

from demo.chapters import (
    ai_interview,
    candidate,
    chat,
    connect,
    content,
    customer,
    deliveries,
    jobs,
    limits,
    people,
    results,
    workflow,
)
from demo.scene import Scene

Chapter = Callable[[Scene], None]

CHAPTERS: Sequence[tuple[str, Chapter]] = (
    ("The customer has a key and subscribes to events", customer.subscribe),
    ("The team makes its questions", content.make_questions),
    ("The questions become an interview with a scorecard", content.make_interview),
    ("A job is what the interview is for", jobs.make_job),
    ("A candidate is invited by e-mail and SMS", candidate.invite),
    ("The candidate answers, without a key", candidate.answer),
    ("The answers are transcribed, scored and summed up", results.read),
    ("The customer was told of everything, signed and once", deliveries.verify_all),
    ("Somebody who is only looking asks a chatbot", chat.ask),
    ("A replica asks in an AI interview", ai_interview.make_ai_interview),
    ("A second shift gets a team and users", people.make_team),
    ("Candidates go through the steps of a workflow", workflow.hire),
    ("A recruiting suite orders an interview, and its jobs come in", connect.order),
    ("What is done stays done, and strangers stay out", limits.try_them),
)


def tell(scene: Scene) -> None:
    """Play all chapters. Raises Deviation at the first thing that is not as promised."""
    for title, chapter in CHAPTERS:
        scene.page.chapter(title)
        chapter(scene)
