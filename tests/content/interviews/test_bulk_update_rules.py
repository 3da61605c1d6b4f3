"""The effects of a bulk update on an interview and its scorecard (interface: Bulk updates, rules 1 and 2)."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.content.interviews.ai_interview import AiConfiguration, ReplicaOfInterview
from gather.content.interviews.bulk_update_rules import (
    LISTS,
    BulkChange,
    BulkMode,
    UpdateInterviews,
    new_bulk_change,
)
from gather.content.interviews.models import (
    MOST_KEYWORDS,
    InterviewDetail,
    InterviewSurveyQuestion,
    InterviewType,
)
from gather.content.interviews.requests import AI_INTERVIEW_MEMBERS
from gather.content.scorecards.models import MOST_TOPICS, ScoreCardTemplate, Topic, new_template
from gather.core.errors import ValidationFailed

BEFORE, NOW, LATER = "2026-03-01T00:00:00.000Z", "2026-03-02T09:30:00.000Z", "2026-03-02T10:00:00.000Z"
MOMENT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)

modes = st.sampled_from(BulkMode)
names = st.text("abcdefg", min_size=1, max_size=1)
lists = st.lists(names, unique=True, max_size=7).map(tuple)
surveys = st.lists(
    st.builds(InterviewSurveyQuestion, id=names, knockout=st.sampled_from([None, True, False])),
    unique_by=lambda question: question.id,
    max_size=7,
).map(tuple)
topics = st.lists(
    st.builds(Topic, topic=names, weight=st.integers(0, 100), description=names),
    unique_by=lambda topic: topic.topic,
    min_size=1,
    max_size=7,
).map(tuple)


def standard(**fields: Any) -> InterviewDetail:
    common = {
        "id": "i",
        "title": "Barista",
        "display_name": "Barista",
        "organization_id": "o",
        "team_id": "t",
    }
    moments = {"created_at": BEFORE, "updated_at": BEFORE}
    return InterviewDetail(**{**common, **moments, "interview_type": InterviewType.STANDARD, **fields})


def ai(replica_id: str = "r", **fields: Any) -> InterviewDetail:
    interview = standard(interview_type=InterviewType.AI_INTERVIEWER, **fields)
    replica = ReplicaOfInterview(id=replica_id, name=f"Replica {replica_id}", photo_url="https://x.example")
    return interview.configure(AiConfiguration(replica_id=replica_id, language="en", replica=replica))


@st.composite
def interviews(draw: st.DrawFn) -> InterviewDetail:
    make = draw(st.sampled_from([standard, ai]))
    fields = {name: draw(lists) for name in LISTS if make is ai or name not in AI_INTERVIEW_MEMBERS}
    interview: InterviewDetail = make(
        **fields, survey_questions=draw(surveys), description=draw(st.none() | names)
    )
    return interview


@st.composite
def changes(draw: st.DrawFn) -> BulkChange:
    return BulkChange(
        mode=draw(modes),
        values=draw(
            st.fixed_dictionaries({}, optional={"description": st.none() | names, "resume": st.booleans()})
        ),
        configuration=draw(st.fixed_dictionaries({}, optional={"dig_deeper": st.booleans()})),
        lists=draw(st.fixed_dictionaries({}, optional=dict.fromkeys(LISTS, lists))),
        survey_questions=draw(st.none() | surveys),
        removed=draw(
            st.fixed_dictionaries(
                {}, optional=dict.fromkeys([*LISTS, "survey_questions"], st.frozensets(names))
            )
        ),
        topics=draw(st.none() | topics),
    )


@given(interviews(), changes())
def test_applying_a_change_again_changes_nothing(interview: InterviewDetail, change: BulkChange) -> None:
    once = change.apply(interview, NOW)

    assert change.apply(once, LATER) is once


@given(interviews(), changes())
def test_only_a_difference_moves_the_time_of_the_last_change(
    interview: InterviewDetail, change: BulkChange
) -> None:
    after = change.apply(interview, NOW)

    assert (after is interview) is (after.changed(updated_at=BEFORE) == interview)
    assert after.updated_at == (BEFORE if after is interview else NOW)


@given(interviews(), changes())
def test_lists_are_replaced_or_added_to_and_removals_come_last(
    interview: InterviewDetail, change: BulkChange
) -> None:
    after = change.apply(interview, NOW)

    for name in LISTS:
        present, result = getattr(interview, name), getattr(after, name)
        if interview.ai_configuration is None and name in AI_INTERVIEW_MEMBERS:
            assert result == present
            continue
        given_ones, removed = change.lists.get(name), change.removed.get(name, frozenset())
        assert len(set(result)) == len(result)
        assert not set(result) & removed
        if given_ones is None:
            assert result == tuple(each for each in present if each not in removed)
        elif change.mode is BulkMode.OVERWRITE:
            assert result == tuple(each for each in given_ones if each not in removed)
        else:
            kept = tuple(each for each in present if each not in removed)
            assert result[: len(kept)] == kept
            assert set(result) == (set(present) | set(given_ones)) - removed


@given(interviews(), changes())
def test_survey_questions_are_asked_once_and_keep_their_knockout_unless_told(
    interview: InterviewDetail, change: BulkChange
) -> None:
    before = {question.id: question.knockout for question in interview.survey_questions}
    wanted = {question.id: question.knockout for question in change.survey_questions or ()}
    removed = change.removed.get("survey_questions", frozenset())

    after = change.apply(interview, NOW).survey_questions

    result = {question.id: question.knockout for question in after}
    assert len(result) == len(after)
    if change.survey_questions is None:
        expected = before
    elif change.mode is BulkMode.OVERWRITE:
        expected = wanted
    else:
        expected = {
            **before,
            **{each: said for each, said in wanted.items() if said is not None or each not in before},
        }
    assert list(result.items()) == [(each, said) for each, said in expected.items() if each not in removed]


@given(topics, topics, modes)
def test_topics_are_replaced_or_added_by_name(
    present: tuple[Topic, ...], wanted: tuple[Topic, ...], mode: BulkMode
) -> None:
    active = new_template("i", (), MOMENT).changed(topics=present)
    change = BulkChange(mode, topics=wanted)

    after = change.apply_to_scorecard("i", active, MOMENT)

    if after is None:
        assert wanted == present if mode is BulkMode.OVERWRITE else all(each in present for each in wanted)
        return
    assert (after.id, after.version) == (active.id, active.version + 1)
    assert all(each in after.topics for each in wanted)
    if mode is BulkMode.OVERWRITE:
        assert after.topics == wanted
    else:
        assert [each.topic for each in after.topics][: len(present)] == [each.topic for each in present]
    assert change.apply_to_scorecard("i", after, MOMENT) is None


def test_an_interview_without_an_active_scorecard_gets_one() -> None:
    wanted = (Topic(topic="Coffee", weight=100),)

    made = BulkChange(BulkMode.MERGE, topics=wanted).apply_to_scorecard("i", None, MOMENT)

    assert made is not None
    assert (made.topics, made.version, made.is_active, made.interview_id) == (wanted, 1, True, "i")
    assert BulkChange(BulkMode.MERGE).apply_to_scorecard("i", None, MOMENT) is None


def template_of(number: int) -> ScoreCardTemplate:
    many = tuple(Topic(topic=f"Topic {each}", weight=1) for each in range(number))
    return new_template("i", (), MOMENT).changed(topics=many)


def test_what_would_be_too_much_is_refused() -> None:
    more = tuple(f"new {number}" for number in range(MOST_KEYWORDS))
    change = BulkChange(BulkMode.MERGE, lists={"keywords": more}, topics=(Topic(topic="New", weight=1),))

    with pytest.raises(ValidationFailed, match="keywords: would have more than 200 entries"):
        change.apply(standard(keywords=("old",)), NOW)
    with pytest.raises(ValidationFailed, match="scoreCardTopics: would have more than 50 entries"):
        change.apply_to_scorecard("i", template_of(MOST_TOPICS), MOMENT)


def test_merged_topics_have_not_too_much_text() -> None:
    long = tuple(Topic(topic=f"{n}", weight=1, looking_for=("x" * 500,) * 50) for n in range(7))
    active = new_template("i", (), MOMENT).changed(topics=long)
    change = BulkChange(BulkMode.MERGE, topics=(long[0].changed(topic="more"),))

    with pytest.raises(ValidationFailed, match="200,000 bytes"):
        change.apply_to_scorecard("i", active, MOMENT)


def request(mode: str = "overwrite", **fields: Any) -> UpdateInterviews:
    return UpdateInterviews.model_validate_json(json.dumps({"interviewIds": ["i"], "mode": mode, **fields}))


def test_the_members_of_a_body_win_over_the_template() -> None:
    template = ai(
        replica_id="theirs",
        description="Theirs",
        keywords=("theirs",),
        survey_questions=(InterviewSurveyQuestion(id="theirs"),),
    )
    ours = {"r2": ReplicaOfInterview(id="r2", name="Ours", photo_url="https://x.example")}
    body = request(
        description=None,
        keywords=["ours"],
        surveyQuestions=[{"id": "ours"}],
        aiConfiguration={"replicaId": "r2"},
    )

    after = new_bulk_change(body, None, ours, template, None).apply(ai(), NOW)

    assert (after.description, after.keywords) == (None, ("ours",))
    assert [question.id for question in after.survey_questions] == ["ours"]
    assert after.ai_configuration is not None
    assert after.ai_configuration.replica == ours["r2"]


def test_a_template_gives_its_replica_as_it_shows_it() -> None:
    change = new_bulk_change(request(), None, {}, ai(replica_id="theirs"), None)

    after = change.apply(ai(), NOW)

    assert after.ai_configuration is not None
    assert after.ai_configuration.replica is not None
    assert (after.replica_id, after.ai_configuration.replica.name) == ("theirs", "Replica theirs")


@pytest.mark.parametrize("mode", BulkMode)
def test_a_standard_template_leaves_alone_what_only_ai_interviews_have(mode: BulkMode) -> None:
    interview = ai(ai_text_question_ids=("q",), knowledge_base_ids=("k",), welcome_info="Hello")

    after = new_bulk_change(request(mode), None, {}, standard(), None).apply(interview, NOW)

    assert (after.ai_text_question_ids, after.knowledge_base_ids) == (("q",), ("k",))
    assert (after.welcome_info, after.ai_configuration) == ("Hello", interview.ai_configuration)


def test_a_new_audio_message_has_an_id_that_stays_when_the_call_is_repeated() -> None:
    change = new_bulk_change(request(audioMessageURL="https://x.example/1.mp3"), None, {}, None, None)

    first, second = (change.apply(standard(), NOW) for _ in range(2))

    assert first.audio_message_id
    assert first.audio_message_id != second.audio_message_id
    assert change.apply(first, LATER) is first
