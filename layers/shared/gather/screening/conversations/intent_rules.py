"""The intent of a candidate's words in an AI interview, as far as written rules can tell.

The rules know the nine languages of candidates; the words of five are in `intent_words`. They decide where no
engine can be asked, and the local interviewer goes by them. They see what is said plainly and take everything
else for an answer.
"""

import re
from collections.abc import Mapping
from typing import Final

from gather.core.language import in_language
from gather.core.words import folded
from gather.screening.conversations import intent_words

_SENTENCE_ENDS: Final = re.compile(r"[.!?\n\uff1f\u061f]+")
_QUESTION_MARK: Final = re.compile(r"[?\uff1f\u061f\u00bf]")

COURTESY: Final = (
    r"(?:(?:i'm|i am|um|uh|hm+|oh|ok|okay|well|so|and|but|yes|no|sorry|excuse me|please|hello|hi|"
    r"also|aber|und|ja|nein|ahm|entschuldigung|entschuldigen sie|verzeihung|bitte|tut mir leid|hallo|"
    r"et|mais|oui|non|euh|desolee?|excusez[- ]moi|s'il vous plait|pardon|bonjour|"
    r"y|pero|si|eh|lo siento|disculpe|perdone?|por favor|hola|"
    rf"{intent_words.COURTESY})[\s,;:\u2026\u060c-]+)*"
)
POLITE_ENDS: Final = rf"please|bitte|s'il vous plait|por favor|sorry|thanks|thank you|{intent_words.PLEASE}"
_ASKS_AGAIN_TEXT: Final = r"""
    (?:can|could|would|will|may|might) (?:you|i)\b.*\b(?:repeat|rephrase|reword|clarify)\b.*
    (?:can|could|would|will) you\b.*\b(?:say|read|ask|put)\b.*\b(?:question|again|that|it|differently)\b.*
    (?:can|could|would|will) you (?:please )?explain\b.*
    (?:repeat|rephrase|reword|clarify|explain) (?:it|that|this|the question|your question)\b.*
    (?:say|read|ask) (?:it|that|this|the question|your question) (?:again|once more|one more time)\b.*
    (?:once|one time) more   one more time   (?:come |say )?again   pardon(?: me)?
    (?:what|which) (?:was|is|were) (?:the|your|that)(?: last)? question\b.*
    what (?:do|did|are) you (?:mean|meaning|asking|want to know|want to hear|looking for)\b.*
    (?:what is|what's) (?:meant|that supposed to mean)\b.*
    what does (?:that|this|it|the question) mean\b.*   how do you mean(?: that)?
    NOT (?:understand|get|hear|catch|follow)(?: (?:you|that|it|this))?
    NOT (?:understand|get|hear|catch|follow) (?:the|your) question\b.*
    NOT (?:understand|get|hear|catch|follow) what (?:you|you're) (?:mean|said|asked|are asking|asking)\b.*
    (?:i'm |i am )?not sure (?:what you mean|i (?:understand|understood)|what you(?:'re| are) asking)\b.*
    i (?:would|'d) like (?:you to repeat|to hear)\b.*\bquestion\b.*
    COULDDE (?:sie|du)\b.*\b(?:wiederholen|erklaren|erlautern|umformulieren)\b.*
    COULDDE (?:sie|du)\b.*\bANEW (?:sagen|stellen|fragen|vorlesen|formulieren)\b.*
    (?:wiederholen|erklaren) sie(?: (?:das|die frage|es|ihre frage))?\b.*
    (?:die frage |das )?(?:bitte )?ANEW(?: bitte)?   wie bitte
    (?:was|wie) (?:meinen|meinst) (?:sie|du)\b.*   was ist (?:damit |hier )?gemeint\b.*
    was bedeutet (?:das|die frage)\b.*
    (?:was war|wie war|wie lautet|wie lautete) (?:ANEW )?(?:die|ihre)(?: letzte)? frage\b.*
    (?:ich )?(?:habe|hab) ITDE(?:leider |akustisch |gerade )*nicht (?:ganz |richtig |genau )?HEARDDE
    (?:ich )?verstehe (?:die frage|das|sie|ihre frage)?\s?(?:leider )?nicht(?: ganz)?(?:,? was .*)?
    COULDFR[- ](?:vous|tu)\b.*\b(?:repeter|redire|expliquer|reformuler|preciser|relire)\b.*
    (?:repetez|reformulez|expliquez)(?:[- ](?:la|moi))?(?: (?:la|votre) question)?
    pardon   comment   encore une fois   vous dites
    que voulez[- ]vous (?:dire|savoir)\b.*   qu'entendez[- ]vous\b.*
    qu'est[- ]ce que (?:vous voulez dire|vous entendez|ca veut dire|cela veut dire|cela signifie)\b.*
    (?:quelle etait|quelle est|c'etait quoi|c'est quoi) (?:la|votre|deja la) question\b.*
    (?:je )?(?:n'ai|ai) pas (?:bien |tout )?(?:compris|entendu)(?: (?:la|votre) question)?
    je ne (?:vous )?comprends pas(?: bien)?(?: (?:la|votre) question)?
    (?:me )?(?:puede|podria|puedes|podrias)\b.*\b(?:repetir|explicar|aclarar|reformular)\w*\b.*
    (?:repita|repite|repitame|explique|aclare)(?: (?:la|su) pregunta| eso)?
    como(?: dice)?   perdon   otra vez   una vez mas
    que (?:quiere|quieres) (?:decir|saber)\b.*   que significa (?:eso|la pregunta)\b.*   a que se refiere\b.*
    cual (?:era|es|fue) (?:la|su) pregunta\b.*
    no (?:le |la )?(?:he )?(?:entendi|entendido|entiendo|oi|oido|escuche)(?: bien)?(?: (?:la|su) pregunta)?
"""
_SHORTHANDS: Final = {
    "NOT": r"(?:i )?(?:do not|don't|did not|didn't|cannot|can't)(?: quite| really| fully| clearly)?",
    "ANEW": r"(?:noch ?(?:ein)?mal|anders)",
    "ITDE": r"(?:(?:sie|die frage|das|ihre frage|es) )?",
    "COULDDE": r"(?:konnen|konnten|wurden|kannst|konntest)",
    "COULDFR": r"(?:pouvez|pourriez|peux|pourrais)",
    "HEARDDE": r"(?:verstanden|gehort|mitbekommen)",
}
_ANNOUNCES_TEXT: Final = r"""
    (?:i (?:do )?have|i've got|there is|just) (?:a|one|some|two|three|a few|several|another)KINDS questions?
    (?:yes|yeah|yep|sure|i do|of course)(?: please)?
    (?:ich )?(?:habe|hatte) (?:ich )?(?:da )?(?:noch )?(?:eine|ein paar|einige|zwei)(?: kurze)? fragen?
    ja(?: gerne?)?   gerne?
    j'(?:ai|aurais) (?:encore )?(?:une|des|quelques|deux|plusieurs)(?: petites?)? questions?
    oui(?: volontiers)?
    (?:yo )?(?:si )?tengo (?:una|unas|algunas|dos|varias) preguntas?   si(?: claro)?   claro
""".replace("KINDS", "(?: (?:more|quick|short|other|last))*")
_DECLINES_TEXT: Final = r"""
    no   nope   nah   none   nothing   not really   not (?:at the moment|right now)   that(?:'s| is) all
    all (?:good|clear)   i'm (?:good|fine|done)   i (?:do not|don't|have no)
    nein   nee   keine   nichts   das (?:war|ist|ware) alles   alles klar   ich habe keine
    non   aucune?   pas de   rien   c'est (?:tout|bon)   je n'ai (?:pas|aucune|plus)
    ninguna?   nada   eso es todo   todo claro   no tengo
"""
_ASKS_WHETHER_HUMAN_TEXT: Final = r"""
    (?:are|is) (?:you|this|that|it)(?: really| actually)? (?:an? |the )?(?:\w+ )?BEINGEN
    (?:am i|who am i) (?:talking|speaking) (?:to|with)   who are you
    (?:sind|bist) (?:sie|du) (?:eine?|wirklich|echt)\b.*(?:mensch|ki|roboter|maschine|computer|person)
    wer sind sie   mit wem (?:spreche|rede)
    (?:etes[- ]vous|vous etes|es[- ]tu) (?:une?|vraiment)\b.*(?:humaine?|ia|robot|machine|personne)
    qui etes[- ]vous
    (?:es|eres) (?:usted )?(?:una?|realmente)\b.*(?:human[oa]|ia|robot|maquina|persona)   quien es usted
""".replace("BEINGEN", r"(?:ai|a\.i\.|robot|bot|human|machine|computer|real|person|program)")
_WANTS_TO_STOP_TEXT: Final = r"""
    (?:i want|i'd like|i would like|i need|i have|can we|can i|let's|let us|please) (?:to )?STOPEN$
    (?:stop|end|quit) (?:the|this) (?:interview|conversation)   ^stop(?: now| please)*\W*$
    i (?:do not|don't) want to (?:continue|go on|do this)
    (?:mochte|will|muss|wurde gerne?|konnen wir|kann ich)\b.{0,30}\b(?:aufhoren|abbrechen|beenden)
    (?:je (?:veux|voudrais|souhaite|dois)|j'aimerais)\b.{0,20}\b(?:arreter|terminer|m'arreter)
    (?:quiero|quisiera|necesito|me gustaria|tengo que) (?:parar|terminar|dejarlo|acabar)
""".replace(
    "STOPEN",
    r"(?:stop|quit|end|finish)"
    r"(?: (?:now|here|please|(?:this|the|our) (?:interview|conversation)|this)\b[^a-z]*)*",
)
_UNWELL_TEXT: Final = r"""
    (?:i feel|i'm feeling|i am feeling|feeling) (?:\w+ )?(?:sick|ill|unwell|dizzy|bad|faint)
    i (?:do not|don't) feel (?:so |very )?(?:well|good)   i'm (?:sick|unwell|ill)   panic attack
    mir (?:ist|wird) (?:\w+ )?(?:schlecht|ubel|schwindelig|schwindlig)
    mir geht es (?:\w+ )?(?:nicht gut|schlecht)
    je (?:ne )?me sens (?:pas (?:tres )?bien|mal)   me siento (?:\w+ )?(?:mal|mareado|mareada)
    no me (?:siento|encuentro) bien
"""


