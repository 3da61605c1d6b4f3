"""The interviewer's words: the rules choose the turns, the engine phrases, guards check every phrase.

Interface: Interview conversations, rules 1 to 16. Nothing is read or written here, but for the engine and
the script's knowledge.

For example:

    response = open_conversation(configuration, question_ids, script, now)
    response = respond(interviewer, conversation, script, history, heard, now)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gather.content.interviews.ai_interview import AiConfiguration
from gather.content.knowledge.retrieval import best_passages, terms
from gather.core.catalogue import Phrases
from gather.ports.assistant import ChatTurn, Passage
from gather.ports.failure import EngineFailed
from gather.ports.interviewer import (
    Coaching,
    FollowUp,
    Intent,
    Interviewer,
    InterviewerRequest,
    InterviewerResponse,
)
from gather.screening.conversations.guards import PhraseGuard
from gather.screening.conversations.intent_rules import (
    announces_question,
    asks,
    asks_whether_human,
    declines,
    plain_intent,
)
from gather.screening.conversations.models import (
    MOST_TOKENS,
    InterviewConversation,
    InterviewTurn,
    TurnKind,
    TurnRole,
)
from gather.screening.conversations.phrases import farewell, phrase_with_tone, phrases
from gather.screening.conversations.rules import (
    End,
    Exchange,
    Heard,
    Move,
    Silence,
    Words,
    add_strengths,
    begin_conversation,
    is_last_turn,
    is_short,
    next_exchange,
    offered_follow_ups,
)
from gather.screening.conversations.strength_rules import plain_strengths
from gather.screening.conversations.tips import answer_tip, closing_tips

HISTORY: Final = 12
"""How many earlier turns the engine is told."""

_LONGEST_TURN: Final = 1_000
_LONGEST_UNCLEAR_WORDS: Final = 40
"""With more words a text is an answer, even if an engine says that it asks for the question again."""


@dataclass(frozen=True, slots=True)
class Script:
    """The interview, the job and the person that the interviewer goes by.

    `display_name` is the interview's, `company_name` the branding's. `prompt` is the persona's, empty when
    there is none. `greetings` are the greeting message and the welcome, those that there are, in this order.
    `wordings` has at least the open and the next question's, by their ids. `knowledge` reads what a reply may
    rest on; it is called only when the candidate may be asking.
    """

    display_name: str
    company_name: str
    prompt: str
    greetings: tuple[str, ...]
    wordings: Mapping[str, str]
    knowledge: Callable[[], Sequence[Passage]]


@dataclass(frozen=True, slots=True)
class Response:
    """The exchange with a text for each turn of the interviewer, in order.

    `is_fallback` says that the engine failed, or may use no more tokens, so that the turns are plainer.
    """

    exchange: Exchange
    texts: tuple[str, ...]
    is_fallback: bool


def open_conversation(
    configuration: AiConfiguration,
    question_ids: Sequence[str],
    script: Script,
    now: datetime,
    *,
    is_practice: bool = False,
) -> Response:
    """The first turns: the greetings word for word, or one of our own, then the first question."""
    count = len(script.greetings) or 1
    begun = begin_conversation(configuration, question_ids, count, now, is_practice=is_practice)
    greetings = script.greetings or (_default_greeting(begun.conversation, script),)
    lead = phrases(configuration.language)["begin"] if configuration.conversational_style else ""
    said = _add_tips(_Said(configuration, script, lead=lead), begun.conversation)
    rest = begun.interviewer[len(greetings) :]
    return Response(begun, (*greetings, *(said.text(move, rest) for move in rest)), is_fallback=False)


def respond(
    interviewer: Interviewer,
    conversation: InterviewConversation,
    script: Script,
    history: Sequence[InterviewTurn],
    heard: str | Silence | End,
    now: datetime,
) -> Response:
    """Respond to the candidate's words `heard`. `history` are the turns before them, in order.

    The engine is asked only where its judgement or its words can matter. When it fails, the written rules
    judge, nothing is asked on, and the plain next question follows.
    """
    configuration = conversation.configuration
    if not isinstance(heard, str):
        lead = phrases(configuration.language)["goOn"] if isinstance(heard, Silence) else ""
        return _response(conversation, heard, _Said(configuration, script, lead=lead), now)
    plain = Words(heard, plain_intent(heard, configuration.language, is_inviting=conversation.is_inviting))
    if is_last_turn(conversation, now) or _needs_no_engine(conversation, heard):
        return _response(conversation, plain, _Said(configuration, script, heard=heard), now)
    if conversation.tokens >= MOST_TOKENS:
        said = _Said(configuration, script, heard=heard)
        return replace(_response(conversation, plain, said, now), is_fallback=True)
    knowledge = tuple(script.knowledge()) if conversation.is_inviting else ()
    request = _request(conversation, script, history, heard, knowledge)
    try:
        engine = interviewer.respond(request)
    except EngineFailed:
        said = _Said(configuration, script, heard=heard)
        return replace(_response(conversation, plain, said, now), is_fallback=True)
    used = conversation.changed(tokens=conversation.tokens + engine.tokens)
    words = _words(conversation, history, plain, engine)
    return _response(used, words, _engine_words(conversation, script, request, engine, knowledge), now)


def disclosure(configuration: AiConfiguration, *, is_practice: bool) -> str:
    """The sentence that says that an AI asks, and what becomes of what the candidate says."""
    return phrases(configuration.language)["disclosurePractice" if is_practice else "disclosure"]


def _default_greeting(conversation: InterviewConversation, script: Script) -> str:
    known = phrases(conversation.configuration.language)
    greeting = known["greeting" if script.company_name else "greetingWithoutCompany"]
    said = [greeting.format(companyName=script.company_name, displayName=script.display_name)]
    if conversation.is_practice:
        said.append(known["practice"])
    if conversation.coaches:
        named = _named_coaching(conversation.configuration, script)
        said.append(known["coachingFor"].format(coaching=named) if named else known["coaching"])
    return " ".join(said)


def _named_coaching(configuration: AiConfiguration, script: Script) -> str:
    """The customer's name for the coaching, unless it may not be said."""
    named = ", ".join(filter(None, (configuration.coaching_type, configuration.coaching_sub_type)))
    return PhraseGuard(script.prompt).tip(named)


