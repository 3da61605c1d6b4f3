"""The replies to questions about the interview itself, from what the candidate's page knows.

No engine is asked for them, so that nothing is invented about recordings, time or readers.
"""

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from gather.core.bidi import isolate
from gather.core.catalogue import Phrases
from gather.core.clock import from_timestamp
from gather.core.language import LANGUAGES, known_language
from gather.ports.interviewer import Aside
from gather.screening.conversations.models import InterviewConversation
from gather.screening.conversations.phrases import phrase_with_tone, phrases
from gather.screening.conversations.rules import LONGEST_CONVERSATION
from gather.screening.conversations.script import Script


def aside_reply(aside: Aside, conversation: InterviewConversation, script: Script, now: datetime) -> str:
    """What is true about what `aside` asks, without the open question.

    Empty for those about the question itself.
    """
    reply = _REPLIES.get(aside)
    return reply(conversation, script, now) if reply is not None else ""


def minutes_left(conversation: InterviewConversation, now: datetime) -> int:
    """The whole minutes that the conversation can still take, at least one."""
    left = LONGEST_CONVERSATION - (now - from_timestamp(conversation.started_at))
    return max(1, math.floor(left.total_seconds() / 60))


def isolated(value: str, language: str) -> str:
    """A name within a phrase of the language, on one line and in its own direction."""
    return isolate(" ".join(value.split()), known_language(LANGUAGES, language))


def interviewer_name(conversation: InterviewConversation) -> str:
    """The sentence in which the interviewer says its name; empty without a name."""
    replica, language = conversation.configuration.replica, conversation.configuration.language
    if replica is None or not replica.name.strip():
        return ""
    return phrases(language)["myName"].format(interviewerName=isolated(replica.name, language))


def _recording(conversation: InterviewConversation, _: Script, __: datetime) -> str:
    configuration = conversation.configuration
    if configuration.call_recording:
        return _known(conversation)["recorded"]
    return _known(conversation)["notRecorded" if configuration.capture_responses else "nothingKept"]


def _who(conversation: InterviewConversation, script: Script, _: datetime) -> str:
    kind = _known(conversation)["whoIAmPractice" if conversation.is_practice else "whoIAm"]
    said = (interviewer_name(conversation), kind, _company(conversation, script))
    return " ".join(filter(None, said))


def _company(conversation: InterviewConversation, script: Script) -> str:
    if not script.company_name:
        return ""
    language = conversation.configuration.language
    return _known(conversation)["atCompany"].format(
        displayName=isolated(script.display_name, language),
        companyName=isolated(script.company_name, language),
    )


def _readers(conversation: InterviewConversation, _: Script, __: datetime) -> str:
    return _known(conversation)["readByPractice" if conversation.is_practice else "readBy"]


def _contact(conversation: InterviewConversation, script: Script, _: datetime) -> str:
    known = _known(conversation)
    if not script.contact:
        return known["contactByPage"]
    contact = isolated(script.contact, conversation.configuration.language)
    return f"{known['contactByPage']} {known['contactAt'].format(contact=contact)}"


def _time(conversation: InterviewConversation, _: Script, now: datetime) -> str:
    known = _known(conversation)
    asked, total = conversation.asked, len(conversation.question_ids)
    progress = (
        known["allAsked"]
        if conversation.is_inviting
        else known["questionOf"].format(asked=asked, total=total)
    )
    return f"{progress} {known.counted('minutesLeft', minutes_left(conversation, now))}"


def _later(conversation: InterviewConversation, _: Script, now: datetime) -> str:
    told = _known(conversation).counted("pause", minutes_left(conversation, now))
    return told if conversation.is_inviting else f"{told} {_known(conversation)['noWayBack']}"


def _hearing(conversation: InterviewConversation, _: Script, __: datetime) -> str:
    return _known(conversation)["hearYou"]


def _wait(conversation: InterviewConversation, _: Script, __: datetime) -> str:
    if conversation.is_inviting:
        return _known(conversation)["nudgeToAsk"]
    return phrase_with_tone(conversation.configuration, "nudge")


def _known(conversation: InterviewConversation) -> Phrases:
    return phrases(conversation.configuration.language)


_REPLIES: Final[Mapping[Aside, Callable[[InterviewConversation, Script, datetime], str]]] = {
    Aside.RECORDING: _recording,
    Aside.WHO: _who,
    Aside.READERS: _readers,
    Aside.CONTACT: _contact,
    Aside.TIME: _time,
    Aside.LATER: _later,
    Aside.HEARING: _hearing,
    Aside.WAIT: _wait,
}
