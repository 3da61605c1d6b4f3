"""Knowledge bases over the HTTP interface, and who answers from them (interface: Knowledge bases)."""

from typing import Any

import pytest

from gather.content.knowledge import service as knowledge_service
from gather.content.knowledge import storage
from gather.content.knowledge.models import MOST_ARTICLES, Article, KnowledgeBase
from gather.content.knowledge.storage import ARTICLE, KNOWLEDGE_BASE, list_articles
from gather.core.identifiers import new_id
from gather.core.record import common_fields
from gather.table.records import Records
from tests.builders.content import MADE_AT, scope_of
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.chat_candidate import chatting
from tests.doubles.engines import ScriptedEngines
from tests.support.records import KNOWLEDGE_BASE as WORKING_HERE
from tests.support.records import add_knowledge_base, post_chatbot

pytestmark = pytest.mark.routes

DOGS = {"title": "Dogs", "text": "Dogs are welcome in the office on Fridays."}


def post(service: Service, **fields: object) -> dict[str, Any]:
    """A knowledge base, as its POST returns it."""
    reply = service.post("/knowledge-bases", {**WORKING_HERE, **fields})
    assert reply.status == 201, reply.body
    base: dict[str, Any] = reply.data["knowledgeBase"]
    return base


def test_a_knowledge_base_is_returned_with_its_articles(service: Service, tenant: Tenant) -> None:
    base = post(service)

    assert base == {
        **WORKING_HERE,
        "id": base["id"],
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": base["createdAt"],
        "updatedAt": base["createdAt"],
        "archivedAt": None,
    }
    assert service.get(f"/knowledge-bases/{base['id']}").data["knowledgeBase"] == base
    assert service.get("/knowledge-bases").data == {
        "knowledgeBases": [base],
        "pagination": {"page": 1, "pageSize": 50, "total": 1, "totalPages": 1},
    }


def test_all_faults_of_a_body_are_named(service: Service) -> None:
    assert service.post("/knowledge-bases", {}).faulty_fields == {"title", "articles"}
    reply = service.post("/knowledge-bases", {"title": " ", "articles": [{"title": "Pay"}, {"text": " "}]})
    assert reply.faulty_fields == {"title", "articles[0].text", "articles[1].title", "articles[1].text"}
    many = [DOGS] * (MOST_ARTICLES + 1)
    assert service.post("/knowledge-bases", {"title": "Much", "articles": many}).faulty_fields == {"articles"}


def test_a_patch_replaces_what_it_names_alone(service: Service) -> None:
    base = post(service)
    path = f"/knowledge-bases/{base['id']}"

    titled = service.patch(path, {"title": "Benefits"}).data["knowledgeBase"]
    told = service.patch(path, {"articles": [DOGS]}).data["knowledgeBase"]

    assert (titled["title"], titled["articles"]) == ("Benefits", base["articles"])
    assert (told["title"], told["articles"]) == ("Benefits", [DOGS])
    assert service.get(path).data["knowledgeBase"] == told
    assert service.patch(path, {"articles": []}).data["knowledgeBase"]["articles"] == []


def test_a_change_of_another_version_is_refused(service: Service) -> None:
    base_id = add_knowledge_base(service)
    path = f"/knowledge-bases/{base_id}"
    version = service.get(path).headers["etag"]

    first = service.patch(path, {"articles": [DOGS]}, headers={"If-Match": version})
    second = service.patch(path, {"articles": []}, headers={"If-Match": version})

    assert (first.status, second.status) == (200, 412)
    assert service.get(path).data["knowledgeBase"]["articles"] == [DOGS]


def test_long_articles_come_back_whole_and_shrink_again(service: Service, records: Records) -> None:
    long = [{"title": f"Article {number}", "text": f"{number} " + "x" * 9_900} for number in range(90)]
    base = post(service, articles=long)
    path = f"/knowledge-bases/{base['id']}"

    assert service.get(path).data["knowledgeBase"]["articles"] == long
    service.patch(path, {"articles": [DOGS]})

    assert service.get(path).data["knowledgeBase"]["articles"] == [DOGS]
    parts = [storage.ARTICLES.key(base["teamId"], base["id"], number) for number in range(4)]
    assert len(records.table.get_many(parts)) == 1


