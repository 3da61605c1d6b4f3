"""The ways to ask about the interview itself in Spanish, Italian, Portuguese, Dutch, Polish and Arabic."""

from collections.abc import Mapping
from typing import Final

from gather.ports.interviewer import Aside
from gather.screening.conversations.aside_words import AsideWords

SPANISH: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(
        r"que (?:ha )?(?:dicho|dijo|preguntado|pregunto)\b.{0,10}   mande",
        r"que   disculpe   perdone",
    ),
    Aside.MEANING: AsideWords(
        r"en que sentido   que (?:tipo|clase) de (?:ejemplo|situacion|respuesta)\b.{0,30}",
        r"(?:se refiere|quiere decir|te refieres)\b.{1,70}",
    ),
    Aside.CHOICE: AsideWords(
        r"",
        r"""
        (?:se refiere|quiere decir|te refieres|habla)\b.{1,60}\bo\b.{1,60}
        (?:un|una|el|la|en|con|de|del|al)\b.{2,40}\bo\b.{2,40}
        (?:puedo|debo|tengo que|puede ser)\b.{0,25}\b(?:ejemplo|contar|hablar|trabajo)\b.{0,40}
        """,
    ),
    Aside.RECORDING: AsideWords(
        r"que (?:pasa|ocurre|hacen) con (?:mi|mis|la|las|esta) (?:grabacion\w*|voz|datos|respuestas?)\b.{0,20}",
        r"""
        (?:esto |la (?:entrevista|conversacion|llamada) )?(?:se )?(?:esta|estan|estoy siendo|estamos siendo)
            (?: \w+){0,3} (?:graband\w+|grabad\w+)\b.{0,30}
        (?:esto |la (?:entrevista|conversacion|llamada) )?se graba(?: (?:esto|mi voz|la \w+))?
        (?:esta|estan) grabando\b.{0,30}   (?:me|nos) (?:graba|graban)\b.{0,20}   (?:graba|graban) (?:esto|mi voz)\b.{0,20}
        """,
    ),
    Aside.TIME: AsideWords(
        r"""
        cuanto (?:tiempo )?(?:dura|durara|va a durar|tarda|tardara|falta|queda|tengo|tenemos|lleva|tomara)
            (?: (?:esto|la (?:entrevista|conversacion|llamada)|todo|aun|todavia|mas|me|nos|para \w+|esta \w+))*
        cuantas preguntas (?:son|hay|quedan|faltan|va|me|mas|tiene)\b.{0,40}   cuantas preguntas   cuando (?:termina|acaba) (?:esto|la entrevista)
        """,
        r"(?:falta|queda) mucho\b.{0,15}   es (?:esta )?la ultima(?: pregunta)?   (?:ya )?(?:casi )?(?:terminamos|acabamos)",
    ),
    Aside.WHO: AsideWords(
        r"quien (?:es usted|eres)\b.{0,10}   con quien (?:hablo|estoy hablando)\b.{0,10}   como se llama(?: usted)?   (?:para|de) que empresa\b.{0,30}   cual es su nombre",
        r"""
        (?:es|eres) (?:usted )?(?:realmente )?una? (?:\w+ )?
            (?:human[oa]|ia|robot|maquina|persona|ser humano|ordenador|programa|bot|inteligencia)\b.{0,20}
        (?:estoy hablando|hablo) con una? (?:\w+ )?(?:human[oa]|ia|robot|maquina|persona|programa|bot)\b.{0,20}
        """,
    ),
    Aside.LATER: AsideWords(
        r"(?<!no )(?:necesito|quisiera)(?: hacer)? una pausa   (?<!no )necesito un descanso   (?<!no )me gustaria volver a (?:esto|esta pregunta|ella)\b.{0,25}",
        r"""
        (?:puedo|podemos|podria|podriamos|se puede|es posible)\b.{0,40}
            \b(?:volver|mas tarde|luego|despues|manana|al final|saltar\w*|pasar|pausa|descanso|descansar)\b.{0,30}
        """,
    ),
    Aside.WAIT: AsideWords(
        r"(?:un|una) (?:momento|momentito|segundo|minuto)   dejeme pensar(?:lo)?   tengo que pensar(?:lo)?   espere(?: un \w+)?   deme un\b.{0,15}",
    ),
    Aside.READERS: AsideWords(
        r"""
        quien(?:es)? (?:va a |van a )?(?:lee|leera|leer|leen|escucha|escuchara|escuchar|ve|vera|ver)
            (?:esto|mis?|lo que|la|las|todo)\b.{0,30}
        quien (?:decide|decidira|evalua)(?: (?:al final|sobre)\b.{0,25})?   que pasa (?:despues|luego)
        cuando (?:sabre|tendre noticias|me diran|me avisan)\b.{0,30}
        """,
        r"(?:es|sera) (?:esto )?(?:confidencial|anonimo|privado)\b.{0,10}   (?:esto|todo esto) es (?:confidencial|anonimo|privado)",
    ),
    Aside.CONTACT: AsideWords(
        r"(?:a quien|con quien) (?:puedo|debo) (?:preguntar|escribir|hablar|contactar|llamar|dirigirme)\b.{0,20}   como (?:puedo )?(?:contactar|contacto|me pongo en contacto)\b.{0,30}",
        r"(?:puedo|podria) hablar con\b.{0,30}",
    ),
    Aside.HEARING: AsideWords(
        r"",
        r"me (?:oye|escucha|oyes|escuchas|ha oido)\b.{0,15}   (?:sigue|esta) (?:usted )?ahi   hola   (?:funciona|va) (?:esto|el micro\w*|mi micro\w*)",
    ),
}
ITALIAN: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(
        r"(?:che )?cosa ha (?:detto|chiesto)\b.{0,10}   non ho sentito(?: bene)?", r"cosa   eh   come"
    ),
    Aside.MEANING: AsideWords(
        r"che (?:tipo|genere) di (?:esempio|situazione|risposta)\b.{0,30}",
        r"(?:intende|vuole dire|si riferisce)\b.{1,70}",
    ),
    Aside.CHOICE: AsideWords(
        r"",
        r"""
        (?:intende|vuole dire|si riferisce|parla)\b.{1,60}\bo\b.{1,60}
        (?:un|una|il|la|in|con|di|al|sul)\b.{2,40}\bo\b.{2,40}
        (?:posso|devo|deve essere|puo essere)\b.{0,25}\b(?:esempio|raccontare|parlare|lavoro)\b.{0,40}
        """,
    ),
    Aside.RECORDING: AsideWords(
        r"(?:che )?cosa (?:succede|ne fate|fate)\b.{0,20}(?:registrazion\w+|voce|dati|risposte)\b.{0,20}",
        r"""
        (?:questo |questa |tutto |la (?:conversazione|chiamata|mia voce) |il colloquio )?
            (?:viene|sta|state|sono|stiamo|e)(?: \w+){0,3} (?:registrat\w+|registrando)\b.{0,20}
        mi (?:state|sta) registrando\b.{0,10}   si registra\b.{0,20}   registrate\b.{0,20}
        """,
    ),
    Aside.TIME: AsideWords(
        r"""
        quanto (?:tempo )?(?:dura|durera|ci vuole|ci vorra|manca|ho|abbiamo|rimane|resta)
            (?: (?:questo|questa|il colloquio|la conversazione|tutto|ancora|a disposizione|alla fine|circa))*
        quante domande (?:ci|sono|mancano|restano|ha|mi|ancora|fara)\b.{0,40}   quante domande   quando finisce\b.{0,20}
        """,
        r"abbiamo (?:quasi )?finito   e (?:questa )?l'ultima(?: domanda)?   manca (?:ancora )?molto",
    ),
    Aside.WHO: AsideWords(
        r"chi (?:e lei|sei|parla)\b.{0,10}   con chi (?:parlo|sto parlando)\b.{0,10}   come si chiama   qual e il suo nome   (?:per|di) quale (?:azienda|ditta)\b.{0,30}",
        r"""
        (?:lei e|e lei|sei|e|(?:sto parlando|parlo) con) (?:davvero |veramente )?(?:una? |un')(?:\w+ )?
            (?:robot|macchina|persona|uman[oa]|essere umano|ia|computer|programma|bot|intelligenza)\b.{0,20}
        """,
    ),
    Aside.LATER: AsideWords(
        r"(?<!non )(?:mi serve|ho bisogno di|vorrei)(?: fare)? una (?:breve )?pausa   preferirei (?:tornarci|rispondere)\b.{0,10}(?:dopo|piu tardi)",
        r"""
        (?:posso|possiamo|potrei|potremmo|si puo|e possibile)\b.{0,40}
            \b(?:tornar\w*|ritornar\w*|dopo|piu tardi|domani|alla fine|saltar\w*|pausa|riprender\w*)\b.{0,30}
        """,
    ),
    Aside.WAIT: AsideWords(
        r"(?:solo )?un (?:momento|attimo|secondo|minuto)   (?:mi faccia|mi lasci|devo|fammi) (?:pensare|riflettere|pensarci)\b.{0,10}   aspetti(?: un \w+)?   mi dia un\b.{0,15}",
    ),
    Aside.READERS: AsideWords(
        r"""
        chi (?:legge|leggera|ascolta|ascoltera|vede|vedra|sente)
            (?:questo|questa|le|la|tutto|quello che|cio che|il)\b.{0,30}
        chi (?:decide|decidera|valuta)(?: alla fine)?   (?:che )?cosa succede (?:dopo|poi)   quando (?:sapro|avro|mi farete)\b.{0,30}
        """,
        r"(?:e|sara|resta) (?:tutto |questo )?(?:confidenziale|riservato|anonimo)\b.{0,10}",
    ),
    Aside.CONTACT: AsideWords(
        r"(?:chi|a chi|con chi) (?:posso|devo) (?:contattare|chiedere|scrivere|parlare|chiamare|rivolgermi)\b.{0,20}   come (?:posso )?contatt\w+\b.{0,25}",
        r"(?:posso|potrei) parlare con\b.{0,30}",
    ),
    Aside.HEARING: AsideWords(
        r"",
        r"mi (?:sente|senti|ha sentito)\b.{0,15}   (?:e ancora|c'e|e) (?:ancora )?(?:li|qualcuno)   pronto   funziona(?: (?:il microfono|tutto|questo))?",
    ),
}
PORTUGUESE: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(
        r"o que (?:disse|perguntou)\b.{0,10}   nao (?:ouvi|escutei)(?: bem| direito)?",
        r"o que   oi   como   (?:voce|o senhor|a senhora) (?:pode|poderia)\b.{0,20}\b(?:repetir|explicar|reformular)\b.{0,30}",
    ),
    Aside.MEANING: AsideWords(
        r"em que sentido   que tipo de (?:exemplo|situacao|resposta)\b.{0,30}",
        r"(?:(?:voce |o senhor |a senhora )?quer dizer|refere-se|se refere)\b.{1,70}",
    ),
    Aside.CHOICE: AsideWords(
        r"",
        r"""
        (?:(?:voce )?quer dizer|refere-se|se refere|(?:voce )?(?:fala|esta falando))\b.{1,60}\bou\b.{1,60}
        (?:um|uma|o|a|no|na|com|de|do|da|em)\b.{2,40}\bou\b.{2,40}
        (?:posso|devo|tenho (?:de|que)|pode ser)\b.{0,25}\b(?:exemplo|contar|falar|trabalho)\b.{0,40}
        """,
    ),
    Aside.RECORDING: AsideWords(
        r"o que (?:acontece|fazem) com (?:a|o|as|os|minha|meus|minhas|esta) (?:\w+ )?(?:gravac\w+|voz|dados|respostas?)\b.{0,20}",
        r"""
        (?:isto |isso |a (?:entrevista|conversa|chamada) |a minha voz |eu )?
            (?:esta|estao|estou|estamos|e|vai ser)(?: a ser| sendo| a)? (?:gravad\w+|gravar|gravando)\b.{0,30}
        (?:voces |voce )?(?:gravam|grava|estao gravando|estao a gravar) (?:isto|isso|a|o|minha)\b.{0,20}
        """,
    ),
    Aside.TIME: AsideWords(
        r"""
        quanto (?:tempo )?(?:dura|demora|vai demorar|vai durar|leva|falta|tenho|temos|resta|isso vai levar)
            (?: (?:isto|isso|a entrevista|a conversa|tudo|ainda|mais|para (?:terminar|acabar)))*
        quanto tempo (?:isto|isso|a entrevista) (?:vai )?(?:demora|dura|leva)r?
        quantas perguntas (?:sao|tem|ha|faltam|ainda|vai|restam)\b.{0,40}   quantas perguntas   quando (?:termina|acaba)\b.{0,20}
        """,
        r"(?:ainda )?falta muito\b.{0,15}   (?:esta )?e a ultima(?: pergunta)?   (?:ja )?(?:estamos )?(?:quase )?(?:a acabar|no fim|terminando)",
    ),
    Aside.WHO: AsideWords(
        r"quem (?:e voce|es tu|e o senhor|e a senhora|esta a falar|fala)\b.{0,10}   com quem (?:falo|estou (?:a falar|falando))\b.{0,10}   (?:como se chama|qual e o seu nome)   (?:para|de) (?:que|qual) empresa\b.{0,30}",
        r"""
        (?:voce e|tu es|es|e|estou (?:a falar|falando) com) (?:mesmo |realmente )?uma? (?:\w+ )?
            (?:robo|robot|maquina|pessoa|human[oa]|ia|computador|programa|bot|inteligencia)\b.{0,20}
        """,
    ),
    Aside.LATER: AsideWords(
        r"(?<!nao )(?:preciso de|queria|gostaria de)(?: fazer)? uma (?:pequena )?pausa   gostaria de voltar a (?:isto|isso|esta pergunta|essa pergunta)\b.{0,20}",
        r"""
        (?:posso|podemos|poderia|poderiamos|da para|e possivel)\b.{0,40}
            \b(?:voltar|mais tarde|depois|amanha|no fim|no final|saltar|pular|pausa|intervalo|retomar)\b.{0,30}
        """,
    ),
    Aside.WAIT: AsideWords(
        r"(?:so )?um (?:momento|momentinho|segundo|minuto|instante)   (?:deixe-me|preciso|tenho que|tenho de|deixa eu) (?:de )?pensar\b.{0,10}   espere(?: um \w+)?   me de um\b.{0,15}",
    ),
    Aside.READERS: AsideWords(
        r"""
        quem (?:vai )?(?:le|ler|lera|ouve|ouvir|ve|ver|escuta|escutar)
            (?:isto|isso|as|a|o|minhas|tudo|aquilo)\b.{0,30}
        quem (?:decide|avalia|vai decidir)(?: no (?:fim|final))?   o que acontece (?:depois|a seguir)
        quando (?:terei|vou saber|saberei)\b.{0,30}
        """,
        r"(?:isto |isso |tudo )?(?:e|sera|fica) (?:isto |isso )?(?:confidencial|anonimo|sigiloso|privado)\b.{0,10}",
    ),
    Aside.CONTACT: AsideWords(
        r"(?:com quem|a quem|quem) (?:posso|devo) (?:contatar|contactar|falar|escrever|perguntar|ligar)\b.{0,20}   como (?:posso )?(?:contatar|contactar|entrar em contato|entrar em contacto)\b.{0,25}",
        r"(?:posso|poderia) falar com\b.{0,30}",
    ),
    Aside.HEARING: AsideWords(
        r"",
        r"(?:voce )?(?:consegue (?:me ouvir|ouvir-me)|me ouve|esta me ouvindo|ouve-me|esta a ouvir-me)\b.{0,10}   (?:ainda )?esta ai   ola   (?:o microfone|isto|isso) (?:funciona|esta funcionando)",
    ),
}
DUTCH: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(
        r"wat (?:zei|zegt|vroeg) (?:u|je)\b.{0,10}   wat was dat   ik (?:hoorde|verstond) (?:u|je|dat|het) niet\b.{0,10}",
        r"wat   sorry   pardon",
    ),
    Aside.MEANING: AsideWords(
        r"(?:bedoelt u|bedoel je)\b.{1,70}   hoe bedoel(?:t u| je|je)\b.{0,10}   in welk opzicht   wat voor (?:voorbeeld|situatie|antwoord)\b.{0,30}"
    ),
    Aside.CHOICE: AsideWords(
        r"""
        (?:bedoelt u|bedoel je|gaat het om|gaat het over)\b.{1,60}\bof\b.{1,60}
        (?:mag|moet|kan|zal) (?:ik|het)\b.{0,25}\b(?:voorbeeld|vertellen|werk zijn)\b.{0,40}
        """,
        r"(?:een|de|het|op|in|met|van|bij|uit)\b.{2,40}\bof\b.{2,40}",
    ),
    Aside.RECORDING: AsideWords(
        r"""
        word(?:t|en)? (?:dit|dat|het|ik|we|mijn|onze|alles|deze|er)(?: \w+){0,3}
            (?:opgenomen|opgeslagen|bewaard|gefilmd)\b.{0,20}
        neem(?:t u|t je| je|t jullie)? ?(?:dit|het|me|mij|ons|alles)?(?: \w+){0,2} op\b.{0,10}
        wat gebeurt er met (?:mijn|de|deze) (?:\w+ )?(?:opnames?|stem|gegevens|antwoorden|data)\b.{0,20}
        """,
    ),
    Aside.TIME: AsideWords(
        r"""
        hoe ?lang (?:duurt|gaat|heb|hebben|zal)
            (?: (?:dit gesprek|het gesprek|het interview|dit|het|dat|deze|ik|we|nog|ongeveer|duren|de tijd|allemaal))*
        hoeveel tijd (?:heb|hebben|is|kost)\b.{0,30}   hoeveel vragen (?:zijn|komen|nog|stelt|krijg|heeft)\b.{0,40}   hoeveel vragen
        (?:zijn we|is dit|is het)(?: \w+)? (?:klaar|de laatste(?: vraag)?|afgelopen|voorbij)ENDS
        """,
    ),
    Aside.WHO: AsideWords(
        r"""
        (?:bent u|ben je|ben jij|is dit|(?:praat|spreek) ik met) (?:echt |wel |eigenlijk )*(?:een )?(?:\w+ )?
            (?:robot|mens|machine|computer|ai|persoon|programma|bot)\b.{0,20}
        wie (?:bent u|ben je|ben jij|is dit)\b.{0,10}   met wie (?:praat|spreek) ik\b.{0,10}
        hoe heet (?:u|je|jij)   wat is (?:uw|je|jouw) naam   (?:voor|van) welk bedrijf\b.{0,30}
        """,
    ),
    Aside.LATER: AsideWords(
        r"""
        (?:kan|mag|kunnen|mogen|zou) (?:ik|we|wij)\b.{0,40}
            \b(?:later|terugkomen|straks|morgen|aan het einde?|overslaan|pauze|pauzeren)\b.{0,30}
        ik (?:wil|heb)(?!.*\bgeen\b)(?: \w+){0,3} pauze(?: nodig| nemen)?   ik kom (?:hier|daar) (?:graag )?later op terug
        """,
    ),
    Aside.WAIT: AsideWords(
        r"(?:een|1) (?:moment|momentje|ogenblik|ogenblikje|seconde|minuutje?)   momentje   (?:laat me|ik moet) (?:daar )?(?:even )?(?:over )?nadenken   wacht(?: u)?(?: even)?   even (?:denken|nadenken|geduld)",
    ),
    Aside.READERS: AsideWords(
        r"""
        wie (?:leest|hoort|luistert|ziet|beslist|beoordeelt)
            (?: (?:dit|dat|het|mijn|naar|wat ik|er|uiteindelijk|mee|over)\b.{0,30})?
        (?:is|blijft|wordt) (?:dit|het|dat|mijn \w+)\b.{0,15}\b(?:vertrouwelijk|anoniem|beoordeeld)\b.{0,15}
        (?:wat gebeurt er|hoe gaat het) (?:hierna|daarna|verder)   wanneer hoor ik\b.{0,30}
        """,
    ),
    Aside.CONTACT: AsideWords(
        r"(?:kan|mag) ik (?:met|iemand)\b.{0,25}\b(?:praten|spreken)   (?:wie|met wie|bij wie) kan ik (?:\w+ )?(?:contact\w*|bellen|vragen|mailen|terecht|bereiken|schrijven)\b.{0,20}   hoe (?:kan ik|bereik ik)\b.{0,15}\b(?:contact\w*|bereiken|team)\b.{0,20}",
    ),
    Aside.HEARING: AsideWords(
        r"(?:hoort|hoor|verstaat) (?:u|je) (?:mij|me)\b.{0,10}   kun(?:t u|t je| je) (?:mij|me) horen   bent u (?:er )?nog(?: er| daar)?   werkt (?:dit|het|de microfoon|mijn microfoon)",
        r"hallo",
    ),
}
POLISH: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(
        r"co (?:pan|pani) powiedzia[lł]\w*\b.{0,10}   nie s[lł]ysza[lł][ae]m(?: (?:pana|pani|pytania))?",
        r"co   prosze   s[lł]ucham",
    ),
    Aside.MEANING: AsideWords(
        r"czy (?:chodzi|(?:ma )?(?:pan|pani) (?:ma )?na mysli)\b.{1,70}   w jakim sensie   jaki (?:przyk[lł]ad|rodzaj)\b.{0,30}",
        r"(?:chodzi (?:panu |pani )?o|ma (?:pan|pani) na mysli)\b.{1,70}",
    ),
    Aside.CHOICE: AsideWords(
        r"""
        (?:czy )?(?:chodzi|ma (?:pan|pani) na mysli|mowi (?:pan|pani))\b.{1,60}\b(?:czy|lub|albo)\b.{1,60}
        czy (?:moge|mam|to ma|to moze)\b.{0,30}\b(?:przyk[lł]ad\w*|opowiedziec|prac\w+|mowic)\b.{0,40}
        """,
        r"(?:z|w|o|na|od|klient\w*|koleg\w*)\b.{2,40}\b(?:czy|lub|albo)\b.{2,40}",
    ),
    Aside.RECORDING: AsideWords(
        r"""
        czy (?:\w+ ){0,4}(?:nagrywan\w+|nagrywa\w{0,4}|zapisywan\w+|przechowywan\w+)\b.{0,30}
        co (?:sie )?(?:stanie|dzieje|dzieje sie) (?:sie )?z (?:\w+ )?(?:nagrani\w+|g[lł]os\w+|danymi|odpowiedziami)\b.{0,20}
        """,
        r"(?:to |ta rozmowa |rozmowa )?(?:jest|jestem|jestesmy)(?: \w+){0,2} nagrywan\w+\b.{0,20}   nagrywa(?:cie|ja| pan| pani)?\b.{0,15}",
    ),
    Aside.TIME: AsideWords(
        r"""
        (?:jak d[lł]ugo|ile(?: czasu)?) (?:to |ta rozmowa |rozmowa |jeszcze |mi |nam )*
            (?:potrwa|trwa|bedzie trwac|bedzie trwa[lł]a|zajmie|zosta[lł]o|mam|mamy)(?: (?:to|ta|rozmowa|jeszcze|czasu))*
        ile (?:jest |bedzie |jeszcze |zosta[lł]o |jeszcze zosta[lł]o )*pytan\b.{0,30}   kiedy (?:koniec|to sie skonczy|konczymy)
        czy (?:to|juz)(?: \w+){0,2} (?:ostatnie(?: pytanie)?|koniec|konczymy)
        """,
        r"(?:to|juz)(?: \w+){0,2} (?:ostatnie(?: pytanie)?|koniec)   daleko jeszcze",
    ),
    Aside.WHO: AsideWords(
        r"""
        czy (?:jest (?:pan|pani)|(?:pan|pani) jest|jestes|rozmawiam z|to jest|to)(?: \w+)?
            (?:robot\w*|cz[lł]owiek\w*|maszyn\w*|komputer\w*|sztuczn\w*|ai|program\w*|bot\w*)\b.{0,20}
        kim (?:pan jest|pani jest|jestes)\b.{0,5}   z kim rozmawiam   jak (?:sie (?:pan|pani) nazywa|(?:pan|pani) sie nazywa|sie nazywasz|masz na imie)   (?:dla )?jakiej firmy\b.{0,20}
        """,
        r"""
        (?:jest (?:pan|pani)|(?:pan|pani) jest|jestes|rozmawiam z)(?: \w+)?
            (?:robot\w*|cz[lł]owiek\w*|maszyn\w*|komputer\w*|sztuczn\w*|ai|program\w*)\b.{0,20}
        """,
    ),
    Aside.LATER: AsideWords(
        r"""
        czy (?:moge|mozemy|mog[lł]abym|mog[lł]bym|mozna)\b.{0,40}
            \b(?:wrocic|pozniej|jutro|potem|na koncu|pominac|przerwe|przerwy)\b.{0,30}
        (?<!nie )(?:potrzebuje|poprosze o) (?:krotkiej |krotka )?przerw[ye]
        """,
        r"(?:moge|mozemy|mog[lł]abym|mog[lł]bym|mozna)\b.{0,40}\b(?:wrocic|pozniej|jutro|potem|na koncu|pominac|przerwe|przerwy)\b.{0,30}",
    ),
    Aside.WAIT: AsideWords(
        r"(?:chwil(?:a|e|eczke|ke)|chwileczke|moment|momencik|sekund[ea])   (?:musze|niech|daj mi)(?: sie)? (?:pomysle\w*|zastanow\w+|pomyslec|chwile)\b.{0,10}   prosze (?:o chwile|poczekac|chwile)\b.{0,10}   chwile prosze",
    ),
    Aside.READERS: AsideWords(
        r"""
        kto (?:to |bedzie )?(?:czyta[lł]?|przeczyta|s[lł]ucha[lł]?|us[lł]yszy|widzi|zobaczy|decyduje|zdecyduje|ocenia)
            (?: (?:to|moje|o|na koncu)\b.{0,25})?
        czy (?:to |moje odpowiedzi )?(?:jest |sa |zostanie |bedzie )?(?:poufne|anonimowe|oceniane)\b.{0,15}
        co (?:bedzie|dzieje sie|sie stanie) (?:dalej|potem|pozniej)   kiedy (?:sie dowiem|dostane)\b.{0,30}
        """,
    ),
    Aside.CONTACT: AsideWords(
        r"czy (?:moge|mog[lł]\w+) (?:po)?rozmawiac z\b.{0,25}   (?:z kim|do kogo) (?:moge|mam) (?:sie )?(?:skontaktowac|zwrocic|zadzwonic|napisac|porozmawiac)\b.{0,15}   jak (?:moge )?(?:sie )?skontaktowac\b.{0,25}",
        r"(?:moge|mog[lł]\w+) (?:po)?rozmawiac z\b.{0,25}",
    ),
    Aside.HEARING: AsideWords(
        r"czy (?:s[lł]yszy mnie (?:pan|pani)|(?:pan|pani) mnie s[lł]yszy|mnie s[lł]ychac|s[lł]yszysz mnie)   s[lł]yszy mnie (?:pan|pani)   czy (?:pan|pani) (?:tam )?jest",
        r"halo   s[lł]ychac mnie",
    ),
}
ARABIC: Final[Mapping[Aside, AsideWords]] = {
    Aside.REPEAT: AsideWords(r"ماذا قلت\b.{0,10}   لم اسمعك?(?: جيدا)?", r"ماذا   نعم   اسف   عذرا   عفوا"),
    Aside.MEANING: AsideWords(
        r"هل (?:تقصد|تقصدين|تعني|تعنين)\b.{1,70}   باي معنى   اي نوع من (?:الامثلة|المواقف)\b.{0,20}",
        r"(?:تقصد|تقصدين|تعني)\b.{1,70}",
    ),
    Aside.CHOICE: AsideWords(
        r"""
        (?:هل )?(?:تقصد|تقصدين|تعني|تعنين)\b.{1,60}\b(?:ام|او)\b.{1,60}
        هل (?:يمكنني|يجب|ممكن|استطيع)(?: ان)?\b.{0,25}(?:مثال\w*|اتحدث عن|احكي|اروي)\b.{0,40}
        """,
        r"(?:مع|في|من|عن|عميل|زبون|زميل)\b.{1,40}\b(?:ام|او)\b.{1,40}",
    ),
    Aside.RECORDING: AsideWords(
        r"""
        هل (?:\w+ ){0,4}(?:تسجيل\w*|تسجل\w*|يسجل\w*|مسجل\w*)\b.{0,40}
        ماذا (?:يحدث|سيحدث) (?:لتسجيل\w*|لصوتي|لبياناتي|لاجاباتي)\b.{0,20}
        """,
    ),
    Aside.TIME: AsideWords(
        r"""
        كم (?:من الوقت |من وقت |من الزمن )?(?:ستستغرق|تستغرق|سيستغرق|يستغرق|ستدوم|تدوم|تبقى|بقي|يتبقى|لدي|عندي|سياخذ|ستاخذ)
            (?: (?:هذه|هذا|المقابلة|المحادثة|من|الوقت|الاسيلة|الامر|ذلك|وقت|سوال))*
        كم (?:مدة|طول) (?:هذه |المقابلة|المحادثة)\b.{0,20}   كم سوالا?\b.{0,30}   كم عدد الاسيلة\b.{0,20}
        هل (?:هذا|اقتربنا|انتهينا|هذه)\b.{0,25}(?:اخر سوال|النهاية|السوال الاخير)   متى (?:تنتهي|ستنتهي|ينتهي)\b.{0,20}
        """,
    ),
    Aside.WHO: AsideWords(
        r"""
        هل (?:انت|انتي|هذا|اتحدث (?:مع|الى|الي))\b.{0,15}(?:روبوت\w*|انسان\w*|الة|شخص\w*|ذكاء|برنامج\w*|بشر\w*|الي\w*)\b.{0,20}
        من انت   من معي   مع من اتحدث   ما اسمك   اي شركة\b.{0,20}
        """,
    ),
    Aside.LATER: AsideWords(
        r"""
        (?:هل )?(?:يمكنني|يمكن|ممكن|استطيع|بامكاني|يمكننا|اقدر)\b.{0,40}
            (?:العودة|اعود|ارجع|لاحقا|فيما بعد|غدا|تخطي|استراحة|تاجيل|نعود|في النهاية)\b.{0,30}
        (?<!لا )احتاج (?:الى |الي )?استراحة\b.{0,10}
        """,
    ),
    Aside.WAIT: AsideWords(
        r"(?:لحظة|دقيقة|ثانية)(?: واحدة)?   دعني افكر\b.{0,10}   (?:انتظر|امهلني)(?: \w+)?   اعطني (?:لحظة|دقيقة|وقتا)\b.{0,10}",
    ),
    Aside.READERS: AsideWords(
        r"""
        من (?:الذي )?(?:سيقرا|يقرا|سيسمع|يسمع|سيرى|يرى|يقرر|سيقرر|يقيم)
            (?: (?:هذا|هذه|اجاباتي|ما|ذلك|في|النتيجة)\b.{0,25})?
        هل (?:هذا|هذه|اجاباتي|كلامي)\b.{0,15}(?:سري\w*|خاص\w*|مجهول\w*)\b.{0,10}
        ماذا (?:يحدث|سيحدث) (?:بعد ذلك|بعدها|لاحقا)   متى (?:ساعرف|سيصلني|اعرف)\b.{0,30}
        """,
    ),
    Aside.CONTACT: AsideWords(
        r"""
        (?:هل )?(?:يمكنني|ممكن)(?: ان)? (?:التحدث|اتحدث|اتكلم|التكلم) (?:مع|الى|الي)\b.{0,25}
        (?:بمن|مع من|من) (?:يمكنني (?:الاتصال|التواصل|ان اتصل)|اتصل|اتواصل)\b.{0,25}   كيف (?:يمكنني )?(?:الاتصال|التواصل|اتواصل)\b.{0,20}
        """,
    ),
    Aside.HEARING: AsideWords(
        r"(?:هل )?(?:تسمعني|تسمعينني|تسمعوني)\b.{0,10}   هل (?:ما زلت|انت|مازلت) (?:هنا|هناك|موجود\w*)",
        r"مرحبا   الو",
    ),
}
