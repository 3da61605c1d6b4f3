"""The results page as its readers need it: what was asked, said, heard, scored and promised.

Interface: Results, rules 7, 10 and 15 to 18.
"""

import re
from html import unescape
from typing import Any

import pytest

import local_stack.engines
from gather.core.language import LANGUAGES
from gather.screening.answers.models import StoredAnswer, TranscriptionProblem
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
from gather.wiring import Adapters
from screening.pages.results_phrases import phrases
from tests.builders.screening import make_interview_conversation, make_screening
from tests.builders.service import Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.doubles.conversing_candidate import Conversation
from tests.doubles.screening_candidate import ANSWER, Screening

pytestmark = pytest.mark.routes

MACHINE = "A machine wrote this transcript."
LONG = (
    "In my last job I ran the bar on Saturdays, served about two hundred guests a night, and for example "
    "calmed an angry guest by listening first and bringing a fresh coffee."
)


def page_of(screening: Screening, language: str = "en") -> str:
    """The page without style and script, which nobody reads."""
    path = f"/share/{screening.results()['shareLink'].rpartition('/')[2]}"
    body = screening.page.request("GET", path, headers={"accept-language": language}).body
    return re.sub("<(style|script).*?</\\1>", "", body, flags=re.DOTALL)


def words_of(page: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())


@pytest.fixture
def screening(service: Service) -> Screening:
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    return made


def store(records: Records, tenant: Tenant, screening: Screening, name: str, **changes: Any) -> None:
    """Change an answer as it is stored."""
    answers = get_whole(records, tenant.team_id, screening.id).answers
    changed: StoredAnswer = answers[screening.questions[name]].changed(**changes)
    place = STORED.at(tenant.team_id, screening.id, changed.question_id)
    records.table.write(place.put(**changed.model_dump(by_alias=True)))


def evaluate(
    records: Records,
    tenant: Tenant,
    screening: Screening,
    *scores: int | None,
    score: int | None = 60,
    **stored: Any,
) -> None:
    topics = tuple(
        StoredTopicScore(
            topic=name, weight=50, score=each, confidence=0.6, explanation="Because.", evidence=()
        )
        for name, each in zip(("Safety", "Planning"), scores, strict=False)
    )
    card = StoredScoreCard(overall_score=score or 0, overall_explanation="So.", topic_scores=topics)
    evaluation = StoredEvaluation(
        run=1, summary_status=SummaryStatus.COMPLETE, score=score, summary="", score_card=card, language="en"
    )
    put_evaluation(records, tenant.team_id, screening.id, evaluation.changed(**stored))


def test_the_question_stands_above_its_answer_in_its_own_words(
    service: Service, records: Records, tenant: Tenant
) -> None:
    made = make_interview_conversation(service, records, tenant, {})
    made.answer("first", text="Because of the smell.")

    page = page_of(made)

    asked = page.index('<h3 dir="auto">Why coffee?</h3>')
    assert asked < page.index("Because of the smell.")
    assert '<p class="quiet" dir="auto">Coffee</p>' in page
    assert made.results()["responses"][0]["questionText"] == "Why coffee?"


def test_a_machine_s_transcript_says_so_and_a_typed_answer_does_not(
    records: Records, tenant: Tenant, screening: Screening
) -> None:
    typed = page_of(screening)
    store(records, tenant, screening, "spoken", text=None, media_id="m" * 43, transcription="I lead it.")

    page = page_of(screening)

    assert MACHINE not in typed
    assert page.count(MACHINE) == 1
    assert page.index("I lead it.") < page.index(MACHINE)
    assert [each["machineTranscribed"] for each in screening.results()["responses"]] == [True, False, False]


def test_a_language_that_nothing_understands_is_no_fault(
    records: Records, tenant: Tenant, screening: Screening
) -> None:
    store(
        records,
        tenant,
        screening,
        "spoken",
        text=None,
        media_id="m" * 43,
        unheard_in_run=1,
        unheard_because=TranscriptionProblem.LANGUAGE,
    )
    evaluate(records, tenant, screening, score=None, heard_nothing=True)

    page = words_of(page_of(screening))

    assert "because nothing here understands the language of the interview" in page
    assert page.count("not the candidate’s fault") == 3
    assert "No recording could be transcribed, so what was said is not scored." in page
    assert "Please listen to it." in page
    assert screening.results()["responses"][0]["transcriptionProblem"] == "language"