def any_of(text: str) -> re.Pattern[str]:
    """A pattern for any of the patterns in `text`, which two spaces or a line's end part, as whole words."""
    return re.compile(rf"(?<!\w)(?:{_alternatives(text)})(?!\w)")


def _alternatives(text: str) -> str:
    for name, pattern in _SHORTHANDS.items():
        text = text.replace(name, pattern)
    return "|".join(re.split(r"\s{2,}", text.strip()))


_ASKS_AGAIN: Final = re.compile(
    rf"{COURTESY}(?:{_alternatives(_ASKS_AGAIN_TEXT + intent_words.ASKS_AGAIN)})"
    rf"[\s,\u060c]*(?:{POLITE_ENDS})?[\s,]*"
)
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
_ANNOUNCES: Final = re.compile(
    rf"{COURTESY}(?:{_alternatives(_ANNOUNCES_TEXT + intent_words.ANNOUNCES)})[\s,]*"
)
_DECLINES: Final = re.compile(rf"{COURTESY}(?:{_alternatives(_DECLINES_TEXT + intent_words.DECLINES)})\b")
_ASKS_WHETHER_HUMAN: Final = any_of(_ASKS_WHETHER_HUMAN_TEXT + intent_words.ASKS_WHETHER_HUMAN)
_WANTS_TO_STOP: Final = any_of(_WANTS_TO_STOP_TEXT + intent_words.WANTS_TO_STOP)
_UNWELL: Final = any_of(_UNWELL_TEXT + intent_words.UNWELL)
_QUESTION_WORDS: Final[Mapping[str, str]] = {
    "en": (
        r"what (?!a\b)|what's|when\b|where\b|who\b|why\b|which\b|whose\b|"
        r"how (?!nice|kind|lovely|great|interesting)|how's|"
        r"(?:is|are|was|were|do|does|did|can|could|should|would|will|may) (?:there|i|it|the|you|we|they|this|"
        r"that|your|my|someone|anyone)\b|"
        r"(?:i would like|i'd like|i want|i'd love) to (?:know|ask|hear)\b|i (?:wonder|was wondering)\b|"
        r"(?:i'm|i am) (?:curious|interested in)|(?:please )?tell me\b|let me know\b"
    ),
    "de": (
        r"was\b|wann\b|wo\b|wohin\b|wer\b|wen\b|wem\b|wie\b(?! (?:nett|schon|freundlich))|wieso\b|warum\b|"
        r"welche[rsmn]?\b|wieviele?\b|gibt es\b|gabe es\b|(?:ist|sind|kann|konnte|darf|muss|werde|wird|haben|"
        r"hat|bieten|zahlen|suchen) (?:es|ich|sie|man|das|die|der|den|ein|eine|wir)\b|"
        r"(?:ich )?(?:wurde|mochte|hatte) (?:ich )?(?:gerne? |noch )*(?:wissen|gewusst|fragen)\b|"
        r"mich (?:wurde )?interessier\w+|(?:sagen|erzahlen) sie mir\b"
    ),
    "fr": (
        r"que\b|qu'est|quels?\b|quelles?\b|quand\b|comment\b|combien\b|pourquoi\b|ou (?:est|se|sont)\b|"
        r"qui\b|est[- ]ce\b|y a[- ]t[- ]il\b|(?:puis[- ]je|avez[- ]vous|pouvez[- ]vous|peut[- ]on)\b|"
        r"(?:je voudrais|j'aimerais) (?:savoir|connaitre|demander)\b|(?:parlez|dites)[- ]moi\b"
    ),
    "es": (
        r"que\b|cual(?:es)?\b|cuando\b|como\b|cuant[oa]s?\b|donde\b|quien(?:es)?\b|por que\b|hay\b|puedo\b|"
        r"(?:es|son|se puede|tiene|tienen|ofrecen) (?:el|la|los|las|un|una|posible|alg\w+)\b|"
        r"(?:me gustaria|quisiera|quiero) (?:saber|preguntar|conocer)\b|(?:digame|cuenteme|hableme)\b"
    ),
    **intent_words.QUESTION_WORDS,
}
_ASKS: Final = {
    language: re.compile(rf"{COURTESY}(?:{pattern})") for language, pattern in _QUESTION_WORDS.items()
}


