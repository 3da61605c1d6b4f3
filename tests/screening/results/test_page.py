"""The page that a share link opens (interface: Results, rule 7)."""

import re

import pytest

from gather.core.language import LANGUAGES
from gather.screening.answers.models import POOR_TRANSCRIPTION, StoredAnswer
from gather.screening.answers.storage import ANSWER as STORED
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.screening.evaluations.models import (
    StoredEvaluation,
    StoredScoreCard,
    StoredSurveyScore,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table.records import Records
from screening.pages.results_phrases import phrases
from tests.builders.screening import make_screening
from tests.builders.service import Reply, Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.doubles.screening_candidate import ANSWER, Screening

pytestmark = pytest.mark.routes

SAFETY = StoredTopicScore(
    topic="Safety & <care>",
    weight=60,
    score=40,
    confidence=0.35,
    explanation="Says little of it.",
    evidence=("train new colleagues on safety", "new colleagues"),
)
PLANNING = StoredTopicScore(
    topic="Planning",
    weight=40,
    score=90,
    confidence=0.8,
    explanation="Plans.",
    evidence=("plan every delivery",),
)


@pytest.fixture
def screening(service: Service) -> Screening:
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    return made


def evaluate(records: Records, tenant: Tenant, screening: Screening, knocked_out: bool = False) -> None:
    survey = StoredSurveyScore(
        question_id=screening.questions["licence"],
        title="Do you hold a forklift licence?",
        score=0 if knocked_out else 100,
        knocked_out=knocked_out,
    )
    card = StoredScoreCard(overall_score=60, overall_explanation="By words.", topic_scores=(SAFETY, PLANNING))
    evaluation = StoredEvaluation(
        run=1,
        summary_status=SummaryStatus.COMPLETE,
        score=60,
        summary="Leads.",
        score_card=card,
        survey=(survey,),
    )
    put_evaluation(records, tenant.team_id, screening.id, evaluation)


def open_page(screening: Screening, language: str = "") -> Reply:
    link = screening.results()["shareLink"]
    path = f"/share/{link.rpartition('/')[2]}"
    return screening.page.request("GET", path, headers={"accept-language": language})


def test_says_who_for_which_role_when_and_how_well(
    records: Records, tenant: Tenant, screening: Screening
) -> None:
    evaluate(records, tenant, screening)

    page = open_page(screening).body

    assert "<h1>Ada Lovelace</h1>" in page
    assert '<p class="lead">Warehouse lead</p>' in page
    assert re.search(r"Completed on [A-Z][a-z]+ \d+, \d{4}", page)
    assert 'aria-label="Overall score: 60 of 100"' in page
    assert "Example Team 1" in page
    assert "An AI scored these answers. Please read them before you decide." in page
    assert "--accent: #3366ff" in page


def test_each_topic_has_its_bars_its_weight_and_its_confidence(
    records: Records, tenant: Tenant, screening: Screening
) -> None:
    evaluate(records, tenant, screening)

    page = open_page(screening).body

    assert 'aria-label="Safety &amp; &lt;care&gt;: 40, weight 60%, confidence 35%"' in page
    assert '<rect class="score" width="40"' in page
    assert '<p>Weight 60%<svg class="gauge"' in page
    assert '<rect class="weight" width="60"' in page
    assert '<rect class="confidence" width="35"' in page


def test_evidence_leads_to_its_place_in_the_answer(
    records: Records, tenant: Tenant, screening: Screening
) -> None:
    """Quotations that overlap share a mark, so that the answer is read as it was given."""
    evaluate(records, tenant, screening)

    page = open_page(screening).body

    targets = re.findall(r'<a href="#(e\d+-\d+)"', page)
    assert targets == ["e0-0", "e0-1", "e1-0"]
    assert all(page.count(f'id="{target}"') == 1 for target in targets)
    marks = re.findall(r"<mark>(.*?)</mark>", page)
    assert [re.sub("<[^>]+>", "", mark) for mark in marks] == [
        "plan every delivery",
        "train new colleagues on safety",
    ]
    words = re.search(r'class="words"[^>]*>(.*?)</p>', page)
    assert words is not None
    assert re.sub("<[^>]+>", "", words[1]) == ANSWER


@pytest.mark.parametrize("knocked_out", [True, False])
def test_a_choice_that_rules_out_is_named(
    records: Records, tenant: Tenant, screening: Screening, knocked_out: bool
) -> None:
    evaluate(records, tenant, screening, knocked_out)

    page = open_page(screening).body

    assert ("Rules the candidate out" in page) is knocked_out
    told = '<a href="#choices">An answer rules the candidate out: Do you hold a forklift licence?</a>'
    assert (told in page) is knocked_out
    assert ("No answer rules the candidate out." in page) is not knocked_out


@pytest.mark.parametrize("is_scored", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_yes_is_one_in_the_readers_language(
    records: Records, tenant: Tenant, screening: Screening, language: str, is_scored: bool
) -> None:
    if is_scored:
        evaluate(records, tenant, screening)

    page = open_page(screening, language).body

    assert re.findall(r">(?:<[^>]+>)*(Yes|Ja|Oui|Sí|Sì|Sim|Tak|نعم)<", page) == [phrases(language)["yes"]]


@pytest.mark.parametrize("is_scored", [True, False])
def test_a_yes_that_is_quoted_is_marked_in_the_readers_language(
    records: Records, tenant: Tenant, screening: Screening, is_scored: bool
) -> None:
    licence = StoredSurveyScore(
        question_id=screening.questions["licence"],
        title="Do you hold a licence?",
        score=100,
        knocked_out=False,
    )
    card = StoredScoreCard(
        overall_score=40, overall_explanation="", topic_scores=(SAFETY.changed(evidence=("Yes",)),)
    )
    evaluation = StoredEvaluation(
        run=1,
        summary_status=SummaryStatus.COMPLETE,
        score=40,
        score_card=card,
        survey=(licence,) if is_scored else (),
    )
    put_evaluation(records, tenant.team_id, screening.id, evaluation)

    page = open_page(screening, "pl").body

    assert '<a href="#e0-0"><q dir="auto">Tak</q>' in page
    assert '<mark><span id="e0-0"></span>Tak</mark>' in page


@pytest.mark.parametrize(
    ("language", "says", "start"),
    [
        ("de-AT,en;q=0.5", "Wertung nach Themen", '<html lang="de" dir="ltr">'),
        ("ar", "النتيجة حسب الموضوع", '<html lang="ar" dir="rtl">'),
        ("ja", "Score by topic", '<html lang="en" dir="ltr">'),
    ],
)
def test_speaks_the_readers_language(
    records: Records, tenant: Tenant, screening: Screening, language: str, says: str, start: str
) -> None:
    evaluate(records, tenant, screening)

    page = open_page(screening, language).body

    assert says in page
    assert start in page


def test_what_is_poorly_heard_asks_for_ears_while_there_is_something_to_compare(
    service: Service, records: Records, tenant: Tenant
) -> None:
    made = make_screening(service)
    made.answer_all()
    answers = get_whole(records, tenant.team_id, made.id).answers
    spoken = answers[made.questions["spoken"]]
    recorded = spoken.changed(text=None, media_id="m" * 43)

    def heard(answer: StoredAnswer, text: str | None) -> str:
        place = STORED.at(tenant.team_id, made.id, answer.question_id)
        certainty = POOR_TRANSCRIPTION - 0.01
        stored = answer.changed(transcription=text, heard_certainty=certainty)
        records.table.write(place.put(**stored.model_dump(by_alias=True)))
        page = open_page(made).body
        noted = re.search(r'<p class="note">(This recording.*?)</p>', page)
        return noted[1] if noted else ""

    hard = "This recording was hard to understand, so it carries no weight."
    assert heard(recorded, "three wickets") == f"{hard} Words may be wrong. Please listen to it."
    assert heard(recorded.changed(media_id=None), "three wickets") == f"{hard} Words may be wrong."
    assert heard(recorded, None) == f"{hard} Please listen to it."
    assert heard(recorded.changed(media_id=None), None) == hard


def test_results_that_are_not_there_yet_are_said_to_be_on_their_way(screening: Screening) -> None:
    page = open_page(screening).body

    assert "The answers are being evaluated." in page
    assert "processing" not in re.sub("<style.*?</style>", "", page, flags=re.DOTALL)
    assert ANSWER in page


def test_the_page_is_kept_from_others_and_runs_its_own_script_alone(screening: Screening) -> None:
    page = open_page(screening)

    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert page.headers["x-robots-tag"] == "noindex"
    assert re.findall(r"<[^>]+ (?:on\w+|style)=", page.body.partition("<script")[0]) == []
