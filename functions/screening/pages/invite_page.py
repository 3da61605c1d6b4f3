"""The pages behind a token. What a candidate wrote is escaped wherever it is shown."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import htpy as h
from aws_lambda_powertools.event_handler import Response

from gather.content.interviews.ai_interview import AiConfiguration
from gather.content.questions.asked_question import QuestionKind
from gather.core.bidi import isolate
from gather.core.document_fault import DocumentFault
from gather.core.document_type import DocumentType
from gather.core.errors import Gone, NotFound
from gather.core.language import LANGUAGES, accepted_language, known_language
from gather.core.media_address import media_key
from gather.core.spoken_time import shapes
from gather.http.pages.branding import face, with_contact
from gather.http.pages.page import scripted_page
from gather.http.static_text import static_text
from gather.ports.failure import EngineFailed
from gather.ports.media import Media
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.conversations.requests import LONGEST_TURN
from gather.screening.sessions.models import LONGEST_ANSWER, Screening, ScreeningQuestion
from gather.screening.sessions.storage import ScreeningSession
from gather.wiring import Adapters
from screening.pages.invite_phrases import phrases
from screening.pages.style import page_style

_ASSETS: Final = Path(__file__).parents[1] / "assets"
_SCRIPTS: Final = _ASSETS / "bundles"
FAULT_TEXTS: Final = {
    DocumentFault.LOCKED: "resumeLocked",
    DocumentFault.DAMAGED: "resumeDamaged",
    DocumentFault.MACROS: "resumeMacros",
}
"""The phrases for a résumé that was refused; for any other fault `resumeUnreadable`."""
_DONE: Final = "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.4 14.6l-4.2-4.2 1.5-1.5 2.7 2.7 5.6-5.6 1.5 1.5z"
_ATTENTION: Final = (
    "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm-1 3h2v6.5h-2zm0 8h2v2h-2z"
)


def invite_page(
    open_invite: Callable[[], ScreeningSession], adapters: Adapters, accept_language: str
) -> Response[str]:
    """The candidate's page, or one that says why there is none: unknown (404), expired (410), completed.

    `accept_language` is the request's header, for the pages that know of no interview.
    """
    try:
        session = open_invite()
    except NotFound:
        return _bare_page(404, accepted_language(accept_language), "absent")
    except Gone:
        return _bare_page(410, accepted_language(accept_language), "expired")
    screening = session.show()
    record = session.whole.record
    if record.completed_at is not None:
        return _completed_page(screening)
    if record.status is CandidateInterviewStatus.ARCHIVED:
        return _ended_page(screening, _ATTENTION, "closedTitle", "closed")
    held_as = _held_as(session) if screening.conversation is not None else None
    if held_as is not None:
        return _conversation_page(screening, held_as, adapters)
    return _questions_page(screening, adapters)


def _bare_page(status: int, language: str, name: str) -> Response[str]:
    texts = phrases(language)
    title = texts[f"{name}Title"]
    return scripted_page(
        status,
        language=language,
        title=title,
        style=page_style(None),
        body=h.main(".sheet.bare")[_ending(_ATTENTION, h.h1, title, texts[name])],
        policy={},
        headers=HEADERS,
    )


def _questions_page(screening: Screening, adapters: Adapters) -> Response[str]:
    store = _media_store(adapters.engines.media())
    return _page(
        screening,
        body=_questions(screening),
        policy=_reaching(store),
        script=static_text(_SCRIPTS / "questions_page.js"),
        data=_configuration(screening, adapters, may_record=store is not None),
    )


def _conversation_page(screening: Screening, held_as: AiConfiguration, adapters: Adapters) -> Response[str]:
    """The page of an interview that an AI interviewer holds. Survey questions follow the conversation."""
    store = _media_store(adapters.engines.media())
    surveyed = tuple(each for each in screening.questions if each.kind is QuestionKind.SURVEY)
    told = _configuration(screening.changed(questions=surveyed), adapters, may_record=store is not None)
    return _page(
        screening,
        body=_questions(screening),
        more_style=static_text(_ASSETS / "conversation.css"),
        policy={
            **_reaching(store, adapters.engines.transcription().stream_origin(held_as.language)),
            **_framing(held_as, adapters.settings.avatar_player_url),
        },
        script=static_text(_SCRIPTS / "conversation_page.js"),
        data={**told, "longestTurn": LONGEST_TURN, "keepsRecordings": held_as.call_recording},
        runs_blobs=True,
    )


def _held_as(session: ScreeningSession) -> AiConfiguration | None:
    """How the conversation is held: as it was when it began. One round trip before that."""
    stored = session.whole.conversation
    return stored.conversation.configuration if stored else session.interview().ai_configuration


def _reaching(store: str | None, stream: str | None = None) -> dict[str, str]:
    """The hosts that a page with answers connects to: this service, the media store, the speech stream."""
    return {
        "connect-src": " ".join(filter(None, ("'self'", store, stream))),
        "media-src": " ".join(filter(None, ("'self' https: blob:", store))),
    }


def _framing(held_as: AiConfiguration, player: str) -> dict[str, str]:
    """The one place that a conversation's page may frame: the avatar's player, where there is one."""
    if held_as.audio_only or not player:
        return {}
    address = urlsplit(player)
    return {"frame-src": f"{address.scheme}://{address.netloc}"}


def _completed_page(screening: Screening) -> Response[str]:
    return _ended_page(screening, _DONE, "thanks", "completed", _onward(screening))


def _ended_page(
    screening: Screening, shape: str, title: str, text: str, more: h.Node = None
) -> Response[str]:
    texts = phrases(screening.language)
    heading, lead = (texts[each].format(**_names(screening)) for each in (title, text))
    return _page(screening, body=_ending(shape, h.h2, heading, lead, more), policy={})


def _ending(shape: str, level: h.Element, heading: str, text: str, more: h.Node = None) -> h.Element:
    return h.div(class_="ending" if shape is _DONE else "ending without")[
        h.svg(viewBox="0 0 24 24", width=64, height=64, aria_hidden="true")[
            h.path(fill="currentColor", d=shape)
        ],
        level[heading],
        h.p(".lead")[text],
        more,
    ]


def _onward(screening: Screening) -> h.Node:
    """The link to where the customer leads candidates on, if it leads to the web."""
    address = screening.external_redirect_uri or ""
    host = urlsplit(address).netloc
    if not host or not address.startswith(("https://", "http://")):
        return None
    label = phrases(screening.language)["onward"].format(host=host)
    return h.p[h.a(".button", rel="noreferrer", href=address)[label]]


HEADERS: Final = {
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=()",
    "X-Robots-Tag": "noindex",
}


def _page(
    screening: Screening,
    *,
    body: h.Node,
    policy: dict[str, str],
    more_style: str = "",
    script: str = "",
    data: object = None,
    runs_blobs: bool = False,
) -> Response[str]:
    return scripted_page(
        200,
        language=known_language(LANGUAGES, screening.language),
        title=screening.display_name,
        style=page_style(screening.branding) + more_style,
        body=_sheet(screening, body),
        policy=policy,
        headers=HEADERS,
        script=script,
        data=data,
        runs_blobs=runs_blobs,
    )


def _sheet(screening: Screening, body: h.Node) -> h.Element:
    """The page's frame. The script shows what is hidden at first, and puts its views in place of `body`."""
    return h.div(".sheet")[
        h.header(".head")[
            face(screening.branding),
            h.div(".who")[h.p[screening.branding.display_name], h.h1[screening.display_name]],
        ],
        h.section("#progress.progress", hidden=True)[
            h.p[h.span("#progress-place"), h.span("#progress-done")],
            h.div("#progress-bar.bar", role="progressbar", aria_valuemin=0)[h.span("#progress-fill")],
        ],
        h.p("#offline.offline", role="status", hidden=True),
        h.main("#main.main")[body],
        h.nav("#foot.foot", hidden=True)[
            h.button("#back.quiet-button", type="button"),
            h.button("#next.button", type="button"),
        ],
        h.p("#announcer.unseen", role="status"),
    ]


