"""Attempts of a candidate to tell the scorer what to do (interface: Evaluation, rule 6).

They are found by written patterns, in English, German, French and Spanish whatever the interview's language
is. What addresses the scorer is no answer: it reaches no engine, and lowers the confidence of every score.
"""

import re
from typing import Final

from gather.core.words import folded, sentences

_TOLD: Final = (
    r"(?:instructions?|prompts?|rubrics?|score ?cards?|scoring (?:rules|guide)|criteria|guidelines)"
)
_TOP: Final = (
    r"(?:\d{2,3}\b|\d ?/ ?\d|max(?:imum|imal)?\b|highest|perfect"
    r"|full (?:marks|points|score)|top (?:marks|score))"
)
_SCORER: Final = (
    r"(?:scorer|evaluator|grader|assessor|language model|ai|a\.i\.|llm|chatbot|scoring (?:engine|system))"
)
_ENGLISH: Final = (
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}"
    rf"\b(?:your|all|any|previous|prior|above|earlier|these|those|system)\b.{{0,30}}\b{_TOLD}\b"
    rf"|\b(?:ignore|disregard|override|bypass) (?:the|this) {_TOLD}\b"
    r"|\b(?:give|award|assign|rate|score|grade|mark)\b"
    rf" (?:me|us|this|these|my|the candidate|him|her|them|all|every|each)\b.{{0,50}}{_TOP}"
    r"|\b(?:set|raise|change|put)\b (?:the|my|all|every|each)\b.{0,20}\b(?:scores?|ratings?|marks?)\b"
    rf"|\byou are (?:now )?(?:an? |the )?.{{0,20}}\b{_SCORER}\b"
    r"|\b(?:note|message|instructions?|attention|hello|hey|dear)\b,?:?"
    rf" (?:to |for )?(?:the |all )?{_SCORER}\b"
    rf"|\bas (?:an?|the) (?:ai )?{_SCORER},? (?:you|please)\b"
    r"|\bthis (?:answer|candidate|response|person|interview) (?:deserves?|must|should|is to)\b"
    rf".{{0,30}}(?:{_TOP}|scored?|rated|graded|points)"
)
_GERMAN: Final = (
    r"\b(?:ignoriere?|vergiss|missachte|ubergehe)\b.{0,40}(?:anweisung|anleitung|vorgabe|kriteri|bewertung)"
    r"|\b(?:gib|geben sie|vergib|vergeben sie|bewerte|bewerten sie)\b.{0,40}"
    r"(?:\b100\b|hochst|maximal|volle|beste)"
)
_FRENCH: Final = (
    r"\b(?:ignor|oubli|neglige)(?:e|er|ez|ons)\b.{0,40}(?:instruction|consigne|regle|bareme|critere)"
    r"|\b(?:donn|attribu|accord)(?:e|er|ez)\b.{0,40}(?:\b100\b|maximum|maximale|meilleure note)"
)
_SPANISH: Final = (
    r"\b(?:ignora|ignore|olvida|olvide|omite|omita)\b.{0,40}(?:instruccion|reglas|criterio|rubrica)"
    r"|\b(?:dame|deme|asigna|asigne|otorga|otorgue|ponme|pongame|puntua)\b.{0,40}"
    r"(?:\b100\b|maxim|mejor nota)"
)
# What imitates an outcome, another speaker or the marks of a prompt.
_IMITATIONS: Final = (
    r"\b(?:score|rating|confidence)\s*[\"']?\s*[:=]\s*\d"
    r"|(?:^|\n)\W*(?:system|assistant|developer) ?(?:message|prompt|note)? ?:"
    r"|<\s*/?\s*(?:system|assistant|candidate-answer|question-|topic-|instructions?)"
)
_ATTEMPTS: Final = re.compile("|".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _IMITATIONS)))


def instructs_scorer(text: str) -> bool:
    """Whether a sentence of `text` addresses whoever scores it."""
    return any(_is_instruction(sentence) for sentence in sentences(text))


def instructions_in(text: str) -> list[tuple[int, int]]:
    """Where such sentences begin and end in `text`, in their order."""
    found = []
    end = 0
    for sentence in sentences(text):
        start = text.index(sentence, end)
        end = start + len(sentence)
        if _is_instruction(sentence):
            found.append((start, end))
    return found


def _is_instruction(sentence: str) -> bool:
    return bool(_ATTEMPTS.search(folded(sentence).replace("’", "'")))
