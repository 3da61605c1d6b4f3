"""The interviewer's words: the rules choose the turns, the engine phrases, guards check every phrase.

Interface: Interview conversations, rules 1 to 16. Nothing is read or written here, but for the engine and
the script's knowledge.

For example:

    response = open_conversation(configuration, question_ids, script, now)
    response = respond(interviewer, conversation, script, history, heard, now)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gather.content.interviews.ai_interview import AiConfiguration
from gather.content.knowledge.contradictions import contradict
from gather.content.knowledge.retrieval import best_passages, terms
from gather.content.personas.models import looked_for_in
from gather.core.catalogue import Phrases
from gather.ports.assistant import ChatTurn, Passage
from gather.ports.failure import EngineFailed
from gather.ports.interviewer import (
    ABOUT_THE_QUESTION,
    Aside,
    Coaching,
    FollowUp,
    Intent,
    Interviewer,
    InterviewerRequest,
    InterviewerResponse,
)
from gather.screening.conversations.aside_replies import aside_reply, interviewer_name, isolated
from gather.screening.conversations.asides import LONGEST_ASIDE_WORDS, aside_of
from gather.screening.conversations.guards import PhraseGuard
from gather.screening.conversations.intent_rules import (
    announces_question,
    asks,
    asks_whether_human,
    declines,
)
from gather.screening.conversations.intents import plain_intent
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
from gather.screening.conversations.script import Script
from gather.screening.conversations.strength_rules import plain_strengths
from gather.screening.conversations.tips import answer_tip, closing_tips

HISTORY: Final = 12
"""How many earlier turns the engine is told."""

_LONGEST_TURN: Final = 1_000
_LONGEST_UNCLEAR_WORDS: Final = 40
"""With more words a text is an answer, even if an engine says that it asks for the question again."""


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
    """The first turns: the greeting, word for word or our own, the welcome, then the first question."""
    count = 2 if script.welcome else 1
    begun = begin_conversation(configuration, question_ids, count, now, is_practice=is_practice)
    greeting = script.greeting or _default_greeting(begun.conversation, script)
    greetings = (greeting, script.welcome) if script.welcome else (greeting,)
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

    The engine is asked only where its judgement or its words can matter: never for what the page knows about
    the interview itself. When it fails, the written rules judge, nothing is asked on, and the plain next
    question follows.
    """
    configuration = conversation.configuration
    wording = _open_wording(conversation, script, history)
    plainly = _Said(configuration, script, wording=wording)
    if not isinstance(heard, str):
        lead = phrases(configuration.language)["goOn"] if isinstance(heard, Silence) else ""
        return _response(conversation, heard, replace(plainly, lead=lead), now)
    plain = Words(heard, plain_intent(heard, configuration.language, is_inviting=conversation.is_inviting))
    aside = _aside(conversation, heard)
    plainly = _about(plainly, heard, aside, conversation, now)
    if is_last_turn(conversation, now) or _needs_no_engine(conversation, heard, aside):
        return _response(conversation, plain, plainly, now)
    if conversation.tokens >= MOST_TOKENS:
        return replace(_response(conversation, plain, plainly, now), is_fallback=True)
    knowledge = tuple(script.knowledge()) if conversation.is_inviting else ()
    request = _request(conversation, script, history, heard, knowledge, wording)
    try:
        engine = interviewer.respond(request)
    except EngineFailed:
        return replace(_response(conversation, plain, plainly, now), is_fallback=True)
    used = conversation.changed(tokens=conversation.tokens + engine.tokens)
    words = _words(conversation, history, plain, engine)
    said = _engine_words(conversation, script, request, engine, knowledge)
    said = _about(said, heard, aside or _judged_aside(words, engine), conversation, now)
    return _response(used, words, said, now)


def first_turn_needed(conversation: InterviewConversation) -> int:
    """The sequence from which `respond` needs the turns: the last `HISTORY`, and an open follow-up."""
    first = max(1, conversation.turns - HISTORY + 1)
    return min(first, conversation.open_turn) if conversation.open_turn else first


def disclosure(configuration: AiConfiguration, *, is_practice: bool) -> str:
    """The sentence that says that an AI asks, and what becomes of what the candidate says."""
    return phrases(configuration.language)["disclosurePractice" if is_practice else "disclosure"]


