"""The pages of enrollments show the steps, and a name in them is never more than text."""

from dataclasses import replace
from xml.etree import ElementTree

from local_stack.pages.enrollments import (
    DecisionView,
    EnrollmentView,
    StepView,
    enrollment_page,
    list_page,
    picture,
)

GATED = StepView(
    title="First conversation",
    kind="standard_interview",
    status="passed",
    score=82,
    threshold=60,
    moments=[
        ("Invite sent", "2026-03-02T09:30:00.000Z"),
        ("Candidate completed", "2026-03-02T11:00:00.000Z"),
        ("Decided", "2026-03-05T11:00:00.000Z"),
    ],
)
MEETING = StepView(
    title="On site",
    kind="meeting",
    status="invited",
    moments=[("Invite sent", "2026-03-05T11:00:01.000Z")],
    waiting="Waiting for the candidate until 2026-03-19 11:00:01",
)
LAST = StepView(title="Second conversation", kind="ai_interviewer", status="pending")
ADA = EnrollmentView(
    id="0190a0b0-c0d0-7123-8456-789abcdef012",
    candidate="Ada Example",
    job="Porter",
    status="active",
    begun_at="2026-03-02T09:30:00.000Z",
    ended_at=None,
    execution="0190a0b0-c0d0-7123-8456-789abcdef012-2",
    steps=(GATED, MEETING, LAST),
)
EVIL = '<script>alert("1")</script>{title}{body}'


def texts(svg: str) -> list[str]:
    """Returns the texts of a picture, which must be well formed."""
    return [text for element in ElementTree.fromstring(svg).iter() if (text := element.text)]


def test_each_step_stands_there_with_its_status_score_and_times() -> None:
    shown = texts(str(picture(ADA)))

    for expected in ("First conversation", "passed", "score 82, the gate is 60", "2026-03-02 09:30:00"):
        assert expected in shown
    assert "+1.5 h" in shown
    assert "+3.0 d" in shown
    assert "Waiting for the candidate until 2026-03-19 11:00:01" in shown
    assert "Enrollment still on the way" in shown


def test_a_step_without_a_score_says_so() -> None:
    waiting = replace(GATED, status="waiting_for_evaluation", score=None)
    shown = texts(str(picture(replace(ADA, steps=(waiting,)))))

    assert "waiting for the evaluation" in shown
    assert "no score yet, the gate is 60" in shown


def test_the_page_names_the_execution() -> None:
    assert ADA.execution in enrollment_page(ADA)


def test_the_end_stands_under_the_steps() -> None:
    ended = replace(ADA, status="failed", ended_at="2026-03-05T11:00:02.000Z")

    assert "Enrollment failed 2026-03-05 11:00:02" in texts(str(picture(ended)))


def test_what_people_wrote_is_only_text() -> None:
    step = replace(MEETING, title=EVIL, waiting=EVIL)
    written = replace(ADA, candidate=EVIL, job=EVIL, steps=(step,))

    for page in (enrollment_page(written), list_page([written], 1)):
        assert "<script" not in page
        assert page.count("<main>") == 1
    assert EVIL in texts(str(picture(written)))


def test_the_list_leads_to_each_enrollment_and_says_how_many_there_are() -> None:
    page = list_page([ADA], 300)

    assert f'href="/_local/enrollments/{ADA.id}"' in page
    assert "the newest 1 of 300" in page
    assert "Nobody is enrolled yet." in list_page([], 0)


def test_a_picture_of_many_steps_and_of_later_statuses_is_drawn() -> None:
    later = replace(LAST, status="postponed", kind="site_visit")

    assert "postponed" in texts(str(picture(replace(ADA, steps=(GATED,) * 19 + (later,)))))


REJECTED = replace(
    GATED,
    status="failed",
    score=31,
    decisions=[
        DecisionView("hold", "Robin Example", "2026-03-03T10:00:00.000Z"),
        DecisionView("reject", "a key of the team", "2026-03-04T10:00:00.000Z"),
    ],
)


def test_decisions_of_people_stand_among_what_happened_with_who_and_when() -> None:
    shown = texts(str(picture(replace(ADA, status="failed", steps=(REJECTED,)))))

    order = [
        "Candidate completed",
        "Put on hold by Robin Example",
        "Rejected by a key of the team",
        "Decided",
    ]
    assert [text for text in shown if text in order] == order
    assert "2026-03-03 10:00:00" in shown
    for page in (
        enrollment_page(replace(ADA, steps=(REJECTED,))),
        list_page([replace(ADA, steps=(REJECTED,))], 1),
    ):
        assert "Put on hold by Robin Example" in page
        assert "2026-03-04 10:00:00" in page


def test_a_step_below_its_threshold_waits_for_a_person() -> None:
    words = "Waiting for a person's decision"
    waiting = replace(GATED, status="waiting_for_evaluation", score=31, waits_for_person=True, waiting=words)
    enrollment = replace(ADA, steps=(waiting,))

    shown = texts(str(picture(enrollment)))
    assert {"waiting for a person", words} <= set(shown)
    assert "waiting for the evaluation" not in shown
    assert "Waiting for a person" in list_page([enrollment], 1)


def test_a_step_that_waits_for_its_score_waits_for_no_person() -> None:
    waiting = replace(GATED, status="waiting_for_evaluation", score=None)

    assert "a person" not in list_page([replace(ADA, steps=(waiting,))], 1)


def test_the_name_of_who_decided_is_never_more_than_text() -> None:
    step = replace(GATED, decisions=[DecisionView("advance", EVIL, "2026-03-03T10:00:00.000Z")])

    for page in (enrollment_page(replace(ADA, steps=(step,))), list_page([replace(ADA, steps=(step,))], 1)):
        assert "<script>" not in page
