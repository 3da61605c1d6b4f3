"""The questions of a visitor about the chat itself: who replies, whether it is kept, who reads it.

Written rules tell them and phrases reply, in the visitor's language, so that no engine invents what becomes
of a chat. Questions about applications, interviews and people's data are none of them:
what the team has written answers those.
"""

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final

from gather.core.language import LANGUAGES, primary_language
from gather.core.written_language import likely_languages
from gather.ports.interviewer import Aside
from gather.screening.conversations.asides import aside_in
from gather.screening.conversations.intent_rules import any_of, comparable

_LONGEST_WORDS: Final = 16
_OTHER_SUBJECT: Final = any_of(
    r"""
    appl\w+   data   daten   donnees   datos   dati   dados   gegevens   danych   بيانات\w*   cvs?   resumes?   interviews?   documents?   candidates?   bewerbung\w*   lebenslauf\w*
    vorstellungsgesprach\w*   unterlagen   candidatures?   entretiens?   solicitud\w*   entrevistas?
    curricul\w*   candidatura\w*   colloqui\w*   sollicitatie\w*   gesprek(?:ken)? met   podani\w*   aplikacj\w*
    rozmow\w* kwalifikacyjn\w*   طلب\w*   سيرة\w*   مقابل\w*
    """
)


class SelfQuestion(Enum):
    """What is asked. The value names the phrase that replies."""

    WHO = "whoReplies"
    KEPT = "isKept"
    READERS = "whoReads"
    PERSON = "toPerson"
    THERE = "isThere"


