"""The interview that the candidates are invited to, and the script of its interviewer."""

from collections.abc import Sequence
from typing import Any, Final

from gather.content.ai_text_questions.models import AiTextQuestion
from gather.content.interviews.ai_interview import AiConfiguration, ReplicaOfInterview
from gather.content.interviews.models import InterviewDetail, InterviewType
from gather.content.knowledge.models import Article
from gather.content.knowledge.retrieval import passages_of
from gather.content.personas.models import persona_prompt
from gather.content.questions.models import Question, asked_questions
from gather.content.scorecards.models import Topic
from gather.ports.assistant import Passage
from gather.screening.conversations.script import Script

COMPANY: Final = "Bean & Leaf"
QUESTIONS: Final = {
    "en": (
        "How did you calm a guest who was angry?",
        "What does a good day in a team look like for you?",
        "Why would you like to work in a coffee bar?",
    ),
    "de": (
        "Wie haben Sie einen verärgerten Gast beruhigt?",
        "Wie sieht für Sie ein guter Tag in einem Team aus?",
        "Warum möchten Sie in einer Kaffeebar arbeiten?",
    ),
    "fr": (
        "Comment avez-vous calmé un client en colère ?",
        "À quoi ressemble pour vous une bonne journée en équipe ?",
        "Pourquoi aimeriez-vous travailler dans un café ?",
    ),
    "es": (
        "¿Cómo calmó a un cliente enfadado?",
        "¿Cómo es para usted un buen día en equipo?",
        "¿Por qué le gustaría trabajar en una cafetería?",
    ),
    "it": (
        "Come ha calmato un cliente arrabbiato?",
        "Com’è per Lei una buona giornata di squadra?",
        "Perché vorrebbe lavorare in un bar?",
    ),
    "pt": (
        "Como você acalmou um cliente irritado?",
        "Como é para você um bom dia em equipe?",
        "Por que você gostaria de trabalhar em uma cafeteria?",
    ),
    "nl": (
        "Hoe heb je een boze gast gekalmeerd?",
        "Hoe ziet een goede dag in een team er voor je uit?",
        "Waarom zou je in een koffiebar willen werken?",
    ),
    "pl": (
        "Jak udało się uspokoić zdenerwowanego gościa?",
        "Jak wygląda dobry dzień w zespole?",
        "Dlaczego praca w kawiarni?",
    ),
    "ar": (
        "كيف هدّأت ضيفًا غاضبًا؟",
        "كيف يبدو لك يوم جيد ضمن فريق؟",
        "لماذا تود العمل في مقهى؟",
    ),
}
TOPICS: Final = (
    Topic(
        topic="Unruffled service",
        weight=60,
        description="Keeps a level head with guests and turns a complaint into a second visit.",
        looking_for=(
            "names the guest's wish before any remedy",
            "offers two ways out and lets the guest choose",
        ),
    ),
    Topic(
        topic="Quiet teamwork",
        weight=40,
        description="Notices what colleagues need without being asked for it twice.",
        looking_for=("gives credit to others by name",),
    ),
)
JOB: Final = """\
We are looking for a barista in Lisbon. You prepare coffee, serve our guests and open the bar twice a week.

Pay: the salary is 1,450 euros a month for forty hours, plus tips.

Shifts begin at 6 or at 14 o'clock, and the plan is made three weeks ahead. Breaks are 30 minutes long."""
BREAKS: Final = "Each of the breaks is 45 minutes long. The break room is on the first floor."
"""An article that contradicts the job's description."""
CANDIDATE: Final = "Ada"
INTERVIEWER: Final = "Robin"
CONTACT: Final = "jobs@bean-leaf.example"
_MOMENT: Final = "2026-03-02T00:00:00.000Z"
_COMMON: Final[dict[str, Any]] = {
    "organization_id": "organization",
    "team_id": "team",
    "created_at": _MOMENT,
    "updated_at": _MOMENT,
}


def configuration_of(language: str, **toggles: Any) -> AiConfiguration:
    """The configuration of the interview in a language, with everything on unless `toggles` say otherwise."""
    replica = ReplicaOfInterview(
        id="robin", name=INTERVIEWER, photo_url="https://bean-leaf.example/robin.png"
    )
    return AiConfiguration(
        **{"replica_id": "robin", "replica": replica, "language": language, "dig_deeper": True, **toggles}
    )


def script_of(configuration: AiConfiguration) -> Script:
    """The script of the interview's interviewer, with the prompt that a persona would have."""
    texts = questions_in(configuration.language)
    ids = question_ids(configuration.language)
    interview = InterviewDetail(
        **_COMMON,
        id="interview",
        title="Barista",
        display_name="Barista",
        interview_type=InterviewType.AI_INTERVIEWER,
        job_description_text=JOB,
        ai_text_question_ids=ids,
        ai_configuration=configuration,
    )
    questions = [
        Question(each, AiTextQuestion(**_COMMON, id=each.id, title="A question", question_text=text))
        for each, text in zip(asked_questions(interview), texts, strict=True)
    ]
    return Script(
        display_name=interview.display_name,
        company_name=COMPANY,
        prompt=persona_prompt(interview, questions, TOPICS),
        greeting=configuration.greeting_message or "",
        wordings=dict(zip(ids, texts, strict=True)),
        knowledge=_knowledge,
        candidate_name=CANDIDATE,
        contact=CONTACT,
    )


def questions_in(language: str) -> Sequence[str]:
    """The wordings of the questions, in order."""
    return QUESTIONS[language.partition("-")[0]]


def question_ids(language: str) -> tuple[str, ...]:
    """The ids of the questions, in order."""
    return tuple(f"question-{number}" for number, _ in enumerate(questions_in(language), start=1))


def _knowledge() -> Sequence[Passage]:
    return passages_of(
        [Article(id="job", title="The job", text=JOB), Article(id="breaks", title="Breaks", text=BREAKS)]
    )
