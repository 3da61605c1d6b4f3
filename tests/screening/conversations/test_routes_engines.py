"""The conversation of an AI interview and what stands behind it: speech, recordings, a failing engine."""

from typing import Any

import pytest

from gather.core.media_address import media_key
from gather.ports.failure import EngineFailed
from gather.ports.interviewer import FollowUp, Intent, InterviewerResponse
from gather.ports.transcription import SpokenWord, Transcribed
from gather.screening.conversations import recognition
from gather.screening.conversations.storage import INTERVIEW_CONVERSATION
from gather.screening.evaluations.models import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.screening import make_interview_conversation
from tests.builders.service import Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.doubles.clock import HandClock
from tests.doubles.conversing_candidate import Conversation, kinds
from tests.doubles.engines import ScriptedEngines
from tests.doubles.screening_candidate import Screening
from tests.doubles.table_faults import fail, once_before, throttled

pytestmark = pytest.mark.routes

LONG = "I ran the bar on Saturdays and served about two hundred guests a night for six years."


@pytest.fixture
def plain(service: Service, records: Records, tenant: Tenant, engines: ScriptedEngines) -> Screening:
    """Two spoken questions without anything around them."""
    return make_interview_conversation(
        service, records, tenant, {"conversationalStyle": False, "askCandidateQuestions": False}
    )


@pytest.fixture
def conversation(plain: Screening) -> Conversation:
    """A conversation that has begun."""
    begun = Conversation(plain.page, plain.token)
    assert begun.begin().status == 201
    return begun


def record(
    conversation: Conversation,
    engines: ScriptedEngines,
    said: str | None = None,
    words: tuple[SpokenWord, ...] = (),
) -> str:
    """Upload a recording; `said` is what is heard in it, `words` have their times. Returns its id."""
    announced = conversation.page.post(
        f"/screening/{conversation.token}/media", {"contentType": "audio/wav", "size": 4}
    )
    media_id: str = announced.data["mediaId"]
    engines.media().put(media_key(media_id), b"RIFF", "audio/wav")
    if said is not None:
        engines.the_transcription.results[media_key(media_id)] = Transcribed(said, words)
    return media_id


def put_evidence(records: Records, tenant: Tenant, screening: Screening, *evidence: str) -> None:
    """An evaluation of the screening with one topic, which was scored by the evidence."""
    topic = StoredTopicScore(
        topic="Care", weight=1, score=80, confidence=0.5, explanation="Good.", evidence=evidence
    )
    card = StoredScoreCard(overall_score=80, overall_explanation="Good.", topic_scores=(topic,))
    evaluation = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, score=80, score_card=card)
    put_evaluation(records, tenant.team_id, screening.id, evaluation)


def _follow(conversation: Conversation, address: str) -> str:
    """Returns the address to which an address of sound redirects."""
    reply = conversation.page.get(f"/screening{address.partition('/screening')[2]}")
    assert reply.status == 302
    location: str = reply.headers["location"]
    return location