def _needs_no_engine(conversation: InterviewConversation, heard: str) -> bool:
    """Whether our own words suffice: for who has no question, announces one, or asks who is asking."""
    if not conversation.is_inviting:
        return False
    if asks(heard, conversation.configuration.language):
        return asks_whether_human(heard)
    return announces_question(heard) or declines(heard)


def _request(
    conversation: InterviewConversation,
    script: Script,
    history: Sequence[InterviewTurn],
    heard: str,
    knowledge: Sequence[Passage],
) -> InterviewerRequest:
    configuration = conversation.configuration
    coaching = _coaching(conversation, heard)
    open_id, next_id = conversation.open_question_id, conversation.next_question_id
    return InterviewerRequest(
        prompt=script.prompt,
        language=configuration.language,
        heard=heard,
        history=tuple(
            ChatTurn(turn.role is TurnRole.CANDIDATE, turn.text[:_LONGEST_TURN])
            for turn in history[-HISTORY:]
            if turn.text
        ),
        open_question=script.wordings[open_id] if open_id else None,
        next_question=script.wordings[next_id] if next_id else None,
        is_inviting=conversation.is_inviting,
        is_short=is_short(conversation, heard),
        offered_follow_ups=offered_follow_ups(conversation, heard),
        passages=tuple(best_passages(_search_text(heard, history), knowledge)),
        is_conversational=configuration.conversational_style,
        friendly=configuration.friendly_tone,
        professional=configuration.professional_tone,
        coaching=coaching,
    )


