"""The candidates of the demo's story: who they are, and what they say."""

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class StoryCandidate:
    """A candidate of the story; `is_texted` says that they agreed to text messages."""

    first_name: str
    last_name: str
    phone: str
    source: str
    tags: tuple[str, ...] = ()
    is_texted: bool = False

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"

    @property
    def email(self) -> str:
        return f"{self.first_name.lower()}@example.com"

    def body(self) -> dict[str, Any]:
        """The body that creates the candidate."""
        return {
            "firstName": self.first_name,
            "lastName": self.last_name,
            "email": self.email,
            "phone": self.phone,
            "source": self.source,
            "tags": list(self.tags),
            "smsOptIn": self.is_texted,
        }


_JOB_BOARD: Final = "Job board"
_CAREERS_SITE: Final = "Careers site"
_REFERRAL: Final = "Referral"

NIA: Final = StoryCandidate("Nia", "Okafor", "+14155550131", _JOB_BOARD, ("hotel",), is_texted=True)
TOMASZ: Final = StoryCandidate("Tomasz", "Lewandowski", "+14155550132", _REFERRAL, ("hotel", "part time"))
LINH: Final = StoryCandidate("Linh", "Tran", "+14155550133", _CAREERS_SITE, ("first job",))
AMARA: Final = StoryCandidate("Amara", "Diallo", "+14155550134", _REFERRAL, ("retail", "French"))
JONAS: Final = StoryCandidate("Jonas", "Weber", "+14155550135", _CAREERS_SITE, ("hotel", "German"))
PETRA: Final = StoryCandidate("Petra", "Novak", "+14155550136", _JOB_BOARD)
SOFIA: Final = StoryCandidate("Sofia", "Rossi", "+14155550137", _JOB_BOARD, ("retail",))
ELIF: Final = StoryCandidate("Elif", "Kaya", "+14155550138", _REFERRAL, ("hotel", "Turkish"))
OSKAR: Final = StoryCandidate("Oskar", "Lind", "+14155550139", _CAREERS_SITE)

KATHARINA: Final = StoryCandidate("Katharina", "Vogel", "+4915550000111", "Stellenbörse", ("Einzelhandel",))
MURAT: Final = StoryCandidate("Murat", "Aydin", "+4915550000112", "Empfehlung", ("Buchhaltung", "Türkisch"))
UWE: Final = StoryCandidate("Uwe", "Krause", "+4915550000113", "Stellenbörse", ("Lager",))

SPOKEN: Final = "When people are angry I stay calm and we find a solution to that problem"
LISTENED: Final = (
    "A guest wanted to cancel because his room was not ready. I listened, stayed calm and said that I was "
    "sorry. I found another room for him within ten minutes, carried his bags and called him in the evening. "
    "He was satisfied and wrote us a friendly review."
)
PLANNED: Final = (
    "On the first day of the sale half of our team was ill. I decided what had to come first, wrote a list "
    "and shared the work with my colleagues. I told everyone each hour how far we were. We served every "
    "customer in time, and I thanked the team."
)
_DIFFICULT: Final = (
    "The most difficult was a customer whose order had been lost twice. I listened to her and stayed calm. I "
    "called the depot, found a solution for her and had a new parcel sent on the same day. The result was a "
    "customer who thanked me."
)
_RESULT: Final = (
    "In the end she was satisfied with the solution. I told my colleagues in the team what had happened, and "
    "we decided how to keep an overview of lost parcels."
)
_LEARNED: Final = (
    "I learned to decide what comes first. On busy days under pressure I share the work with my colleagues, "
    "support the team and keep an overview of what we promised to customers."
)
_PROMISED: Final = (
    "For example, I promised a family a call until noon. I communicated it to the team, and a colleague "
    "called them in time."
)
CONVERSATION: Final = (
    _DIFFICULT,
    _RESULT,
    _LEARNED,
    _PROMISED,
    "How many days of vacation do I have?",
    "No, thank you.",
)
SHORT_CONVERSATION: Final = (
    (
        "A couple arrived at midnight, and their room had been given away. I stayed calm, said that I was "
        "sorry and called three hotels until I found a room for them."
    ),
    "I paid their taxi and called them in the morning. They were satisfied and came back the year after.",
    (
        "I learned to ask my colleagues early for help when it is busy, and to tell the next shift what is "
        "still open."
    ),
    "For example, I wrote a list for the night shift every evening, so that nobody had to ask twice.",
    "No, thank you.",
)
UNTRIED: Final = ("I have never had one.", "I do what I am told, one thing after the other.")
UNFRIENDLY: Final = ("Customers are never right, so I told him to go elsewhere.", "I went home early.")
SHORT: Final = (
    "A guest was angry about the noise at night. I said that I was sorry and gave him another room.",
    "Three buses arrived at once. I asked a colleague to carry the bags, and I did the check-ins.",
)

STRONG_IN_GERMAN: Final = (
    (
        "Ein Kunde rief wütend an, weil seine Lieferung zum zweiten Mal nicht angekommen war. Ich bin ruhig "
        "geblieben und habe ihm zugehört. Dann habe ich eine Lösung gefunden: Sein Paket lag noch im Lager, "
        "und ich habe es am selben Tag verschickt. Am Abend habe ich den Kunden angerufen, und er war "
        "zufrieden."
    ),
    (
        "Am Freitag vor Weihnachten waren zwei Kollegen krank. Ich habe entschieden, was zuerst kommen muss, "
        "und die Arbeit im Team geteilt. Jede Stunde haben wir uns abgesprochen. Wer fertig war, hat die "
        "anderen Kollegen unterstützt, und am Abend war alles verschickt."
    ),
)
MIDDLING_IN_GERMAN: Final = (
    (
        "Eine Kundin hat sich über eine falsche Rechnung beschwert. Ich habe die Rechnung geprüft und eine "
        "Lösung gesucht. Am nächsten Tag hat sie eine neue bekommen."
    ),
    "Wenn viel los ist, fange ich mit dem Dringendsten an. Die Kollegen machen ihre eigenen Aufgaben.",
)
WEAK_IN_GERMAN: Final = (
    "Kunden hatte ich bisher keine, ich war im Lager. Wenn sich jemand beschwert, hole ich den Chef.",
    "Ich mache meine Sachen, eins nach dem anderen. Um den Rest kümmern sich andere.",
)
