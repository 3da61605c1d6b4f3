"""The ways in which candidates ask about the interview itself, for `asides`, in the languages of candidates.

Words are folded, without accents and without marks on Arabic letters. Two spaces or a line's end part
patterns, each of which fits a whole sentence. Those of `marked` are a question only with a question mark:
their words are a statement's too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gather.ports.interviewer import Aside


@dataclass(frozen=True, slots=True)
class AsideWords:
    """One language's patterns for one aside."""

    plain: str
    marked: str = ""


ENGLISH: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(
        r"""
        what   huh   what did you (?:just )?(?:say|ask)\b.{0,20}   what was that(?: again)?
        you (?:cut out|broke up|were cut off)\b.{0,20}
        i (?:lost|missed) (?:you|that|it|the question|the last part)\b.{0,15}
        i (?:could not|couldn't) (?:quite )?(?:hear|understand)(?: (?:you|that|it))?
        """,
        r"sorry   pardon   excuse me",
    ),
    Aside.MEANING: AsideWords(
        r"do you mean\b.{1,70}   what kind of (?:example|situation|answer)\b.{0,40}",
        r"you mean\b.{1,70}   meaning   in what (?:way|sense)",
    ),
    Aside.CHOICE: AsideWords(
        r"""
        do you mean\b.{1,60}\bor\b.{1,60}   are you (?:asking|talking) about\b.{1,60}\bor\b.{1,60}
        (?:is|should) (?:it|this|that) (?:be )?(?:about|from|with)\b.{1,50}\bor\b.{1,50}
        (?:does|must|should|can|may) (?:it|this|that|the example|my example) (?:have to )?be\b.{1,60}
        (?:can|may|should|do|could) i (?:have to )?(?:take|use|give|tell|talk about|pick)\b.{0,40}\bexample\b.{0,40}
        should i (?:talk|speak|tell you|answer)\b.{1,60}
        """,
        r"(?:a|an|the|at|in|from|with|about|for|as)\b.{2,40}\bor\b.{2,40}",
    ),
    Aside.RECORDING: AsideWords(
        r"""
        (?:is|are|was|were) (?:this|that|it|we|you|my voice|the (?:call|interview|conversation)|our conversation)
            (?: \w+){0,2} (?:record\w*|tap(?:ed|ing)|film\w*|stored|saved)\b.{0,30}
        is (?:this|my) (?:call|interview|conversation|voice|microphone|camera)(?: \w+){0,2} record\w*\b.{0,20}
        am i (?:being )?(?:recorded|filmed|taped)\b.{0,20}
        (?:do|will|does|are) (?:you|anyone|somebody|someone) (?:going to )?(?:record|keep|store|save|film)
            (?:this|that|it|me|my|what i|our|everything|the (?:call|conversation|interview|audio))\b.{0,40}
        what happens (?:to|with) (?:my|the|this) (?:recording|voice|answers?|data|audio|words)\b.{0,30}
        how long (?:do you|will you|is|are|will)(?: \w+){0,4} (?:keep|kept|stored|saved)\b.{0,20}
        """,
        r"(?:this|that|it)(?:'s| is)(?: being)? record\w*\b.{0,20}   you(?:'re| are) recording\b.{0,20}",
    ),
    Aside.TIME: AsideWords(
        r"""
        how long (?:will|does|is|would|might|could)
            (?:this|it|that|the (?:whole )?(?:interview|conversation|call|thing))
            (?: (?:be|going to|take|last|go on|all|usually|still|interview|conversation|call))*ENDS
        how (?:long|much time|many minutes) (?:do|have|will) (?:i|we) (?:have|got|need)
            (?: left| for (?:this|it|the interview|the answer))*ENDS
        how much (?:time|longer)(?: is| will this take| do we have| have we got| does this take)?(?: left)?ENDS
        how many (?:more )?questions (?:are|will|do|have|is|left|to go)\b.{0,40}   how many (?:more )?questions
        (?:are|is) (?:we|this|that|it) (?:almost |nearly |soon |already )?(?:done|finished|over|through)ENDS
        is (?:this|that) the last (?:one|question)ENDS   which question (?:are we on|is this)ENDS
        when (?:does|will|is) (?:this|it|the (?:interview|conversation))(?: be)? (?:end|over|finish\w*|done)ENDS
        how far (?:are we|along are we|have we got)ENDS   is there much (?:more|left)ENDS
        """,
    ),
    Aside.WHO: AsideWords(
        r"""
        are you (?:really |actually )?(?:an? )?(?:real )?(?:\w+ )?BEING\b.{0,30}   are you real\b.{0,10}
        (?:is|am i|who am i) (?:this|it|talking|speaking)(?: to| with)? (?:an? )?(?:real )?(?:\w+ )?BEING\b.{0,20}
        who (?:are you|is this|is there|is asking|am i (?:talking|speaking) (?:to|with))\b.{0,15}
        what(?:'s| is) your name\b.{0,10}   (?:for )?(?:which|what) company (?:is|are|do)\b.{0,30}
        """.replace("BEING", r"(?:ai|a\.i|robot|bot|human|machine|computer|person|program|someone|chatgpt)"),
    ),
    Aside.LATER: AsideWords(
        r"""
        (?:can|could|may) (?:i|we) (?:please |maybe )?(?:come|get|go) back\b.{0,40}
        (?:can|could|may) (?:i|we)\b(?!.*\bquestions\b).{0,40}\b(?:later|another time|tomorrow|some other time|at the end)ENDS
        (?:can|could|may) (?:i|we) (?:please |just )?(?:take|have) (?:a )?(?:short |quick )?(?:break|pause)\b.{0,20}
        (?:can|could|may) (?:i|we) (?:please |just )?(?:skip|pass|pause|interrupt|leave)\b.{0,30}
        is it (?:ok|okay|possible|all right|fine) (?:if|to)\b.{0,30}\b(?:later|break|pause|skip|tomorrow)\b.{0,20}
        (?:i'd|i would) (?:like|prefer|rather)(?: to)? (?:come back|answer (?:this|that|it) later)\b.{0,20}
        what if i (?:have to|need to|must) (?:leave|go|stop|pause)\b.{0,20}
        i (?:need|would like|'d like) a (?:short |quick )?(?:break|pause)ENDS
        (?:let's|let us|let me) come back to (?:this|that|it)\b.{0,20}
        """,
    ),
    Aside.WAIT: AsideWords(
        r"""
        (?:just |wait )?(?:a|one|1) (?:moment|second|sec|minute)
        (?:wait|hold on|hang on|bear with me)(?: (?:a|one) (?:moment|second|sec|minute))?
        (?:let me|i need to|i have to|can i|may i) think(?: (?:about|for|a|that|it|this|moment|second|minute))*
        give me (?:a|one|some) (?:moment|second|minute|sec|time)\b.{0,20}
        (?:can|could|may) i (?:have|get|take) (?:a|some|one) (?:moment|minute|second|time)\b.{0,25}
        """,
    ),
    Aside.READERS: AsideWords(
        r"""
        who (?:will |can |gets to |is going to |is )?(?:reads?|sees?|hears?|listens?|reading|listening|watch\w*)
            (?:to )?(?:this|my|it|that|what i|these|our)\b.{0,40}
        who (?:decides|makes the decision|will decide|evaluates|judges|scores)(?: (?:on|about|this|me|my)\b.{0,30})?
        (?:does|will|is) (?:a|any|some) ?(?:human|person|people|one|body|real person)\b.{0,20}
            \b(?:read|see|hear|listen|look|check)\w*\b.{0,30}
        (?:is|are|will) (?:this|it|my answers?|that|these|what i say)(?: be| kept)?
            (?:confidential|private|shared|anonymous|scored|judged|graded|evaluated)\b.{0,30}
        what happens (?:next|after (?:this|that)|afterwards|then)ENDS
        when (?:will|do) i (?:hear|know|get)\b.{0,30}
        """,
    ),
    Aside.CONTACT: AsideWords(
        r"""
        (?:can|could|may) i (?:please )?(?:talk|speak) (?:to|with)(?: an?)?
            (?:human|person|someone|somebody|real \w+|the team|recruiter)\b.{0,20}
        (?:whom?|how) (?:can|do|should) i (?:contact|call|write to|turn to|e-?mail|reach)\b.{0,30}
        is there (?:an? |any |some)?(?:phone number|contact|e-?mail address|support|help|one i can (?:ask|call))\b.{0,20}
        """,
    ),
    Aside.HEARING: AsideWords(
        r"""
        (?:can|do|could) you (?:still )?(?:hear|see|understand) me\b.{0,20}
        (?:are you|is anyone|is anybody|is someone) (?:still )?there\b.{0,15}
        (?:does|is) (?:this|it|my|the) ?(?:microphone|mic|sound|thing)? ?(?:work\w*|on|ok|okay)ENDS
        did you (?:hear|get) (?:me|that|what i said)\b.{0,15}
        """,
        r"hello   hello hello",
    ),
}
GERMAN: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(
        r"""
        was haben sie (?:gesagt|gefragt)\b.{0,15}   wie war das(?: noch ?mal)?   hae
        das (?:war|kam) (?:zu |etwas )?(?:leise|schnell|undeutlich)\b.{0,15}   was war das(?: noch ?mal)?
        """,
        r"was   bitte   wie   entschuldigung   verzeihung",
    ),
    Aside.MEANING: AsideWords(
        r"""
        (?:meinen|meinst) (?:sie|du)\b.{1,70}   inwiefern   in welche[rm] (?:hinsicht|sinn)\b.{0,20}
        was (?:fur ein|fur eine|fur) (?:beispiel|situation|antwort)\b.{0,30}
        """
    ),
    Aside.CHOICE: AsideWords(
        r"""
        (?:meinen|meinst) (?:sie|du)\b.{1,60}\boder\b.{1,60}   geht es(?: hier| dabei)? um\b.{1,50}\boder\b.{1,50}
        (?:soll|darf|kann|muss) (?:ich|es|das)\b.{0,40}\b(?:beispiel|erzahlen|berichten)\b.{0,40}
        (?:soll|darf|kann|muss) (?:es|das)(?: \w+){0,4} (?:arbeit|beruf|privat\w*|schule|job)\b.{0,20}
        """,
        r"(?:ein\w*|im|in|mit|bei|aus|von|der|die|das|beruflich\w*|privat\w*)\b.{1,40}\boder\b.{2,40}",
    ),
    Aside.RECORDING: AsideWords(
        r"""
        (?:wird|werde|werden) (?:das|dies\w*|es|ich|wir|alles|mein\w*|unser\w*|hier)(?: \w+){0,4}
            (?:aufgezeichnet|aufgenommen|mitgeschnitten|gespeichert|gefilmt)\b.{0,20}
        (?:nehmen|zeichnen|schneiden) sie(?: \w+){0,4} (?:auf|mit)   lauft (?:hier )?(?:eine|die) (?:aufnahme|aufzeichnung)\b.{0,15}
        speichern sie (?:das|mein\w*|es|alles)\b.{0,30}
        was (?:passiert|geschieht) mit (?:mein\w+|der|den|dieser) (?:\w+ )?
            (?:aufnahmen?|aufzeichnung\w*|stimme|daten|antworten?)\b.{0,20}
        """,
    ),
    Aside.TIME: AsideWords(
        r"""
        wie lange? (?:dauert|geht|wird) (?:das|es|dieses?|unser)
            (?: (?:hier|denn|noch|ungefahr|etwa|ganze|insgesamt|alles|interview|gesprach|eigentlich|so|dauern))*
        wie (?:lange|viel zeit) (?:habe ich|haben wir|brauche ich|bleibt)(?: \w+){0,4}
        wie ?viele fragen (?:sind|gibt|kommen|haben|stellen|noch)\b.{0,40}   wie ?viele fragen
        (?:sind wir|ist das|war das)(?: \w+){0,2} (?:fertig|durch|die letzte frage|am ende|alles)ENDS
        wann (?:ist|endet|sind)(?: (?:das|wir|das interview|das gesprach))?(?: (?:hier|denn))?
            (?:vorbei|fertig|zu ende|das interview|das gesprach)ENDS
        """,
    ),
    Aside.WHO: AsideWords(
        r"""
        (?:sind|bist) (?:sie|du) (?:eigentlich |denn |wirklich |echt |etwa )*(?:eine? )?(?:\w+ )?
            (?:mensch|ki|roboter|maschine|computer|person|bot|programm|echt)\b.{0,20}
        (?:spreche|rede) ich (?:hier |gerade |wirklich )*mit (?:einem|einer)\b.{0,30}
        ist das (?:hier )?(?:eine? )?(?:mensch|ki|roboter|maschine|bot)\b.{0,15}
        wer (?:sind sie|bist du|fragt|ist da|spricht)\b.{0,20}   mit wem (?:spreche|rede)\b.{0,15}
        wie heissen sie\b.{0,10}   wie heisst du\b.{0,10}   (?:fur|bei) welche[rs]? (?:firma|unternehmen)\b.{0,30}
        """,
    ),
    Aside.LATER: AsideWords(
        r"""
        (?:kann|konnte|darf|konnen|konnten|durfen) (?:ich|wir)\b(?!.*\bfragen\b).{0,45}
            \b(?:spater|nachher|morgen|ein andermal|zuruckkommen|zuruckkehren|am ende)\b.{0,25}
        (?:kann|konnte|darf|konnen|konnten|durfen) (?:ich|wir)\b.{0,30}
            \b(?:pause|uberspringen|auslassen|unterbrechen)\b.{0,20}
        ich (?:brauche|mochte|brauch)\b(?!.*\bkeine\b).{0,15}\bpause(?: machen)?
        ich (?:wurde|mochte)(?: gerne?)? (?:darauf |auf die frage |auf diese frage )?spater
            (?: darauf)? (?:zuruckkommen|antworten)
        was (?:ist|passiert),? wenn ich (?:weg|los|gehen|aufhoren)\b.{0,15}
        """,
    ),
    Aside.WAIT: AsideWords(
        r"""
        (?:einen |ein )?(?:kleinen |kurzen )?(?:moment|augenblick)(?: bitte| mal)*
        (?:ich muss|lassen sie mich|kann ich|darf ich)(?: \w+){0,3} (?:nachdenken|uberlegen)
        geben sie mir (?:bitte )?(?:einen|eine|etwas)\b.{0,20}   warten sie(?: bitte| mal| kurz)*
        """,
    ),
    Aside.READERS: AsideWords(
        r"""
        wer (?:liest|hort|sieht|bekommt|entscheidet|bewertet|beurteilt)
            (?: (?:das|dies|sich|es|mein\w*|mich|uber|am|denn|eigentlich|hier)\b.{0,30})?
        (?:liest|hort|sieht) (?:das|dies|mein\w*|sich das)\b.{0,40}
        (?:ist|bleibt|wird|sind|bleiben|werden) (?:das|dies|mein\w*|es)\b.{0,20}
            \b(?:vertraulich|anonym|geheim|weitergegeben|bewertet|benotet)\b.{0,20}
        (?:wie geht es|was passiert|was kommt) (?:danach|weiter|dann|als nachstes)(?: weiter)?ENDS
        wann (?:hore|erfahre|bekomme) ich\b.{0,40}
        """,
    ),
    Aside.CONTACT: AsideWords(
        r"""
        (?:kann|konnte|darf) ich (?:bitte )?mit (?:einem|jemandem|einer)\b.{0,30}\b(?:sprechen|reden)
        (?:an wen|wen) kann ich (?:mich )?(?:wenden|fragen|anrufen|kontaktieren|anschreiben)\b.{0,20}
        wie (?:erreiche|kontaktiere) ich (?:sie|das team|jemanden|euch)\b.{0,20}
        """,
    ),
    Aside.HEARING: AsideWords(
        r"""
        (?:horen|verstehen|sehen) sie mich\b.{0,20}   konnen sie mich (?:horen|verstehen|sehen)\b.{0,10}
        sind sie (?:noch )?da   (?:bin ich|ist mein \w+)\b.{0,15}\b(?:zu horen|horbar|eingeschaltet)
        funktioniert (?:das|es|mein \w+|das mikrofon)
        """,
        r"hallo   hallo hallo",
    ),
}
FRENCH: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(
        r"quoi   hein   qu'(?:avez[- ]vous|est[- ]ce que vous avez) (?:dit|demande)\b.{0,10}",
        r"vous disiez   desolee?   excusez[- ]moi   (?:vous|tu) (?:pouvez|pourriez|peux)\b.{0,20}\b(?:repeter|redire|reformuler|expliquer)\b.{0,30}",
    ),
    Aside.MEANING: AsideWords(
        r"voulez[- ]vous dire\b.{1,70}   (?:dans|en) quel sens   quel genre d(?:e situation|'exemple)\b.{0,30}",
        r"(?:est[- ]ce que )?vous (?:voulez dire|parlez de|pensez a)\b.{1,70}",
    ),
    Aside.CHOICE: AsideWords(
        r"""
        (?:voulez[- ]vous dire|parlez[- ]vous|pensez[- ]vous a)\b.{1,60}\bou\b.{1,60}
        (?:dois[- ]je|puis[- ]je|est[- ]ce que je (?:dois|peux))\b.{0,25}
            \b(?:exemple|raconter|parler)\b.{0,40}
        """,
        r"""
        (?:est[- ]ce que )?vous (?:voulez dire|parlez|pensez)\b.{1,60}\bou\b.{1,60}
        (?:un|une|le|la|au|avec|dans|de|du|d'un|d'une|chez)\b.{2,40}\bou\b.{2,40}
        je (?:peux|dois)\b.{0,25}\b(?:exemple|raconter|parler)\b.{0,40}
        """,
    ),
    Aside.RECORDING: AsideWords(
        r"""
        est[- ]ce(?: que (?:c'est|cela est|ceci est|l'entretien est|la conversation est|je suis|ma voix est))?
            (?:\w+ )?enregistree?s?\b.{0,20}
        (?:suis[- ]je|sommes[- ]nous)(?: \w+)? enregistree?s?\b.{0,20}
        est[- ]ce que vous (?:m'|l')?enregistrez\b.{0,30}   (?:m'|l')?enregistrez[- ]vous\b.{0,30}
        que (?:deviennent|devient|faites[- ]vous de)\b.{0,15}(?:enregistrement\w*|voix|donnees|reponses?)\b.{0,20}
        """,
        r"""
        (?:c'est|ceci est|cela est|l'entretien est|la conversation est|je suis|on est|ma voix est)
            (?:\w+ )?enregistree?s?\b.{0,20}
        vous (?:m'|l')?enregistrez\b.{0,30}
        """,
    ),
    Aside.TIME: AsideWords(
        r"""
        combien de temps (?:est[- ]ce que )?
            (?:ca|cela|l'entretien|il|dure|prend|avons[- ]nous|ai[- ]je|reste|faut)\b.{0,40}
        combien de questions (?:y|il|reste|avez|sont|encore|me|allez)\b.{0,40}   combien de questions
        quand est[- ]ce que (?:c'est fini|ca finit|l'entretien)\b.{0,20}
        """,
        r"""
        (?:ca|cela|l'entretien) (?:va )?dure(?:r|ra)? (?:encore )?(?:combien|longtemps)\b.{0,20}
        (?:c'est|est[- ]ce) (?:bientot )?(?:fini|termine|la derniere(?: question)?)   il reste combien\b.{0,25}
        """,
    ),
    Aside.WHO: AsideWords(
        r"""
        (?:etes[- ]vous|es[- ]tu) (?:vraiment |reellement )?(?:un|une) (?:\w+ )?
            (?:humaine?|ia|robot|machine|personne|etre humain|ordinateur|programme|intelligence)\b.{0,20}
        qui etes[- ]vous\b.{0,10}   a qui (?:est[- ]ce que )?(?:je parle|ai[- ]je affaire|parle[- ]je)\b.{0,15}
        comment vous appelez[- ]vous   quel est votre (?:nom|prenom)   (?:pour )?quelle entreprise\b.{0,30}
        """,
        r"""
        (?:est[- ]ce que )?(?:vous etes|je parle (?:a|avec)) (?:vraiment )?(?:un|une) (?:\w+ )?
            (?:humaine?|ia|robot|machine|personne|etre humain|ordinateur|programme)\b.{0,20}
        """,
    ),
    Aside.LATER: AsideWords(
        r"""
        (?:est[- ]ce que (?:je peux|on peut|nous pouvons)|puis[- ]je|pouvons[- ]nous|peut[- ]on|pourrais[- ]je)
            \b.{0,40}\b(?:revenir|plus tard|demain|a la fin|passer|sauter|pause|reprendre)\b.{0,30}
        j'aimerais (?:y )?revenir\b.{0,25}   j'ai besoin d'une (?:petite )?pause
        """,
        r"""
        (?:je peux|on peut|nous pouvons|je pourrais|on pourrait)\b.{0,40}
            \b(?:revenir|plus tard|demain|a la fin|passer|sauter|pause|reprendre)\b.{0,30}
        """,
    ),
    Aside.WAIT: AsideWords(
        r"""
        (?:un|une) (?:petit |petite )?(?:moment|instant|seconde|minute)   attendez(?: (?:un|une) \w+)?
        (?:laissez[- ]moi|je dois|il faut que je)(?: y)? reflechi\w*(?: (?:un|une) \w+)?
        donnez[- ]moi (?:un|une) (?:moment|instant|seconde|minute)\b.{0,15}
        """,
    ),
    Aside.READERS: AsideWords(
        r"""
        qui (?:va )?(?:lire|lit|lira|ecoute|ecouter|ecoutera|voit|voir)
            (?:cela|ca|mes|ma|ceci|tout|ce que|nos|notre)\b.{0,30}
        qui (?:decide|decidera|va decider|evalue)(?: (?:a la fin|de|pour)\b.{0,25})?
        que se passe[- ]t[- ]il (?:ensuite|apres)   quand (?:aurai[- ]je|est[- ]ce que j'aurai)\b.{0,30}
        """,
        r"""
        (?:est[- ]ce que )?(?:c'est|ce sera|cela reste|mes reponses sont|est[- ]ce)
            (?:\w+ )?(?:confidentiel\w*|anonyme\w*|prive\w*|notee?s?)\b.{0,20}
        """,
    ),
    Aside.CONTACT: AsideWords(
        r"""
        (?:puis[- ]je|est[- ]ce que je peux|pourrais[- ]je) parler (?:a|avec)\b.{0,30}
        qui (?:puis[- ]je|dois[- ]je|est[- ]ce que je peux) (?:contacter|appeler)\b.{0,20}
        comment (?:puis[- ]je |est[- ]ce que je peux )?(?:vous |l'equipe )?(?:contacter|joindre)\b.{0,25}
        a qui (?:puis[- ]je|dois[- ]je) (?:m'adresser|ecrire|parler)\b.{0,20}
        """,
        r"je (?:peux|pourrais) parler (?:a|avec) (?:un|une|quelqu'un)\b.{0,25}",
    ),
    Aside.HEARING: AsideWords(
        r"m'entendez[- ]vous\b.{0,15}   est[- ]ce que vous m'entendez\b.{0,15}",
        r"""
        vous m'(?:entendez|avez entendue?)\b.{0,15}   vous etes (?:toujours )?la   allo
        (?:est[- ]ce que )?(?:ca|le micro|mon micro) (?:marche|fonctionne)
        """,
    ),
}