def test_scores_of_a_part_of_the_recordings_say_so(
    records: Records, tenant: Tenant, screening: Screening
) -> None:
    store(records, tenant, screening, "spoken", text=None, media_id="m" * 43, unheard_in_run=1)
    evaluate(records, tenant, screening, 70, 80)

    page = words_of(page_of(screening))

    assert "No recording could be transcribed. The scores rest on what was written alone." in page
    assert "one recording could not be transcribed" in screening.results()["summary"]


def test_scores_say_on_how_many_recordings_they_rest(
    records: Records, tenant: Tenant, screening: Screening
) -> None:
    store(records, tenant, screening, "spoken", text=None, media_id="m" * 43, transcription="I lead it.")
    store(records, tenant, screening, "licence", value=None, media_id="n" * 43, unheard_in_run=1)
    evaluate(records, tenant, screening, 70, 80)

    page = words_of(page_of(screening))

    assert "Recordings that could be transcribed: 1 of 2. The scores rest on these" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_ai_has_scored_where_choices_alone_were_counted(
    records: Records, tenant: Tenant, screening: Screening, language: str
) -> None:
    survey = (StoredSurveyScore(question_id="q", title="Licence?", score=100, knocked_out=False),)
    evaluate(records, tenant, screening, score=100, survey=survey)

    page = words_of(page_of(screening, language))

    assert phrases(language)["byRules"] in page
    assert not re.search(r"\b(?:AI|KI|IA|ذكاء)\b", page)
    assert phrases(language)["topics"] not in page


def test_an_ai_has_scored_where_it_has(records: Records, tenant: Tenant, screening: Screening) -> None:
    evaluate(records, tenant, screening, 70, None)

    assert "An AI scored these answers." in page_of(screening)


def test_where_nothing_was_scored_there_is_no_number(
    records: Records, tenant: Tenant, screening: Screening
) -> None:
    evaluate(records, tenant, screening, None, None, score=None)

    page = page_of(screening)

    assert 'aria-label="Not scored"' in page
    assert ">–</text>" in page
    assert "Nothing was scored." in page
    assert page.count("<strong>Not scored</strong>") == 2
    assert 'class="score"' not in page
    assert not re.search(r"(?:Confidence|of 100|: 0\b)", page)


@pytest.mark.in_process
def test_the_summary_follows_a_person_s_score_in_each_language(
    service: Service, records: Records, tenant: Tenant, screening: Screening
) -> None:
    evaluate(records, tenant, screening, 30, 80)
    before = [words_of(page_of(screening, language)) for language in ("en", "de")]
    body = {"topicScores": [{"topic": "Safety", "score": 90, "reason": "In other words."}]}

    reply = service.patch(f"/candidate-interviews/{screening.id}/results", body)

    assert reply.status == 200
    assert "Not met: Safety (30 of 100)." in before[0]
    assert "Nicht erfüllt: Safety (30 von 100)." in before[1]
    told = "Met: Safety (90 of 100), Planning (80 of 100). Not met: nothing."
    assert reply.data["summary"].startswith(told)
    assert screening.results()["summary"] == reply.data["summary"]
    assert told in words_of(page_of(screening))
    german = words_of(page_of(screening, "de"))
    assert "Erfüllt: Safety (90 von 100), Planning (80 von 100). Nicht erfüllt: nichts." in german


