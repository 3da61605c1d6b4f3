"""Behaviour that audio, survey and AI text questions share.

Interface: Audio questions, rule 5; Survey questions, rule 1; AI text questions, rule 2.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant

pytestmark = pytest.mark.routes


@dataclass(frozen=True)
class Questions:
    """The questions of one kind, as a client of their routes sees them."""

    service: Service
    path: str
    resource: str
    member: str
    body: dict[str, object]

    def using(self, key: str) -> "Questions":
        """Returns the same routes with another key."""
        return Questions(self.service.using(key), self.path, self.resource, self.member, self.body)

    def of(self, reply: Reply) -> dict[str, Any]:
        """Returns the question in a reply."""
        question: dict[str, Any] = reply.data[self.member]
        return question

    def add(self, **fields: object) -> dict[str, Any]:
        reply = self.service.post(self.path, {**self.body, **fields})
        assert reply.status == 201, reply.body
        return self.of(reply)

    def read(self, question_id: str, **query: object) -> dict[str, Any]:
        return self.of(self.service.get(f"{self.path}/{question_id}", **query))

    def listed(self, **query: object) -> list[dict[str, Any]]:
        questions: list[dict[str, Any]] = self.service.get(self.path, **query).data[f"{self.member}s"]
        return questions

    def titles(self, **query: object) -> list[str]:
        return [question["title"] for question in self.listed(**query)]

    def each_way_to(self, question_id: str) -> list[Reply]:
        """Returns the replies to reading, changing and archiving a question."""
        path = f"{self.path}/{question_id}"
        return [
            self.service.get(path),
            self.service.patch(path, {"title": "X"}),
            self.service.delete(path),
        ]


KINDS: dict[str, tuple[str, str, str, dict[str, object]]] = {
    "audio": ("/questions", "audio question", "question", {"audioURL": "https://cdn.example.com/why.mp3"}),
    "survey": ("/survey-questions", "survey question", "surveyQuestion", {"type": "YES_NO"}),
    "AI text": ("/ai-text-questions", "AI text question", "aiTextQuestion", {"questionText": "Why us?"}),
}


@pytest.fixture(params=KINDS)
def questions(request: pytest.FixtureRequest, service: Service) -> Questions:
    path, resource, member, body = KINDS[request.param]
    return Questions(service, path, resource, member, {"title": "Why us?", **body})


def test_the_list_is_paged_from_zero_newest_first(questions: Questions) -> None:
    made = [questions.add(title=f"Question {number}") for number in range(4)]

    first = questions.service.get(questions.path, pageSize=3).data
    second = questions.service.get(questions.path, pageSize=3, page=1).data

    assert first[f"{questions.member}s"] == made[:0:-1]
    assert second[f"{questions.member}s"] == made[:1]
    assert first["pagination"] == {"total": 4, "page": 0, "pages": 2, "pageSize": 3}
    assert second["pagination"] == {"total": 4, "page": 1, "pages": 2, "pageSize": 3}
    assert questions.service.get(questions.path).data["pagination"]["pageSize"] == 50
    assert questions.listed(page=2, pageSize=3) == []


@pytest.mark.parametrize(
    ("query", "faulty"),
    [
        ({"page": -1}, {"page"}),
        ({"page": "first", "pageSize": 0}, {"page", "pageSize"}),
        ({"page": -1, "pageSize": 101, "archived": "yes"}, {"page", "pageSize", "archived"}),
    ],
)
def test_a_query_outside_its_range_is_refused(
    questions: Questions, query: dict[str, object], faulty: set[str]
) -> None:
    reply = questions.service.get(questions.path, **query)

    assert (reply.status, reply.faulty_fields) == (400, faulty)


def test_search_ignores_the_case_of_titles(questions: Questions) -> None:
    for title in ("Teamwork", "Why this TEAM?", "Availability"):
        questions.add(title=title)

    assert questions.titles(search="team") == ["Why this TEAM?", "Teamwork"]


@pytest.mark.parametrize("questions", ["audio", "AI text"], indirect=True)
def test_search_looks_through_descriptions_too(questions: Questions) -> None:
    questions.add(title="Teamwork")
    questions.add(title="Motivation", description="Why this TEAM?")
    questions.add(title="Availability", description="Shifts")

    assert questions.titles(search="team") == ["Motivation", "Teamwork"]


def test_archived_chooses_which_questions_are_listed(questions: Questions) -> None:
    old, _ = questions.add(title="Old"), questions.add(title="Current")
    path = f"{questions.path}/{old['id']}"

    archived = questions.of(questions.service.delete(path))

    assert archived == {"id": old["id"], "archivedAt": archived["archivedAt"]}
    assert questions.titles(archived="true") == ["Old"]
    assert questions.titles(archived="false") == ["Current"]
    assert sorted(questions.titles()) == ["Current", "Old"]
    assert questions.read(old["id"])["archivedAt"] == archived["archivedAt"]
    assert questions.of(questions.service.delete(path)) == archived


def test_changes_against_an_older_version_are_refused(questions: Questions) -> None:
    question = questions.add()
    service, path = questions.service, f"{questions.path}/{question['id']}"
    seen = {"If-Match": service.get(path).headers["etag"]}
    changed = service.patch(path, {"title": "First"}, headers=seen)
    assert changed.status == 200

    for reply in (
        service.patch(path, {"title": "Second"}, headers=seen),
        service.request("DELETE", path, headers=seen),
    ):
        assert (reply.status, reply.error["code"]) == (412, "PRECONDITION_FAILED")
    left = questions.read(question["id"])
    assert (left["title"], left["archivedAt"]) == ("First", None)
    newest = {"If-Match": changed.headers["etag"]}
    assert service.patch(path, {"title": "Third"}, headers=newest).status == 200


def test_a_repeated_post_makes_one_question(questions: Questions) -> None:
    headers = {"Idempotency-Key": "why-us-1"}

    first, again = (questions.service.post(questions.path, questions.body, headers=headers) for _ in range(2))

    assert (first.status, first.data) == (201, again.data)
    assert questions.titles() == ["Why us?"]


def test_another_tenants_question_is_absent(questions: Questions, other_tenant: Tenant) -> None:
    question = questions.add()
    stranger = questions.using(other_tenant.key)

    for reply in stranger.each_way_to(question["id"]):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": questions.resource, "id": question["id"]}
    assert stranger.listed() == []
    assert questions.read(question["id"]) == question


def test_another_teams_question_is_absent(questions: Questions, tenant: Tenant) -> None:
    question = questions.add(teamId=tenant.second_team_id)

    assert question["teamId"] == tenant.second_team_id
    assert {reply.status for reply in questions.each_way_to(question["id"])} == {404}
    assert questions.listed() == []
    assert questions.read(question["id"], teamId=tenant.second_team_id) == question
    assert questions.listed(teamId=tenant.second_team_id) == [question]


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid"])
def test_an_unknown_id_is_404(questions: Questions, identifier: str) -> None:
    for reply in questions.each_way_to(identifier):
        assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND")
