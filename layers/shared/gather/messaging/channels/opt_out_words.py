"""The words and sentences by which people end and begin text messages.

They are in the languages of the messages. The English ones are those that carriers ask for (CTIA) and that
the FCC counts whatever else was agreed: stop, quit, end, revoke, opt out, cancel, unsubscribe (47 CFR
64.1200(a)(10)). The same rule counts any reasonable way to say it, so short requests in plain words are here.

They are written as people write. `text_wish` reads them as it reads a message: without case and without marks
on letters.
"""

from typing import Final

STOP_WORDS: Final = {
    "English": """
        stop stopall stopp stoppen stop2end stop2quit stop2stop sotp stpo unstart unsubscribe
        unsubscribed unsuscribe unsubcribe cancel cancelled end quit revoke remove optout cease nomore
        enough endall cancelall replystop textstop sendstop
    """,
    "German": """
        abmelden abbestellen abmeldung abbestellung austragen beenden ende kündigen kuendigen abbrechen
        löschen loeschen widerruf widerrufen widerspruch aufhören aufhoeren schluss
    """,
    "French": """
        arrêt arrêter arrêtez arrête stopper désabonner désabonnement désabonnez désinscrire
        désinscription désinscrivez résilier annuler fin supprimer révoquer retirer td cesser cessez
    """,
    "Spanish": """
        alto baja cancelar cancela cancele parar para pare paren detener detente deténgase detengan
        basta fin finalizar terminar salir desuscribir desuscribirme desuscribirse anular eliminar
        remover revocar borrar nomás
    """,
    "Portuguese": """
        sair parem descadastrar descadastre descadastrarme desinscrever desinscreverse descadastro
        remova encerrar fim chega excluir interromper revogar nãoqueromais
    """,
    "Italian": """
        ferma fermare fermati fermatevi fermate annulla annullare cancella cancellami cancellare
        cancellatemi disiscrivi disiscrivimi disiscriviti disiscrivermi disiscrizione disdici disdire
        termina esci revoca rimuovi rimuovimi smetti smettete smettetela smettila
    """,
    "Dutch": """
        afmelden afmelding afbestellen uitschrijven opzeggen annuleren annuleer beëindigen einde eind
        verwijderen verwijder intrekken ophouden houop houdop
    """,
    "Polish": """
        rezygnuję rezygnacja zrezygnuj wypisz wypiszmnie wypisać anuluj koniec zakończ usuń odsubskrybuj
        przestań przestać przestańcie cofam wycofuję dość
    """,
    "Arabic": """
        توقف توقفوا التوقف أوقف أوقفوا إيقاف وقف قف إلغاء ألغ ألغي كفى كفاية إنهاء خروج حذف
        إلغاءالاشتراك ألغيالاشتراك إلغاءاشتراك
    """,
}
"""Whole messages, without the spaces in them."""

START_WORDS: Final = {
    "English": """
        start unstop subscribe resubscribe optin resume
    """,
    "German": """
        starten anmelden fortsetzen
    """,
    "French": """
        commencer démarrer reprendre réabonner
    """,
    "Spanish": """
        alta empezar iniciar comenzar reanudar suscribir suscribirme
    """,
    "Portuguese": """
        começar retomar reiniciar
    """,
    "Italian": """
        inizia avvia riprendi iscrivi iscrivimi
    """,
    "Dutch": """
        hervatten aanmelden
    """,
    "Polish": """
        wznów zacznij
    """,
    "Arabic": """
        ابدأ بدء اشترك استئناف
    """,
}
"""Whole messages that bring the messages back."""

STOPS_FIRST: Final = "stop stopp stopall unsubscribe optout توقف إيقاف"
"""Words that end the messages even when more follows, as in “Stop texting me”, …"""
GOES_ON: Final = (
    r"(?:by|in|over|at|off|on|near|along|outside|sign|signs|light|lights|watch|motion|and|or|is|was|number|no"
    r"|auf|am|an|bei|aan|bij|au|aux|en|y|e|o|ou|und|oder|\d+)\b"
    r"|(?:the|this|my|our|das|le|la|el|il|het)? ?(?:interview|recording|clock|timer|video|test|chat|call"
    r"|meeting|application|process|camera|aufnahme|bus)\b"
)
"""… but for what makes something else of STOP: “Stop by at three?”."""

