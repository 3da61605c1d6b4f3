"""The interviewer without a model: it goes by written rules and understands nothing.

It knows what words answers of a kind have in the nine languages of candidates, speaks English in every other
language, and quotes what it cannot say itself: the candidate's own words, or the passage that retrieval
found. The same words at the same place of the conversation always get the same response.
"""

from collections.abc import Sequence
from typing import Final

from gather.core.words import folded
from gather.ports.interviewer import FollowUp, Intent, InterviewerRequest, InterviewerResponse
from gather.screening.conversations.intent_rules import (
    any_of,
    asks_whether_human,
    is_unwell,
    plain_intent,
    wants_to_stop,
)
from local_stack.engines.answer_search import quoted
from local_stack.engines.interviewer_manner import Manner, manner

_FEWEST_TOLD_WORDS: Final = 10
"""An answer with fewer words tells too little to be dug into."""
_MANY_HEDGES: Final = 2
_FEW_WORDS: Final = 11
"""A candidate who answers a follow-up in so few words gets no further one, and sober thanks."""
_FEWEST_QUOTED_WORDS: Final = 4
_MOST_QUOTED_WORDS: Final = 12
_LONGEST_ASIDE_WORDS: Final = 30
"""A wish to stop, an illness or a question comes in few words; in a long answer it is part of a story."""
_ASKS_FOR_MEANING: Final = any_of(
    r"""
    mean\w*   meant   understand   explain   clarify   rephrase   meinen   meinst   gemeint   bedeutet
    versteh\w*   verstanden   erklaren   erlautern   voulez   entendez   veut   signifie   compris
    comprends   expliquer   preciser   significa   quiere   refiere   entiendo   entendi   explicar
    aclarar   intende   capito   capisco   spiegare   dizer   percebi   percebo   esclarecer   bedoelt
    bedoelde   bedoelje   begrijp   begrepen   snap   uitleggen   betekent   rozumiem   zrozumia[lł][ae]m
    znaczy   oznacza   wyjasnic   mysli   تقصد   تعني   يعني   معنى   افهم   توضيح   شرح   المقصود
    """
)


class RuleInterviewer:
    """An Interviewer for the local stack."""

    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        intent = plain_intent(request.heard, request.language, is_inviting=request.is_inviting)
        speaks = manner(request.language)
        if request.is_inviting:
            reply = quoted(request.passages[0].text) if request.passages else ""
            return InterviewerResponse(intent, reply=reply, knew=bool(reply))
        if intent is Intent.UNCLEAR:
            asks_for_meaning = _ASKS_FOR_MEANING.search(_said(request.heard))
            return InterviewerResponse(intent, reply=speaks.explanation if asks_for_meaning else "")
        follow_up, text = _follow_up(request, speaks)
        return InterviewerResponse(
            intent,
            follow_up=follow_up,
            follow_up_text=text,
            lead=_lead(request, speaks) if request.is_conversational else "",
        )


def _follow_up(request: InterviewerRequest, speaks: Manner) -> tuple[FollowUp | None, str]:
    """The follow-up: for more of a short answer, for more of the action, for an example of a vague answer."""
    offered, heard = request.offered_follow_ups, request.heard
    if FollowUp.ELABORATE in offered:
        return FollowUp.ELABORATE, _elaborating(request, speaks)
    if _aside(request, speaks) or _knows_nothing(heard, speaks):
        return None, ""
    if len(heard.split()) <= _FEW_WORDS and not request.is_short:
        return None, ""
    if FollowUp.DIG_DEEPER in offered and (quote := _quotable(heard, speaks)):
        return FollowUp.DIG_DEEPER, _in_turn(speaks.dig_deeper, request).format(quote=quote)
    if FollowUp.CLARIFY in offered and _is_vague(heard, speaks):
        return FollowUp.CLARIFY, _in_turn(speaks.clarify, request)
    return None, ""


def _elaborating(request: InterviewerRequest, speaks: Manner) -> str:
    aside = _aside(request, speaks)
    if aside in (speaks.to_question, speaks.who_i_am):
        return f"{aside} {speaks.back_to_question}"
    if aside:
        return f"{aside} {speaks.elaborate_or_end}"
    return _in_turn(speaks.elaborate, request)


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
    return len(heard.split()) <= _FEWEST_QUOTED_WORDS and bool(speaks.knows_nothing.search(_said(heard)))


def _is_vague(heard: str, speaks: Manner) -> bool:
    """Whether an answer has no example, number or action, or leaves much open."""
    said = _said(heard)
    if len(speaks.hedges.findall(said)) >= _MANY_HEDGES:
        return True
    return not (speaks.concrete.search(said) or speaks.told.search(said))


def _quotable(heard: str, speaks: Manner) -> str:
    """The first clause of the answer that says what the candidate did, if there is one of a good length."""
    if len(heard.split()) < _FEWEST_TOLD_WORDS:
        return ""
    for clause in speaks.links.split(heard):
        words = clause.split()
        if _FEWEST_QUOTED_WORDS <= len(words) <= _MOST_QUOTED_WORDS and speaks.told.search(_said(clause)):
            return " ".join(words)
    return ""


def _in_turn(texts: Sequence[str], request: InterviewerRequest) -> str:
    """One of `texts`, another one than what was said last, and most often than before that."""
    said_before = [turn.text for turn in request.history if not turn.by_candidate]
    start = len(said_before) + len(request.heard.split())
    turned = [texts[(start + place) % len(texts)] for place in range(len(texts))]
    recent = " ".join(said_before)
    return next((text for text in turned if text.partition("{")[0] not in recent), turned[0])


def _said(text: str) -> str:
    return " ".join(folded(text).replace("\u2019", "'").split())
