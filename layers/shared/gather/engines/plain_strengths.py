"""What an answer in a coached conversation shows, as far as written rules can tell.

The rules know English, German, French and Spanish, and go by English in every other language. They look at
how an answer is told, never at what it says of a person.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from re import Pattern
from typing import Final

from gather.chat.words import folded
from gather.core.language import in_language
from gather.engines.plain_intent import any_of
from gather.screening.interview_conversation import SHORT_ANSWER_WORDS, Strength


@dataclass(frozen=True, slots=True)
class _Words:
    """One language. `own` finds the first person, `example` a time or a deed, `outcome` what came of it."""

    own: Pattern[str]
    example: Pattern[str]
    outcome: Pattern[str]


_ENGLISH: Final = _Words(
    own=any_of(r"i   i've   i'd   i'm   me   my   myself"),
    example=any_of(
        r"""
        for example   for instance   once   one (?:day|time|evening|morning|guest|customer|colleague)
        yesterday   last (?:year|month|week|summer|winter|spring|autumn)   when (?:i|we|a|an|the|our|my)
        at my   in my (?:last|first|old|former|previous|job|team)   (?:i|we) (?:\w+ly )?(?!need)\w{2,}ed
        (?:i|we) (?:was|were|had|did|made|took|went|told|gave|found|got)
        (?:i|we) (?:kept|ran|led|built|brought|wrote|sold|taught|spoke|began|chose|set|put|held|dealt|met|won)
        """
    ),
    outcome=any_of(
        r"""
        \d+   two   three   four   five   six   seven   eight   nine   ten   dozens?   hundreds?   half
        twice   percent   as a result   in the end   so that   since then   after that   results?
        finally   outcome   came back   calmed down   thanked   never again   worked out   led to   saved
        solved   improved   increased   reduced   succeeded   fewer   faster   better   happy   satisfied
        """
    ),
)
_GERMAN: Final = _Words(
    own=any_of(r"ich   mir   mich   mein\w*"),
    example=any_of(
        r"""
        zum beispiel   beispielsweise   einmal   eines tages   letzte[smnr]?   gestern
        als (?:ich|wir|ein\w*)   bei meine[rm]   in meine[rm]
        (?:ich|wir) (?:habe|haben|hatten?|bin|war|waren|konnten?|mussten?)
        (?:habe|hatte|bin|war|konnte|musste) ich   (?:haben|hatten|waren) wir   ich \w{3,}te
        """
    ),
    outcome=any_of(
        r"""
        \d+   zwei   drei   vier   funf   sechs   sieben   acht   neun   zehn   dutzende?   hunderte?
        halfte   prozent   am ende   schliesslich   dadurch   seitdem   danach   ergebnis\w*   sodass
        so dass   deshalb   beruhigt\w*   zufrieden\w*   gelost   geschafft   verbessert   gesteigert
        gespart   weniger   schneller   besser   wieder ?gekommen   bedankt\w*   nie wieder
        """
    ),
)
_FRENCH: Final = _Words(
    own=any_of(r"je   j'\w+   moi   me   m'\w+   mon   ma   mes   moi-meme"),
    example=any_of(
        r"""
        par exemple   une fois   un jour   l'annee derniere   la semaine derniere   le mois dernier   hier
        quand (?:j'|je|nous|un|une|le|la)\w*   dans mon   j'ai   j'etais   j'avais   je suis   nous avons
        nous etions   on a   j'\w+ais   je l'ai   je lui ai   je leur ai
        """
    ),
    outcome=any_of(
        r"""
        \d+   deux   trois   quatre   cinq   six   sept   huit   neuf   dix   douzaines?   centaines?
        moitie   pour cent   finalement   a la fin   au final   depuis   ensuite   resultats?   du coup
        grace a   calmee?   satisfaite?s?   contente?s?   resolue?s?   reussi\w*   amelioree?s?
        augmente\w*   reduit\w*   moins   plus vite   mieux   est revenue?   remerciee?
        """
    ),
)
_SPANISH: Final = _Words(
    own=any_of(
        r"""
        yo   me   mi   mis   conmigo   he   hice   tuve   estuve   fui   pude   dije   puse   di   trabaje
        ayude   hable   escuche   resolvi   organice   aprendi   lleve   ofreci   prepare   logre   atendi
        explique   trabajaba   tenia   estaba   era
        """
    ),
    example=any_of(
        r"""
        por ejemplo   una vez   un dia   el ano pasado   la semana pasada   el mes pasado   ayer   cuando
        en mi   he \w+[aei]do   hemos \w+[ai]do   hice   hicimos   tuve   tuvimos   estuve   fui   trabaje
        ayude   hable   escuche   resolvi   organice   aprendi   lleve   ofreci   prepare   logre   atendi
        explique   dije
        """
    ),
    outcome=any_of(
        r"""
        \d+   dos   tres   cuatro   cinco   seis   siete   ocho   nueve   diez   docenas?   cientos
        mitad   por ciento   al final   finalmente   desde entonces   despues   resultados?   asi que
        gracias a   contentos?   contentas?   satisfech[oa]s?   resuelt[oa]s?   logr\w+   mejor\w*
        aument\w*   reduj\w*   menos   mas rapido   volvio   agradecio   se calmo
        """
    ),
)
_LANGUAGES: Final[Mapping[str, _Words]] = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}


def plain_strengths(text: str, language: str) -> frozenset[Strength]:
    """What the answer `text` shows. `language` is a BCP 47 code."""
    known = in_language(_LANGUAGES, language)
    said = " ".join(folded(text).replace("\u2019", "'").split())
    shown = {
        Strength.DETAIL: len(text.split()) >= SHORT_ANSWER_WORDS,
        Strength.OWN_PART: bool(known.own.search(said) and known.example.search(said)),
        Strength.OUTCOME: bool(known.outcome.search(said)),
    }
    return frozenset(strength for strength, is_shown in shown.items() if is_shown)