COURTESY: Final = (
    "please pls plz kindly hi hello hey dear ok okay thanks thx sorry just now immediately thank you "
    "bitte danke hallo guten tag jetzt sofort endlich "
    "svp stp merci bonjour maintenant s'il vous plaît s'il te plaît "
    "gracias hola ahora ya por favor porfavor porfa "
    "obrigado obrigada olá oi agora "
    "grazie ciao buongiorno subito adesso per favore "
    "alsjeblieft alstublieft aub graag bedankt nu "
    "proszę dziękuję dzień dobry "
    "رجاء رجاءً الرجاء أرجو شكرا شكرًا لو سمحت لو سمحتم مرحبا السلام عليكم الآن فضلك فضلكم من"
)
"""Words that change nothing, at the beginning and at the end."""

PLEASE: Final = (
    r"please|pls|plz|bitte|s'il vous plaît|svp|por favor|porfa|per favore|alsjeblieft|aub|proszę|رجاء|من فضلك"
)
CONJUNCTIONS: Final = (
    r"so|and|but|then|und|aber|also|et|mais|alors|y|e|pero|mas|entonces|ma|quindi|en|dus|ale|więc"
)
"""After which a request may begin without a mark before it."""

_TEXTS: Final = (
    r"(?:texts?|sms|smses|txts?|messages?|msgs?|text messages?|messaging|notifications?|alerts?|reminders?"
    r"|communications?|spam)"
)
_ANY: Final = r"(?:(?:all|any|more|further|future|the|these|those|your|my|this|such|of|sms|text|kind|from) )*"
_DONT: Final = r"(?:do not|dont|no longer|never|please do not|please dont)"
_ASK: Final = (
    r"^(?:(?:no|so|and|but|then|well|can you|could you|would you|will you|you can|you may|you must"
    r"|you should|you need to|i want you to|i need you to|i would like you to|id like you to"
    r"|i asked you to|i told you to|i said|please|kindly|just) )*"
)
"""How a request in English may begin."""

LEADS: Final = (
    r"^(?:k(?:o|oe)nn(?:te?n|te?t|en|t) (?:sie|ihr)|kannst du|w(?:u|ue)rden sie|pouvez vous|peux tu"
    r"|pourriez vous|puede[ns]?|podria[ns]?|podeis|pode[m]?|poderia[m]?|puoi|puo|potete|potreste|potrebbe"
    r"|kunnen jullie|kun je|kunt u|zou je|zouden jullie"
    r"|(?:czy )?(?:moga panstwo|mozecie|mozesz|moglibyscie)|هل يمكنكم|هل يمكنك|ممكن)"
    r"(?: bitte| por favor| per favore| alsjeblieft| prosze)? "
)
"""How a request in another language may begin."""