def _coaching(conversation: InterviewConversation, heard: str) -> Coaching | None:
    """How the engine is to coach, where it is to lead over with a tip on an answer."""
    configuration = conversation.configuration
    if not (conversation.coaches and conversation.open_question_id and configuration.conversational_style):
        return None
    return Coaching(
        tip=answer_tip(_add_strengths(conversation, heard)),
        type=configuration.coaching_type or "",
        sub_type=configuration.coaching_sub_type or "",
    )


def _add_strengths(conversation: InterviewConversation, answer: str) -> InterviewConversation:
    """The conversation with what an answer to the open question shows."""
    return add_strengths(conversation, plain_strengths(answer, conversation.configuration.language))


def _search_text(heard: str, history: Sequence[InterviewTurn]) -> str:
    """The text to search for: a bare "Why?" asks on after the candidate's question before it."""
    if terms(heard):
        return heard
    earlier = (
        turn.text
        for turn in reversed(history)
        if turn.role is TurnRole.CANDIDATE and turn.kind is TurnKind.QUESTION
    )
    return next(earlier, heard)


def _words(
    conversation: InterviewConversation,
    history: Sequence[InterviewTurn],
    plain: Words,
    engine: InterviewerResponse,
) -> Words:
    """How the text is understood: as the engine judges, but for what the rules see plainly."""
    intent = engine.intent
    if conversation.is_inviting:
        if plain.intent is Intent.QUESTION:
            intent = Intent.QUESTION
    elif plain.intent is Intent.UNCLEAR or (
        intent is Intent.UNCLEAR and not _may_be_unclear(history, plain.text)
    ):
        intent = plain.intent
    return Words(plain.text, intent, engine.follow_up)


def _may_be_unclear(history: Sequence[InterviewTurn], text: str) -> bool:
    """Whether an engine may take a text for a request to hear the question again. Only once in a row, so that
    no engine keeps a candidate at one question."""
    was_reply = bool(history) and history[-1].kind is TurnKind.REPLY
    return not was_reply and len(text.split()) <= _LONGEST_UNCLEAR_WORDS


@dataclass(frozen=True, slots=True)
class _Said:
    """The words for each turn: the engine's where it has usable ones, else stock phrases.

    `wording` is the open question's. `explanation` and `reply` belong to a candidate's question before and
    after the invitation. `closing_tips` begin the closing of a conversation that coaches.
    """

    configuration: AiConfiguration
    script: Script
    heard: str = ""
    wording: str | None = None
    lead: str = ""
    follow_up: FollowUp | None = None
    follow_up_text: str = ""
    explanation: str = ""
    reply: str = ""
    closing_tips: str = ""
    is_practice: bool = False

    def text(self, move: Move, moves: Sequence[Move]) -> str:
        """The text of `move`, one of `moves`, which are said together."""
        match move.kind:
            case TurnKind.QUESTION:
                return self._lead_over_to(self.script.wordings[move.question_id or ""], move, moves)
            case TurnKind.FOLLOW_UP:
                return self.follow_up_text or self._phrases[self.follow_up or FollowUp.ELABORATE]
            case TurnKind.NUDGE:
                is_about_question = move.question_id is not None
                return (
                    phrase_with_tone(self.configuration, "nudge")
                    if is_about_question
                    else self._phrases["nudgeToAsk"]
                )
            case TurnKind.INVITE_QUESTIONS:
                return self._lead_over_to(phrase_with_tone(self.configuration, "invite"), move, moves)
            case TurnKind.REPLY:
                return self._repeat_question() if self.wording is not None else self._give_reply(moves)
            case TurnKind.CLOSING:
                return self._closing(move, moves)
        raise ValueError(f"the interviewer says no {move.kind}")

    def _closing(self, move: Move, moves: Sequence[Move]) -> str:
        goodbye = farewell(self.configuration, is_practice=self.is_practice)
        if self.closing_tips:
            return f"{self.closing_tips} {goodbye}"
        return self._lead_over_to(goodbye, move, moves) if self.heard else goodbye

    @property
    def _phrases(self) -> Phrases:
        return phrases(self.configuration.language)

    def _lead_over_to(self, text: str, move: Move, moves: Sequence[Move]) -> str:
        """`text` after the lead, where leading over is asked for and nothing is said before."""
        has_lead = self.lead and self.configuration.conversational_style and move == moves[0]
        return f"{self.lead} {text}" if has_lead else text

    def _repeat_question(self) -> str:
        """The open question again, after other words for it where there are any."""
        wording = self.wording or ""
        if wording in self.explanation:
            return self.explanation
        if self.explanation:
            return f"{self.explanation} {wording}"
        return self._phrases["again"].format(wording=wording)

    def _give_reply(self, moves: Sequence[Move]) -> str:
        """The reply to a candidate's question, with the word that there may be more questions."""
        if announces_question(self.heard):
            return self._phrases["askAway"]
        if asks_whether_human(self.heard):
            reply = self._phrases["whoIAmPractice" if self.is_practice else "whoIAm"]
        else:
            reply = self.reply or self._phrases["unknown"]
        is_last = any(move.kind is TurnKind.CLOSING for move in moves)
        if is_last or reply.endswith("?"):
            return reply
        return f"{reply} {self._phrases['anythingElse']}"


