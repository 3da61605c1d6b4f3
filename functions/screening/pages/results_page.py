"""The results as a share link shows them, read-only, in the reader's language and the team's branding.

All of it is there without a script. The script adds what moves: a quotation plays its place in the recording,
and recordings play faster or slower. What a candidate wrote is escaped wherever it is shown. What is in the
interview's language says so, so that it is read aloud in it.
"""

from collections.abc import Callable, Iterable, Sequence
from math import pi
from pathlib import Path
from typing import Final

import htpy as h
from aws_lambda_powertools.event_handler import Response

from gather.core.bidi import isolated_parts
from gather.core.catalogue import Phrases
from gather.core.clock import from_timestamp
from gather.core.errors import Gone, NotFound
from gather.core.language import primary_language
from gather.core.spoken_time import spoken_day
from gather.http.pages.branding import face
from gather.http.pages.page import scripted_page
from gather.http.static_text import static_text
from gather.screening.answers.models import TranscriptionProblem
from gather.screening.conversations.models import TurnKind, TurnRole
from gather.screening.evaluations.models import (
    EvidencePlace,
    ScoreCard,
    StoredSurveyScore,
    SummaryStatus,
    TopicScore,
)
from gather.screening.results.models import CandidateResponse, ResponseTurn, TranscriptionStatus
from gather.screening.results.storage import SharedResults
from screening.pages.invite_phrases import phrases as page_phrases
from screening.pages.results_phrases import phrases
from screening.pages.style import page_style

_ASSETS: Final = Path(__file__).parents[1] / "assets"
_HEADERS: Final = {"X-Robots-Tag": "noindex"}
_STANDINGS: Final = {
    SummaryStatus.PROCESSING: "isProcessing",
    SummaryStatus.ERROR: "hasFailed",
    SummaryStatus.PRE_SUMMARY_FEATURE: "isWithoutEvaluation",
}
_SCORED_BY: Final = {
    (True, False): "byAi",
    (False, True): "byPeople",
    (True, True): "byBoth",
}
"""By whether an AI and whether a person has scored a topic."""
_SPEEDS: Final = ("0.75", "1", "1.25", "1.5", "2")
_RING: Final = 2 * pi * 40
"""The length of the ring around the score, which has a radius of 40."""


def show(open_results: Callable[[], SharedResults], language: str) -> Response[str]:
    """The results, or a page that says why there are none: unknown (404), ended (410)."""
    try:
        shared = open_results()
    except NotFound:
        return _absent(404, language, "absent")
    except Gone:
        return _absent(410, language, "ended")
    return _Page(shared, phrases(language)).response()


def _absent(status: int, language: str, name: str) -> Response[str]:
    texts = phrases(language)
    title = texts[f"{name}Title"]
    return scripted_page(
        status,
        language=language,
        title=title,
        style=page_style(None),
        body=h.main(".sheet.bare")[h.div(".ending.without")[h.h1[title], h.p(".lead")[texts[name]]]],
        policy={},
        headers=_HEADERS,
    )