def _default_greeting(conversation: InterviewConversation, script: Script) -> str:
    language = conversation.configuration.language
    known = phrases(language)
    hello = known["hello" if script.candidate_name else "helloWithoutName"]
    greeting = known["greeting" if script.company_name else "greetingWithoutCompany"]
    said = [
        hello.format(firstName=isolated(script.candidate_name, language)),
        interviewer_name(conversation),
        greeting.format(
            companyName=isolated(script.company_name, language),
            displayName=isolated(script.display_name, language),
        ),
    ]
    if conversation.is_practice:
        said.append(known["practice"])
    if conversation.coaches:
        named = _named_coaching(conversation.configuration, script)
        said.append(known["coachingFor"].format(coaching=named) if named else known["coaching"])
    return " ".join(filter(None, said))


def _named_coaching(configuration: AiConfiguration, script: Script) -> str:
    """The customer's name for the coaching, unless it may not be said."""
    named = ", ".join(filter(None, (configuration.coaching_type, configuration.coaching_sub_type)))
    return PhraseGuard(script.prompt).tip(named)


def _open_wording(
    conversation: InterviewConversation, script: Script, history: Sequence[InterviewTurn]
) -> str | None:
    """What waits for an answer, as it was asked: the open follow-up, or else the open question."""
    open_id = conversation.open_question_id
    if open_id is None:
        return None
    follow_ups = (
        turn.text
        for turn in reversed(history)
        if turn.kind is TurnKind.FOLLOW_UP and turn.question_id == open_id
    )
    asked_on = next(follow_ups, None) if conversation.follow_ups else None
    return asked_on or script.wordings[open_id]


def _aside(conversation: InterviewConversation, heard: str) -> Aside | None:
    """What `heard` asks about the interview. After the invitation any question about who asks is one."""
    aside = aside_of(heard, conversation.configuration.language)
    if aside is None and conversation.is_inviting and asks(heard, conversation.configuration.language):
        return Aside.WHO if asks_whether_human(heard) else None
    return aside


def _judged_aside(words: Words, engine: InterviewerResponse) -> Aside | None:
    """What the text asks by the engine's judgement, where that was accepted."""
    return engine.aside if words.intent in (Intent.ABOUT_INTERVIEW, Intent.QUESTION) else None


def _about(
    said: "_Said", heard: str, aside: Aside | None, conversation: InterviewConversation, now: datetime
) -> "_Said":
    """The words with what is true about what the candidate asks of the interview."""
    fact = aside_reply(aside, conversation, said.script, now) if aside is not None else ""
    return replace(said, heard=heard, aside=aside, fact=fact)


def _needs_no_engine(conversation: InterviewConversation, heard: str, aside: Aside | None) -> bool:
    """Whether our own words suffice: for who asks about the interview, or to hear a question again, and who
    has no question or announces one."""
    if aside is Aside.REPEAT or (aside is not None and aside not in ABOUT_THE_QUESTION):
        return True
    if not conversation.is_inviting or asks(heard, conversation.configuration.language):
        return False
    return announces_question(heard) or declines(heard)


