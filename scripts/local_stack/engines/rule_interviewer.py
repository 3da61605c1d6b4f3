"""The interviewer without a model: it goes by written rules and understands nothing.

It knows what words answers of a kind have in the nine languages of candidates, and speaks English in every
other language. It asks on for what the scorecard looks for and the answer has nothing of, and quotes the
one sentence of the passages that answers a question. The same words at the same place of the conversation
always get the same response.
"""

from collections.abc import Sequence
from typing import Final

from gather.content.knowledge.contradictions import INTERVIEW_TEXTS, disagree
from gather.content.knowledge.retrieval import terms
from gather.core.words import folded
from gather.ports.interviewer import Aside, FollowUp, Intent, InterviewerRequest, InterviewerResponse
from gather.screening.conversations.asides import aside_of
from gather.screening.conversations.intent_rules import asks_whether_human, is_unwell, wants_to_stop
from gather.screening.conversations.intents import plain_intent
from local_stack.engines.answer_search import best_sentence
from local_stack.engines.interviewer_manner import Manner, manner
from local_stack.engines.scorecard_aspects import missing_question

_FEWEST_TOLD_WORDS: Final = 10
"""An answer with fewer words tells too little to be dug into."""
_MANY_HEDGES: Final = 2
_FEW_WORDS: Final = 11
"""A candidate who answers a follow-up in so few words gets no further one, and sober thanks."""
_LONGEST_WITHOUT_KNOWLEDGE: Final = 4
"""The words of who says that they know nothing."""
_LONGEST_ASIDE_WORDS: Final = 30
"""A wish to stop, an illness or a question comes in few words; in a long answer it is part of a story."""


class RuleInterviewer:
    """An Interviewer for the local stack."""

    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        intent = plain_intent(request.heard, request.language, is_inviting=request.is_inviting)
        aside = aside_of(request.heard, request.language)
        speaks = manner(request.language)
        if request.is_inviting:
            return _reply(request, intent, aside)
        if intent in (Intent.UNCLEAR, Intent.ABOUT_INTERVIEW):
            reply = speaks.explanation if aside is Aside.MEANING else ""
            return InterviewerResponse(intent, aside=aside, reply=reply)
        follow_up, text = _follow_up(request, speaks)
        return InterviewerResponse(
            intent,
            follow_up=follow_up,
            follow_up_text=text,
            lead=_lead(request, speaks) if request.is_conversational else "",
        )


def _reply(request: InterviewerRequest, intent: Intent, aside: Aside | None) -> InterviewerResponse:
    """The one sentence of the passages that answers, unless they contradict each other about it."""
    asked = request.question or request.heard
    found = best_sentence(asked, request.passages)
    job = best_sentence(asked, [each for each in request.passages if each.article_id in INTERVIEW_TEXTS])
    articles = best_sentence(
        asked, [each for each in request.passages if each.article_id not in INTERVIEW_TEXTS]
    )
    disagrees = bool(job and articles) and disagree(job, articles, frozenset(terms(asked)))
    return InterviewerResponse(intent, aside=aside, reply=found, knew=bool(found), disagrees=disagrees)


def _follow_up(request: InterviewerRequest, speaks: Manner) -> tuple[FollowUp | None, str]:
    """The follow-up: for more of a short answer, for what is looked for and missing, for more of a story, for
    an example of a vague answer."""
    offered, heard = request.offered_follow_ups, request.heard
    if FollowUp.ELABORATE in offered:
        return FollowUp.ELABORATE, _elaborating(request, speaks)
    if _aside(request, speaks) or _knows_nothing(heard, speaks):
        return None, ""
    if len(heard.split()) <= _FEW_WORDS and not request.is_short:
        return None, ""
    kind = next((each for each in (FollowUp.DIG_DEEPER, FollowUp.CLARIFY) if each in offered), None)
    if kind is not None and (missing := _missing(request, speaks)):
        return kind, missing
    if FollowUp.DIG_DEEPER in offered and _is_story(heard, speaks):
        return FollowUp.DIG_DEEPER, _in_turn(speaks.dig_deeper, request)
    if FollowUp.CLARIFY in offered and _is_vague(heard, speaks):
        return FollowUp.CLARIFY, _in_turn(speaks.clarify, request)
    return None, ""


def _missing(request: InterviewerRequest, speaks: Manner) -> str:
    """The question for what the scorecard looks for and the candidate has told nothing of."""
    asks_for_deed = speaks.asks_for_deed.search(_said(request.open_question or "")) is not None
    return missing_question(
        request.looked_for,
        told=[request.heard, *(turn.text for turn in request.history if turn.by_candidate)],
        asked=[turn.text for turn in request.history if not turn.by_candidate],
        questions=speaks.aspects,
        is_deed=asks_for_deed or speaks.told.search(_said(request.heard)) is not None,
    )


def _elaborating(request: InterviewerRequest, speaks: Manner) -> str:
    aside = _aside(request, speaks)
    if aside in (speaks.to_question, speaks.who_i_am):
        return f"{aside} {speaks.back_to_question}"
    if aside:
        return f"{aside} {speaks.elaborate_or_end}"
    missing = "" if _knows_nothing(request.heard, speaks) else _missing(request, speaks)
    return f"{speaks.elaborate_on} {missing}" if missing else _in_turn(speaks.elaborate, request)


def _lead(request: InterviewerRequest, speaks: Manner) -> str:
    heard = request.heard
    if aside := _aside(request, speaks):
        return aside
    if request.coaching is not None:
        return request.coaching.tip
    if _knows_nothing(heard, speaks):
        return speaks.lead_without_answer
    is_warm = request.friendly and len(heard.split()) > _FEW_WORDS
    return _in_turn(speaks.leads_friendly if is_warm else speaks.leads_sober, request)


def _aside(request: InterviewerRequest, speaks: Manner) -> str:
    """The reply to a candidate who wants to stop, feels unwell or asks; empty for an answer."""
    heard = request.heard
    if len(heard.split()) > _LONGEST_ASIDE_WORDS:
        return ""
    if is_unwell(heard):
        return speaks.unwell
    if wants_to_stop(heard):
        return speaks.to_stop
    if asks_whether_human(heard):
        return speaks.who_i_am
    return speaks.to_question if heard.rstrip().endswith(("?", "\u061f")) else ""


def _knows_nothing(heard: str, speaks: Manner) -> bool:
    return len(heard.split()) <= _LONGEST_WITHOUT_KNOWLEDGE and bool(
        speaks.knows_nothing.search(_said(heard))
    )


def _is_vague(heard: str, speaks: Manner) -> bool:
    """Whether an answer has no example, number or action, or leaves much open."""
    said = _said(heard)
    if len(speaks.hedges.findall(said)) >= _MANY_HEDGES:
        return True
    return not (speaks.concrete.search(said) or speaks.told.search(said))


def _is_story(heard: str, speaks: Manner) -> bool:
    """Whether an answer of a good length says what the candidate did."""
    return len(heard.split()) >= _FEWEST_TOLD_WORDS and speaks.told.search(_said(heard)) is not None


def _in_turn(texts: Sequence[str], request: InterviewerRequest) -> str:
    """One of `texts`, another one than what was said last, and most often than before that."""
    said_before = [turn.text for turn in request.history if not turn.by_candidate]
    start = len(said_before) + len(request.heard.split())
    turned = [texts[(start + place) % len(texts)] for place in range(len(texts))]
    recent = " ".join(said_before)
    return next((text for text in turned if text not in recent), turned[0])


def _said(text: str) -> str:
    return " ".join(folded(text).replace("\u2019", "'").split())