class TestSpeaking:
    def test_what_is_said_in_a_recording_is_the_turn(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        engines.the_transcription.pending_polls = 1

        taken = conversation.turn(mediaId=record(conversation, engines, LONG))

        assert taken.status == 201
        assert [turn["text"] for turn in taken.data["turns"]] == [LONG, "Whom do you work with best?"]

    def test_what_the_browser_heard_counts_for_the_recording(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        taken = conversation.turn(mediaId=record(conversation, engines), text=LONG)

        assert taken.data["turns"][0]["text"] == LONG
        assert engines.the_transcription.started == []

    def test_the_results_tell_what_a_machine_wrote_down_from_what_was_typed(
        self, plain: Screening, conversation: Conversation
    ) -> None:
        """Also where no recording was kept."""
        conversation.say(LONG, heard=True)
        conversation.say(LONG)

        results = plain.results()

        told = [turn["machineTranscribed"] for turn in results["conversation"] if turn["role"] == "candidate"]
        assert told == [True, False]
        assert [each["machineTranscribed"] for each in results["responses"]] == [True, False]

    @pytest.mark.parametrize("said", ["", "   "])
    def test_a_recording_without_words_is_no_turn(
        self, conversation: Conversation, engines: ScriptedEngines, said: str
    ) -> None:
        refused = conversation.turn(turnId="quiet", mediaId=record(conversation, engines, said))
        repeated = conversation.turn(turnId="quiet", text=LONG)

        assert (refused.status, refused.faulty_fields) == (400, {"mediaId"})
        assert repeated.status == 201

    def test_a_recording_that_was_not_uploaded_is_refused(self, conversation: Conversation) -> None:
        announced = conversation.page.post(
            f"/screening/{conversation.token}/media", {"contentType": "audio/wav", "size": 4}
        )

        absent = conversation.turn(mediaId="x" * 43)
        missing = conversation.turn(mediaId=announced.data["mediaId"])

        assert (absent.status, missing.status) == (404, 400)

    def test_a_transcription_that_fails_leaves_the_turn_to_be_repeated(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        media_id = record(conversation, engines, LONG)
        engines.the_transcription.failures = [EngineFailed(retryable=True, reason="throttled")]

        failed = conversation.turn(turnId="one", mediaId=media_id)
        repeated = conversation.turn(turnId="one", mediaId=media_id)

        assert (failed.status, repeated.status) == (503, 201)

    @pytest.mark.in_process
    def test_an_engine_that_is_asked_too_often_is_asked_again_while_the_candidate_waits(
        self, conversation: Conversation, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """For the job and for its result alike: the quotas are those of all teams."""
        monkeypatch.setattr(recognition, "BUSY_SECONDS", (0.0, 0.0))
        media_id = record(conversation, engines, LONG)
        too_often = EngineFailed(retryable=True, throttled=True, reason="asked too often")
        engines.the_transcription.failures = [too_often, too_often]

        turn = conversation.turn(turnId="one", mediaId=media_id)

        assert turn.status == 201
        assert engines.the_transcription.failures == []

    @pytest.mark.in_process
    def test_an_engine_that_is_asked_too_often_for_too_long_leaves_the_turn_to_be_repeated(
        self, conversation: Conversation, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(recognition, "PATIENCE_SECONDS", 0)
        media_id = record(conversation, engines, LONG)
        engines.the_transcription.failures = [
            EngineFailed(retryable=True, throttled=True, reason="asked too often")
        ]

        failed = conversation.turn(turnId="one", mediaId=media_id)
        repeated = conversation.turn(turnId="one", mediaId=media_id)

        assert (failed.status, repeated.status) == (503, 201)

    def test_without_call_recording_nothing_is_left_of_the_voice(
        self, plain: Screening, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        media_id = record(conversation, engines, LONG)

        conversation.turn(mediaId=media_id)

        assert engines.media().describe(media_key(media_id)) is None
        assert plain.results()["responses"][0]["turns"][1]["audioUrl"] is None

    def test_with_call_recording_the_results_play_each_turn(
        self, service: Service, records: Records, tenant: Tenant, engines: ScriptedEngines
    ) -> None:
        screening = make_interview_conversation(
            service, records, tenant, {"callRecording": True, "conversationalStyle": False}
        )
        conversation = Conversation(screening.page, screening.token)
        conversation.begin()
        media_id = record(conversation, engines, LONG)

        conversation.turn(mediaId=media_id)

        response = screening.results()["responses"][0]
        turns = conversation.read().data["conversation"]["turns"]
        shown = (response["audioUrl"], response["turns"][1]["audioUrl"], turns[2]["audioUrl"])
        assert [screening.leads_to(address) for address in shown] == [media_id] * 3

    @pytest.mark.parametrize(("keeps_recordings", "seconds"), [(True, 4.5), (False, None)])
    def test_evidence_names_its_turn_and_the_time_in_the_turns_recording(
        self,
        service: Service,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
        keeps_recordings: bool,
        seconds: float | None,
    ) -> None:
        screening = make_interview_conversation(
            service,
            records,
            tenant,
            {"callRecording": keeps_recordings, "conversationalStyle": False, "askToElaborate": True},
        )
        conversation = Conversation(screening.page, screening.token)
        conversation.begin()
        asks_on = InterviewerResponse(Intent.ANSWER, FollowUp.ELABORATE, "What do you like about it?")
        engines.the_interviewer.responses.append(asks_on)
        conversation.say("I like it 👩‍🍳.")
        words = tuple(SpokenWord(LONG.index(each), at) for each, at in (("I ran", 0.5), ("served", 4.5)))
        conversation.turn(mediaId=record(conversation, engines, LONG, words))
        put_evidence(records, tenant, screening, "I like it", "served about two hundred guests", "Never")

        results = screening.results()

        response = results["responses"][0]
        (topic,) = results["scoreCard"]["topicScores"]
        first, second = (turn["id"] for turn in response["turns"] if turn["kind"] == "answer")
        assert topic["evidence"] == ["I like it", "served about two hundred guests"]
        assert [(place["turnId"], place["seconds"]) for place in topic["evidencePlaces"]] == [
            (first, None),
            (second, seconds),
        ]
        for evidence, place in zip(topic["evidence"], topic["evidencePlaces"], strict=True):
            assert place["questionId"] == screening.questions["first"]
            assert response["transcription"][place["start"] : place["end"]] == evidence

    @pytest.mark.parametrize(
        ("languages", "streams", "mode"),
        [(None, True, "stream"), (None, False, "upload"), (frozenset[str](), True, "none")],
    )
    def test_the_browser_learns_how_speech_becomes_text(
        self,
        conversation: Conversation,
        engines: ScriptedEngines,
        languages: frozenset[str] | None,
        streams: bool,
        mode: str,
    ) -> None:
        engines.the_transcription.languages = languages
        engines.the_transcription.streams = streams

        speech = conversation.page.get(f"/screening/{conversation.token}/conversation/speech").data["speech"]

        assert speech["mode"] == mode
        assert (speech["url"] is not None) == (mode == "stream")

    @pytest.mark.parametrize("streams", [True, False])
    @pytest.mark.parametrize("path", ["/judges-turns", None])
    def test_the_browser_learns_what_judges_turns(
        self, conversation: Conversation, engines: ScriptedEngines, streams: bool, path: str | None
    ) -> None:
        engines.the_transcription.streams = streams
        engines.the_turn_detection.path = path

        speech = conversation.page.get(f"/screening/{conversation.token}/conversation/speech").data["speech"]

        assert speech["turnsUrl"] == path

    def test_a_conversation_has_forty_streams_and_goes_on_by_uploads(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        engines.the_transcription.streams = True
        path = f"/screening/{conversation.token}/conversation/speech"

        given = [conversation.page.get(path).data["speech"] for _ in range(42)]

        assert [each["mode"] for each in given] == ["stream"] * 40 + ["upload"] * 2
        assert given[-1] == dict.fromkeys(given[-1], None) | {"mode": "upload"}
        assert conversation.turn(mediaId=record(conversation, engines, LONG)).status == 201

    def test_there_is_no_stream_once_the_conversation_has_ended(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        engines.the_transcription.streams = True
        assert conversation.turn(end=True).status == 201

        speech = conversation.page.get(f"/screening/{conversation.token}/conversation/speech")

        assert speech.data["speech"]["mode"] == "upload"


class TestHearing:
    def test_each_turn_of_the_interviewer_is_spoken_once_and_kept(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        greeting = conversation.read().data["conversation"]["turns"][0]
        path = greeting["audioUrl"].partition("/screening")[2]

        first = conversation.page.get(f"/screening{path}")
        again = conversation.page.get(f"/screening{path}")

        assert (first.status, again.status) == (302, 302)
        assert [text for text, _ in engines.the_speech.spoken] == [greeting["text"]]

    def test_a_turn_is_also_spoken_in_two_parts_that_say_all_of_it(
        self, service: Service, records: Records, tenant: Tenant, engines: ScriptedEngines
    ) -> None:
        words = "Welcome to our little coffee bar! I am Robin. Let us begin."
        screening = make_interview_conversation(service, records, tenant, {"greetingMessage": words})
        conversation = Conversation(screening.page, screening.token)
        greeting = conversation.begin().data["conversation"]["turns"][0]

        first, second = (_follow(conversation, address) for address in greeting["audioParts"])
        _follow(conversation, greeting["audioParts"][0])

        assert first != second
        assert [text for text, _ in engines.the_speech.spoken] == [
            "Welcome to our little coffee bar!",
            "I am Robin. Let us begin.",
        ]

    def test_the_one_part_of_a_short_turn_is_the_turn(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        question = conversation.say(LONG)[-1]

        assert len(question["audioParts"]) == 1
        assert _follow(conversation, question["audioParts"][0]) == _follow(conversation, question["audioUrl"])
        assert [text for text, _ in engines.the_speech.spoken] == [question["text"]]

    def test_a_recorded_question_word_for_word_has_one_part_which_is_the_recording(
        self, service: Service, records: Records, tenant: Tenant, engines: ScriptedEngines
    ) -> None:
        screening = make_interview_conversation(
            service,
            records,
            tenant,
            {"conversationalStyle": False},
            first={"question_script": "Please tell me about your work. Why coffee?"},
        )
        conversation = Conversation(screening.page, screening.token)
        question = conversation.begin().data["conversation"]["turns"][-1]

        assert len(question["audioParts"]) == 1
        for address in (question["audioUrl"], *question["audioParts"]):
            assert _follow(conversation, address) == "https://files.example/1.mp3"
        assert engines.the_speech.spoken == []

    def test_where_the_interviewer_has_no_voice_there_are_no_parts(
        self, service: Service, records: Records, tenant: Tenant, engines: ScriptedEngines
    ) -> None:
        screening = make_interview_conversation(service, records, tenant, {"language": "ja"})

        turns = Conversation(screening.page, screening.token).begin().data["conversation"]["turns"]

        assert [(turn["audioUrl"], turn["audioParts"]) for turn in turns] == [(None, [])] * 2

    @pytest.mark.parametrize("part", ["0", "3", "-1", "1.5", "one", ""])
    def test_a_part_is_the_first_or_the_second(self, conversation: Conversation, part: str) -> None:
        path = f"/screening/{conversation.token}/conversation/turns/1/audio?part={part}"

        refused = conversation.page.get(path)

        assert (refused.status, refused.faulty_fields) == (400, {"part"})

    def test_a_part_that_the_turn_has_not_cannot_be_heard(self, conversation: Conversation) -> None:
        path = f"/screening/{conversation.token}/conversation/turns/2/audio?part=2"

        assert conversation.page.get(path).status == 404

    def test_a_turn_is_found_in_two_round_trips(self, conversation: Conversation, adapters: Adapters) -> None:
        sent: list[str] = []
        adapters.clients.dynamodb.meta.events.register(
            "before-call.dynamodb", lambda model, **_: sent.append(model.name)
        )

        conversation.page.get(f"/screening/{conversation.token}/conversation/turns/1/audio?part=1")

        assert sent == ["GetItem", "BatchGetItem"]

    @pytest.mark.parametrize("sequence", ["0", "99", "3", "-1", "1.5", "%C2%B2", "1" * 30, "one"])
    def test_what_was_not_said_cannot_be_heard(self, conversation: Conversation, sequence: str) -> None:
        path = f"/screening/{conversation.token}/conversation/turns/{sequence}/audio"

        assert conversation.page.get(path).status == 404

    def test_the_candidates_own_turn_is_not_spoken(self, conversation: Conversation) -> None:
        conversation.say(LONG)

        assert (
            conversation.page.get(f"/screening/{conversation.token}/conversation/turns/3/audio").status == 404
        )


class TestAppearing:
    def test_an_avatar_s_player_shows_the_replica_in_the_language(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        engines.the_avatar.player_url = "https://avatars.example/player"

        shown = conversation.read().data["conversation"]
        taken = conversation.turn(text=LONG).data["conversation"]

        address = "https://avatars.example/player?replicaId=r-Robin&language=en"
        assert shown["interviewer"]["avatarUrl"] == taken["interviewer"]["avatarUrl"] == address

    @pytest.mark.parametrize("configuration", [{"audioOnly": True}, {"replicaId": "without"}])
    def test_by_sound_alone_and_for_a_replica_without_a_provider_there_is_none(
        self,
        service: Service,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
        configuration: dict[str, Any],
    ) -> None:
        engines.the_avatar.player_url = "https://avatars.example/player"
        if "replicaId" in configuration:
            body = {"name": "Sam", "photoUrl": "https://files.example/Sam.jpg"}
            configuration = {"replicaId": service.post("/replicas", body).data["replica"]["id"]}
        screening = make_interview_conversation(service, records, tenant, configuration)

        shown = Conversation(screening.page, screening.token).read().data["conversation"]

        assert shown["interviewer"]["avatarUrl"] is None


class TestFailingEngine:
    def test_the_turn_counts_and_the_plain_next_question_follows(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        engines.the_interviewer.failures = [EngineFailed(retryable=True, reason="throttled")]

        turns = conversation.say(LONG)

        assert kinds(turns) == ["answer", "question"]
        assert turns[1]["isFallback"]
        assert not conversation.read().data["conversation"]["turns"][0]["isFallback"]


class TestAtTheSameTime:
    def test_while_a_turn_is_responded_to_no_other_is_taken(
        self, conversation: Conversation, engines: ScriptedEngines
    ) -> None:
        replies: list[Any] = []

        def meanwhile() -> None:
            engines.the_interviewer.meanwhile = lambda: None
            replies.append(conversation.turn(turnId="other", text="From another tab."))
            replies.append(conversation.turn(turnId="one", text=LONG))

        engines.the_interviewer.meanwhile = meanwhile

        taken = conversation.turn(turnId="one", text=LONG)

        assert [reply.status for reply in replies] == [409, 409]
        assert taken.status == 201
        assert len(conversation.read().data["conversation"]["turns"]) == 4

    def test_a_turn_whose_process_died_can_be_taken_again_later(
        self, conversation: Conversation, engines: ScriptedEngines, clock: HandClock
    ) -> None:
        def die() -> None:
            engines.the_interviewer.meanwhile = lambda: None
            raise KeyboardInterrupt

        engines.the_interviewer.meanwhile = die
        with pytest.raises(KeyboardInterrupt):
            conversation.turn(turnId="one", text=LONG)

        at_once = conversation.turn(turnId="one", text=LONG)
        clock.advance(seconds=41)
        later = conversation.turn(turnId="one", text=LONG)

        assert (at_once.status, later.status) == (409, 201)

    def test_an_answer_that_is_saved_while_the_conversation_begins_is_refused(
        self, plain: Screening, adapters: Adapters
    ) -> None:
        talk = Conversation(plain.page, plain.token)
        once_before(adapters, "TransactWriteItems", talk.begin)

        refused = plain.answer("first", text="Written at the same time.")

        assert refused.status == 409
        assert plain.results()["responses"][0]["transcription"] == ""

    def test_a_table_that_fails_leaves_a_turn_to_be_repeated(
        self, conversation: Conversation, adapters: Adapters
    ) -> None:
        stop = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))

        failed = conversation.turn(turnId="one", text=LONG)
        stop()
        repeated = conversation.turn(turnId="one", text=LONG)

        assert (failed.status, repeated.status) == (503, 201)


class TestCapturing:
    def test_without_it_the_words_are_neither_scored_nor_kept(
        self, service: Service, records: Records, tenant: Tenant, engines: ScriptedEngines
    ) -> None:
        screening = make_interview_conversation(service, records, tenant, {"captureResponses": False})
        conversation = Conversation(screening.page, screening.token)
        conversation.begin()
        conversation.say(LONG)
        conversation.turn(end=True)

        results = screening.results()

        assert LONG not in str(results)
        assert results["summaryStatus"] == "pre-summary-feature"
        assert results["score"] is None


def test_the_limits_of_tokens_and_turns_hold_whatever_the_engine_costs(
    conversation: Conversation, engines: ScriptedEngines, plain: Screening, records: Records, tenant: Tenant
) -> None:
    key = INTERVIEW_CONVERSATION.key(tenant.team_id, plain.id)
    item = records.table.get(key)
    assert item is not None

    records.table.write(
        INTERVIEW_CONVERSATION.at(tenant.team_id, plain.id).put(**{**item, "tokens": 400_000})
    )
    turns = conversation.say(LONG)

    assert turns[1]["isFallback"]
    assert engines.the_interviewer.requests == []
