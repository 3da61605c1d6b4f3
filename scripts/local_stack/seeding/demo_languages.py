"""Interviews of the demo in German and in Arabic, each with a candidate who can take it at once.

The German one has a job of its own.
"""

from dataclasses import dataclass
from typing import Any, Final

from local_stack.seeding.demo_content import GatherApi


@dataclass(frozen=True, slots=True)
class LocalInterview:
    """An interview in one language: `field` names its candidate's address in the ready file."""

    field: str
    language: str
    title: str
    display_name: str
    questions: tuple[tuple[str, str], ...]
    yes_or_no: str
    topics: tuple[dict[str, Any], ...]
    candidate: dict[str, Any]


GERMAN: Final = LocalInterview(
    field="germanInviteUrl",
    language="de",
    title="Kundenservice",
    display_name="Kundenservice bei Example Works",
    questions=(
        (
            "Erfahrung",
            (
                "Erzählen Sie uns von einer Situation, in der Sie einem unzufriedenen Kunden geholfen haben. "
                "Was haben Sie getan, und wie ist es ausgegangen?"
            ),
        ),
        (
            "Zusammenarbeit",
            (
                "Beschreiben Sie einen Tag, an dem sich Ihr Team auf Sie verlassen hat. Wie haben Sie "
                "entschieden, was zuerst kommt?"
            ),
        ),
    ),
    yes_or_no="Können Sie in der Spätschicht arbeiten, von 14 bis 20 Uhr?",
    topics=(
        {
            "topic": "Kundenorientierung",
            "weight": 60,
            "description": "Hört Kunden zu und findet Lösungen, die sie zufriedenstellen.",
            "lookingFor": ["Ruhig bleiben", "Eine Lösung finden", "Zufriedene Kunden"],
        },
        {
            "topic": "Teamarbeit",
            "weight": 40,
            "description": "Unterstützt Kollegen und teilt sich die Arbeit.",
            "lookingFor": ["Arbeit teilen", "Kollegen unterstützen", "Absprachen im Team"],
        },
    ),
    candidate={
        "firstName": "Lena",
        "lastName": "Schäfer",
        "email": "lena@example.com",
        "phone": "+4915550000101",
        "timezone": "Europe/Berlin",
    },
)
ARABIC: Final = LocalInterview(
    field="arabicInviteUrl",
    language="ar",
    title="خدمة العملاء",
    display_name="خدمة العملاء في Example Works",
    questions=(
        ("الخبرة", "حدّثنا عن موقف ساعدت فيه عميلاً غير راضٍ. ماذا فعلت وكيف انتهى الأمر؟"),
        ("العمل ضمن فريق", "صف لنا يوماً مزدحماً اعتمد فيه فريقك عليك. كيف قررت ما الذي تفعله أولاً؟"),
    ),
    yes_or_no="هل يمكنك العمل في المناوبة المسائية، من الساعة 14:00 إلى الساعة 20:00؟",
    topics=(
        {
            "topic": "الاهتمام بالعملاء",
            "weight": 60,
            "description": "يستمع إلى العملاء ويجد حلولاً ترضيهم.",
        },
        {"topic": "العمل ضمن فريق", "weight": 40, "description": "يساند زملاءه ويتقاسم العمل معهم."},
    ),
    candidate={
        "firstName": "ليلى",
        "lastName": "حداد",
        "email": "layla@example.com",
        "phone": "+971501234567",
        "timezone": "Asia/Dubai",
    },
)


GERMAN_JOB: Final[dict[str, Any]] = {
    "title": "Kundenservice, Spätschicht",
    "type": "requisition",
    "department": "Kundenservice",
    "location": ["Leipzig"],
    "workModel": "onsite",
    "shortDescription": "Sie helfen unseren Kunden von 14 bis 20 Uhr.",
    "description": "Sie helfen Kunden am Telefon und im Chat. Vier Wochen lang werden Sie eingearbeitet.",
    "requirements": "Geduld, gutes Deutsch und Freude an Lösungen.",
    "status": "active",
    "tags": ["Kunden", "Spätschicht"],
    "applyAction": "interview_first",
}
_GATE: Final = 70


def add_demo_languages(api: GatherApi, base_url: str, user_id: str) -> dict[str, str]:
    """Makes both interviews and hands out their invites, and makes the German job in the name of the user;
    returns what the ready file says of them."""
    german_id, arabic_id = (_make_interview(api, each) for each in (GERMAN, ARABIC))
    return {
        GERMAN.field: f"{base_url}/i/{_invite(api, GERMAN, german_id)}",
        ARABIC.field: f"{base_url}/i/{_invite(api, ARABIC, arabic_id)}",
        "germanJobId": _make_german_job(api, german_id, user_id),
    }


def _make_german_job(api: GatherApi, interview_id: str, user_id: str) -> str:
    """The id of a job whose workflow is the interview alone; people decide about scores below its gate."""
    job_id: str = api.post("/jobs", {**GERMAN_JOB, "interviewId": interview_id})["job"]["id"]
    step = {
        "stepType": "standard_interview",
        "artifactId": interview_id,
        "scoreThreshold": _GATE,
        "gateMode": "confirm",
    }
    template = api.post(
        "/workflow-templates",
        {
            "name": "Kundenservice",
            "description": "Zwei Fragen zur Arbeit mit Kunden.",
            "steps": [step],
            "userId": user_id,
        },
    )["workflowTemplate"]
    api.post(f"/workflow-templates/{template['id']}/apply", {"jobIds": [job_id], "userId": user_id})
    return job_id


def _make_interview(api: GatherApi, content: LocalInterview) -> str:
    """The id of a new interview with its scorecard."""
    [narrator, *_] = api.get(f"/narrators?language={content.language}")["narrators"]
    questions = [
        api.post("/questions", {"title": title, "questionScript": script, "narratorId": narrator["id"]})
        for title, script in content.questions
    ]
    survey = api.post(
        "/survey-questions",
        {"type": "YES_NO", "title": content.yes_or_no, "includeScoring": True, "preferredOption": True},
    )
    made = api.post(
        "/interviews",
        {
            "title": content.title,
            "displayName": content.display_name,
            "language": content.language,
            "interviewType": "standard",
            "questionIds": [made["question"]["id"] for made in questions],
            "surveyQuestions": [{"id": survey["surveyQuestion"]["id"], "knockout": False}],
        },
    )["interview"]
    interview_id: str = made["id"]
    api.post(f"/interviews/{interview_id}/score-card-template", {"topics": list(content.topics)})
    return interview_id


def _invite(api: GatherApi, content: LocalInterview, interview_id: str) -> str:
    """The token of the candidate's invite to the interview."""
    candidate = api.post("/candidates", content.candidate)
    invited = api.post(
        "/candidate-interviews",
        {
            "candidateId": candidate["id"],
            "interviewId": interview_id,
            "sendInvite": True,
            "deliveryTypes": ["email"],
        },
    )
    token: str = invited["inviteToken"]
    return token
