"""A reply that is prepared while the candidate may still go on, and the sound in a response."""

import threading
from base64 import b64decode
from typing import Any

import pytest

from gather.content.interviews.ai_interview import AiConfiguration
from gather.core.media_address import media_key
from gather.ports.failure import EngineFailed
from gather.ports.interviewer import Intent, InterviewerRequest, InterviewerResponse
from gather.ports.speech import SpokenAudio
from gather.ports.transcription import Transcribed
from gather.screening.conversations import voice
from gather.screening.conversations.models import (
    InterviewConversation,
    InterviewTurn,
    TurnKind,
    TurnRole,
)
from gather.screening.conversations.preparation import RememberedInterviewer, words_hash
from gather.screening.conversations.storage import MOST_PREPARATIONS, PREPARATION_COUNT, PREPARED_REPLY
from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.screening import make_interview_conversation
from tests.builders.service import Reply, Service, Tenant
from tests.doubles.conversing_candidate import Conversation, kinds
from tests.doubles.engines import ScriptedEngines
from tests.doubles.screening_candidate import Screening
from tests.doubles.table_faults import once_before

pytestmark = pytest.mark.routes

LONG = "I ran the bar on Saturdays and served about two hundred guests a night for six years."
LEAD = "Thank you, that gives me a good picture."


@pytest.fixture
def screening(service: Service, records: Records, tenant: Tenant) -> Screening:
    """Two spoken questions, with words between them."""
    return make_interview_conversation(service, records, tenant, {"askCandidateQuestions": False})


@pytest.fixture
def conversation(screening: Screening, engines: ScriptedEngines) -> Conversation:
    """A conversation that has begun, whose engine leads over with LEAD."""
    engines.the_interviewer.responses = [answered()]
    begun = Conversation(screening.page, screening.token)
    assert begun.begin().status == 201
    return begun


def answered(lead: str = LEAD, tokens: int = 700) -> InterviewerResponse:
    """An engine that takes the text for an answer, and leads over."""
    return InterviewerResponse(intent=Intent.ANSWER, lead=lead, tokens=tokens)


def prepare(conversation: Conversation, text: str = LONG, **body: object) -> Reply:
    return conversation.turn(prepare={"text": text}, **body)


def heard(sound: dict[str, Any]) -> str:
    """What the scripted speech engine says in a sound."""
    return b64decode(sound["content"]).decode()