def asks_again(sentence: str) -> bool:
    """Whether a folded sentence asks for the open question again, or what it means."""
    return _ASKS_AGAIN.fullmatch(sentence) is not None


def asks_for_meaning(sentence: str) -> bool:
    """Whether a folded sentence of `asks_again` asks what the question means."""
    return _ASKS_FOR_MEANING.search(sentence) is not None


def asks(text: str, language: str) -> bool:
    """Whether `text` holds a question: by its mark, or by how a sentence begins."""
    if _QUESTION_MARK.search(text):
        return True
    words = in_language(_ASKS, language)
    return any(words.match(sentence) for sentence in _sentences(text))


def announces_question(text: str) -> bool:
    """Whether `text` says that there is a question, and not which."""
    said = _sentences(text)
    return bool(said) and all(_ANNOUNCES.fullmatch(sentence) for sentence in said)


def declines(text: str) -> bool:
    """Whether `text` says that there is nothing to ask."""
    return any(_DECLINES.match(sentence) for sentence in _sentences(text)[:1])


def asks_whether_human(text: str) -> bool:
    """Whether `text` asks who or what the interviewer is."""
    return _ASKS_WHETHER_HUMAN.search(comparable(text)) is not None


def wants_to_stop(text: str) -> bool:
    """Whether the candidate would rather end the interview."""
    return _WANTS_TO_STOP.search(comparable(text)) is not None


def is_unwell(text: str) -> bool:
    """Whether the candidate says that they do not feel well."""
    return _UNWELL.search(comparable(text)) is not None


def _sentences(text: str) -> list[str]:
    parts = (part.strip(" ,;:-\u2026\u00bf\u00a1\"'") for part in _SENTENCE_ENDS.split(comparable(text)))
    return [part for part in parts if part]


def comparable(text: str) -> str:
    """`text` folded, with plain apostrophes and single spaces."""
    return " ".join(folded(text).replace("\u2019", "'").split(" "))
