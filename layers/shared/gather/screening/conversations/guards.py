"""The limits of an engine's words, whatever the engine was told or talked into.

A text that breaks a rule is not said; the caller says a stock phrase instead. The rules judge by words, in
English, German, French and Spanish, and are strict: a harmless text that is refused costs little.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gather.core.echo import RUN, EchoGuard
from gather.core.quotes import quotes
from gather.core.words import folded
from gather.screening.conversations.intent_rules import any_of

LONGEST_LEAD: Final = 240
LONGEST_FOLLOW_UP: Final = 400
LONGEST_REPLY: Final = 1_200

_LEAKING_TOPIC_RUN: Final = 5
"""So many words in a row of the scorecard's topics give them away."""

_ECHO_RUN: Final = 4
"""So many words in a row of the candidate's make a follow-up an echo."""

_QUESTION_MARKS: Final = re.compile(r"[?\uff1f\u061f]+")
_SENTENCE: Final = re.compile(r"[^.!?\n\uff1f]+[.!?\uff1f]*")
_ADDRESS: Final = re.compile(r"https?:|www\.|\S@\S")
_TOPICS: Final = re.compile(r"<topics-([0-9a-f]{16})>\n(.*?)\n</topics-\1>", re.DOTALL)

_FORBIDDEN: Final = any_of(
    r"""
    how old (?:are|is)\b   your age   age group   date of birth   (?:when|where|what year) were you born
    birthday   year of birth   born in   native (?:speaker|language|country)   mother tongue   accent
    gender\w*   sex   sexual\w*   transgender   gay   lesbian   (?:wo)?man or (?:a )?(?:wo)?man   pronouns
    where are you from   country of origin   your origins?   ethnic\w*   race   racial   skin colou?r
    national(?:ity|ities)   citizenship   religio\w*   church   mosque   synagogue   faith   pray\w*
    christian\w*   muslim\w*   jewish   your (?:\w+ )?health   health (?:issues?|problems?|conditions?)
    illness\w*   diseases?   disab\w+   handicap\w*   medical   medication   pregnan\w*
    have (?:any )?(?:children|kids)   your (?:children|kids|family|husband|wife|partner|spouse|parents)
    family (?:plans?|planning|status|situation)   planning (?:a family|children)   childcare   maternity
    married   marital   divorced   single or   politic\w*   political party   vote[ds]?   union member\w*
    criminal record   weight   height   salary (?:history|before)   what did you earn   wie alt
    ihr alter   ihrem alter   geburt\w*   geboren   geschlecht\w*   sexuell\w*   schwul   lesbisch
    herkunft   woher (?:kommen|stammen)   nationalitat\w*   staatsangehorigkeit\w*   muttersprach\w*
    ethni\w+   rasse   hautfarbe   religi\w*   konfession   kirche   moschee   glauben sie an
    gesundheit\w*   krankheit\w*   krank   behinder\w*   schwanger\w*   kinder   ihre[rn]? famili\w*
    familienplanung   familienstand   verheiratet   geschieden   ledig   ihr (?:mann|partner)
    ihre (?:frau|partnerin)   politisch\w*   partei   wahlen sie   gewerkschaft\w*   vorstrafen?
    quel age   votre age   date de naissance   ne(?:e|\(e\))? (?:en|a|le)\b   votre (?:sexe|genre)
    orientation sexuelle   homosexuel\w*   d'ou venez   vos origines?   votre origine   nationalite\w*
    langue maternelle   race   religion\w*   eglise   mosquee   croyan\w+   votre sante   sante
    maladies?   malade   handicap\w*   enceinte   grossesse   (?:des|vos|d')\s?enfants
    votre (?:famille|mari|femme|conjoint\w*)   situation familiale   mariee?   divorcee?   celibataire
    politiques?   parti politique   votez   syndicat\w*   casier judiciaire   cuantos anos tiene\w*
    que edad   su edad   tu edad   fecha de nacimiento   nacio   nacid[oa]   su (?:sexo|genero)
    orientacion sexual   homosexual\w*   de donde (?:es|viene)   su origen   nacionalidad\w*
    lengua materna   raza   religios\w*   iglesia   mezquita   creencias?   su salud   salud
    enfermedad\w*   enferm[oa]   discapacidad\w*   embaraz\w*   hijos
    su (?:familia|marido|mujer|esposo|esposa|pareja)   estado civil   casad[oa]   divorciad[oa]
    solter[oa]   politic[oa]s?   partido   vot[ao]   sindicat\w*   antecedentes penales
    """
)
_SCORES: Final = any_of(
    r"""
    score\w*   scorecard\w*   score[- ]card\w*   ratings?   rated   rubric\w*   graded?   grading
    out of (?:ten|10|100)   \d+ ?%   punktzahl\w*   \d+ punkte\w*   bewert\w*   schulnoten?   benot\w*
    notation   noter   evaluee?s?   evaluation   grille d'evaluation   puntuacion\w*   puntaje\w*
    calificacion\w*   \d+ puntos   evaluad[oa]s?   evaluacion
    """
)
_VERDICTS: Final = any_of(
    r"""
    (?:you are|you're) hired   you (?:have|got|get) the job   job is yours   you (?:passed|failed)
    (?:we|i) (?:will )?offer you   eingestellt   sie haben (?:die stelle|den job|bestanden)   embauchee?
    vous avez (?:le poste|reussi)   contratad[oa]   el (?:puesto|trabajo) es suyo
    """
)
_CLAIMS_TO_BE_HUMAN: Final = any_of(
    r"""
    i am (?:an? )?(?:\w+ )?(?:human|person)   i'm (?:an? )?(?:\w+ )?(?:human|person)
    as a (?:fellow )?human
    i(?: am|'m) (?:not|no) (?:an? |any )?(?:ai|a\.i\.|artificial|machine|robot|bot|computer|program)
    ich bin (?:eine? )?(?:\w+ )?(?:mensch|person)
    ich bin (?:keine?|nicht) .{0,12}(?:ki|maschine|roboter|computer)
    je suis (?:une? )?(?:\w+ )?(?:etre humain|humaine?|personne)
    je ne suis pas une? (?:ia|robot|machine)   soy (?:una? )?(?:ser )?(?:human[oa]|persona)
    no soy una? (?:ia|robot|maquina|inteligencia)
    """
)
_JUDGEMENTS: Final = any_of(
    r"""
    you(?: are|'re| seem| sound| look| appear| come across)   your (?:personality|character|attitude|manner)
    (?:other|another|most|better) (?:candidates?|applicants?)   \d+ (?:points?|stars?)   grades?   marks? of
    sie (?:sind|wirken|scheinen|klingen)   ihr(?:e|en)? (?:charakter|personlichkeit|auftreten|wesen)
    andere[nr]? (?:bewerber\w*|kandidat\w*)   \d+ sterne   noten?
    vous (?:etes|semblez|paraissez|avez l'air)   votre (?:caractere|personnalite|attitude)
    autres candidat\w*   \d+ (?:points?|etoiles?)   note de
    usted (?:es|parece|suena|esta)   eres   parece usted   es usted   su (?:caracter|personalidad|actitud)
    otr[oa]s candidat\w*   \d+ estrellas   nota de
    """
)


