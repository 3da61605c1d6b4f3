"""An AI interview: a replica asks, and what it is told follows each change and is never shown."""

from demo.deviation import expect, require
from demo.scene import UNKNOWN_ID, Scene
from talent_screening import ValidationFailed
from talent_screening.models import (
    AiConfigurationChange,
    AiConfigurationRequest,
    ChangeInterview,
    CreateAiTextQuestion,
    CreateInterview,
    CreateReplica,
    InterviewDetail,
    TopicRequest,
    UpdateInterviews,
)

QUESTIONS = (
    CreateAiTextQuestion(
        title="Difficult customers", question_text="Which customer was the most difficult you ever had?"
    ),
    CreateAiTextQuestion(title="Learning", question_text="What did you learn in your last job?"),
)


def make_ai_interview(scene: Scene) -> None:
    """A replica and two questions become an AI interview, which is changed, copied and changed in bulk."""
    step = scene.customer.step(
        "A replica is the face and voice of an AI interviewer.",
        status=201,
        show=("data.replica.id", "data.replica.name"),
    )
    photo_url = "https://www.example.com/replicas/robin.jpg"
    replica = step.create_replica(CreateReplica(name="Robin", photo_url=photo_url)).replica
    scene.made.replica = replica
    scene.made.ai_text_question_ids = [_text_question(scene, question) for question in QUESTIONS]
    scene.customer.refused(
        "The service refuses an AI interview without a replica.",
        ValidationFailed,
        lambda customer: customer.create_interview(_body()),
    )
    step = scene.customer.step(
        "With one, the service makes the interview, its scorecard and the interviewer's instructions.",
        status=201,
        show=("data.interview.id", "data.interview.replicaId", "data.interview.aiConfiguration"),
    )
    interview = step.create_interview(
        _body(
            ai_configuration=AiConfigurationRequest(replica_id=replica.id),
            ai_text_question_ids=scene.made.ai_text_question_ids,
        )
    ).interview
    _check_hidden(scene)
    shown = interview.ai_configuration and interview.ai_configuration.replica
    expect("the replica", shown and shown.name, "Robin")
    _switch_a_toggle(scene, interview)
    _copy_and_change_both(scene, interview)


def _body(**members: object) -> CreateInterview:
    return CreateInterview(
        title="First conversation",
        display_name="Customer support at Example Works",
        interview_type="ai_interviewer",
        job_description_text="You help customers by telephone and chat.",
        score_card_topics=[TopicRequest(topic="Customer focus", weight=100)],
    ).model_copy(update=members)


def _text_question(scene: Scene, body: CreateAiTextQuestion) -> str:
    step = scene.customer.step(
        "The team writes a question for the AI interviewer.",
        status=201,
        show=("data.aiTextQuestion.id", "data.aiTextQuestion.questionText"),
    )
    return step.create_ai_text_question(body).ai_text_question.id


def _check_hidden(scene: Scene) -> None:
    """The last response shows nothing of what the interviewer is told."""
    for hidden in ("persona", "prompt"):
        require("the response", hidden not in scene.customer.last_text.lower(), f"no {hidden}", "one")


def _switch_a_toggle(scene: Scene, interview: InterviewDetail) -> None:
    step = scene.customer.step(
        "The service merges the change and rewrites the interviewer's instructions, which stay hidden.",
        show=("data.interview.aiConfiguration.digDeeper", "data.interview.aiConfiguration.friendlyTone"),
    )
    change = ChangeInterview(ai_configuration=AiConfigurationChange(dig_deeper=True))
    changed = step.change_interview(interview.id, change).interview
    _check_hidden(scene)
    before = interview.ai_configuration
    expect(
        "the configuration",
        changed.ai_configuration,
        before and before.model_copy(update={"dig_deeper": True}),
    )


def _copy_and_change_both(scene: Scene, interview: InterviewDetail) -> None:
    step = scene.customer.step(
        "A copy has the same questions and an interviewer of its own.",
        status=201,
        show=("data.interview.id", "data.interview.title", "data.interview.aiTextQuestionIds"),
    )
    copy = step.create_interview_copy(interview.id).interview
    _check_hidden(scene)
    expect("the title of the copy", copy.title, "First conversation (Copy)")
    step = scene.customer.step(
        "One request switches both to Spanish. It reports an unknown id and updates the others.",
        show=("data",),
    )
    result = step.change_interviews(
        UpdateInterviews(
            interview_ids=[interview.id, copy.id, UNKNOWN_ID],
            mode="overwrite",
            ai_configuration=AiConfigurationChange(language="es"),
        )
    )
    expect("the outcome", (result.success, result.updated_count, len(result.errors)), (False, 2, 1))