def _configuration(screening: Screening, adapters: Adapters, *, may_record: bool) -> dict[str, Any]:
    """The configuration of the page's script; the invite's token is in the page's address alone."""
    return {
        **_names(screening),
        "displayName": screening.display_name,
        "language": known_language(LANGUAGES, screening.language),
        "expiry": screening.expiry,
        "dates": shapes(screening.language),
        "about": screening.about.model_dump(mode="json", by_alias=True) if screening.about else {},
        "contact": screening.branding.contact_email,
        "resume": _resume(screening),
        "consent": screening.consent.model_dump(mode="json", by_alias=True),
        "redirectUri": screening.external_redirect_uri,
        "mayRecord": may_record,
        "longestAnswer": LONGEST_ANSWER,
        "questions": [each.model_dump(mode="json", by_alias=True) for each in screening.questions],
        "texts": phrases(screening.language).for_script(),
    }


def _resume(screening: Screening) -> dict[str, Any] | None:
    """The script's configuration for a résumé, with the endings of the names of such files."""
    if screening.resume is None:
        return None
    told = screening.resume.model_dump(mode="json", by_alias=True)
    return {
        **told,
        "endings": {each.value: each.ending for each in DocumentType},
        "faults": {fault.reason: text for fault, text in FAULT_TEXTS.items()},
    }