def _request(
    conversation: InterviewConversation,
    script: Script,
    history: Sequence[InterviewTurn],
    heard: str,
    knowledge: Sequence[Passage],
    wording: str | None,
) -> InterviewerRequest:
    configuration = conversation.configuration
    coaching = _coaching(conversation, heard)
    question = _search_text(heard, history)
    open_id, next_id = conversation.open_question_id, conversation.next_question_id
    return InterviewerRequest(
        prompt=script.prompt,
        language=configuration.language,
        heard=heard,
        history=tuple(
            ChatTurn(turn.role is TurnRole.CANDIDATE, turn.text[:_LONGEST_TURN])
            for turn in history[-HISTORY:]
            if turn.text and turn.kind is not TurnKind.GREETING
        ),
        open_question=script.wordings[open_id] if open_id else None,
        open_follow_up=wording if open_id and wording != script.wordings[open_id] else None,
        next_question=script.wordings[next_id] if next_id else None,
        looked_for=looked_for_in(script.prompt),
        is_inviting=conversation.is_inviting,
        is_short=is_short(conversation, heard),
        offered_follow_ups=offered_follow_ups(conversation, heard),
        question=question,
        passages=tuple(best_passages(question, knowledge)),
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
    language = conversation.configuration.language
    if conversation.is_inviting:
        if plain.intent is Intent.QUESTION or intent is Intent.ABOUT_INTERVIEW:
            intent = plain.intent
    elif plain.intent is not Intent.ANSWER or not _may_be(intent, engine, history, plain.text, language):
        intent = plain.intent
    return Words(plain.text, intent, engine.follow_up)


def _may_be(
    intent: Intent, engine: InterviewerResponse, history: Sequence[InterviewTurn], text: str, language: str
) -> bool:
    """Whether an engine may take a text for something else than an answer: a short one, and once in a row, so
    that no engine keeps a candidate at one question. What asks about the interview has a question's form."""
    was_reply = bool(history) and history[-1].kind is TurnKind.REPLY
    if intent is Intent.UNCLEAR:
        return not was_reply and len(text.split()) <= _LONGEST_UNCLEAR_WORDS
    if intent is Intent.ABOUT_INTERVIEW:
        is_known = engine.aside is not None and engine.aside not in ABOUT_THE_QUESTION
        is_short = len(text.split()) <= LONGEST_ASIDE_WORDS
        return not was_reply and is_known and is_short and asks(text, language)
    return True


@dataclass(frozen=True, slots=True)
class _Said:
    """The words for each turn: the engine's where it has usable ones, else stock phrases.

    `wording` is that of what waits for an answer. `aside` is what the candidate asks about the interview, and
    `fact` what is true about it. `explanation` and `reply` belong to a candidate's question before and after
    the invitation. `closing_tips` begin the closing of a conversation that coaches.
    """

    configuration: AiConfiguration
    script: Script
    heard: str = ""
    wording: str | None = None
    lead: str = ""
    follow_up: FollowUp | None = None
    follow_up_text: str = ""
    aside: Aside | None = None
    fact: str = ""
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
                return self._keep_open() if self.wording is not None else self._give_reply(moves)
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

    def _keep_open(self) -> str:
        """The reply to who asks before answering, with what waits for an answer where it helps."""
        if self.aside is Aside.WAIT:
            return self.fact
        if self.fact:
            return f"{self.fact} {self._phrases['backToQuestion'].format(wording=self.wording)}"
        return self._repeat_question()

    def _repeat_question(self) -> str:
        """What waits for an answer again, after other words for it where there are any."""
        wording = self.wording or ""
        explanation = self.explanation
        if not explanation and self.aside in (Aside.CHOICE, Aside.MEANING):
            explanation = self._phrases["asTheQuestionSays"]
        if not explanation:
            return self._phrases["again"].format(wording=wording)
        return explanation if wording in explanation else f"{explanation} {wording}"

    def _give_reply(self, moves: Sequence[Move]) -> str:
        """The reply to a candidate's question, with the word that there may be more questions."""
        if self.aside is Aside.REPEAT:
            return phrase_with_tone(self.configuration, "invite")
        if announces_question(self.heard):
            return self._phrases["askAway"]
        reply = self.fact or self.reply or self._phrases["unknown"]
        is_last = any(move.kind is TurnKind.CLOSING for move in moves)
        if is_last or self.aside is Aside.WAIT or reply.endswith("?"):
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
            *script.team_words,
            *filter(None, (request.open_question, request.open_follow_up)),
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
        wording=request.open_follow_up or request.open_question,
        lead=guard.tip(lead) or request.coaching.tip if request.coaching else guard.lead(lead),
        follow_up=engine.follow_up,
        follow_up_text=guard.follow_up(engine.follow_up_text.strip(), heard=request.heard),
        explanation=_explanation(request, guard, engine.reply) if asks_about_question else "",
        reply=_reply(request, guard, engine),
    )


def _reply(request: InterviewerRequest, guard: PhraseGuard, engine: InterviewerResponse) -> str:
    """The reply to a question about the job. Where the texts contradict each other, none of them is told."""
    if request.is_inviting and (engine.disagrees or contradict(request.question, request.passages)):
        return phrases(request.language)["contradiction"]
    return guard.reply(engine.reply.strip()) if engine.knew else ""


def _explanation(request: InterviewerRequest, guard: PhraseGuard, reply: str) -> str:
    """The reply to who did not understand, checked without the wording, which may be said as it is."""
    wording = request.open_follow_up or request.open_question or ""
    rest = reply.replace(wording, "").strip()
    return reply.strip() if rest and guard.explanation(rest) else ""


def _response(conversation: InterviewConversation, heard: Heard, said: _Said, now: datetime) -> Response:
    following = next_exchange(conversation, heard, now)
    if conversation.coaches and isinstance(heard, Words) and _answers_question(following):
        strengths = _add_strengths(conversation, heard.text).strengths
        following = replace(following, conversation=following.conversation.changed(strengths=strengths))
    said = _add_tips(said, following.conversation)
    texts = tuple(said.text(move, following.interviewer) for move in following.interviewer)
    return Response(following, texts, is_fallback=False)


def _answers_question(following: Exchange) -> bool:
    said = following.candidate
    return said is not None and said.kind is TurnKind.ANSWER and said.question_id is not None


def _add_tips(said: _Said, conversation: InterviewConversation) -> _Said:
    """The words with those that only practice and coaching have."""
    tips = closing_tips(conversation) if conversation.coaches else ""
    return replace(said, closing_tips=tips, is_practice=conversation.is_practice)