class _Page:
    """The page of one candidate's results in one language."""

    def __init__(self, shared: SharedResults, texts: Phrases) -> None:
        self._shared = shared
        self._results = shared.results
        self._texts = texts
        self._places = _numbered(self._results.score_card)
        is_same = primary_language(shared.language) == texts.language
        self._of_interview = {} if is_same else {"lang": shared.language}

    def response(self) -> Response[str]:
        parts = (
            self._overview(),
            self._summary(),
            self._account(),
            self._topics(),
            self._choices(),
            self._answers(),
            self._resume(),
            self._conversation(),
        )
        branding = self._shared.branding
        body = h.div(".sheet.results")[
            h.header(".head")[
                face(branding), h.div(".who")[h.p[branding.display_name], h.p[self._say("title")]]
            ],
            h.main(".main")[parts],
        ]
        return scripted_page(
            200,
            language=self._texts.language,
            title=f"{self._shared.candidate_name} – {self._shared.role}",
            style=page_style(branding) + static_text(_ASSETS / "results.css"),
            body=body,
            policy={"media-src": "*", "connect-src": "'self'"},
            headers=_HEADERS,
            script=static_text(_ASSETS / "bundles/results_page.js"),
            data={"texts": self._script_texts(), "speeds": _SPEEDS},
        )

    def _script_texts(self) -> dict[str, str]:
        of_player = page_phrases(self._texts.language)
        return {
            **{name: self._texts[name] for name in ("speed", "print")},
            **{name: of_player[name] for name in ("play", "pause", "position")},
        }

    def _say(self, name: str, /, **values: object) -> str:
        return self._texts[name].format(**values)

    def _overview(self) -> h.Element:
        taken_at, score = self._results.taken_at, self._results.score
        day = spoken_day(from_timestamp(taken_at), self._texts.language) if taken_at else ""
        standing = _STANDINGS.get(self._results.summary_status)
        return h.section(".overview")[
            self._dial(score),
            h.div[
                h.h1[self._shared.candidate_name],
                h.p(".lead", self._of_interview)[self._shared.role],
                h.p(".quiet")[self._say("completedOn", day=day) if taken_at else self._say("notCompleted")],
                h.p(".note")[self._say(standing)] if standing else self._scored_by(),
                self._ruled_out(),
                self._untranscribed(),
                self._removal(),
            ],
        ]

    def _ruled_out(self) -> h.Node:
        """The choices that rule the candidate out, which explain a score of 0 before anything else."""
        return [
            h.p(".note.ruled-out")[h.a(href="#choices")[self._say("ruledOut", question=each.title)]]
            for each in self._shared.survey
            if each.knocked_out
        ]

    def _removal(self) -> h.Node:
        """Since when the candidate's words are gone, where the organization keeps them no longer."""
        moment = self._results.transcript_removed_at
        if moment is None:
            return None
        day = spoken_day(from_timestamp(moment), self._texts.language)
        return h.p(".note")[self._say("wordsRemoved", day=day)]

    def _untranscribed(self) -> h.Node:
        """That recordings have no part in the scores, through no fault of the candidate."""
        if not self._shared.unheard or self._results.transcript_removed_at is not None:
            return None
        heard = self._shared.recordings - self._shared.unheard
        scored = any(topic.score is not None for topic in self._topic_scores)
        name = "someUnheard" if heard else "noneHeard" if scored else "allUnheard"
        return h.p(".note")[self._say(name, heard=heard, total=self._shared.recordings)]

    @property
    def _topic_scores(self) -> Sequence[TopicScore]:
        card = self._results.score_card
        return card.topic_scores if card else ()

    def _scored_by(self) -> h.Node:
        """Who has scored. Choices are counted by the rules of their questions, without an AI."""
        scored = [topic.is_by_person for topic in self._topic_scores if topic.score is not None]
        if scored:
            name = _SCORED_BY[not all(scored), any(scored)]
        else:
            name = "byNobody" if self._results.score is None else "byRules"
        return h.p(".quiet")[self._say(name)]

    def _dial(self, score: int | None) -> h.Element:
        """The score as a ring that is so far full."""
        if score is None:
            label = self._say("notScored")
        else:
            label = f"{self._say('overall')}: {self._say('outOf', score=score)}"
        return h.svg(".dial", viewBox="0 0 100 100", width=112, height=112, role="img", aria_label=label)[
            h.circle(".empty", cx=50, cy=50, r=40),
            # With round ends nothing would be a dot.
            _ring(score) if score else None,
            h.text(x=50, y=50, dy=".36em", text_anchor="middle")["–" if score is None else score],
        ]

    def _summary(self) -> h.Node:
        """Three sentences in the reader's language, by the scores as they are now."""
        summary = self._shared.summary
        if summary is None:
            return None
        sentences = summary.sentences(self._texts.language)
        return h.section(".summary")[
            h.h2[self._say("summary")], [h.p[self._isolated(sentence)] for sentence in sentences]
        ]

    def _isolated(self, text: str) -> h.Node:
        """A text whose foreign parts are elements of their own."""
        return [h.bdi[part] if is_foreign else part for part, is_foreign in isolated_parts(text)]

    def _account(self) -> h.Node:
        """What a model wrote of the answers, in the interview's language and before people changed scores."""
        text = self._results.engine_summary
        return (
            text
            and h.section[
                h.h2[self._say("account")],
                h.p(self._of_interview, dir="auto")[text],
                h.p(".quiet")[self._say("accountNote")],
            ]
        )

    def _topics(self) -> h.Node:
        card = self._results.score_card
        if card is None:
            return None
        return h.section[
            card.topic_scores
            and [
                h.h2[self._say("topics")],
                h.ol(".topics")[
                    (self._topic(number, topic) for number, topic in enumerate(card.topic_scores))
                ],
            ],
            card.overall_explanation
            and h.details(".how")[h.summary[self._say("how")], h.p(dir="auto")[card.overall_explanation]],
        ]

    def _topic(self, number: int, topic: TopicScore) -> h.Element:
        weight = f"{topic.weight:g}"
        quotes = [
            self._quote(f"e{number}-{index}", excerpt, place)
            for index, (excerpt, place) in enumerate(zip(topic.evidence, topic.evidence_places, strict=True))
        ]
        return h.li[
            h.div(".topic")[
                h.h3(self._of_interview, dir="auto")[topic.topic],
                h.strong[self._say("notScored") if topic.score is None else topic.score],
            ],
            self._bar(topic, weight),
            h.div(".facts.quiet")[
                _fact(self._say("weight", percent=weight), "weight", topic.weight), self._sureness(topic)
            ],
            topic.explanation and h.p(self._of_interview, dir="auto")[topic.explanation],
            quotes and [h.p(".quiet")[self._say("evidence")], h.ul(".quotes")[quotes]],
        ]

    def _bar(self, topic: TopicScore, weight: str) -> h.Node:
        """The score as a bar; none where there is no score, which is not the same as 0."""
        if topic.score is None:
            return None
        confidence = round(100 * topic.confidence)
        label = self._say("chart", topic=topic.topic, score=topic.score, weight=weight, confidence=confidence)
        return _gauge("score", topic.score, label)

    def _sureness(self, topic: TopicScore) -> h.Node:
        """How sure the score is: nobody doubts a person's, and what is not scored has none."""
        if topic.score is None:
            return None
        if topic.is_by_person:
            return h.p[self._say("scoredByPerson")]
        confidence = round(100 * topic.confidence)
        return _fact(self._say("confidence", percent=confidence), "confidence", confidence)

    def _quote(self, name: str, excerpt: str, place: EvidencePlace) -> h.Element:
        """A quotation that leads to its place in the answer, and plays it where the recording is known."""
        plays, time = {}, ""
        choice = self._choice_in_words(place.question_id)
        if place.seconds is not None:
            recording = _recording_id(place.turn_id or place.question_id)
            plays = {"data-recording": recording, "data-seconds": f"{place.seconds:.1f}"}
            time = f" · {self._say('playFrom', time=_clock(place.seconds))}"
        return h.li[
            h.a({"href": f"#{name}", **plays})[
                h.q({} if choice else self._of_interview, dir="auto")[choice or excerpt],
                h.span(".quiet")[self._say("showPlace"), time],
            ]
        ]

    def _choices(self) -> h.Node:
        """The choices with their scores, and whether a choice rules the candidate out."""
        scored = [each for each in self._shared.survey if each.score is not None or each.knocked_out]
        if not scored:
            return None
        is_ruled_out = any(each.knocked_out for each in scored)
        return h.section[
            h.h2("#choices")[self._say("choices")],
            h.ul(".chosen")[map(self._choice, scored)],
            None if is_ruled_out else h.p(".quiet")[self._say("noKnockout")],
        ]

    def _choice(self, scored: StoredSurveyScore) -> h.Element:
        responses = self._results.responses
        answer = next(
            (self._marked(each) for each in responses if each.question_id == scored.question_id), []
        )
        return h.li[
            h.div[
                h.p(self._of_interview, dir="auto")[scored.title],
                h.p(".quiet", dir="auto")[answer or self._say("noAnswer")],
                h.span(".knockout")[self._say("knockout")] if scored.knocked_out else None,
            ],
            None if scored.score is None else h.strong[self._say("outOf", score=scored.score)],
        ]

    def _choice_in_words(self, question_id: str) -> str | None:
        """A choice that has no words of its own in the reader's language; None for every other answer."""
        choice = self._shared.plain_choices.get(question_id)
        return self._texts[choice] if choice else None

    def _answers(self) -> h.Node:
        chosen = {each.question_id for each in self._shared.survey if each.score is not None}
        told = [each for each in self._results.responses if each.question_id not in chosen]
        if not told:
            return None
        return h.section(".answers")[
            h.h2[self._say("answers")],
            (self._answer(number, each) for number, each in enumerate(told, start=1)),
        ]

    def _answer(self, number: int, response: CandidateResponse) -> h.Element:
        """An answer under the question in the words in which it was asked."""
        asked = _wording(response)
        title = response.question_title
        note = self._hearing(response)
        return h.article[
            h.h3(self._of_interview if asked else {}, dir="auto")[
                asked or self._say("questionNumber", number=number)
            ],
            h.p(".quiet", self._of_interview, dir="auto")[title] if title and title != asked else None,
            self._recordings(response),
            note and h.p(".note")[note],
            self._words(response, is_doubtful=bool(note)),
            h.p(".quiet.machine")[self._say("machineTurn" if note else "machineTranscript")]
            if response.machine_transcribed and response.transcription
            else None,
        ]

    def _words(self, response: CandidateResponse, *, is_doubtful: bool) -> h.Node:
        """The words of an answer; in a conversation below what the interviewer asked on."""
        if response.transcription:
            return [
                [
                    asked_on and h.p(".asked-on", self._of_interview, dir="auto")[asked_on],
                    h.p(self._of_interview, class_=["words", is_doubtful and "doubtful"], dir="auto")[
                        self._marked(response, start, end)
                    ],
                ]
                for asked_on, start, end in _parts(response)
            ]
        if response.transcription_status or self._results.transcript_removed_at is not None:
            return None
        return h.p(".quiet")[self._say("noWords" if response.machine_transcribed else "noAnswer")]

    def _hearing(self, response: CandidateResponse) -> str:
        """How a recording was heard, and what to do about it where that can still be done."""
        status = response.transcription_status
        if status is None:
            return ""
        if status is TranscriptionStatus.UNAVAILABLE:
            is_foreign = response.transcription_problem is TranscriptionProblem.LANGUAGE
            said = ["unheardLanguage" if is_foreign else "unheard"]
        else:
            said = ["poor", *(["poorWords"] if response.transcription else [])]
        if _can_be_heard(response):
            said.append("pleaseListen")
        return " ".join(map(self._say, said))

    def _recordings(self, response: CandidateResponse) -> h.Node:
        label = f"{self._say('recording')}: {response.question_title or ''}"
        own = [(response.question_id, response.audio_url, response.audio_seconds)]
        turns = [
            (turn.id, turn.audio_url, turn.audio_seconds)
            for turn in response.turns or ()
            if turn.role == "candidate"
        ]
        return [
            h.audio(
                id=_recording_id(each),
                controls=True,
                preload="metadata",
                src=url,
                data_length=f"{seconds or ''}",
                aria_label=label,
            )
            for each, url, seconds in (turns if any(url for _, url, _ in turns) else own)
            if url
        ]

    def _marked(self, response: CandidateResponse, begin: int = 0, end: int | None = None) -> list[h.Node]:
        """The answer from `begin` to `end`, with its quotations marked and each one's name at its place."""
        choice = self._choice_in_words(response.question_id)
        text = choice or response.transcription or ""
        last = len(text) if choice or end is None else end
        places = sorted(
            (0, len(choice), name) if choice else (max(place.start, begin), min(place.end, last), name)
            for name, place in self._places
            if place.question_id == response.question_id and (choice or begin <= place.start < last)
        )
        parts: list[h.Node] = []
        at = begin
        for start, until, names in _merged(places):
            parts += [text[at:start], h.mark[(h.span(id=name) for name in names), text[start:until]]]
            at = until
        return [part for part in (*parts, text[at:last]) if part]

    def _resume(self) -> h.Node:
        """The résumé, to be saved: nothing that a candidate sends is opened by the browser."""
        resume = self._results.resume
        if resume is None:
            return None
        day = spoken_day(from_timestamp(resume.given_at), self._texts.language)
        return h.section[
            h.h2[self._say("resume")],
            h.p[h.a(href=resume.url, rel="noreferrer")[self._say("saveResume", name=resume.file_name)]],
            h.p(".quiet")[self._say("resumeNote", day=day)],
        ]

    def _conversation(self) -> h.Node:
        """Who said what, where the interview was a conversation: all of it, on paper too.

        What the candidate asked, and what was said to it, is marked: it is no answer, and may be a promise.
        """
        turns = self._results.conversation
        if not turns or self._results.transcript_removed_at is not None:
            return None
        is_invited = False
        shown = []
        for turn in turns:
            is_invited = is_invited or turn.kind == TurnKind.INVITE_QUESTIONS
            shown.append(self._turn(turn, is_invited=is_invited))
        return h.section(".conversation")[h.h2[self._say("conversation")], h.ol[shown]]

    def _turn(self, turn: ResponseTurn, *, is_invited: bool) -> h.Element:
        is_candidate = turn.role == TurnRole.CANDIDATE
        speaker = self._say("candidate" if is_candidate else "interviewer")
        kind = ""
        if is_candidate and turn.kind == TurnKind.QUESTION:
            kind = self._say("ownQuestion" if is_invited else "askedBack")
        elif turn.kind == TurnKind.REPLY:
            kind = self._say("told")
        silent = "noAnswer" if turn.kind == TurnKind.SILENCE else "notStored"
        return h.li(class_=[turn.role, kind and "aside"])[
            h.p(".speaker")[h.strong[speaker], kind and h.span(".quiet")[" · ", kind]],
            h.p(".words", self._of_interview, dir="auto")[turn.text]
            if turn.text
            else h.p(".quiet")[self._say(silent)],
            h.p(".quiet.machine")[self._say("machineTurn")] if turn.machine_transcribed else None,
        ]


