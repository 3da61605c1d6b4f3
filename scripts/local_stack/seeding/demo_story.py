"""The demo's week: candidates in the workflows of two jobs, each at another stage, good ones and bad ones.

What comes later waits for what workers do, such as a score. Therefore the story is told after the stack is
ready, in a process of its own: see local_stack.seeding.story_process.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from gather.core.clock import timestamp
from local_stack.seeding.demo_candidate import CandidatePage, CandidateRoutes, VoiceAnswer
from local_stack.seeding.demo_content import GatherApi
from local_stack.seeding.demo_people import (
    AMARA,
    CONVERSATION,
    ELIF,
    JONAS,
    KATHARINA,
    LINH,
    LISTENED,
    MIDDLING_IN_GERMAN,
    MURAT,
    NIA,
    OSKAR,
    PETRA,
    PLANNED,
    SHORT,
    SHORT_CONVERSATION,
    SOFIA,
    SPOKEN,
    STRONG_IN_GERMAN,
    TOMASZ,
    UNFRIENDLY,
    UNTRIED,
    UWE,
    WEAK_IN_GERMAN,
)
from local_stack.seeding.demo_team import import_candidates, prepare_team
from local_stack.seeding.story_workflow import Enrolled, StoryWorkflow

NEEDED: Final = frozenset(
    {
        *("apiKey", "teamId", "userId", "jobId", "workflowTemplateId"),
        *("germanInviteUrl", "germanJobId", "consoleUsers"),
    }
)
"""What the seed has made for a story. A folder of an earlier version may lack some, and has no story."""

TEAM: Final = "the team"
IMPORT: Final = "an import"
ERASED: Final = "a candidate who is erased"
"""Without a name, because the state folder keeps the names of the chapters."""

_REVIEWER: Final = "reviewer"
_MANAGER: Final = "manager"
_ADMINISTRATOR: Final = "administrator"
_SOON: Final = timedelta(days=2)
_AT_ONCE: Final = timedelta(seconds=10)
"""Long enough for a request to arrive before."""
_LINK_DAYS: Final = 14


class DemoStory:
    """The story on the running stack at `base_url`: `chapters` are told in their order, each on its own.

    `sign_in` gives the routes to a colleague, by the role in `consoleUsers`. `speak` makes sound of a text,
    `read_inbox` gives the messages that were sent, newest first, and `pause` waits for some seconds.
    """

    def __init__(
        self,
        api: GatherApi,
        page: CandidateRoutes,
        seeded: Mapping[str, Any],
        base_url: str,
        sign_in: Callable[[str], GatherApi],
        speak: Callable[[str], VoiceAnswer],
        read_inbox: Callable[[], list[dict[str, Any]]],
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._api = api
        self._page = page
        self._seeded = seeded
        self._base_url = base_url
        self._sign_in = sign_in
        self._speak = speak
        self._support = StoryWorkflow(api, page, seeded["jobId"], read_inbox, pause)
        self._german = StoryWorkflow(api, page, seeded["germanJobId"], read_inbox, pause)

    def chapters(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """What the team prepares; then each candidate's name, and what they and the team do."""
        yield TEAM, self._tell_of_team
        yield NIA.name, self._tell_of_text_message
        yield SOFIA.name, self._tell_of_expiry
        yield TOMASZ.name, self._tell_of_more_time
        yield LINH.name, self._tell_of_low_score
        yield PETRA.name, self._tell_of_rejection
        yield IMPORT, self._tell_of_import
        yield ERASED, self._tell_of_erasure
        yield KATHARINA.name, self._tell_of_hiring
        yield MURAT.name, self._tell_of_decision_in_german
        yield UWE.name, self._tell_of_low_score_in_german
        yield AMARA.name, self._tell_of_conversation
        yield ELIF.name, self._tell_of_second_chance
        yield JONAS.name, self._tell_of_meeting

    def _tell_of_team(self) -> None:
        """Somebody to write to, a system that wants to know, and times to meet."""
        prepare_team(self._api, self._seeded, self._base_url)

    def _tell_of_text_message(self) -> None:
        """Invited, also by text message, and with little time left."""
        self._expire(self._support.enroll(NIA), _SOON)

    def _tell_of_expiry(self) -> None:
        """Invited, and never came; the schedule that ends invites does the rest."""
        self._expire(self._support.enroll(SOFIA), _AT_ONCE)

    def _tell_of_more_time(self) -> None:
        """Half-way through, with a request that waits for the team."""
        page = self._support.enroll(TOMASZ).page
        page.agree()
        page.answer(LISTENED)
        page.ask_for("more_time", "I am travelling without my computer. May I have until Tuesday?")

    def _tell_of_low_score(self) -> None:
        """Scored below the gate, which waits for a person."""
        _hand_in(self._support.enroll(LINH).page, *UNTRIED)

    def _tell_of_rejection(self) -> None:
        """Scored below the gate, and rejected by a person, who has the candidate told."""
        petra = self._support.enroll(PETRA)
        _hand_in(petra.page, *UNFRIENDLY, yes=False)
        self._support.wait_for_gate(petra)
        reason = "No example of helping a customer, and no interest in the team's work."
        self._decide(petra, "reject", reason, notify=True)

    def _tell_of_import(self) -> None:
        """Whom a colleague has met at a fair."""
        import_candidates(self._sign_in(_MANAGER))

    def _tell_of_erasure(self) -> None:
        """Half-way through, and then erased, as the candidate wished."""
        oskar = self._support.enroll(OSKAR)
        oskar.page.agree()
        oskar.page.answer(LISTENED)
        self._sign_in(_ADMINISTRATOR).post(f"/candidates/{oskar.candidate_id}/erase", {})

    def _tell_of_conversation(self) -> None:
        """Passed, one answer by voice, and in the middle of the AI interview."""
        amara = self._support.enroll(AMARA)
        _hand_in(amara.page, self._speak(SPOKEN), PLANNED)
        talk = self._support.conversation_of(amara)
        talk.agree()
        talk.converse(CONVERSATION[0])

    def _tell_of_second_chance(self) -> None:
        """Scored below the gate, let on by people who talked about it, and asking for another time."""
        invited = self._support.enroll(ELIF)
        _hand_in(invited.page, *SHORT)
        self._support.wait_for_gate(invited)
        self._comment(
            _REVIEWER, invited, "Few words, but she says what she did. Three years at a hotel desk."
        )
        self._comment(_MANAGER, invited, "I agree. A conversation will tell us more than these two answers.")
        reason = "Both examples are of the work that we do. The score is low because they are short."
        self._decide(invited, "advance", reason)
        self._talk(invited, *SHORT_CONVERSATION)
        token = self._support.wait_for_meeting(invited, ELIF)
        wish = {"text": "I work until six that week. Would a morning in the week after be possible?"}
        self._page.post(f"/m/{token}/another-time", wish)

    def _tell_of_meeting(self) -> None:
        """Passed, done with the AI interview, and with a time for the meeting.

        A person corrects a score, and another one hands the results on.
        """
        jonas = self._support.enroll(JONAS)
        _hand_in(jonas.page, LISTENED, PLANNED)
        self._talk(jonas, *CONVERSATION)
        token = self._support.wait_for_meeting(jonas, JONAS)
        slots = self._page.get(f"/m/{token}/slots")["slots"]
        self._page.post(f"/m/{token}/booking", {"slotId": slots[1]["id"]})
        results = f"/candidate-interviews/{jonas.candidate_interview_id}/results"
        corrected = {
            "topic": "Teamwork",
            "score": 70,
            "reason": "He led the team that day, but does not say what the others did.",
        }
        self._sign_in(_REVIEWER).patch(results, {"topicScores": [corrected]})
        link = f"/candidate-interviews/{jonas.candidate_interview_id}/share-link"
        self._sign_in(_MANAGER).post(link, {"expiryDays": _LINK_DAYS})

    def _tell_of_hiring(self) -> None:
        """The best who answered in German, through to the end, and hired."""
        katharina = self._german.enroll(KATHARINA)
        _hand_in(katharina.page, *STRONG_IN_GERMAN)
        self._german.wait_for_step(katharina, 0, lambda step: step["status"] == "passed")
        self._comment(_REVIEWER, katharina, "Beide Beispiele sind konkret. Bitte bald anrufen!")
        at = f"/candidate-interviews/{katharina.candidate_interview_id}/status"
        self._sign_in(_MANAGER).patch(at, {"status": "hired"})

    def _tell_of_decision_in_german(self) -> None:
        """A middling score below the gate, and a person who lets the candidate on."""
        murat = self._german.enroll(MURAT)
        _hand_in(murat.page, *MIDDLING_IN_GERMAN)
        self._german.wait_for_gate(murat)
        reason = (
            "Knappe Antworten, aber er löst das Problem der Kundin. Das Übrige lernt er in der Einarbeitung."
        )
        self._decide(murat, "advance", reason)

    def _tell_of_low_score_in_german(self) -> None:
        """A weak score, which waits for a person."""
        _hand_in(self._german.enroll(UWE).page, *WEAK_IN_GERMAN, yes=False)

    def _expire(self, enrolled: Enrolled, after: timedelta) -> None:
        """Ends the invite so much later than now."""
        expiry = timestamp(datetime.now(UTC) + after)
        self._api.patch(f"/candidate-interviews/{enrolled.candidate_interview_id}", {"expiry": expiry})

    def _talk(self, enrolled: Enrolled, *said: str) -> None:
        """Has the candidate hold the whole conversation of the second step."""
        talk = self._support.conversation_of(enrolled)
        talk.agree()
        if talk.converse(*said) != "ended":
            talk.end_conversation()
        talk.complete()

    def _comment(self, role: str, enrolled: Enrolled, text: str) -> None:
        at = f"/candidate-interviews/{enrolled.candidate_interview_id}/comments"
        self._sign_in(role).post(at, {"text": text})

    def _decide(self, enrolled: Enrolled, decision: str, reason: str, *, notify: bool = False) -> None:
        at = f"/candidate-interviews/{enrolled.candidate_interview_id}/decision"
        self._sign_in(_MANAGER).post(at, {"decision": decision, "reason": reason, "notify": notify})


def _hand_in(page: CandidatePage, *answers: str | VoiceAnswer, yes: bool = True) -> None:
    page.agree()
    page.answer(*answers, yes=yes)
    page.complete()