@dataclass(frozen=True, slots=True)
class PhraseGuard:
    """The rules for one turn.

    `prompt` is the persona's, which must not be repeated. `allowed` are the texts that may be: the greetings,
    the open question's wording and the passages. `next_question` is the wording of the question that comes
    next, which is asked only once and not by the engine.
    """

    prompt: str
    allowed: Sequence[str] = ()
    next_question: str | None = None

    def lead(self, text: str) -> str:
        """`text` as a lead-over, or nothing: a lead asks nothing."""
        is_fit = (
            len(text) <= LONGEST_LEAD
            and not _QUESTION_MARKS.search(text)
            and self._is_proper(text)
            and not is_forbidden(text)
        )
        return text if is_fit else ""

    def tip(self, text: str) -> str:
        """`text` as a tip on an answer, or nothing: a lead that grades nothing and judges no person."""
        return "" if _matches(_JUDGEMENTS, text) else self.lead(text)

    def follow_up(self, text: str, *, heard: str = "") -> str:
        """`text` as a follow-up, or nothing: it asks one thing, about the work, and echoes nothing of what
        the candidate has just said."""
        is_fit = (
            len(text) <= LONGEST_FOLLOW_UP
            and asks_one_thing(text)
            and self._is_proper(text)
            and not quotes(text, heard, _ECHO_RUN, self.allowed)
        )
        return text if is_fit else ""

    def explanation(self, text: str) -> str:
        """`text` as other words for the open question, or nothing."""
        is_fit = len(text) <= LONGEST_REPLY and asks_one_thing(text) and self._is_proper(text)
        return text if is_fit else ""

    def reply(self, text: str) -> str:
        """`text` as a reply from the passages, or nothing. What it asks must not be forbidden."""
        is_fit = (
            len(text) <= LONGEST_REPLY
            and not any(is_forbidden(question) for question in _questions(text))
            and not self._leaks(text)
            and not self._says_what_nobody_is_told(text)
        )
        return text if is_fit else ""

    def _is_proper(self, text: str) -> bool:
        """Whether a text that is not a reply keeps the rules. Such texts are short and rest on no passage."""
        return not (
            _ADDRESS.search(text)
            or _matches(_VERDICTS, text)
            or _matches(_SCORES, text)
            or _matches(_CLAIMS_TO_BE_HUMAN, text)
            or self._leaks(text)
            or self._asks_ahead(text)
        )

    def _says_what_nobody_is_told(self, text: str) -> bool:
        """Scores, verdicts and being human; a passage may speak of ratings, and then a reply may too."""
        known = "\n".join(self.allowed)
        spoken = {found[0] for found in _SCORES.finditer(_comparable(text))}
        told = {found[0] for found in _SCORES.finditer(_comparable(known))}
        return bool(spoken - told or _matches(_VERDICTS, text) or _matches(_CLAIMS_TO_BE_HUMAN, text))

    def _leaks(self, text: str) -> bool:
        echo = EchoGuard(self.prompt, tuple(self.allowed))
        if echo.repeats(text) or echo.speaks_of_itself(text):
            return True
        topics = "\n".join(found[2] for found in _TOPICS.finditer(self.prompt))
        return quotes(text, topics, _LEAKING_TOPIC_RUN, self.allowed)

    def _asks_ahead(self, text: str) -> bool:
        """Whether a text asks the next question, as a whole or in most of its words."""
        if not self.next_question:
            return False
        run = min(RUN, len(self.next_question.split()))
        return quotes(text, self.next_question, run, self.allowed)


def asks_one_thing(text: str) -> bool:
    """Whether a text asks no more than one question, and none about a forbidden topic."""
    return len(_QUESTION_MARKS.findall(text)) <= 1 and not is_forbidden(text)


def is_forbidden(text: str) -> bool:
    """Whether a text is about what has no bearing on the work: age, gender, origin, religion, health, …"""
    return _matches(_FORBIDDEN, text)


def _questions(text: str) -> list[str]:
    return [sentence for sentence in _SENTENCE.findall(text) if _QUESTION_MARKS.search(sentence)]


def _matches(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(_comparable(text)) is not None


def _comparable(text: str) -> str:
    return " ".join(folded(text).replace("\u2019", "'").split())
