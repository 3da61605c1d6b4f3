"""The words of candidates in Italian, Portuguese, Dutch, Polish and Arabic, for `plain_intent`.

Words are folded, without accents and without marks on Arabic letters. Two spaces or a line's end part
patterns.
"""

from collections.abc import Mapping
from typing import Final

COURTESY: Final = (
    r"mi scusi|scusi|scusa|allora|ma|ciao|buongiorno|per favore|"
    r"desculpe|entao|sim|nao|mas|ola|bom dia|"
    r"excuses|neem me niet kwalijk|alstublieft|alsjeblieft|dus|maar|nee|goedendag|"
    r"przepraszam|prosze|wiec|ale|tak|nie|dzien dobry|"
    r"عفوا|من فضلك|لو سمحت|اسف|مرحبا|نعم|لا|لكن"
)
PLEASE: Final = r"per favore|alstublieft|alsjeblieft|prosze|من فضلك|لو سمحت"
ASKS_AGAIN: Final = r"""
    (?:puo|potrebbe|puoi|potresti)\b.*\b(?:ripeter|spiegar|chiarir|riformular|rilegger)\w*\b.*
    (?:ripeta|ripeti|spieghi|riformuli)(?: (?:la|sua|la sua) domanda)?   come(?: dice| ha detto| scusi)?
    scusi   prego   ancora una volta   un'altra volta   in che senso
    (?:che )?cosa (?:intende|vuole dire|vuole sapere|significa)\b.*
    qual (?:era|e) (?:la|sua|la sua) domanda\b.*
    non (?:ho|l'ho) (?:capito|sentito)(?: bene)?(?: la(?: sua)? domanda)?
    non capisco(?: bene)?(?: la(?: sua)? domanda)?
    (?:pode|poderia|podia|podes)\b.*\b(?:repetir|explicar|esclarecer|reformular|reler)\b.*
    (?:repita|repete|explique|esclareca)(?: a(?: sua)? pergunta)?   como(?: disse| assim)   desculpe
    outra vez   mais uma vez   o que (?:quer|quis) (?:dizer|saber)\b.*   o que significa\b.*
    qual (?:era|e|foi)(?: mesmo)? a(?: sua)? pergunta\b.*
    nao (?:entendi|percebi|compreendi|ouvi|entendo|percebo|compreendo)(?: bem)?(?: a(?: sua)? pergunta)?
    (?:kunt|kun|kan|zou)\b.*\b(?:herhalen|uitleggen|toelichten|verduidelijken|herformuleren)\b.*
    (?:kunt|kun|kan|zou)\b.*\b(?:nog (?:eens|een keer)|opnieuw) (?:zeggen|stellen|vragen|voorlezen)\b.*
    wat zegt u   wat zei (?:u|je)   nog een keer   nog eens   wat bedoel(?:t u|de u|je| je)\b.*
    wat betekent (?:dat|de vraag)\b.*   wat was (?:de|uw|je)(?: laatste)? vraag\b.*
    ik (?:begrijp|snap|versta) (?:(?:u|je|het|dat|de vraag|uw vraag) )?niet(?: goed| helemaal)?
    ik heb (?:(?:u|je|het|dat|de vraag|uw vraag) )?niet(?: goed)? (?:begrepen|verstaan|gehoord)
    (?:czy )?(?:moze|mozesz|mog[lł]a?by)\b.*\b(?:powtorzyc|wyjasnic|wyt[lł]umaczyc|przeformu[lł]owac)\b.*
    (?:czy )?mozna\b.*\b(?:powtorzyc|wyjasnic|wyt[lł]umaczyc|przeformu[lł]owac)\b.*
    (?:powtorzyc|powtorz|wyjasnic)(?: prosze)?(?: pytanie)?   s[lł]ucham   jeszcze raz
    nie (?:zrozumia|us[lł]ysza|dos[lł]ysza)[lł][ae]m(?: tego)?(?: pytania)?
    nie rozumiem(?: tego)?(?: pytania)?
    co (?:pan|pani) ma na mysli\b.*   co to (?:znaczy|oznacza)\b.*   o co (?:chodzi|pan pyta|pani pyta)\b.*
    jakie (?:by[lł]o|jest)(?: to)? pytanie\b.*
    (?:هل )?(?:يمكنك|يمكن|ممكن|تستطيع|بامكانك)\b.*(?:اعادة|تعيد|تكرار|تكرر|توضيح|توضح|شرح|تشرح)\b.*
    (?:اعد|كرر|وضح|اشرح)(?: لي)?(?: (?:السوال|ذلك))?   عفوا   مرة اخرى   ماذا قلت
    لم (?:افهم|اسمع)(?: (?:السوال|ذلك|ما قلته))?(?: جيدا)?   لا افهم(?: السوال)?
    ماذا (?:تقصد|تعني|يعني)\b.*   ما (?:المقصود|معنى)\b.*   ما (?:هو|كان) السوال\b.*
"""
ANNOUNCES: Final = r"""
    (?:io )?(?:ho|avrei) (?:ancora )?(?:una|un'altra|qualche|alcune|delle|due) domand[ae]
    si(?: certo| volentieri)?   certo   volentieri
    (?:eu )?(?:tenho|teria)(?: so| ainda)? (?:uma|outra|umas|algumas|duas) (?:perguntas?|questao|duvidas?)
    sim(?: claro| tenho)?
    (?:ik )?heb (?:ik )?(?:nog )?(?:een|een paar|enkele|twee)(?: korte)? (?:vraag|vragen|vraagje)
    ja graag   graag
    mam (?:jeszcze )?(?:jedno |kilka |pare |dwa )?pytani[ae]   tak(?: mam| chetnie)?   chetnie
    (?:نعم )?(?:لدي|عندي) (?:سوال|سوالان|اسيلة|بعض الاسيلة)(?: اخر| اخرى)?   نعم   بالتاكيد
"""
DECLINES: Final = r"""
    niente   nulla   nessuna?   e tutto   tutto chiaro   non ho
    nao   nenhuma?   e tudo   e so   tudo claro   esta tudo claro
    geen   niets   dat (?:is|was) alles   alles (?:is )?duidelijk   ik heb geen
    nie   nic   zadnych   to wszystko   wszystko jasne
    لا   ليس لدي   كل شيء واضح   هذا كل شيء
"""
ASKS_WHETHER_HUMAN: Final = (
    r"""
    (?:lei e|e lei|sei|(?:sto parlando|parlo) con) (?:davvero |veramente )?(?:una? |un')(?:\w+ )?HUMANIT
    chi (?:e lei|sei)   con chi (?:parlo|sto parlando)
    (?:voce e|tu es|es|estou (?:a falar|falando) com) (?:mesmo |realmente )?uma? (?:\w+ )?HUMANPT
    quem (?:e voce|es tu)   com quem (?:falo|estou (?:a falar|falando))
    (?:bent u|ben je|is dit|(?:praat|spreek) ik met) (?:echt |wel )?(?:een )?(?:\w+ )?HUMANNL
    wie (?:bent u|ben je)   met wie (?:praat|spreek) ik
    (?:jest (?:pan|pani)|jestes|(?:czy )?rozmawiam z)(?: \w+)? HUMANPL   kim (?:pan jest|pani jest|jestes)
    z kim rozmawiam   هل انت(?: حقا)? HUMANAR   من انت   مع من اتحدث
""".replace("HUMANIT", "(?:robot|macchina|persona|uman[oa]|essere umano|ia|computer|programma)")
    .replace("HUMANPT", "(?:robo|robot|maquina|pessoa|human[oa]|ia|computador|programa)")
    .replace("HUMANNL", "(?:robot|mens|machine|computer|ai|persoon|programma)")
    .replace("HUMANPL", r"(?:robot\w*|cz[lł]owiek\w*|maszyn\w*|komputer\w*|sztuczn\w*|ai)")
    .replace("HUMANAR", r"(?:انسان|روبوت|الة|شخص|ذكاء|برنامج|بشر)\w*")
)
WANTS_TO_STOP: Final = r"""
    (?:voglio|vorrei|possiamo|posso|preferirei)\b.{0,20}\b(?:smettere|terminare|fermarmi|interrompere|concludere)
    (?:quero|queria|gostaria de|podemos|posso|prefiro)\b.{0,15}\b(?:parar|terminar|acabar|encerrar|desistir)
    (?:ik wil|ik zou graag|kunnen we|kan ik|laten we)\b.{0,25}\b(?:stoppen|ophouden|afbreken|beeindigen)
    (?:chce|chcia[lł](?:bym|abym)|wole|mozemy|moge)\b.{0,20}\b(?:przerwac|zakonczyc|skonczyc|przestac)
    (?:اريد|اود|ارغب في|هل يمكنني)\b.{0,15}\b(?:التوقف|اتوقف|انهاء|ايقاف|اوقف)
"""
UNWELL: Final = r"""
    mi sento (?:\w+ )?male   sto male   non (?:mi sento|sto) (?:\w+ )?bene   mi gira la testa
    (?:sinto-me|me sinto|estou me sentindo|estou a sentir-me) (?:\w+ )?mal   nao me sinto (?:\w+ )?bem
    estou (?:mal dispost[oa]|passando mal|tont[oa])
    ik voel me (?:\w+ )?(?:niet (?:goed|lekker)|ziek|duizelig|slecht|beroerd)
    ik ben (?:ziek|duizelig|misselijk)
    zle sie czuje   nie czuje sie (?:\w+ )?dobrze   (?:jest|robi) mi (?:sie )?(?:s[lł]abo|niedobrze|zle)
    (?:اشعر|احس) (?:باني |انني )?(?:بالدوار|بدوار|بدوخة|بالغثيان|بالمرض|بتعب|بسوء|مريض\w*)
    لا اشعر بخير   لست بخير   انا مريض\w*
"""
QUESTION_WORDS: Final[Mapping[str, str]] = {
    "it": (
        r"che\b|cosa\b|qual[ie]?\b|quando\b|come\b|quant[oaie]\b|dove\b|chi\b|perche\b|c'e\b|ci sono\b|"
        r"posso\b|(?:e|sono|si puo|avete|offrite) (?:il|la|lo|i|le|un|una|possibile|previst\w+)\b|"
        r"(?:vorrei|mi piacerebbe|volevo) (?:sapere|chiedere|conoscere)\b|mi (?:dica|parli)\b"
    ),
    "pt": (
        r"(?:o )?que\b|qua(?:l|is)\b|quando\b|como\b|quant[oa]s?\b|onde\b|quem\b|por que\b|ha\b|posso\b|"
        r"(?:e|sao|tem|oferecem) (?:o|a|os|as|uma?|possivel|algum\w*)\b|"
        r"(?:gostaria de|queria|quero) (?:saber|perguntar|conhecer)\b|(?:diga|conte|fale)-me\b"
    ),
    "nl": (
        r"wat\b|wanneer\b|waar\w*\b|wie\b|hoe\b(?! (?:leuk|aardig|fijn))|waarom\b|welke?\b|hoeveel\b|"
        r"(?:is|zijn|kan|mag|moet|wordt|worden|heeft|hebben|krijg) (?:er|het|ik|u|jullie|de|een|we|dat)\b|"
        r"ik (?:zou|wil|wilde) (?:\w+ ){0,3}(?:weten|vragen)\b|ik ben benieuwd\b"
    ),
    "pl": (
        r"co\b|kiedy\b|gdzie\b|kto\b|jak(?:i|a|ie|ich|iego|im)?\b|ktor\w+|ile\b|dlaczego\b|czemu\b|czy\b|"
        r"(?:chcia[lł](?:bym|abym)|chce) (?:wiedziec|zapytac|spytac|sie dowiedziec)\b|prosze powiedziec\b"
    ),
    "ar": (
        r"ما\b|ماذا\b|متى\b|اين\b|كيف\b|كم\b|لماذا\b|هل\b|اي\b|"
        r"(?:اريد|اود|احب) (?:ان )?(?:اعرف|اسال)\b|اخبر(?:ني|يني)\b"
    ),
}