class TestPreparing:
    @pytest.mark.in_process
    def test_the_first_sentence_comes_and_nothing_counts(self, conversation: Conversation) -> None:
        before = conversation.read().data

        prepared = prepare(conversation)

        assert (prepared.status, prepared.data["turns"]) == (200, [])
        assert prepared.data["firstSound"]["text"] == LEAD
        assert heard(prepared.data["firstSound"]).endswith(LEAD)
        assert prepared.data["firstSound"]["contentType"] == "audio/mpeg"
        assert conversation.read().data == before

    def test_the_turn_says_what_was_prepared_and_the_engine_is_asked_once(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        prepare(conversation)

        turns = conversation.say(LONG)

        assert kinds(turns) == ["answer", "question"]
        assert turns[1]["text"].startswith(LEAD)
        assert len(engines.the_interviewer.requests) == 1

    def test_commas_and_capitals_that_come_late_change_nothing(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        prepare(conversation, "well I ran the bar on saturdays")

        turns = conversation.say("Well, I ran the bar on Saturdays.")

        assert turns[0]["text"] == "Well, I ran the bar on Saturdays."
        assert len(engines.the_interviewer.requests) == 1

    @pytest.mark.parametrize("said", [f"{LONG} And on Sundays.", "I ran the bar on Saturdays?"])
    def test_another_text_gets_a_reply_of_its_own(
        self, conversation: Conversation, engines: ScriptedEngines, said: str
    ) -> None:
        prepare(conversation, "I ran the bar on Saturdays.")
        engines.the_interviewer.responses = [answered("So it was a busy bar.")]

        turns = conversation.say(said)

        assert [request.heard for request in engines.the_interviewer.requests][-1] == said
        assert not any(LEAD in turn["text"] for turn in turns)

    def test_what_was_prepared_for_an_earlier_turn_is_not_said_later(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        prepare(conversation)
        conversation.stay_silent()
        engines.the_interviewer.responses = [answered("So it was a busy bar.")]

        turns = conversation.say(LONG)

        assert not any(LEAD in turn["text"] for turn in turns)
        assert len(engines.the_interviewer.requests) == 2

    def test_what_is_prepared_while_the_conversation_moves_on_is_not_said(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        def meanwhile() -> None:
            engines.the_interviewer.meanwhile = lambda: None
            conversation.stay_silent()

        engines.the_interviewer.meanwhile = meanwhile
        prepare(conversation)
        engines.the_interviewer.responses = [answered("So it was a busy bar.")]

        turns = conversation.say(LONG)

        assert not any(LEAD in turn["text"] for turn in turns)
        assert len(engines.the_interviewer.requests) == 2

    def test_nothing_is_left_once_the_turn_is_taken(
        self, conversation: Conversation, screening: Screening, records: Records, tenant: Tenant
    ) -> None:
        key = PREPARED_REPLY.key(tenant.team_id, screening.id)
        prepare(conversation)
        waiting = records.table.get(key)

        conversation.say(LONG)

        assert waiting is not None
        assert LONG not in str(waiting)
        assert records.table.get(key) is None

    @pytest.mark.parametrize("lead", ["How old are you, by the way?", "Your score is 90 out of 100."])
    def test_the_guard_refuses_a_sentence_before_it_is_spoken(
        self, conversation: Conversation, engines: ScriptedEngines, lead: str
    ) -> None:
        engines.the_interviewer.responses = [answered(lead)]

        prepared = prepare(conversation)
        turns = conversation.say(LONG)

        assert lead not in prepared.data["firstSound"]["text"]
        assert not any(lead in text for text, _ in engines.the_speech.spoken)
        assert lead not in turns[1]["text"]

    def test_a_recording_is_prepared_and_heard_once(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        announced = conversation.page.post(
            f"/screening/{conversation.token}/media", {"contentType": "audio/wav", "size": 4}
        )
        media_id = announced.data["mediaId"]
        engines.media().put(media_key(media_id), b"RIFF", "audio/wav")
        engines.the_transcription.results[media_key(media_id)] = Transcribed(LONG, ())

        prepared = conversation.turn(prepare={"mediaId": media_id})
        taken = conversation.turn(mediaId=media_id)

        assert (prepared.status, taken.status) == (200, 201)
        assert taken.data["turns"][0]["text"] == LONG
        assert len(engines.the_interviewer.requests) == 1
        assert len(engines.the_transcription.started) == 1

    def test_an_engine_that_fails_leaves_the_turn_as_it_is_without(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        engines.the_interviewer.failures = [EngineFailed(retryable=True, reason="throttled")]

        prepared = prepare(conversation)
        turns = conversation.say(LONG)

        assert prepared.status == 200
        assert "firstSound" not in prepared.data
        assert not turns[1]["isFallback"]
        assert turns[1]["text"].startswith(LEAD)

    def test_while_one_is_prepared_the_turn_is_taken(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        """The page may wait no longer: whoever takes the turn does not wait for who prepares it."""
        taken: list[Reply] = []

        def meanwhile() -> None:
            engines.the_interviewer.meanwhile = lambda: None
            taken.append(conversation.turn(text=LONG))

        engines.the_interviewer.meanwhile = meanwhile

        prepared = prepare(conversation)

        assert (prepared.status, taken[0].status) == (200, 201)
        assert len(conversation.read().data["conversation"]["turns"]) == 4

    @pytest.mark.parametrize(
        "body",
        [{}, {"text": ""}, {"text": LONG, "mediaId": "0a5f38d4-8f3c-4a57-8a3b-5a57d1a4a001"}, {"text": 1}],
    )
    def test_what_is_prepared_is_a_text_or_a_recording(
        self, conversation: Conversation, body: dict[str, object]
    ) -> None:
        assert conversation.turn(prepare=body).status == 400

    def test_a_turn_is_prepared_or_taken(self, conversation: Conversation) -> None:
        assert conversation.turn(prepare={"text": LONG}, text=LONG).status == 400

    def test_only_a_conversation_that_waits_is_prepared(
        self, screening: Screening, conversation: Conversation
    ) -> None:
        behind = prepare(conversation, afterSequence=1)
        conversation.turn(end=True)
        ended = prepare(conversation)

        assert (behind.status, ended.status) == (409, 409)

    def test_before_it_has_begun_nothing_is_prepared(self, screening: Screening) -> None:
        assert prepare(Conversation(screening.page, screening.token)).status == 409

    def test_nothing_is_kept_for_who_completes_meanwhile(
        self,
        conversation: Conversation,
        screening: Screening,
        adapters: Adapters,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
    ) -> None:
        engines.the_interviewer.meanwhile = lambda: conversation.turn(end=True)

        prepared = prepare(conversation)

        assert prepared.status == 409
        assert records.table.get(PREPARED_REPLY.key(tenant.team_id, screening.id)) is None


class TestLimits:
    @pytest.mark.parametrize("count", [{"made": MOST_PREPARATIONS}, {"made": 3, "tokens": 400_000}])
    def test_a_conversation_has_so_many_preparations_and_goes_on_without(
        self,
        conversation: Conversation,
        screening: Screening,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
        count: dict[str, int],
    ) -> None:
        records.table.write(PREPARATION_COUNT.at(tenant.team_id, screening.id).put(**count))

        prepared = prepare(conversation)

        assert (prepared.status, prepared.data["turns"]) == (200, [])
        assert "firstSound" not in prepared.data
        assert engines.the_interviewer.requests == []
        assert conversation.say(LONG)[1]["text"].startswith(LEAD)

    def test_each_counts_before_the_engine_is_asked_and_its_tokens_after(
        self,
        conversation: Conversation,
        screening: Screening,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
    ) -> None:
        key = PREPARATION_COUNT.key(tenant.team_id, screening.id)
        during: list[Any] = []
        engines.the_interviewer.meanwhile = lambda: during.append(records.table.get(key))

        prepare(conversation)

        after = records.table.get(key) or {}
        assert [int(item["made"]) for item in during] == [1]
        assert (int(after["made"]), int(after["tokens"])) == (1, 700)

    def test_two_at_once_do_not_share_the_last_one(
        self,
        conversation: Conversation,
        screening: Screening,
        adapters: Adapters,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
    ) -> None:
        place = PREPARATION_COUNT.at(tenant.team_id, screening.id)
        records.table.write(place.put(made=MOST_PREPARATIONS - 1))
        once_before(adapters, "TransactWriteItems", lambda: prepare(conversation))

        prepare(conversation)

        assert len(engines.the_interviewer.requests) == 1


class TestSoundInTheResponse:
    def test_it_comes_with_the_turn_when_it_is_asked_for(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        taken = conversation.turn(text=LONG, sound=True)

        assert taken.status == 201
        assert taken.data["firstSound"]["text"] == LEAD
        assert taken.data["turns"][1]["text"].startswith(LEAD)
        assert [text for text, _ in engines.the_speech.spoken] == [LEAD]

    def test_without_asking_nothing_is_spoken(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        taken = conversation.turn(text=LONG)

        assert "firstSound" not in taken.data
        assert engines.the_speech.spoken == []

    def test_the_same_turn_again_costs_no_speech(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        conversation.turn(turnId="one", text=LONG, sound=True)

        again = conversation.turn(turnId="one", text=LONG, sound=True)

        assert (again.status, "firstSound" in again.data) == (200, False)
        assert len(engines.the_speech.spoken) == 1

    def test_a_speech_engine_that_fails_costs_the_sound_alone(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        engines.the_speech.failures = [EngineFailed(retryable=True, reason="throttled")]

        taken = conversation.turn(text=LONG, sound=True)

        assert taken.status == 201
        assert "firstSound" not in taken.data
        assert taken.data["turns"][1]["audioParts"]

    def test_a_sound_that_is_late_is_not_waited_for(
        self, conversation: Conversation, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        may_speak = threading.Event()

        def speak_late(text: str, narrator_id: str) -> SpokenAudio:
            assert may_speak.wait(20)
            return SpokenAudio(text.encode(), "audio/mpeg")

        monkeypatch.setattr(voice, "SOUND_PATIENCE_SECONDS", 0.01)
        monkeypatch.setattr(engines.the_speech, "synthesize", speak_late)

        taken = conversation.turn(text=LONG, sound=True)
        may_speak.set()

        assert (taken.status, "firstSound" in taken.data) == (201, False)

    def test_a_sound_that_is_too_large_has_its_address_alone(
        self, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(voice, "LARGEST_SOUND_BYTES", 10)

        assert "firstSound" not in conversation.turn(text=LONG, sound=True).data

    @pytest.mark.parametrize("is_recorded", [True, False])
    def test_a_recorded_question_is_left_to_its_recording(
        self, engines: ScriptedEngines, is_recorded: bool
    ) -> None:
        turn = InterviewTurn(
            id="turn",
            sequence=2,
            role=TurnRole.INTERVIEWER,
            kind=TurnKind.QUESTION,
            text="Whom do you work with best?",
            is_recorded=is_recorded,
            created_at="2026-11-28T10:00:00.000Z",
            updated_at="2026-11-28T10:00:00.000Z",
        )
        begun = InterviewConversation(
            configuration=AiConfiguration(replica_id="r", language="en"),
            question_ids=(),
            started_at="2026-11-28T10:00:00.000Z",
        )

        sound = voice.FirstSentence.begin([turn], begun, engines).sound()

        assert (sound is None) is is_recorded


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("I was there", "I was there.", True),
        ("i was THERE", "I, was there!", True),
        ("Was I there", "Was I there?", False),
        ("I was there", "I was not there", False),
        ("Straße und Öl", "straße, und öl", True),
    ],
)
def test_words_are_the_same_without_marks_but_for_questions(one: str, other: str, is_same: bool) -> None:
    assert (words_hash(one) == words_hash(other)) is is_same


def test_a_remembered_engine_is_asked_once() -> None:
    asked: list[InterviewerRequest] = []

    class Engine:
        def respond(self, request: InterviewerRequest) -> InterviewerResponse:
            asked.append(request)
            return answered()

    engine = RememberedInterviewer(Engine())
    request = InterviewerRequest(prompt="", language="en", heard=LONG)

    assert engine.respond(request) is engine.respond(request)
    assert asked == [request]
