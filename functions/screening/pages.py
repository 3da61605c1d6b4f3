"""The pages behind a token. What a candidate wrote is escaped wherever it is shown."""

from collections.abc import Callable, Iterable
from html import escape

from aws_lambda_powertools.event_handler import Response

from gather.api.pages import page
from gather.domain.candidate_interview import CandidateInterviewResults, CandidateResponse, ScoreCard
from gather.domain.screening import Screening, ScreeningQuestion
from gather.errors import Gone, NotFound


def invite_page(show: Callable[[], Screening]) -> Response[str]:
    """The candidate's page, or one that says why there is none: unknown (404) or expired (410)."""
    try:
        screening = show()
    except NotFound:
        return page(404, "Invite not found", "<p>This link is not complete or was never sent.</p>")
    except Gone:
        text = "<p>The time for this interview has passed. Ask the company for a new invite.</p>"
        return page(410, "Invite expired", text)
    questions = "".join(_question(question) for question in screening.questions)
    company = escape(screening.branding.display_name)
    body = (
        f"<p>Hello {escape(screening.candidate_first_name)}, {company} asks you {len(screening.questions)}"
        f" questions.</p><ol>{questions}</ol>"
    )
    return page(200, screening.display_name, body)


def _question(question: ScreeningQuestion) -> str:
    audio = f'<br><audio controls src="{escape(question.audio_url)}"></audio>' if question.audio_url else ""
    script = (
        f"<blockquote>{escape(question.question_script)}</blockquote>" if question.question_script else ""
    )
    done = ' <span class="quiet">(answered)</span>' if question.answered else ""
    return f"<li>{escape(question.title)}{done}{script}{audio}</li>"


def results_page(results: CandidateInterviewResults | None) -> Response[str]:
    """The results, read-only; 404 for an unknown token."""
    if results is None:
        return page(404, "Results not found", "<p>This link is not complete or was never made.</p>")
    score = "not scored" if results.score is None else f"{results.score:g} of 100"
    summary = f"<p>{escape(results.summary)}</p>" if results.summary else ""
    status = f'<span class="quiet">({escape(results.summary_status)})</span>'
    body = (
        f"<p>Score: <strong>{score}</strong> {status}</p>"
        f"{summary}{_score_card(results.score_card)}{_responses(results.responses)}"
    )
    return page(200, "Interview results", body)


def _score_card(card: ScoreCard | None) -> str:
    if card is None:
        return ""
    topics = "".join(
        f"<h2>{escape(each.topic)}: {each.score:g}</h2>"
        f"<p>{escape(each.explanation)}</p>{_quotes(each.evidence)}"
        for each in card.topic_scores
    )
    return f"<p>{escape(card.overall_explanation)}</p>{topics}"


def _quotes(evidence: Iterable[str]) -> str:
    return "".join(f"<blockquote>{escape(excerpt)}</blockquote>" for excerpt in evidence)


def _responses(responses: Iterable[CandidateResponse]) -> str:
    return "".join(
        f"<h2>{escape(each.question_title or '')}</h2>"
        + (f'<audio controls src="{escape(each.audio_url)}"></audio>' if each.audio_url else "")
        + (f"<p>{escape(each.transcription)}</p>" if each.transcription else "")
        for each in responses
    )