_BY_ASIDE: Final[Mapping[Aside, SelfQuestion]] = {
    Aside.WHO: SelfQuestion.WHO,
    Aside.RECORDING: SelfQuestion.KEPT,
    Aside.CONTACT: SelfQuestion.PERSON,
    Aside.HEARING: SelfQuestion.THERE,
}
_CHAT_WORDS: Final[Mapping[str, Mapping[SelfQuestion, str]]] = {
    "en": {
        SelfQuestion.KEPT: r"""
            (?:is|are|was|were|will) (?:this|the|my|our|these) (?:chats?|messages?|conversation)\b.{0,15}\b(?:stored|saved|kept|recorded|logged)
            (?:do|will) you (?:store|save|keep|log|record) (?:this|my|the|our|what i)\b.{0,30}
        """,
        SelfQuestion.READERS: r"""
            who (?:can |will |else )?(?:reads?|sees?) (?:this|my messages?|what i (?:write|type)|the chat|it|these|that)\b.{0,20}
            (?:can|does|do|will) (?:anyone|anybody|someone|somebody|people|a human|a person|the team) (?:else )?(?:read|see) (?:this|my messages?|what i|the chat|it)\b.{0,20}
            is (?:this|the chat|this chat|it) (?:private|confidential|anonymous)
        """,
    },
    "de": {
        SelfQuestion.KEPT: r"""
            (?:wird|werden) (?:das|dieser|der|dieses|unser\w*|meine|die) (?:chat|chatverlauf|gesprach|nachrichten)?\b.{0,15}(?:gespeichert|aufgezeichnet|aufbewahrt)
            speichern sie (?:das|diesen|meine|den)\b.{0,20}
        """,
        SelfQuestion.READERS: r"""
            wer (?:liest|sieht|kann) (?:das|dies|meine nachrichten|den chat|hier|mit)\b.{0,20}
            (?:liest|sieht) (?:hier |das )?(?:jemand|ein mensch)\b.{0,15}   ist (?:das|der chat|dieser chat) (?:hier )?(?:vertraulich|anonym|privat)
        """,
    },
    "fr": {
        SelfQuestion.KEPT: r"""
            (?:est[- ]ce que )?(?:ce|cette|le|mes) (?:chat|conversation|messages|discussion) (?:est|sont)\b.{0,10}(?:enregistree?s?|conservee?s?|stockee?s?)
        """,
        SelfQuestion.READERS: r"""
            qui (?:lit|peut lire|va lire|voit) (?:ca|cela|mes messages|ce que|ce chat|ceci|le chat)\b.{0,20}
            (?:est[- ]ce (?:que c'est )?|c'est )(?:prive|confidentiel|anonyme)
        """,
    },
    "es": {
        SelfQuestion.KEPT: r"se (?:guarda|guardan|graba|almacena|almacenan) (?:esto|este|el|mis|la)\b.{0,20}   (?:este|el) chat se (?:guarda|graba)",
        SelfQuestion.READERS: r"quien (?:lee|puede leer|ve|va a leer) (?:esto|mis mensajes|lo que|este chat|el chat)\b.{0,20}   es (?:esto |este chat )?(?:privado|confidencial|anonimo)",
    },
    "it": {
        SelfQuestion.KEPT: r"(?:questa|questo|la|i miei) (?:chat|conversazione|messaggi) (?:viene|vengono|e|sono) (?:salvat\w+|conservat\w+|registrat\w+)   (?:viene|vengono) (?:salvat\w+|conservat\w+|registrat\w+)\b.{0,20}",
        SelfQuestion.READERS: r"chi (?:legge|puo leggere|vede|leggera) (?:questo|questa|i miei messaggi|cio che|quello che|la chat)\b.{0,20}   e (?:tutto )?(?:privato|riservato|anonimo)",
    },
    "pt": {
        SelfQuestion.KEPT: r"(?:isto|isso|este chat|esta conversa|a conversa|as minhas mensagens|minhas mensagens) (?:e|fica|ficam|sao|esta sendo) (?:guardad\w+|gravad\w+|salv\w+|armazenad\w+)",
        SelfQuestion.READERS: r"quem (?:le|pode ler|ve|vai ler) (?:isto|isso|as minhas mensagens|minhas mensagens|o que|este chat|o chat)\b.{0,20}   (?:isto |isso )?e (?:privado|confidencial|anonimo|sigiloso)",
    },
    "nl": {
        SelfQuestion.KEPT: r"word(?:t|en) (?:dit|deze|de|mijn|het) (?:chat|gesprek|berichten)?\b.{0,10}(?:opgeslagen|bewaard|opgenomen)",
        SelfQuestion.READERS: r"wie (?:leest|kan|ziet) (?:dit|mijn berichten|deze chat|de chat|het)\b.{0,20}   is (?:dit|deze chat|het) (?:vertrouwelijk|anoniem|prive)",
    },
    "pl": {
        SelfQuestion.KEPT: r"czy (?:ten |ta |moje )?(?:czat|rozmowa|wiadomosci|to) (?:jest|sa|bedzie)\b.{0,10}(?:zapisywan\w+|przechowywan\w+|nagrywan\w+)",
        SelfQuestion.READERS: r"kto (?:to |moze to |moze |bedzie )?(?:czyta|przeczyta|przeczytac|czytac|widzi)(?: (?:to|moje wiadomosci|ten czat|co pisze))?   czy (?:to|ten czat) jest (?:poufne|poufny|anonimow\w+|prywatn\w+)",
    },
    "ar": {
        SelfQuestion.KEPT: r"هل (?:يتم |تم )?(?:حفظ|تخزين|تسجيل|تحفظ|تخزن|يحفظ)\b.{0,5}(?:هذه|هذا|رسايلي|المحادثة|الدردشة)\b.{0,15}   هل (?:هذه المحادثة|هذه الدردشة|رسايلي) (?:محفوظة|مسجلة)",
        SelfQuestion.READERS: r"من (?:يقرا|سيقرا|يمكنه قراءة|يرى) (?:هذا|هذه|رسايلي|ما اكتب\w*|المحادثة)\b.{0,15}   هل (?:هذا|هذه المحادثة|المحادثة) (?:خاص\w*|سري\w*)",
    },
}


def self_question_in(text: str, languages: tuple[str, ...]) -> tuple[SelfQuestion, str] | None:
    """What `text` asks about the chat, and the first of `languages` in which it does; None for anything else."""
    said = comparable(text)
    if len(text.split()) > _LONGEST_WORDS or _OTHER_SUBJECT.search(said):
        return None
    for language in languages:
        asked = _in_chat_words(said, language) or _aside_in(text, language)
        if asked is not None:
            return asked, language
    return None


def languages_of(text: str, expected: str) -> tuple[str, ...]:
    """The LANGUAGES in which a visitor may have written `text`: the expected one, English, and those whose
    small words it has most of. `expected` is a BCP 47 code."""
    first = primary_language(expected)
    return tuple(dict.fromkeys(each for each in (first, "en", *likely_languages(text)) if each in LANGUAGES))


def _aside_in(text: str, language: str) -> SelfQuestion | None:
    aside = aside_in(text, language, tuple(_BY_ASIDE))
    return _BY_ASIDE[aside] if aside is not None else None


def _in_chat_words(said: str, language: str) -> SelfQuestion | None:
    return next((each for each, pattern in _patterns(language).items() if pattern.search(said)), None)


@cache
def _patterns(language: str) -> Mapping[SelfQuestion, re.Pattern[str]]:
    return {each: any_of(text) for each, text in _CHAT_WORDS[language].items()}
