"""Interviews of the demo in German and in Arabic, each with a candidate who can take it at once."""

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
        },
        {
            "topic": "Teamarbeit",
            "weight": 40,
            "description": "Unterstützt Kollegen und teilt sich die Arbeit.",
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


def add_demo_languages(api: GatherApi, base_url: str) -> dict[str, str]:
    """Makes both interviews and hands out their invites; returns what the ready file says of them."""
    return {interview.field: f"{base_url}/i/{_invite(api, interview)}" for interview in (GERMAN, ARABIC)}


def _invite(api: GatherApi, content: LocalInterview) -> str:
    """The token of the candidate's invite to a new interview."""
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
    api.post(f"/interviews/{made['id']}/score-card-template", {"topics": list(content.topics)})
    candidate = api.post("/candidates", content.candidate)
    invited = api.post(
        "/candidate-interviews",
        {
            "candidateId": candidate["id"],
            "interviewId": made["id"],
            "sendInvite": True,
            "deliveryTypes": ["email"],
        },
    )
    token: str = invited["inviteToken"]
    return token
