"""The strengths of an answer in a coached conversation, as far as written rules can tell.

The rules know the nine languages of candidates, and go by English in every other language. They look at how
an answer is told, never at what it says of a person.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from re import Pattern
from typing import Final

from gather.core.language import in_language
from gather.core.words import folded
from gather.screening.conversations.intent_rules import any_of
from gather.screening.conversations.models import Strength
from gather.screening.conversations.rules import SHORT_ANSWER_WORDS


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
_ITALIAN: Final = _Words(
    own=any_of(r"io   mi   me   mio   mia   miei   mie   ho   ero   avevo   sono andat[oa]   abbiamo"),
    example=any_of(
        r"""
        per esempio   ad esempio   una volta   un giorno   l'anno scorso   l'estate scorsa   il mese scorso
        la settimana scorsa   ieri   quando   nel mio   nella mia   (?:ho|abbiamo|avevo) \w+[tos]   ero
        sono (?:andat|stat|riuscit)[oa]
        """
    ),
    outcome=any_of(
        r"""
        \d+   due   tre   quattro   cinque   sei   sette   otto   nove   dieci   decine   centinaia
        meta   per cento   alla fine   infine   da allora   poi   dopo   risultat[oi]   cosi   grazie a
        content[oaie]   soddisfatt[oaie]   risolt[oaie]   riuscit[oaie]   miglior\w+   aument\w+   ridott\w+
        meno   piu veloce\w*   meglio   e tornat[oa]   ringraziat\w*
        """
    ),
)
_PORTUGUESE: Final = _Words(
    own=any_of(
        r"""
        eu   me   mim   meu   minha   meus   minhas   comigo   fiz   tive   estive   fui   pude   disse   pus
        trabalhei   ajudei   falei   ouvi   escutei   resolvi   organizei   aprendi   preparei   consegui
        atendi   expliquei   ofereci   trabalhava   tinha   estava
        """
    ),
    example=any_of(
        r"""
        por exemplo   uma vez   um dia   no ano passado   no verao passado   na semana passada   ontem
        no mes passado   quando   no meu   na minha   \w{2,}ei   fizemos   tivemos   fiz   tive   estive   fui
        disse   ouvi   resolvi   aprendi   consegui   atendi   ofereci
        """
    ),
    outcome=any_of(
        r"""
        \d+   dois   duas   tres   quatro   cinco   seis   sete   oito   nove   dez   dezenas?   centenas?
        metade   por cento   no fim   no final   finalmente   desde entao   depois   resultados?   assim
        gracas a   contentes?   satisfeit[oa]s?   resolvid[oa]s?   consegu\w+   melhor\w*   aument\w*
        reduz\w*   menos   mais rapido   voltou   agradeceu   acalmou-se   se acalmou
        """
    ),
)
_DUTCH: Final = _Words(
    own=any_of(r"ik   mij   me   mijn   mezelf"),
    example=any_of(
        r"""
        bijvoorbeeld   een keer   ooit   op een dag   vorig jaar   vorige (?:week|maand|zomer)   gisteren
        afgelopen \w+   toen (?:ik|we|wij|een|de|het)   bij mijn   in mijn
        (?:ik|we|wij) (?:heb|hebben|had|hadden)
        (?:ik|we|wij) (?:was|waren|ben|zijn|kon|moest|ging|deed|zei|gaf|vond|nam)   (?:heb|had|was|ben) ik
        """
    ),
    outcome=any_of(
        r"""
        \d+   twee   drie   vier   vijf   zes   zeven   acht   negen   tien   tientallen   honderden
        helft   procent   uiteindelijk   daardoor   sindsdien   daarna   resultat\w*   zodat   tevreden
        blij   opgelost   gelukt   verbeterd?   gestegen   bespaard   minder   sneller   beter
        teruggekomen   kwam terug   bedankte?   nooit meer
        """
    ),
)
_POLISH: Final = _Words(
    own=any_of(r"ja   mnie   mi   moj\w*   swoj\w*   by[lł][ae]m   \w+[lł][ae]m   \w+lismy   \w+[lł]ysmy"),
    example=any_of(
        r"""
        na przyk[lł]ad   kiedys   pewnego dnia   w zesz[lł]ym \w+   zesz[lł]ego \w+   wczoraj   kiedy   gdy
        w mojej   w moim   \w+[lł][ae]m   \w+lismy   \w+[lł]ysmy   raz
        """
    ),
    outcome=any_of(
        r"""
        \d+   dwa   dwie   trzy   cztery   piec   szesc   siedem   osiem   dziewiec   dziesiec   setki
        po[lł]ow[ae]   procent   w koncu   ostatecznie   dzieki temu   od tego czasu   potem   wynik\w*
        wiec   zadowolon\w+   szczesliw\w+   rozwiaza\w+   uda[lł]o   popraw\w+   wzros\w+   zmniejsz\w+
        mniej   szybciej   lepiej   wroci[lł]a?   podziekowa[lł]a?
        """
    ),
)
_ARABIC: Final = _Words(
    own=any_of(r"انا   كنت   قمت   عملت   لدي   عندي   \w{2,}ت   \w+نا   عملي   فريقي   زميلي"),
    example=any_of(
        r"""
        مثلا   على سبيل المثال   ذات مرة   ذات يوم   مرة   العام الماضي   السنة الماضية   الصيف الماضي
        الاسبوع الماضي   الشهر الماضي   امس   عندما   حين   لما   في عملي   كنت   قمت
        """
    ),
    outcome=any_of(
        r"""
        \d+   اثنان   اثنين   ثلاثة?   اربعة?   خمسة?   ستة   سبعة   ثمانية   تسعة   عشرة?   نصف
        في المية   في النهاية   اخيرا   نتيجة\w*   النتيجة   منذ ذلك   بعد ذلك   لذلك   بفضل   راضي\w*
        سعيد\w*   تم حل   حللت   نجح\w*   تحسن\w*   زاد\w*   انخفض\w*   اقل   اسرع   افضل   عاد   شكرني
        """
    ),
)
_LANGUAGES: Final[Mapping[str, _Words]] = {
    "en": _ENGLISH,
    "de": _GERMAN,
    "fr": _FRENCH,
    "es": _SPANISH,
    "it": _ITALIAN,
    "pt": _PORTUGUESE,
    "nl": _DUTCH,
    "pl": _POLISH,
    "ar": _ARABIC,
}


def plain_strengths(text: str, language: str) -> frozenset[Strength]:
    """Tell the strengths of the answer `text`. `language` is a BCP 47 code."""
    known = in_language(_LANGUAGES, language)
    said = " ".join(folded(text).replace("\u2019", "'").split())
    shown = {
        Strength.DETAIL: len(text.split()) >= SHORT_ANSWER_WORDS,
        Strength.OWN_PART: bool(known.own.search(said) and known.example.search(said)),
        Strength.OUTCOME: bool(known.outcome.search(said)),
    }
    return frozenset(strength for strength, is_shown in shown.items() if is_shown)
