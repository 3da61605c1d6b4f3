"""The results as a share link shows them, read-only, in the reader's language and the team's branding.

All of it is there without a script. The script adds what moves: a quotation plays its place in the recording,
and recordings play faster or slower. What a candidate wrote is escaped wherever it is shown.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import pi
from pathlib import Path
from typing import Final

from aws_lambda_powertools.event_handler import Response

from gather.core.catalogue import Phrases
from gather.core.clock import from_timestamp
from gather.core.errors import Gone, NotFound
from gather.core.spoken_time import spoken_day
from gather.http.pages.branding import face
from gather.http.pages.page import scripted_page, static_text
from gather.screening.evaluations.models import (
    EvaluationType,
    EvidencePlace,
    ScoreCard,
    StoredSurveyScore,
    SummaryStatus,
    TopicScore,
)
from gather.screening.results.models import CandidateResponse, TranscriptionStatus
from gather.screening.results.storage import SharedResults
from screening.pages.look import page_style
from screening.pages.phrases import phrases as page_phrases
from screening.pages.results_phrases import phrases

_ASSETS: Final = Path(__file__).parents[1] / "assets"
_HEADERS: Final = {"X-Robots-Tag": "noindex"}
_STANDINGS: Final = {
    SummaryStatus.PROCESSING: "isProcessing",
    SummaryStatus.ERROR: "hasFailed",
    SummaryStatus.PRE_SUMMARY_FEATURE: "isWithoutEvaluation",
}
_SCORED_BY: Final = {
    EvaluationType.AI_GENERATED: "byAi",
    EvaluationType.MANUAL: "byPeople",
    EvaluationType.HYBRID: "byBoth",
}
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
        body=(
            f'<main class="sheet bare"><div class="ending without"><h1>{escape(title)}</h1>'
            f'<p class="lead">{escape(texts[name])}</p></div></main>'
        ),
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

    def response(self) -> Response[str]:
        parts = (
            self._overview(),
            self._summary(),
            self._topics(),
            self._choices(),
            self._answers(),
            self._resume(),
            self._conversation(),
        )
        branding = self._shared.branding
        body = (
            f'<div class="sheet results"><header class="head">{face(branding)}<div class="who">'
            f"<p>{escape(branding.display_name)}</p><p>{self._say('title')}</p></div></header>"
            f'<main class="main">{"".join(parts)}</main></div>'
        )
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
        return escape(self._texts[name].format(**values))

    def _overview(self) -> str:
        taken_at, score = self._results.taken_at, self._results.score
        day = spoken_day(from_timestamp(taken_at), self._texts.language) if taken_at else ""
        when = self._say("completedOn", day=day) if taken_at else self._say("notCompleted")
        standing = _STANDINGS.get(self._results.summary_status)
        note = f'<p class="note">{self._say(standing)}</p>' if standing else self._scored_by()
        return (
            f'<section class="overview">{self._dial(score)}<div>'
            f"<h1>{escape(self._shared.candidate_name)}</h1>"
            f'<p class="lead">{escape(self._shared.role)}</p><p class="quiet">{when}</p>'
            f"{note}{self._ruled_out()}{self._removal()}</div></section>"
        )

    def _ruled_out(self) -> str:
        """The choices that rule the candidate out, which explain a score of 0 before anything else."""
        return "".join(
            f'<p class="note ruled-out"><a href="#choices">{self._say("ruledOut", question=each.title)}</a>'
            "</p>"
            for each in self._shared.survey
            if each.knocked_out
        )

    def _removal(self) -> str:
        """Since when the candidate's words are gone, where the organization keeps them no longer."""
        moment = self._results.transcript_removed_at
        if moment is None:
            return ""
        day = spoken_day(from_timestamp(moment), self._texts.language)
        return f'<p class="note">{self._say("wordsRemoved", day=day)}</p>'

    def _scored_by(self) -> str:
        card = self._results.score_card
        return f'<p class="quiet">{self._say(_SCORED_BY[card.evaluation_type])}</p>' if card else ""

    def _dial(self, score: int | None) -> str:
        """The score as a ring that is so far full."""
        if score is None:
            label, shown, drawn = self._say("notScored"), "–", ""
        else:
            label = f"{self._say('overall')}: {self._say('outOf', score=score)}"
            shown = str(score)
            # With round ends nothing would be a dot.
            drawn = (
                f'<circle class="full" cx="50" cy="50" r="40" transform="rotate(-90 50 50)" '
                f'stroke-dasharray="{_RING * score / 100:.1f} {_RING:.1f}"/>'
                if score > 0
                else ""
            )
        return (
            '<svg class="dial" viewBox="0 0 100 100" width="112" height="112" role="img" '
            f'aria-label="{label}">'
            f'<circle class="empty" cx="50" cy="50" r="40"/>{drawn}'
            f'<text x="50" y="50" dy=".36em" text-anchor="middle">{shown}</text></svg>'
        )

    def _summary(self) -> str:
        text = self._results.summary
        heading = self._say("summary")
        return f'<section><h2>{heading}</h2><p dir="auto">{escape(text)}</p></section>' if text else ""

    def _topics(self) -> str:
        card = self._results.score_card
        if card is None:
            return ""
        rows = "".join(self._topic(number, topic) for number, topic in enumerate(card.topic_scores))
        how = (
            f'<details class="how"><summary>{self._say("how")}</summary>'
            f'<p dir="auto">{escape(card.overall_explanation)}</p></details>'
            if card.overall_explanation
            else ""
        )
        return f'<section><h2>{self._say("topics")}</h2><ol class="topics">{rows}</ol>{how}</section>'

    def _topic(self, number: int, topic: TopicScore) -> str:
        shown = self._texts["notScored"] if topic.score is None else f"{topic.score}"
        confidence = round(100 * topic.confidence)
        weight = f"{topic.weight:g}"
        facts = _fact(self._say("weight", percent=weight), "weight", topic.weight)
        if topic.is_by_person:
            facts += f"<p>{self._say('scoredByPerson')}</p>"
        else:
            facts += _fact(self._say("confidence", percent=confidence), "confidence", confidence)
        label = self._say("chart", topic=topic.topic, score=shown, weight=weight, confidence=confidence)
        quotes = "".join(
            self._quote(f"e{number}-{index}", excerpt, place)
            for index, (excerpt, place) in enumerate(zip(topic.evidence, topic.evidence_places, strict=True))
        )
        evidence = f'<p class="quiet">{self._say("evidence")}</p><ul class="quotes">{quotes}</ul>'
        return (
            f'<li><div class="topic"><h3>{escape(topic.topic)}</h3><strong>{escape(shown)}</strong></div>'
            f'{_gauge("score", topic.score or 0, label)}<div class="facts quiet">{facts}</div>'
            f'<p dir="auto">{escape(topic.explanation)}</p>'
            f"{evidence if quotes else ''}</li>"
        )

    def _quote(self, name: str, excerpt: str, place: EvidencePlace) -> str:
        """A quotation that leads to its place in the answer, and plays it where the recording is known."""
        recording = _recording_id(place.turn_id or place.question_id)
        plays, time = "", ""
        choice = self._choice_in_words(place.question_id)
        if place.seconds is not None:
            plays = f' data-recording="{recording}" data-seconds="{place.seconds:.1f}"'
            time = f" · {self._say('playFrom', time=_clock(place.seconds))}"
        return (
            f'<li><a href="#{name}"{plays}><q dir="auto">{escape(choice or excerpt)}</q>'
            f'<span class="quiet">{self._say("showPlace")}{time}</span></a></li>'
        )

    def _choices(self) -> str:
        """What was chosen and scored, and whether a choice rules the candidate out."""
        scored = [each for each in self._shared.survey if each.score is not None or each.knocked_out]
        if not scored:
            return ""
        rows = "".join(self._choice(each) for each in scored)
        verdict = "" if any(each.knocked_out for each in scored) else self._say("noKnockout")
        note = f'<p class="quiet">{verdict}</p>' if verdict else ""
        heading = f'<h2 id="choices">{self._say("choices")}</h2>'
        return f'<section>{heading}<ul class="chosen">{rows}</ul>{note}</section>'

    def _choice(self, scored: StoredSurveyScore) -> str:
        responses = self._results.responses
        answer = next(
            (self._marked(each) for each in responses if each.question_id == scored.question_id), ""
        )
        badge = f'<span class="knockout">{self._say("knockout")}</span>' if scored.knocked_out else ""
        points = "" if scored.score is None else f"<strong>{self._say('outOf', score=scored.score)}</strong>"
        return (
            f'<li><div><p dir="auto">{escape(scored.title)}</p>'
            f'<p class="quiet" dir="auto">{answer or self._say("noAnswer")}</p>{badge}</div>'
            f"{points}</li>"
        )

    def _choice_in_words(self, question_id: str) -> str | None:
        """A choice that has no words of its own in the reader's language; None for every other answer."""
        choice = self._shared.plain_choices.get(question_id)
        return self._texts[choice] if choice else None

    def _answers(self) -> str:
        chosen = {each.question_id for each in self._shared.survey if each.score is not None}
        told = [each for each in self._results.responses if each.question_id not in chosen]
        if not told:
            return ""
        answers = "".join(self._answer(each) for each in told)
        return f'<section class="answers"><h2>{self._say("answers")}</h2>{answers}</section>'

    def _answer(self, response: CandidateResponse) -> str:
        note = self._hearing(response)
        is_removed = self._results.transcript_removed_at is not None
        without = "" if note or is_removed else f'<p class="quiet">{self._say("noAnswer")}</p>'
        text = (
            f'<p class="{"words doubtful" if note else "words"}" dir="auto">{self._marked(response)}</p>'
            if response.transcription
            else without
        )
        heading = f'<h3 dir="auto">{escape(response.question_title or "")}</h3>'
        return f"<article>{heading}{self._recordings(response)}{note}{text}</article>"

    def _hearing(self, response: CandidateResponse) -> str:
        """How a recording was heard, and what to do about it where that can still be done."""
        status = response.transcription_status
        if status is None:
            return ""
        said = ["unheard" if status is TranscriptionStatus.UNAVAILABLE else "poor"]
        if status is TranscriptionStatus.POOR and response.transcription:
            said += ["poorWords", "pleaseListen"] if _can_be_heard(response) else ["poorWords"]
        return f'<p class="note">{" ".join(map(self._say, said))}</p>'

    def _recordings(self, response: CandidateResponse) -> str:
        label = f"{self._say('recording')}: {escape(response.question_title or '')}"
        own = [(response.question_id, response.audio_url, response.audio_seconds)]
        turns = [
            (turn.id, turn.audio_url, turn.audio_seconds)
            for turn in response.turns or ()
            if turn.role == "candidate"
        ]
        return "".join(
            f'<audio id="{_recording_id(each)}" controls preload="metadata" src="{escape(url)}" '
            f'data-length="{seconds or ""}" aria-label="{label}"></audio>'
            for each, url, seconds in (turns if any(url for _, url, _ in turns) else own)
            if url
        )

    def _marked(self, response: CandidateResponse) -> str:
        """The answer, with what is quoted marked and each quotation's name at its place."""
        choice = self._choice_in_words(response.question_id)
        text = choice or response.transcription or ""
        places = sorted(
            (0, len(choice), name) if choice else (place.start, place.end, name)
            for name, place in self._places
            if place.question_id == response.question_id
        )
        parts, at = [], 0
        for start, end, names in _merged(places):
            anchors = "".join(f'<span id="{name}"></span>' for name in names)
            parts += [escape(text[at:start]), f"<mark>{anchors}{escape(text[start:end])}</mark>"]
            at = end
        return "".join((*parts, escape(text[at:])))

    def _resume(self) -> str:
        """The résumé, to be saved: nothing that a candidate sends is opened by the browser."""
        resume = self._results.resume
        if resume is None:
            return ""
        note = self._say("resumeNote", day=spoken_day(from_timestamp(resume.given_at), self._texts.language))
        return (
            f'<section><h2>{self._say("resume")}</h2><p><a href="{escape(resume.url)}" rel="noreferrer">'
            f'{self._say("saveResume", name=resume.file_name)}</a></p><p class="quiet">{note}</p></section>'
        )

    def _conversation(self) -> str:
        """Who said what, where the interview was a conversation."""
        turns = [turn for each in self._results.responses for turn in each.turns or ()]
        if not turns or self._results.transcript_removed_at is not None:
            return ""
        lines = "".join(
            f'<p dir="auto"><strong>{self._say("candidate" if turn.role == "candidate" else "interviewer")}:'
            f"</strong> {escape(turn.text or self._texts['noAnswer'])}</p>"
            for turn in sorted(turns, key=lambda turn: turn.sequence)
        )
        return f"<section><details><summary>{self._say('conversation')}</summary>{lines}</details></section>"


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


def _gauge(kind: str, percent: float, label: str = "") -> str:
    """A gauge that is so far full. Without a label it only repeats what stands beside it."""
    told = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return (
        f'<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" {told}>'
        f'<rect class="ground" width="100" height="10"/>'
        f'<rect class="{kind}" width="{percent:g}" height="10"/></svg>'
    )


def _fact(words: str, kind: str, percent: float) -> str:
    return f"<p>{words}{_gauge(kind, percent)}</p>"


def _can_be_heard(response: CandidateResponse) -> bool:
    return bool(response.audio_url) or any(turn.audio_url for turn in response.turns or ())


def _recording_id(of: str) -> str:
    return f"recording-{escape(of)}"


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
