"""The pages behind a token. What a candidate wrote is escaped wherever it is shown."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import htpy as h
from aws_lambda_powertools.event_handler import Response

from gather.content.interviews.ai_interview import AiConfiguration
from gather.content.interviews.models import InterviewStatus
from gather.content.questions.asked_question import QuestionKind
from gather.core.bidi import isolate
from gather.core.clock import from_timestamp
from gather.core.document_fault import DocumentFault
from gather.core.document_type import DocumentType
from gather.core.errors import Gone, NotFound
from gather.core.language import LANGUAGES, known_language
from gather.core.spoken_time import shapes, spoken_day
from gather.http.pages.branding import face, with_contact
from gather.http.pages.media_origin import media_origin
from gather.http.pages.page import scripted_page
from gather.http.static_text import static_text
from gather.ports.transcription import Transcription
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_requests.models import CandidateRequestKind
from gather.screening.conversations.requests import LONGEST_TURN
from gather.screening.sessions.models import LONGEST_ANSWER, Screening, ScreeningQuestion
from gather.screening.sessions.storage import ScreeningSession
from gather.tenancy.organizations.engines import engines_of
from gather.wiring import Adapters
from gather.workflow.enrollments.standing import Standing, get_standing
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
    open_invite: Callable[[], ScreeningSession], adapters: Adapters, language: str, now: datetime
) -> Response[str]:
    """The candidate's page, or one that says why there is none: unknown (404), over (410), completed, paused.

    `language` is the reader's, for the pages that know of no interview.
    """
    try:
        session = open_invite()
        screening = session.show()
    except NotFound:
        return _bare_page(404, language, "absent")
    except Gone:
        return _bare_page(410, language, "gone")
    record = session.whole.record
    if record.completed_at is not None:
        return _completed_page(screening, record, get_standing(session.records, session.whole, now), now)
    if record.is_over(now):
        return _over_page(screening, record, now)
    if record.status is CandidateInterviewStatus.ARCHIVED:
        return _ended_page(screening, record, now, "closed")
    if not screening.takes_answers:
        is_paused = session.interview().status is InterviewStatus.PAUSED
        return _ended_page(screening, record, now, "halted" if is_paused else "closed")
    held_as = _held_as(session) if screening.conversation is not None else None
    if held_as is not None:
        return _conversation_page(screening, record, held_as, adapters, now)
    return _questions_page(screening, record, adapters, now)


def _bare_page(status: int, language: str, name: str) -> Response[str]:
    texts = phrases(language)
    title = texts[f"{name}Title"]
    return scripted_page(
        status,
        language=language,
        title=title,
        style=page_style(None),
        body=h.main(".sheet.bare")[_ending(_ATTENTION, h.h1, title, [h.p(".lead")[texts[name]]])],
        policy={},
        headers=HEADERS,
    )


def _questions_page(
    screening: Screening, record: CandidateInterviewRecord, adapters: Adapters, now: datetime
) -> Response[str]:
    store = media_origin(adapters.engines.media())
    return _page(
        screening,
        body=_questions(screening),
        policy=_reaching(store),
        script=static_text(_SCRIPTS / "questions_page.js"),
        data=_configuration(screening, record, adapters, now, may_record=store is not None),
    )


def _conversation_page(
    screening: Screening,
    record: CandidateInterviewRecord,
    held_as: AiConfiguration,
    adapters: Adapters,
    now: datetime,
) -> Response[str]:
    """The page of an interview that an AI interviewer holds. Survey questions follow the conversation."""
    store = media_origin(adapters.engines.media())
    surveyed = tuple(each for each in screening.questions if each.kind is QuestionKind.SURVEY)
    shown = screening.changed(questions=surveyed)
    told = _configuration(shown, record, adapters, now, may_record=store is not None)
    return _page(
        screening,
        body=_questions(screening),
        more_style=static_text(_ASSETS / "conversation.css"),
        policy={
            **_reaching(store, _transcription(adapters, record).stream_origin(held_as.language)),
            **_framing(held_as, adapters.settings.avatar_player_url),
        },
        script=static_text(_SCRIPTS / "conversation_page.js"),
        data={**told, "longestTurn": LONGEST_TURN, "keepsRecordings": held_as.call_recording},
        runs_blobs=True,
    )


def _transcription(adapters: Adapters, record: CandidateInterviewRecord) -> Transcription:
    return engines_of(adapters, record.organization_id).transcription()


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


def _completed_page(
    screening: Screening, record: CandidateInterviewRecord, standing: Standing, now: datetime
) -> Response[str]:
    """The page after the completion: how it stands, and until it stands otherwise by when one hears of it."""
    texts, names = phrases(screening.language), _names(screening)
    done_at = from_timestamp(record.completed_at or record.expiry)
    promise = _promise(screening, done_at, now) if standing in _UNDECIDED else None
    told = [
        h.p(".lead")[texts["completed"].format(**names)] if standing in _UNDECIDED else None,
        h.p(".lead")[texts[f"stands{standing.value.capitalize()}"].format(**names)],
        promise and h.p[promise],
        _onward(screening),
    ]
    heading = texts["thanks" if standing is not Standing.WITHDRAWN else "withdrawnTitle"].format(**names)
    shape = _DONE if standing in _WELL else _ATTENTION
    return _helped_page(screening, record, now, _ending(shape, h.h2, heading, told))


_UNDECIDED: Final = frozenset({Standing.RECEIVED, Standing.READING})
_WELL: Final = frozenset({*_UNDECIDED, Standing.NEXT, Standing.DONE, Standing.PRACTICE})
"""What the mark of a good end stands at."""


def _promise(screening: Screening, done_at: datetime, now: datetime) -> str:
    """By when a candidate who is done at `done_at` hears from the team, as far as the team has said so."""
    texts, names = phrases(screening.language), _names(screening)
    days = screening.branding.reply_within_days
    by = None if days is None else done_at + timedelta(days=days)
    if by is None:
        return texts["noPromise"].format(**names)
    if by < now:
        return texts["late"].format(**names)
    return texts["promise"].format(date=spoken_day(by, screening.language), **names)


def _over_page(screening: Screening, record: CandidateInterviewRecord, now: datetime) -> Response[str]:
    """The page of an invite that is withdrawn, closed or expired: who it was from, and whom to ask."""
    if record.withdrawn_at is not None:
        name = "withdrawn"
    elif record.closed_at is not None:
        name = "closed"
    else:
        name = "expired" if record.takes_requests(now) else "longExpired"
    return _ended_page(screening, record, now, name, 410)


def _ended_page(
    screening: Screening, record: CandidateInterviewRecord, now: datetime, name: str, status: int = 200
) -> Response[str]:
    texts, names = phrases(screening.language), _names(screening)
    title = texts["expiredTitle" if name == "longExpired" else f"{name}Title"].format(**names)
    ending = _ending(_ATTENTION, h.h2, title, [h.p(".lead")[texts[name].format(**names)]])
    return _helped_page(screening, record, now, ending, status)


def _helped_page(
    screening: Screening,
    record: CandidateInterviewRecord,
    now: datetime,
    body: h.Node,
    status: int = 200,
) -> Response[str]:
    """A page without questions, on which the candidate can still ask the team."""
    return _page(
        screening,
        body=body,
        policy={"connect-src": "'self'"},
        status=status,
        script=static_text(_SCRIPTS / "ending_page.js"),
        data={
            **_names(screening),
            "language": known_language(LANGUAGES, screening.language),
            "help": _help(record) if record.takes_requests(now) else None,
            "texts": phrases(screening.language).for_script(),
        },
    )


def _help(record: CandidateInterviewRecord) -> dict[str, Any]:
    """What the candidate can ask for now."""
    if record.withdrawn_at is not None or (record.closed_at is not None and record.completed_at is None):
        return {"kinds": [CandidateRequestKind.QUESTION]}
    if record.completed_at is not None:
        return {"kinds": [CandidateRequestKind.QUESTION, CandidateRequestKind.WITHDRAW]}
    return {"kinds": [*CandidateRequestKind]}


def _ending(shape: str, level: h.Element, heading: str, told: h.Node) -> h.Element:
    return h.div(class_="ending" if shape is _DONE else "ending without")[
        h.svg(viewBox="0 0 24 24", width=64, height=64, aria_hidden="true")[
            h.path(fill="currentColor", d=shape)
        ],
        level[heading],
        told,
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
    status: int = 200,
    more_style: str = "",
    script: str = "",
    data: object = None,
    runs_blobs: bool = False,
) -> Response[str]:
    return scripted_page(
        status,
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
        _help_box(screening),
        h.nav("#foot.foot", hidden=True)[
            h.button("#back.quiet-button", type="button"),
            h.button("#next.button", type="button"),
        ],
        h.p("#announcer.unseen", role="status"),
    ]


def _help_box(screening: Screening) -> h.Element:
    """Whom to ask; the script adds the form in which the candidate asks."""
    texts, branding = phrases(screening.language), screening.branding
    told: h.Node = texts["helpCompany"].format(**_names(screening))
    if branding.contact_email:
        told = with_contact(
            texts["helpContact"].replace("{companyName}", _names(screening)["companyName"]),
            branding.contact_email,
            branding.contact_name,
        )
    return h.details("#help.help")[
        h.summary[texts["helpTitle"]], h.div(".help-inside")[h.p[told], h.div("#help-form")]
    ]


def _configuration(
    screening: Screening,
    record: CandidateInterviewRecord,
    adapters: Adapters,
    now: datetime,
    *,
    may_record: bool,
) -> dict[str, Any]:
    """The configuration of the page's script; the invite's token is in the page's address alone."""
    return {
        **_names(screening),
        "id": record.id,
        "help": _help(record),
        "displayName": screening.display_name,
        "language": known_language(LANGUAGES, screening.language),
        "expiry": screening.expiry,
        "dates": shapes(screening.language),
        "about": screening.about.model_dump(mode="json", by_alias=True) if screening.about else {},
        "contact": screening.branding.contact_email,
        "contactName": screening.branding.contact_name,
        "resume": _resume(screening),
        "consent": screening.consent.model_dump(mode="json", by_alias=True),
        "redirectUri": screening.external_redirect_uri,
        "promise": _promise(screening, now, now),
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
    name = screening.branding.contact_name
    ends = with_contact(texts["pointScoreEnds"], contact, name) if contact else None
    points = [
        about.web_only and texts["pointWebOnly"],
        texts["takes"].format(minutes=about.minutes),
        about.scored and not about.ends_by_score and texts["pointDecides"].format(**names),
        about.ends_by_score and (ends or texts["pointScoreEnds"].format(contact=names["companyName"])),
        with_contact(texts["pointAsk"], contact, name) if contact else company,
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