def test_a_page_that_would_grow_too_large_has_no_more_articles(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = post(service), post(service)
    monkeypatch.setattr(knowledge_service, "MOST_LISTED_BYTES", 60)

    listed = service.get("/knowledge-bases").data["knowledgeBases"]

    assert listed == [second, {**first, "articles": None}]


def test_the_list_has_pages_newest_first(service: Service) -> None:
    bases = [post(service, title=f"Base {number}") for number in range(3)]

    page = service.get("/knowledge-bases", page=2, pageSize=2)
    first = service.get("/knowledge-bases", cursor="", pageSize=2)
    rest = service.get("/knowledge-bases", cursor=first.body["meta"]["nextCursor"], pageSize=2)

    assert page.data["knowledgeBases"] == [bases[0]]
    assert page.data["pagination"]["totalPages"] == 2
    assert first.data == {"knowledgeBases": [bases[2], bases[1]]}
    assert (rest.data, rest.body["meta"]["nextCursor"]) == ({"knowledgeBases": [bases[0]]}, None)


def test_an_archived_one_leaves_the_list_and_stays_readable(service: Service) -> None:
    base = post(service)
    path = f"/knowledge-bases/{base['id']}"

    archived = service.delete(path).data["knowledgeBase"]

    assert archived == {"id": base["id"], "archivedAt": archived["archivedAt"]}
    assert service.delete(path).data["knowledgeBase"] == archived
    assert service.get("/knowledge-bases").data["knowledgeBases"] == []
    assert service.get(path).data["knowledgeBase"]["archivedAt"] == archived["archivedAt"]
    refused = service.post("/chatbots", {"title": "A", "displayName": "A", "knowledgeBaseIds": [base["id"]]})
    assert refused.status == 404


def test_absent_ones_are_not_found(service: Service, other_tenant: Tenant) -> None:
    base_id = add_knowledge_base(service)
    other = service.using(other_tenant.key)

    for client, absent in ((service, UNKNOWN_ID), (other, base_id)):
        path = f"/knowledge-bases/{absent}"
        assert [client.get(path).status, client.patch(path, {}).status, client.delete(path).status] == [
            404
        ] * 3


def test_a_chat_answers_at_once_from_what_was_changed(service: Service, engines: ScriptedEngines) -> None:
    base_id = add_knowledge_base(service)
    candidate = chatting(service, post_chatbot(service, knowledgeBaseIds=[base_id]))
    told = []

    def ask() -> None:
        candidate.say("May I bring my dogs, and how many days of holiday are there?")
        told.append([passage.title for passage in engines.the_assistant.requests[-1].passages])

    ask()
    service.patch(f"/knowledge-bases/{base_id}", {"articles": [DOGS]})
    ask()
    service.delete(f"/knowledge-bases/{base_id}")
    ask()

    assert told == [["Holiday"], ["Dogs"], []]


def test_articles_of_an_earlier_release_are_read_until_they_are_replaced(
    service: Service, records: Records, tenant: Tenant
) -> None:
    base = KnowledgeBase(**common_fields(scope_of(tenant), MADE_AT), title="Old")
    unit = records.unit_of_work()
    unit.create(KNOWLEDGE_BASE, base)
    unit.commit()
    old = Article(id=new_id(), **DOGS)
    place = ARTICLE.at(tenant.team_id, base.id, old.id)
    records.table.write(place.put(**old.model_dump(by_alias=True)))
    path = f"/knowledge-bases/{base.id}"

    assert list_articles(records.table, tenant.team_id, [base.id]) == [old]
    assert service.get(path).data["knowledgeBase"]["articles"] == [DOGS]
    knowledge_service.add_article(records, tenant.team_id, base.id, Article(id=new_id(), **DOGS))
    assert service.get(path).data["knowledgeBase"]["articles"] == [DOGS, DOGS]
    assert records.table.get(place.key) is None
    assert service.patch(path, {"articles": []}).data["knowledgeBase"]["articles"] == []
