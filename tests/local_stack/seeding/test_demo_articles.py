"""Questions of readers to the local stack's knowledge base, whose answers must come first."""

import pytest

from gather.content.knowledge.models import Article
from gather.content.knowledge.retrieval import best_passages, passages_of
from local_stack.seeding.demo_chat import ARTICLES

PASSAGES = passages_of([Article(id=title, title=title, text=text) for title, text in ARTICLES.items()])


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("How many days of holiday are there?", "30 days"),
        ("How many holidays do I get?", "30 days"),
        ("How much holiday is there per year?", "30 days"),
        ("How many vacation days do I get?", "30 days"),
        ("How many days off do I get?", "30 days"),
        ("How long is the week?", "38 hours"),
        ("How long is a working week?", "38 hours"),
        ("How many hours a week would I work?", "38 hours"),
        ("What are the working hours?", "38 hours"),
        ("Do I have to work on public holidays?", "public holidays are free"),
        ("Can I work from home?", "up to three days a week"),
        ("What benefits are there?", "public transport ticket"),
    ],
)
def test_the_first_passage_has_the_fact_that_is_asked_for(question: str, fact: str) -> None:
    assert fact in best_passages(question, PASSAGES)[0].text