def _names(screening: Screening) -> dict[str, str]:
    names = {"firstName": screening.candidate_first_name, "companyName": screening.branding.display_name}
    return {each: isolate(name, screening.language) for each, name in names.items()}


def _media_store(media: Media) -> str | None:
    """The origin of the addresses that recordings are uploaded to, taken from one that the store signs
    without being asked. None where it signs none: then answers are written."""
    try:
        signed = media.presigned_upload(media_key("origin"), "audio/webm", 1, 1)
    except EngineFailed:
        return None
    address = urlsplit(signed.url)
    return f"{address.scheme}://{address.netloc}"


def _questions(screening: Screening) -> h.Node:
    """The questions as they are read without the script, which puts its own view in their place."""
    texts = phrases(screening.language)
    names, count = _names(screening), len(screening.questions)
    return [
        h.h2[texts["hello"].format(**names)],
        h.p(".lead")[texts["intro"].format(**names, questions=texts.counted("questions", count))],
        _about(screening),
        h.p[texts["plainNote"]],
        h.ol(".plain")[(_question(question, texts["answered"]) for question in screening.questions)],
    ]


def _about(screening: Screening) -> h.Node:
    """The text that is read before the start, without the script."""
    about, texts = screening.about, phrases(screening.language)
    if about is None:
        return None
    names, contact = _names(screening), screening.branding.contact_email
    company = texts["pointAskCompany"].format(**names)
    points = [
        about.web_only and texts["pointWebOnly"],
        texts["takes"].format(minutes=about.minutes),
        about.scored and texts["pointDecides"].format(**names),
        with_contact(texts["pointAsk"], contact) if contact else company,
    ]
    label = about.description_file_name or texts["description"]
    return [
        h.ul[(h.li[point] for point in points if point)],
        about.description and h.p(".script", dir="auto")[about.description],
        about.description_url and h.p[h.a(href=about.description_url, rel="noreferrer")[label]],
    ]


def _question(question: ScreeningQuestion, answered: str) -> h.Element:
    options = [h.li[option.title] for option in question.options or ()]
    return h.li[
        h.strong[question.title],
        question.answered and [" ", h.span(".quiet")[f"({answered})"]],
        question.question_script and h.p[question.question_script],
        options and h.ul[options],
        question.audio_url and h.audio(controls=True, preload="none", src=question.audio_url),
    ]