def _numbered(card: ScoreCard | None) -> Sequence[tuple[str, EvidencePlace]]:
    """The place of each quotation, by the name that its link has."""
    topics = card.topic_scores if card else ()
    return [
        (f"e{number}-{index}", place)
        for number, topic in enumerate(topics)
        for index, place in enumerate(topic.evidence_places)
    ]


def _merged(places: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, list[str]]]:
    """Places in their order, those that overlap as one with the names of all."""
    merged: list[tuple[int, int, list[str]]] = []
    for start, end, name in places:
        if merged and start < merged[-1][1]:
            first, last, names = merged[-1]
            merged[-1] = (first, max(last, end), [*names, name])
        else:
            merged.append((start, end, [name]))
    return merged


def _ring(score: int) -> h.Element:
    return h.circle(
        ".full",
        cx=50,
        cy=50,
        r=40,
        transform="rotate(-90 50 50)",
        stroke_dasharray=f"{_RING * score / 100:.1f} {_RING:.1f}",
    )


def _gauge(kind: str, percent: float, label: str = "") -> h.Element:
    """A gauge that is so far full. Without a label it only repeats what stands beside it."""
    told = {"role": "img", "aria-label": label} if label else {"aria-hidden": "true"}
    return h.svg(".gauge", told, viewBox="0 0 100 10", preserveAspectRatio="none")[
        h.rect(".ground", width=100, height=10),
        h.rect(class_=kind, width=f"{percent:g}", height=10),
    ]