def _engine_words(
    conversation: InterviewConversation,
    script: Script,
    request: InterviewerRequest,
    engine: InterviewerResponse,
    knowledge: Sequence[Passage],
) -> _Said:
    """The engine's words, without those that must not be said."""
    guard = PhraseGuard(
        prompt=script.prompt,
        allowed=(
            *script.greetings,
            *filter(None, (request.open_question,)),
            *(f"{passage.title}\n{passage.text}" for passage in knowledge),
        ),
        next_question=request.next_question,
    )
    asks_about_question = request.open_question is not None
    lead = engine.lead.strip()
    return _Said(
        conversation.configuration,
        script,
        heard=request.heard,
        wording=request.open_question,
        lead=guard.tip(lead) or request.coaching.tip if request.coaching else guard.lead(lead),
        follow_up=engine.follow_up,
        follow_up_text=guard.follow_up(engine.follow_up_text.strip()),
        explanation=_explanation(request.open_question, guard, engine.reply) if asks_about_question else "",
        reply=guard.reply(engine.reply.strip()) if engine.knew else "",
    )


def _explanation(wording: str | None, guard: PhraseGuard, reply: str) -> str:
    """The reply to who did not understand, checked without the wording, which may be said as it is."""
    rest = reply.replace(wording or "", "").strip()
    return reply.strip() if rest and guard.explanation(rest) else ""


def _response(conversation: InterviewConversation, heard: Heard, said: _Said, now: datetime) -> Response:
    following = next_exchange(conversation, heard, now)
    if conversation.coaches and isinstance(heard, Words) and _answers_question(following):
        strengths = _add_strengths(conversation, heard.text).strengths
        following = replace(following, conversation=following.conversation.changed(strengths=strengths))
    said = _add_tips(said, following.conversation)
    if said.wording is None and conversation.open_question_id is not None:
        said = replace(said, wording=said.script.wordings[conversation.open_question_id])
    texts = tuple(said.text(move, following.interviewer) for move in following.interviewer)
    return Response(following, texts, is_fallback=False)


def _answers_question(following: Exchange) -> bool:
    said = following.candidate
    return said is not None and said.kind is TurnKind.ANSWER and said.question_id is not None


def _add_tips(said: _Said, conversation: InterviewConversation) -> _Said:
    """The words with those that only practice and coaching have."""
    tips = closing_tips(conversation) if conversation.coaches else ""
    return replace(said, closing_tips=tips, is_practice=conversation.is_practice)
