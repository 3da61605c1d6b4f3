"""The event catalogue: what receivers are told of each event (interface: Events, rules 1 to 3)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.events import catalogue
from gather.events.event import EventName

CANDIDATE_INTERVIEW = {"candidateInterviewId", "candidateId", "interviewId"}
ENROLLMENT = {"enrollmentId", "jobId", "candidateId", "templateId", "assignmentId", "status"}
STEP = ENROLLMENT | {"enrollmentStepId", "stepId", "artifactId"}

MEMBERS = {
    "question.audio_generated": {
        "aiAudioVersionId", "batchId", "narratorId", "audioUrl", "text", "createdAt",
    },
    "candidate_interview.completed": CANDIDATE_INTERVIEW | {"completedAt"},
    "candidate_interview.status_changed": CANDIDATE_INTERVIEW | {"status", "previousStatus", "updatedAt"},
    "candidate_interview.invited": CANDIDATE_INTERVIEW | {"status", "invitedAt"},
    "candidate_interview.partially_completed": CANDIDATE_INTERVIEW | {"status", "updatedAt"},
    "candidate_interview.expired": CANDIDATE_INTERVIEW | {"status", "expiredAt"},
    "interview.created": {"interviewId", "status", "createdAt"},
    "interview.updated": {"interviewId", "status", "updatedAt"},
    "workflow.enrollment.created": ENROLLMENT | {"createdAt"},
    "workflow.enrollment.completed": ENROLLMENT | {"completedAt"},
    "workflow.enrollment.failed": ENROLLMENT | {"failedAt"},
    "workflow.step.invited": STEP | {"inviteUrl", "invitedAt"},
    "workflow.step.completed": STEP | {"hasNextStep", "completedAt"},
    "workflow.step.failed": STEP | {"failedAt"},
    "workflow.step.waiting_for_evaluation": STEP | {"updatedAt"},
}  # fmt: skip
"""The members that every such event has, by its name on the wire."""


def payload(name: str, **members: Any) -> dict[str, Any]:
    """The members of an event whose required members all hold something fitting."""
    model = catalogue.PAYLOADS[EventName(name)]
    fitting: dict[str, Any] = {member: f"a {member}" for member in MEMBERS[name]}
    fitting |= {"hasNextStep": True} if "hasNextStep" in fitting else {}
    fitting |= {"status": 0} if name.startswith("interview.") else {}
    fitting |= {"inviteUrl": "https://screen.example/i/token"} if "inviteUrl" in fitting else {}
    return model.model_validate(fitting | members).members()


def test_the_catalogue_has_exactly_the_events_of_the_interface() -> None:
    assert {name.value for name in EventName} == set(MEMBERS)
    assert {name.value for name in catalogue.PAYLOADS} == set(MEMBERS)


@pytest.mark.parametrize("name", MEMBERS)
def test_an_event_carries_its_members_and_never_its_name(name: str) -> None:
    members = payload(name)
    assert set(members) == MEMBERS[name]
    assert name not in json.dumps(members)


@pytest.mark.parametrize("name", MEMBERS)
def test_no_event_goes_out_without_a_member_that_was_promised(name: str) -> None:
    model = catalogue.PAYLOADS[EventName(name)]
    for missing in MEMBERS[name]:
        with pytest.raises(ValueError, match=missing):
            model.model_validate({key: value for key, value in payload(name).items() if key != missing})


def test_a_first_status_has_null_as_its_predecessor() -> None:
    members = payload("candidate_interview.status_changed", previousStatus=None)
    assert members["previousStatus"] is None


@pytest.mark.parametrize("member", ["candidateInterviewId", "candidateMeetingId"])
def test_a_step_names_the_candidate_record_of_its_type_only(member: str) -> None:
    members = payload("workflow.step.invited", **{member: "an id"})
    assert set(members) - MEMBERS["workflow.step.invited"] == {member}


def test_a_scored_step_tells_its_score_and_threshold() -> None:
    members = payload("workflow.step.completed", score=71, scoreThreshold=70.5)
    assert (members["score"], members["scoreThreshold"]) == (71, 70.5)


def test_an_invite_url_is_cut_free_of_internal_tokens() -> None:
    members = payload("workflow.step.invited", inviteUrl="https://screen.example/i/abc?taskToken=x#y")
    assert members["inviteUrl"] == "https://screen.example/i/abc"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), JSON))
def test_a_body_says_what_the_payload_says_in_ascii_whatever_the_order(members: dict[str, Any]) -> None:
    sent = catalogue.body(members)
    assert json.loads(sent) == members
    assert sent.isascii()
    assert catalogue.body(dict(reversed(members.items()))) == sent