def _fact(words: str, kind: str, percent: float) -> h.Element:
    return h.p[words, _gauge(kind, percent)]


def _wording(response: CandidateResponse) -> str | None:
    """The question in its own words; as the interviewer asked it where these have changed since."""
    own = response.question_text or response.question_title
    asked = (turn.text for turn in response.turns or () if turn.kind == TurnKind.QUESTION)
    as_asked = next(asked, None)
    return own if as_asked is None or (own and own in as_asked) else as_asked


def _parts(response: CandidateResponse) -> list[tuple[str, int, int]]:
    """The parts of an answer that were said at once: what was asked on before, and where each is in the text.

    The text of a conversation's answer has a line for each part.
    """
    text = response.transcription or ""
    asked_on, at = "", 0
    parts = []
    for turn in response.turns or ():
        if turn.kind == TurnKind.FOLLOW_UP:
            asked_on = turn.text
        elif turn.kind == TurnKind.ANSWER and text.startswith(turn.text, at):
            parts.append((asked_on, at, at + len(turn.text)))
            asked_on, at = "", at + len(turn.text) + 1
    return parts if at == len(text) + 1 else [("", 0, len(text))]


def _can_be_heard(response: CandidateResponse) -> bool:
    return bool(response.audio_url) or any(turn.audio_url for turn in response.turns or ())


def _recording_id(of: str) -> str:
    return f"recording-{of}"


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