STOP_REQUESTS: Final = {
    "English": r"""
<ask>(?:stop|quit|cease|discontinue) (?:with )?(?:all )?(?:texting|txting|messaging|sending\
|contacting|writing|bothering|spamming|harassing|calling|emailing|pinging|notifying|reminding)\b
<ask>(?:stop|quit|cease|discontinue|end|cancel|no more|no further) <any><texts>\b
<ask>no <texts>(?: please| any ?more| to this number)*$
^cancel (?:my |the )subscription
<ask>(?:stop|quit)(?: it| this| that| now| immediately)*$
<ask><dont> (?:ever )?(?:text|txt|message|msg|contact|write|sms|bother)(?: to)?(?: me| us\
| this number| here)?(?: any ?more| again| ever| please)*$
<ask><dont> send (?:me |us )?(?:any ?more|<any><texts>)(?: any ?more| again| ever| please)*$
^(?:i |we )?<dont> (?:want|wish|need|wanna|care)(?: to)?(?: get| receive\
| have)?(?: any ?more)? <any><texts>\b
^(?:i |we )?<dont> (?:want|wish)(?: you)? to (?:be )?(?:contact|text|message|bother)(?:ed|d)?\b
^(?:i |we )?(?:want|wish|would like|id like|need|choose|have decided)(?: to)? (?:unsubscribe\
|be unsubscribed|opt ?out|be removed|be taken off|stop (?:receiving|getting)\
|cancel (?:my )?subscription)\b
^how (?:do|can|to)(?: i)? (?:unsubscribe|opt ?out|(?:stop|end|cancel) (?:receiving|getting\
|<any><texts>))\b
<ask>(?:take|remove|delete|get|drop) me (?:off|from|out)\b
<ask>(?:remove|delete|lose|forget) (?:me|my (?:phone )?number|this number)(?:$| from\b)
<ask>(?:opt me out|unsubscribe me|opt out of|leave me alone)\b
^(?:i |we )?(?:hereby )?(?:revoke|withdraw) (?:my |the |all )*(?:consent|permission)\b
^i (?:hereby )?(?:opt ?out|unsubscribe)\b
    """,
    "German": r"""
^h(?:o|oe)r(?:en|t)?(?: sie| bitte| mal| endlich| damit)* auf(?:$| zu | mir | mich | mit (?:den\
|diesen|euren|ihren) | sms| nachrichten)
^(?:damit )?aufh(?:o|oe)ren(?:$| mir | mich | zu )
^(?:bitte )?keine? (?:weiteren? )?(?:sms|nachrichten?|textnachrichten\
|mitteilungen)(?: mehr)?(?: bitte)?(?: an diese nummer)?(?: senden| schicken| schreiben)?$
^(?:schreib|schick|send|kontaktier|text|sims)\w*(?: \w+){0,4} (?:nicht|keine?\
|nie)(?: \w+){0,3} mehr\b
^(?:bitte )?(?:mir |mich )?(?:nicht|keine?)(?: \w+){0,2} mehr (?:schreiben|kontaktieren|senden\
|schicken)
^(?:ich )?(?:m(?:o|oe)chte|will|w(?:u|ue)nsche)(?: bitte| ab sofort)* keine (?:weiteren )?(?:sms\
|nachrichten|textnachrichten)(?: von ihnen| von euch)?(?: mehr)?(?: erhalten| bekommen| empfangen\
| haben)?$
^(?:ich )?(?:m(?:o|oe)chte|will)(?: bitte)? (?:nicht mehr (?:kontaktiert|angeschrieben)\
|mich (?:von (?:den |diesen )?(?:sms|nachrichten) )?(?:abmelden|austragen)$)
^(?:(?:diese |die )?(?:sms|nachrichten) )(?:abbestellen|stoppen|beenden|abmelden)
^(?:stoppen|beenden|unterlassen) sie (?:die |diese |das |alle )*(?:sms|nachrichten|textnachrichten)?
^(?:melden sie|meld|meldet) mich ab\b
^abmelden von (?:sms|nachrichten)
^(?:nehmen sie|nimm|nehmt) mich (?:aus|von) (?:der|dem|ihrer|ihrem|eurer) (?:liste|verteiler)
^(?:lassen sie|lass|lasst) mich in ruhe
^l(?:o|oe)sch\w*(?: sie)?(?: bitte)? meine nummer
    """,
    "French": r"""
^(?:arret|cess|stop)\w*(?: s?il vous plait| svp)? (?:d|de )?(?:m|me |nous )?(?:envoyer|envoyez\
|ecrire|contacter|texter|importuner|deranger|spammer)
^(?:arret|cess|stop)\w* (?:(?:svp|stp|avec|aux|de|tous|toutes|les|ces|vos|des|tes|l|d\
|envois?) )*(?:sms|messages?|textos?|envois?|notifications|ca|tout)\b
^(?:veuillez |merci de )?ne (?:m|me |nous |plus )*(?:envoy|ecri|contact|text|derang\
|importun)\w*(?: moi)?(?: plus\b|$| (?:de |aucun )?(?:sms|messages?)$)
^(?:veuillez |merci de )?ne plus (?:m|me |nous )?(?:envoyer|ecrire|contacter|texter|deranger)
^plus (?:de|aucun) (?:sms|messages?|textos?)\b
^je (?:ne )?(?:veux|souhaite|desire|prefere) (?:ne )?(?:plus|pas) (?:recevoir|etre (?:contacte\
|derange|importune)\w*|(?:de|d|vos|ces|aucun|avoir de) ?(?:sms|messages?|textos?))
^(?:je )?(?:veux|souhaite|voudrais|desire) (?:me )?(?:desabonner|desinscrire)
^(?:comment )?(?:me|se|vous) (?:desabonner|desinscrire)
^(?:desabonn|desinscri|supprim|retir|enlev|effac)\w* (?:moi|mon numero|mon nom)\b
^laiss\w* moi tranquille
    """,
    "Spanish": r"""
^(?:dej[ae]\w*|par[ae]\w*) (?:ya )?de (?:enviar|mandar|escribir|contactar|molestar|llamar\
|textear)\w*
^no (?:me |nos )?(?:envi|mand|escrib|contact|molest|text)\w*(?: \w+){0,2} (?:mas|nunca)\b
^(?:ya )?no (?:me |nos )(?:envi|mand|escrib|contact|molest|text)\w*(?: mas| mensajes?| sms\
| textos?)*$
^(?:ya )?no (?:quiero|deseo)(?: recibir)?(?: mas| sus| estos| tus| los| ningun)* (?:mensajes?|sms\
|textos?|comunicaciones)\b
^(?:ya )?no (?:quiero|deseo) (?:que me (?:escriban|contacten|manden|envien|molesten)\
|ser contactad\w)
^no mas (?:mensajes?|sms|textos?)\b
^basta de (?:mensajes|sms|textos)
^(?:quiero|deseo|quisiera|solicito|me gustaria) (?:cancelar (?:los |mis )?(?:mensajes|sms)\
|darme de baja|cancelar (?:la |mi )?suscripcion|desuscribirme|dejar de recibir)(?!.*\bentrevista)
^(?:dar|darme|deme|denme|dame|darse) de baja(?! (?:en|de) (?:la|el|mi)\b)
^cancel\w* (?:los |mis |estos |la |mi )*(?:mensajes?|sms|textos?|suscripcion)\b
^(?:quit|saqu|sac|elimin|borr)\w*me de\b
^(?:quit|elimin|borr)\w* mi numero
^dej\w*me en paz
    """,
    "Portuguese": r"""
^(?:par[ae]\w*|deix[ae]\w*) de (?:me )?(?:enviar|mandar|escrever|contatar|contactar|incomodar\
|perturbar)
^nao (?:me )?(?:envi|mand|escrev|contat|contact|incomod|perturb)\w*(?: \w+){0,2} (?:mais|nunca)\b
^nao me (?:envi|mand|escrev|contat|contact|incomod|perturb)\w*(?: mais| mensage(?:m|ns)| sms)*$
^nao (?:quero|desejo)(?: mais)?(?: receber)?(?: mais)?(?: essas| estas| suas| as\
| nenhuma)* (?:mensage(?:m|ns)|sms|textos?)\b
^nao (?:quero|desejo)(?: mais)? ser contatad\w
^chega de (?:mensagens|sms)
^(?:pare\w*|parar|cancel\w*|sem) (?:com )?(?:as |os |essas |mais )*(?:mensagens|sms)
^(?:quero|gostaria de|desejo) (?:sair da lista|me (?:descadastrar|desinscrever)|descadastrar\
|cancelar (?:a |minha )?(?:inscricao|assinatura)|(?:parar|deixar) de receber)(?!.*\bentrevista)
^(?:sair da lista|me (?:descadastr|desinscrev)\w*|me (?:tir|remov)\w*(?:$| da lista)|(?:tir|remov\
|apag)\w* (?:o )?meu (?:numero|nome)|me deix\w* em paz)
    """,
    "Italian": r"""
^(?:smett|finit|finisc)\w* di (?:mandar|inviar|scriver|contattar|disturbar|messaggiar)\w*
^(?:basta|ferm\w*|annull\w*|cancell\w*|niente|nessun) (?:con |ai |agli |a |i |gli |questi |tutti \
|altri |piu )*(?:sms|messaggi\w*|invii)\b
^non (?:mi |ci )?(?:mand|invi|scriv|contatt|disturb)\w*(?: \w+)? (?:piu|altri|nulla|niente)\b
^non (?:mi |ci )(?:mand|invi|scriv|contatt|disturb)\w*(?: piu| sms| messaggi)*$
^non (?:mandat|inviat|scrivet|contattat|disturbat)e?(?:mi|ci)(?: piu| sms| messaggi)*$
^non (?:voglio|desidero|vorrei)(?: piu)?(?: ricevere)?(?: piu| altri| questi| i| vostri)* (?:sms\
|messaggi\w*)\b
^non (?:voglio|desidero|vorrei)(?: piu)? essere (?:contattat|disturbat)\w
^(?:voglio|vorrei|desidero) (?:disiscrivermi|cancellarmi(?! dall?a? ?(?:intervista|colloquio))\
|(?:annullare|cancellare) (?:l )?liscrizione|non ricevere (?:piu )?(?:sms|messaggi))
^(?:toglie|rimuov|cancell|elimin)\w*(?:mi|temi) dalla lista
^(?:toglie|rimuov|cancell|elimin)\w* il mio numero
^lasci\w*mi in pace
    """,
    "Dutch": r"""
^(?:hou|houd|kap)(?: er| nu)?(?: mee)? (?:op|mee)\b
^(?:stop|hou\w* op|kap) (?:nu )?met (?:het )?(?:sms\w*|sturen|berichten|appen|schrijven|mij|me|deze)
^(?:stuur|sms|app|schrijf|bericht|contacteer|benader)\w* (?:me|mij|ons)(?: alsjeblieft\
| aub)? (?:niet|geen|nooit)(?: \w+){0,3} meer\b
^(?:ik )?(?:wil|wens) (?:geen|niet)(?: meer| langer)?(?: \w+)? ?(?:sms\w*|berichten|berichtjes\
|benaderd)(?: meer)?(?: ontvangen| krijgen| worden)?$
^stuur (?:me |mij )?niets meer$
^geen (?:sms\w*|berichten|berichtjes)(?: meer)?(?: sturen)?$
^(?:ik )?wil (?:me |mij )?(?:graag )?(?:afmelden|uitschrijven)(?:$| voor (?:de )?(?:sms|berichten))
^(?:meld|schrijf) (?:me|mij) (?:af|uit)\b
^haal (?:me|mij) van (?:de|je|jullie|uw) lijst
^laat (?:me|mij) met rust
^verwijder (?:mij|me|mijn nummer)\b
    """,
    "Polish": r"""
^(?:prosze )?(?:przesta|skoncz)\w*(?: juz| do| mi| mnie)* (?:pisac|wysylac|kontaktowac|smsowac\
|przysylac|nekac)
^(?:prosze )?(?:juz )?nie (?:pisz|wysyla|przysyla|kontaktuj)\w*(?: do| mi| mnie| sie| ze| mna)*(?:$\
| wiecej| juz| smsow| sms| wiadomosci| tych)
^(?:juz )?nie (?:chce|zycze sobie)(?: juz| wiecej| otrzymywac| dostawac| zadnych| tych\
| waszych)* (?:wiadomosci|smsow|sms|kontaktu)\b
^(?:prosze )?(?:o )?(?:mnie )?(?:wypis|usun)\w* (?:mnie|moj numer|z listy)
^chce (?:sie )?wypisac\b
^(?:rezygnuje|chce zrezygnowac) z (?:sms\w*|wiadomosci|powiadomien|otrzymywania)
^(?:koniec|dosc|zadnych)(?: z| wiecej| tych)* (?:wiadomosci|smsow|sms)
^zostaw\w* mnie w spokoju
    """,
    "Arabic": r"""
^(?:توقف|أوقف|كف|وقف)\w*(?: عن)? (?:إرسال|مراسل|الرسائل|الرسالة|رسائل|بعث|التواصل|الاتصال|إزعاج\
|هذه)\w*
^(?:أرجو |رجاء )?لا (?:ترسل|تراسل|تبعث|تتواصل|تزعج|تتصل)\w*
^(?:أرجو )?عدم (?:إرسال|مراسل|التواصل|الاتصال|إزعاج)\w*
^(?:لا|ما|مش) (?:أريد|ارغب|اود|أبي|عايز|بدي)(?: \w+){0,3} (?:رسائل|الرسائل|رسالة|رسائلكم|التواصل)
^(?:أريد |ارغب في |اود )?(?:ألغ|إلغاء|إيقاف|الغي|إنهاء)\w* (?:الاشتراك|اشتراكي|الرسائل|رسائل)
^(?:احذف|أزل|شيل|امسح)\w* (?:رقمي|اسمي)
^اتركني وشأني
    """,
}
"""Requests in plain words, at the beginning of a sentence: a pattern a line, unless the line ends with a
backslash. An apostrophe joins its words. What stands in angle brackets is one of PARTS."""

START_REQUESTS: Final = (
    r"^(?:(?:you )?(?:can|may) )?(?:start|resume) (?:sending|texting|messaging|texts|messages|sms)\b",
    r"^(?:you )?(?:can|may) (?:text|message|contact) me again",
)

PARTS: Final = {"<texts>": _TEXTS, "<any>": _ANY, "<dont>": _DONT, "<ask>": _ASK}