def test_what_a_model_wrote_is_marked_as_that(records: Records, tenant: Tenant, screening: Screening) -> None:
    evaluate(records, tenant, screening, 70, 80, summary="She spoke of nights & days.")

    page = page_of(screening, "de")

    assert '<p lang="en" dir="auto">She spoke of nights &amp; days.</p>' in page
    assert "Ein Modell hat das in der Sprache des Interviews geschrieben." in page
    assert screening.results()["engineSummary"] == "She spoke of nights & days."


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_what_is_in_the_interview_s_language_says_so(
    records: Records, tenant: Tenant, screening: Screening, language: str
) -> None:
    evaluate(records, tenant, screening, 70, 80)

    page = page_of(screening, language)

    marked = ' lang="en"' if language != "en" else ""
    assert re.search(rf'<p{marked} class="words" dir="auto">{re.escape(ANSWER)}</p>', page)
    assert f'<h3{marked} dir="auto">Your work</h3>' in page


def test_what_colleagues_decide_and_write_is_not_shown(
    service: Service, records: Records, tenant: Tenant, screening: Screening
) -> None:
    evaluate(records, tenant, screening, 70, 80)
    at = f"/candidate-interviews/{screening.id}"
    decided = service.post(f"{at}/decision", {"decision": "hold", "reason": "Ask Kim first."})
    commented = service.post(f"{at}/comments", {"text": "I know her brother."})

    page = page_of(screening)

    assert (decided.status, commented.status) == (201, 201)
    assert "Ask Kim" not in page
    assert "brother" not in page


@pytest.fixture
def talked(service: Service, records: Records, tenant: Tenant, adapters: Adapters) -> Screening:
    """A conversation in which the candidate asks back, answers, and asks questions of their own."""
    adapters.engines = local_stack.engines.provide(adapters.settings)
    made = make_interview_conversation(
        service,
        records,
        tenant,
        {"conversationalStyle": False, "askToElaborate": True, "askCandidateQuestions": True},
        jobDescriptionText="You have 30 days of holiday each year.",
    )
    conversation = Conversation(made.page, made.token)
    conversation.begin()
    for said in ("Could you repeat the question?", "I like it.", LONG, LONG, "How many days of holiday?"):
        assert conversation.say(said)
    conversation.say("No, thank you.")
    return made


def test_the_whole_conversation_is_there_with_what_was_asked_and_promised(talked: Screening) -> None:
    page = page_of(talked)

    turns = re.findall(r'<li class="((?:interviewer|candidate)[^"]*)">(.*?)</li>', page)
    read = [(kinds, words_of(turn)) for kinds, turn in turns]
    results = talked.results()
    lines = (results["transcription"] or "").splitlines()
    assert [turn["text"] for turn in results["conversation"]] == [line.partition(": ")[2] for line in lines]
    assert {"greeting", "question", "reply", "closing"} <= {turn["kind"] for turn in results["conversation"]}
    assert [turn.partition(" ")[0] for _, turn in read] == [line.partition(":")[0] for line in lines]
    assert all(line.partition(": ")[2] in turn for line, (_, turn) in zip(lines, read, strict=True))
    own = [turn for kinds, turn in read if "Own question" in turn and "aside" in kinds]
    told = [turn for kinds, turn in read if "What the candidate was told" in turn and "aside" in kinds]
    assert ["How many days of holiday?" in turn for turn in own] == [True]
    assert "30 days of holiday" in told[-1]


def test_a_turn_that_asks_back_is_marked_as_no_answer(talked: Screening) -> None:
    page = page_of(talked)

    asked = "Could you repeat the question?"
    assert re.search(rf"Asked back, not an answer</span></p><p[^>]*>{re.escape(asked)}</p>", page)
    answers, _, conversation = page.partition("The whole conversation")
    assert asked not in answers
    assert asked in conversation


def test_there_is_no_conversation_without_one(screening: Screening) -> None:
    assert "conversation" not in screening.results()
    assert "The whole conversation" not in page_of(screening)


def test_what_was_asked_on_stands_above_what_was_said_then(talked: Screening) -> None:
    answers = page_of(talked).partition("The whole conversation")[0]

    first, *_ = re.findall(r"<article>(.*?)</article>", answers)
    follow_up = re.search(r'<p class="asked-on" dir="auto">(.+?)</p>', first)
    assert follow_up is not None
    assert first.index("I like it.") < follow_up.start() < first.index("In my last job")
