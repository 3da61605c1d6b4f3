"""The retrieval of passages and jobs for a candidate's question."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.content.knowledge.models import Article
from gather.content.knowledge.retrieval import (
    LONGEST_PASSAGE,
    MOST_PASSAGES,
    asks_for_jobs,
    best_jobs,
    best_passages,
    jobs_for_engine,
    jobs_for_resume,
    passages_for_engine,
    passages_of,
    reads_like_resume,
    terms,
)
from gather.ports.assistant import OfferedJob

_ARTICLES = (
    Article(id="1", title="Working hours", text="Shifts begin at 6:00 and 14:00.\n\nWeekends are free."),
    Article(
        id="2",
        title="Benefits",
        text="## Holidays\n\nYou have **28 days** of vacation.\n\n## Insurance\n\nWe pay health insurance.",
    ),
    Article(id="3", title="How to apply", text="Applications take ten minutes. We answer within a week."),
    Article(id="4", title="Café", text="The café in the Malmö office serves lunch."),
    Article(id="5", title="Remote work", text="Office teams may work from home two days a week."),
)
_PASSAGES = passages_of(_ARTICLES)

_WAREHOUSE = OfferedJob("w", "Warehouse Associate", "Logistics", ("Berlin",), description="Pack parcels.")
_SUPPORT = OfferedJob(
    "s", "Customer Support Specialist", "Support", ("Lisbon", "Porto"), "remote",
    "Help customers by phone.", "Patience, English, ticket systems, customer experience.", ("support",),
)  # fmt: skip
_JOBS = (_WAREHOUSE, _SUPPORT)


@pytest.mark.parametrize(
    ("question", "article"),
    [
        ("When do shifts begin?", "1"),
        ("Do I have to work on weekends?", "1"),
        ("How many vacation days do I get?", "2"),
        ("tell me about insurances", "2"),
        ("How can I apply?", "3"),
        ("Is there a cafe in Malmo?", "4"),
        ("Can I work remotely from home?", "5"),
    ],
)
def test_finds_the_article_that_answers(question: str, article: str) -> None:
    assert best_passages(question, _PASSAGES)[0].article_id == article


@pytest.mark.parametrize(
    "question",
    [
        "Do you have a swimming pool?",
        "What is the capital of France?",
        "Who founded the company?",
        "Can you tell me a joke about elephants?",
        "",
        "???",
        "the of and",
    ],
)
def test_finds_nothing_when_nothing_fits(question: str) -> None:
    assert best_passages(question, _PASSAGES) == []


def test_a_small_knowledge_base_is_told_whole_the_best_first() -> None:
    told = passages_for_engine("How many vacation days do I get?", _PASSAGES)

    assert told[0].article_id == "2"
    assert set(told) == set(_PASSAGES)
    assert len(told) == len(_PASSAGES)


def test_of_a_large_knowledge_base_only_what_fits_is_told() -> None:
    history = [Article(id=f"h{each}", title="History", text="It was long ago. " * 400) for each in range(2)]
    large = [*_PASSAGES, *passages_of(history)]

    assert passages_for_engine("How many vacation days do I get?", large) == best_passages(
        "How many vacation days do I get?", large
    )
    assert passages_for_engine("Wie viele Urlaubstage?", large) == []


def test_few_jobs_are_all_told_and_of_many_those_that_are_meant() -> None:
    many = [_WAREHOUSE, *(OfferedJob(str(each), f"Pilot {each}") for each in range(5))]

    assert jobs_for_engine("What does it pay?", _JOBS) == [_WAREHOUSE, _SUPPORT]
    assert jobs_for_engine("Do you have remote jobs?", _JOBS) == [_SUPPORT, _WAREHOUSE]
    assert jobs_for_engine("Any open positions in Berlin?", many) == [_WAREHOUSE]
    assert jobs_for_engine("What does it pay?", many) == []


def test_a_question_for_a_title_finds_the_beginning_of_its_text() -> None:
    article = Article(id="1", title="Working hours", text="Shifts have eight hours.\n\nSundays are free.")

    assert best_passages("What are the working hours?", passages_of([article]))[0].text.startswith("Shifts")


def test_a_question_for_jobs_alone_gets_no_articles_that_say_job() -> None:
    article = Article(id="1", title="Hiring", text="If the job is not for you, we tell you why.")

    assert best_passages("Which jobs are open?", passages_of([article])) == []
    assert best_passages("Why was the job not for me?", passages_of([article])) == []


def test_an_article_that_repeats_a_word_does_not_stand_for_the_rest_of_the_question() -> None:
    articles = [Article(id="x", title="Dogs", text="Dogs, dogs, dogs and dogs in the office.")]

    assert best_passages("May dogs travel by airplane with passports?", passages_of(articles)) == []


def test_paragraphs_stand_under_their_heading_and_without_marks() -> None:
    holidays = next(passage for passage in _PASSAGES if "28 days" in passage.text)

    assert holidays.title == "Benefits: Holidays"
    assert holidays.text == "You have 28 days of vacation."


def test_lines_of_a_paragraph_are_joined_and_those_of_a_list_are_not() -> None:
    article = Article(id="1", title="Benefits", text="We\noffer:\n- a ticket,\n  paid\n- 1 laptop\n2) sports")

    assert passages_of([article])[0].text == "We offer:\n- a ticket, paid\n- 1 laptop\n2) sports"


def test_links_in_markdown_stay_readable() -> None:
    article = Article(id="1", title="Apply", text="See [our page](https://example.com/jobs).")

    assert passages_of([article])[0].text == "See our page (https://example.com/jobs)."


@given(st.text(max_size=6_000))
def test_no_passage_is_too_long_or_empty(text: str) -> None:
    if text.strip():
        for passage in passages_of([Article(id="1", title="T", text=text)]):
            assert 0 < len(passage.text) <= LONGEST_PASSAGE


_KNOWN_WORDS = sorted({word for text in (*_PASSAGES, *_JOBS) for word in re.findall(r"\w+", str(text))})
_QUESTIONS = st.lists(st.sampled_from(_KNOWN_WORDS) | st.text(max_size=20), max_size=12).map(" ".join)


@given(_QUESTIONS)
def test_a_passage_that_is_found_has_a_word_of_the_question(question: str) -> None:
    found = best_passages(question, _PASSAGES)

    for passage in found:
        assert set(terms(question)) & set(terms(f"{passage.title} {passage.text}"))
    assert len(found) == len(set(found)) <= MOST_PASSAGES
    assert best_passages(question, _PASSAGES, limit=1) == found[:1]


@given(_QUESTIONS)
def test_a_job_that_is_found_has_a_word_of_the_question_or_jobs_are_asked_for(question: str) -> None:
    found = best_jobs(question, _JOBS)

    assert set(found) <= set(_JOBS)
    for job in found:
        assert asks_for_jobs(question) or set(terms(question)) & set(terms(job.title))
    assert best_jobs(question, _JOBS, limit=1) == found[:1]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which jobs do you have?", [_WAREHOUSE, _SUPPORT]),
        ("Any open positions in Berlin?", [_WAREHOUSE]),
        ("Do you have remote jobs?", [_SUPPORT]),
        ("I want to work in your warehouse", [_WAREHOUSE]),
        ("Any jobs for pilots?", []),
        ("What are your opening hours?", []),
        ("Do you answer the phone?", []),
    ],
)
def test_finds_the_jobs_that_are_meant(question: str, found: list[OfferedJob]) -> None:
    assert best_jobs(question, _JOBS) == found


_RESUME = """Ada Example
Experience
2019 to 2024: customer support in a call centre. Answered tickets by phone and chat, trained new colleagues,
kept calm with unhappy customers, wrote help pages in English and Portuguese, and led a shift of six people.
2015 to 2019: waiter in a hotel. Served guests, took orders and handled complaints during the high season.
Education
2014: University of Lisbon, degree in languages.
Skills: patience, English, ticket systems, customer experience, spreadsheets.
"""


def test_a_resume_is_known_by_its_length_headings_and_years() -> None:
    assert reads_like_resume(_RESUME)
    assert not reads_like_resume("I have experience and skills since 2014 and 2019. Education: university.")
    assert not reads_like_resume("I would like to know how your shifts work. " * 30)


def test_a_resume_finds_the_jobs_that_ask_for_what_it_has() -> None:
    assert jobs_for_resume(_RESUME, _JOBS) == [_SUPPORT]
    assert jobs_for_resume("Nothing of the kind", _JOBS) == []
