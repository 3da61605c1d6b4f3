"""The place of a score's evidence in the responses of the results."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from gather.content.questions.asked_question import QuestionKind
from gather.ports.transcription import SpokenWord
from gather.screening.answers.models import StoredAnswer
from gather.screening.answers.word_times import word_times
from gather.screening.conversations.models import InterviewTurn, TurnKind, TurnRole
from gather.screening.evaluations.models import StoredScoreCard, StoredTopicScore, TopicScore
from gather.screening.results.evidence_place import add_places
from gather.screening.results.models import CandidateResponse
from gather.screening.results.quotation import fold_words

MOMENT = "2026-03-02T09:30:00.000Z"
_SENTENCES = st.text(st.sampled_from("ab éB’…👩‍🍳\u0301.\n"), min_size=1, max_size=30)


def said(question_id: str, text: str, times: str | None = None) -> StoredAnswer:
    return StoredAnswer(
        question_id=question_id,
        kind=QuestionKind.AUDIO,
        transcription=text,
        word_times=times,
        answered_at=MOMENT,
    )


def turn(sequence: int, text: str, times: str | None = None, **fields: str) -> InterviewTurn:
    """An answer of the candidate to the question `q1`, unless the fields say otherwise."""
    given: dict[str, str] = {"role": "candidate", "kind": "answer", "question_id": "q1", **fields}
    return InterviewTurn(
        id=f"turn-{sequence}",
        sequence=sequence,
        role=TurnRole(given["role"]),
        kind=TurnKind(given["kind"]),
        question_id=given["question_id"],
        text=text,
        word_times=times,
        created_at=MOMENT,
        updated_at=MOMENT,
    )


def located(
    evidence: Sequence[str],
    answers: Sequence[StoredAnswer],
    turns: Sequence[InterviewTurn] = (),
    shown: Mapping[str, str] | None = None,
) -> TopicScore:
    """A topic with its evidence, in the responses that `answers` make; `shown` has the texts of choices."""
    topic = StoredTopicScore(
        topic="Care", weight=1, score=80, confidence=0.5, explanation="Good.", evidence=tuple(evidence)
    )
    card = StoredScoreCard(overall_score=80, overall_explanation="Good.", topic_scores=(topic,))
    responses = [
        CandidateResponse(
            question_id=each.question_id,
            question_title=None,
            transcription=(shown or {}).get(each.question_id, each.transcription),
            audio_url=None,
        )
        for each in answers
    ]
    by_id = {each.question_id: each for each in answers}
    return add_places(card, responses, by_id, turns).topic_scores[0]


def test_a_place_names_the_response_and_the_part_of_its_transcription() -> None:
    answers = [said("q1", "👩‍🍳 I cook."), said("q2", "👩‍🍳🇩🇪 I listen. Then I speak.")]

    (place,) = located(["Then I speak."], answers).evidence_places

    text = "👩‍🍳🇩🇪 I listen. Then I speak."
    assert (place.question_id, place.turn_id, place.seconds) == ("q2", None, None)
    assert text[place.start : place.end] == "Then I speak."


def test_evidence_that_stands_nowhere_is_left_out_with_its_place() -> None:
    topic = located(["I never said this.", "I listen."], [said("q1", "I listen.")])

    assert topic.evidence == ("I listen.",)
    assert [place.end for place in topic.evidence_places] == [9]


def test_words_that_were_poorly_heard_are_no_evidence() -> None:
    """Also of an evaluation that was made before they were told from others."""
    poor = said("q1", "Three wickets two hours.").changed(heard_certainty=0.74)
    heard = said("q2", "I took two hours.").changed(heard_certainty=0.75)

    topic = located(["Three wickets", "two hours"], [poor, heard])

    assert topic.evidence == ("two hours",)
    assert [place.question_id for place in topic.evidence_places] == ["q2"]


def test_what_was_said_comes_before_what_was_chosen() -> None:
    chosen = StoredAnswer(question_id="q1", kind=QuestionKind.SURVEY, value=True, answered_at=MOMENT)

    topic = located(["Yes"], [chosen, said("q2", "Oh, Yes")], shown={"q1": "Yes"})

    assert [place.question_id for place in topic.evidence_places] == ["q2"]


def test_a_choice_is_a_place_where_nothing_was_said() -> None:
    chosen = StoredAnswer(question_id="q1", kind=QuestionKind.SURVEY, value=True, answered_at=MOMENT)

    assert located(["Yes"], [chosen], shown={"q1": "Yes"}).evidence_places[0].question_id == "q1"


def test_the_time_is_that_of_the_word_in_the_recording() -> None:
    times = word_times([SpokenWord(0, 0.5), SpokenWord(2, 0.9), SpokenWord(10, 4.2), SpokenWord(15, 4.6)])

    (place,) = located(["Then I"], [said("q1", "I listen. Then I speak.", times)]).evidence_places

    assert place.seconds == 4.2


def test_in_a_conversation_the_turn_is_the_one_in_which_the_evidence_begins() -> None:
    turns = [
        turn(1, "Why coffee?", role="interviewer", kind="question"),
        turn(2, "I like it.", word_times([SpokenWord(0, 1.0), SpokenWord(2, 1.5)])),
        turn(3, "Tell me more.", role="interviewer", kind="follow_up"),
        turn(
            4, "I like it. A lot.", word_times([SpokenWord(0, 2.0), SpokenWord(11, 3.5), SpokenWord(13, 4.0)])
        ),
        turn(5, "A lot.", question_id="q2"),
    ]
    answers = [said("q1", "I like it.\nI like it. A lot."), said("q2", "A lot.")]

    topic = located(["I like it.", "A lot.", "like it.\nI like"], answers, turns)

    assert [(each.turn_id, each.start, each.seconds) for each in topic.evidence_places] == [
        ("turn-2", 0, 1.0),
        ("turn-4", 22, 3.5),
        ("turn-2", 2, 1.5),
    ]


def test_a_turn_is_not_guessed_where_the_response_is_not_made_of_the_turns() -> None:
    (place,) = located(["I like it."], [said("q1", "I like it.")], [turn(1, "")]).evidence_places

    assert (place.turn_id, place.start) == (None, 0)


@given(st.lists(_SENTENCES, min_size=1, max_size=4), st.data())
def test_every_part_of_what_was_said_has_its_place_and_turn(
    sentences: list[str], data: st.DataObject
) -> None:
    turns = [turn(number, sentence) for number, sentence in enumerate(sentences)]
    text = "\n".join(sentences)
    first = data.draw(st.integers(0, len(text) - 1))
    excerpt = text[first : data.draw(st.integers(first + 1, len(text)))]

    topic = located([excerpt, "never said", excerpt], [said("q1", text)], turns)

    assert topic.evidence == ((excerpt, excerpt) if excerpt.strip() else ())
    assert len(topic.evidence_places) == len(topic.evidence)
    for place in topic.evidence_places:
        assert text[place.start : place.end] == excerpt.strip()
        assert fold_words(text[place.start : place.end]) == fold_words(excerpt)
        before = text[: place.start].count("\n") if all("\n" not in each for each in sentences) else None
        assert before is None or place.turn_id == f"turn-{before}"
