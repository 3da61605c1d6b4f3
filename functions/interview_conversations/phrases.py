"""What the interviewer says in fixed words, in the languages that it knows.

Turns with a tone are put together: a first part where `friendlyTone` is on, then a part that is formal where
`professionalTone` is on and relaxed where it is off.
"""

from collections.abc import Mapping
from typing import Final

from gather.content.ai_interview import AiConfiguration
from gather.core.language import in_language

_ENGLISH: Final = {
    "greeting": (
        "Hello and welcome! I am the AI interviewer of {companyName}, and I will ask you the questions of "
        "the interview “{displayName}”."
    ),
    "greetingWithoutCompany": (
        "Hello and welcome! I am an AI interviewer, and I will ask you the questions of the interview "
        "“{displayName}”."
    ),
    "disclosure": (
        "You are talking to an AI interviewer, not to a person. People of the team read what you say and "
        "decide."
    ),
    "disclosurePractice": (
        "You are talking to an AI interviewer, not to a person. This is practice: people of the team may "
        "read what you say, but nobody judges you by it."
    ),
    "practice": "This is practice, and nobody judges you by it.",
    "coaching": "I will also give you tips on your answers.",
    "coachingFor": "I will also give you tips on your answers. The topic of the coaching: {coaching}.",
    "begin": "Let us begin with the first question.",
    "goOn": "That is all right, let us go on.",
    "elaborate": "Could you tell me a little more about that?",
    "clarify": "Could you give me an example of that?",
    "dig_deeper": "What exactly did you do there, and what came of it?",
    "again": "Of course. The question is: {wording}",
    "askAway": "Of course. What would you like to know?",
    "unknown": "I have no answer to that here. The team will answer it.",
    "whoIAm": (
        "I am an AI interviewer, a computer program. People of the team read our conversation and decide."
    ),
    "whoIAmPractice": (
        "I am an AI interviewer, a computer program. This is practice, and nobody judges you by it."
    ),
    "anythingElse": "Is there anything else that you would like to know?",
    "nudgeFriendly": "No worries.",
    "nudgeFormal": (
        "Please take your time. I am listening, and I will gladly repeat the question if you ask me to."
    ),
    "nudgeRelaxed": "Take your time. Just start when you are ready.",
    "nudgeToAsk": "Take your time. You may ask whatever you like, or say that you have no questions.",
    "inviteFriendly": "Now it's your turn!",
    "inviteFormal": "Which questions do you have about the position or the company?",
    "inviteRelaxed": "What would you like to ask us?",
    "closingPractice": "Thank you for practising. Goodbye.",
    "closingFriendly": "It was a pleasure to talk with you.",
    "closingFormal": "Thank you very much for your time. The team will be in touch with you. Goodbye.",
    "closingRelaxed": "Thanks for taking the time. The team will be in touch. Bye for now!",
}
_GERMAN: Final = {
    "greeting": (
        "Guten Tag und herzlich willkommen! Ich bin die KI-Interviewerin von {companyName} und stelle Ihnen"
        " die Fragen des Interviews „{displayName}“."
    ),
    "greetingWithoutCompany": (
        "Guten Tag und herzlich willkommen! Ich bin eine KI-Interviewerin und stelle Ihnen die Fragen des "
        "Interviews „{displayName}“."
    ),
    "disclosure": (
        "Sie sprechen mit einer künstlichen Intelligenz, nicht mit einem Menschen. Menschen aus dem Team "
        "lesen, was Sie sagen, und entscheiden."
    ),
    "disclosurePractice": (
        "Sie sprechen mit einer künstlichen Intelligenz, nicht mit einem Menschen. Das hier ist eine Übung: "
        "Menschen aus dem Team können lesen, was Sie sagen, aber niemand beurteilt Sie danach."
    ),
    "practice": "Das hier ist eine Übung, und niemand beurteilt Sie danach.",
    "coaching": "Ich gebe Ihnen auch Tipps zu Ihren Antworten.",
    "coachingFor": "Ich gebe Ihnen auch Tipps zu Ihren Antworten. Thema des Coachings: {coaching}.",
    "begin": "Beginnen wir mit der ersten Frage.",
    "goOn": "Das ist in Ordnung, machen wir weiter.",
    "elaborate": "Können Sie mir darüber noch etwas mehr erzählen?",
    "clarify": "Können Sie mir dafür ein Beispiel nennen?",
    "dig_deeper": "Was genau haben Sie da getan, und was ist daraus geworden?",
    "again": "Gern. Die Frage lautet: {wording}",
    "askAway": "Gern. Was möchten Sie wissen?",
    "unknown": "Darauf habe ich hier keine Antwort. Das Team wird sie Ihnen geben.",
    "whoIAm": (
        "Ich bin eine KI-Interviewerin, also ein Computerprogramm. Menschen aus dem Team lesen unser "
        "Gespräch und entscheiden."
    ),
    "whoIAmPractice": (
        "Ich bin eine KI-Interviewerin, also ein Computerprogramm. Das hier ist eine Übung, und niemand "
        "beurteilt Sie danach."
    ),
    "anythingElse": "Möchten Sie noch etwas wissen?",
    "nudgeFriendly": "Kein Problem.",
    "nudgeFormal": (
        "Bitte nehmen Sie sich Zeit. Ich höre Ihnen zu und wiederhole die Frage gern, wenn Sie möchten."
    ),
    "nudgeRelaxed": "Lassen Sie sich Zeit. Fangen Sie einfach an, wenn Sie so weit sind.",
    "nudgeToAsk": (
        "Lassen Sie sich Zeit. Fragen Sie, was Sie möchten, oder sagen Sie, dass Sie keine Fragen haben."
    ),
    "inviteFriendly": "Jetzt sind Sie dran!",
    "inviteFormal": "Welche Fragen haben Sie zur Stelle oder zum Unternehmen?",
    "inviteRelaxed": "Was möchten Sie uns fragen?",
    "closingPractice": "Danke, dass Sie geübt haben. Auf Wiedersehen.",
    "closingFriendly": "Es war schön, mit Ihnen zu sprechen.",
    "closingFormal": "Vielen Dank für Ihre Zeit. Das Team wird sich bei Ihnen melden. Auf Wiedersehen.",
    "closingRelaxed": "Danke, dass Sie sich Zeit genommen haben. Das Team meldet sich. Bis bald!",
}
_FRENCH: Final = {
    "greeting": (
        "Bonjour et bienvenue ! Je suis l'intervieweuse IA de {companyName} et je vais vous poser les "
        "questions de l'entretien « {displayName} »."
    ),
    "greetingWithoutCompany": (
        "Bonjour et bienvenue ! Je suis une intervieweuse IA et je vais vous poser les questions de "
        "l'entretien « {displayName} »."
    ),
    "disclosure": (
        "Vous parlez à une intelligence artificielle, pas à une personne. Des membres de l'équipe lisent ce"
        " que vous dites et décident."
    ),
    "disclosurePractice": (
        "Vous parlez à une intelligence artificielle, pas à une personne. Ceci est un entraînement : des "
        "membres de l'équipe peuvent lire ce que vous dites, mais personne ne vous juge là-dessus."
    ),
    "practice": "Ceci est un entraînement, et personne ne vous juge là-dessus.",
    "coaching": "Je vous donnerai aussi des conseils sur vos réponses.",
    "coachingFor": "Je vous donnerai aussi des conseils sur vos réponses. Sujet du coaching : {coaching}.",
    "begin": "Commençons par la première question.",
    "goOn": "Ce n'est pas grave, continuons.",
    "elaborate": "Pouvez-vous m'en dire un peu plus ?",
    "clarify": "Pouvez-vous m'en donner un exemple ?",
    "dig_deeper": "Qu'avez-vous fait exactement, et quel en a été le résultat ?",
    "again": "Volontiers. Voici la question : {wording}",
    "askAway": "Volontiers. Que souhaitez-vous savoir ?",
    "unknown": "Je n'ai pas de réponse à cela ici. L'équipe vous répondra.",
    "whoIAm": (
        "Je suis une intervieweuse IA, un programme informatique. Des membres de l'équipe lisent notre "
        "conversation et décident."
    ),
    "whoIAmPractice": (
        "Je suis une intervieweuse IA, un programme informatique. Ceci est un entraînement, et personne ne "
        "vous juge là-dessus."
    ),
    "anythingElse": "Souhaitez-vous savoir autre chose ?",
    "nudgeFriendly": "Pas de souci.",
    "nudgeFormal": "Prenez le temps qu'il vous faut. Je vous écoute et je répète volontiers la question.",
    "nudgeRelaxed": "Prenez votre temps. Commencez quand vous êtes prêt ou prête.",
    "nudgeToAsk": "Prenez votre temps. Posez vos questions, ou dites que vous n'en avez pas.",
    "inviteFriendly": "À vous maintenant !",
    "inviteFormal": "Quelles questions avez-vous sur le poste ou sur l'entreprise ?",
    "inviteRelaxed": "Que voulez-vous nous demander ?",
    "closingPractice": "Merci pour cet entraînement. Au revoir.",
    "closingFriendly": "C'était un plaisir de parler avec vous.",
    "closingFormal": "Je vous remercie de votre temps. L'équipe prendra contact avec vous. Au revoir.",
    "closingRelaxed": "Merci d'avoir pris le temps. L'équipe vous recontactera. À bientôt !",
}
_SPANISH: Final = {
    "greeting": (
        "¡Hola y bienvenida o bienvenido! Soy la entrevistadora de IA de {companyName} y le haré las "
        "preguntas de la entrevista «{displayName}»."
    ),
    "greetingWithoutCompany": (
        "¡Hola y bienvenida o bienvenido! Soy una entrevistadora de IA y le haré las preguntas de la "
        "entrevista «{displayName}»."
    ),
    "disclosure": (
        "Habla con una inteligencia artificial, no con una persona. Personas del equipo leen lo que dice y "
        "deciden."
    ),
    "disclosurePractice": (
        "Habla con una inteligencia artificial, no con una persona. Esto es una práctica: personas del "
        "equipo pueden leer lo que dice, pero nadie le juzga por ello."
    ),
    "practice": "Esto es una práctica, y nadie le juzga por ello.",
    "coaching": "También le daré consejos sobre sus respuestas.",
    "coachingFor": "También le daré consejos sobre sus respuestas. Tema del coaching: {coaching}.",
    "begin": "Empecemos con la primera pregunta.",
    "goOn": "No pasa nada, sigamos.",
    "elaborate": "¿Puede contarme un poco más sobre eso?",
    "clarify": "¿Puede darme un ejemplo de eso?",
    "dig_deeper": "¿Qué hizo usted exactamente y cuál fue el resultado?",
    "again": "Con gusto. La pregunta es: {wording}",
    "askAway": "Con gusto. ¿Qué le gustaría saber?",
    "unknown": "Aquí no tengo respuesta a eso. El equipo se la dará.",
    "whoIAm": (
        "Soy una entrevistadora de IA, un programa de ordenador. Personas del equipo leen nuestra "
        "conversación y deciden."
    ),
    "whoIAmPractice": (
        "Soy una entrevistadora de IA, un programa de ordenador. Esto es una práctica, y nadie le juzga por "
        "ello."
    ),
    "anythingElse": "¿Le gustaría saber algo más?",
    "nudgeFriendly": "No se preocupe.",
    "nudgeFormal": "Tómese el tiempo que necesite. Le escucho y repito la pregunta con gusto si lo desea.",
    "nudgeRelaxed": "Tómese su tiempo. Empiece cuando quiera.",
    "nudgeToAsk": "Tómese su tiempo. Pregunte lo que quiera, o diga que no tiene preguntas.",
    "inviteFriendly": "¡Ahora le toca a usted!",
    "inviteFormal": "¿Qué preguntas tiene sobre el puesto o la empresa?",
    "inviteRelaxed": "¿Qué nos quiere preguntar?",
    "closingPractice": "Gracias por practicar. Adiós.",
    "closingFriendly": "Ha sido un placer hablar con usted.",
    "closingFormal": "Muchas gracias por su tiempo. El equipo se pondrá en contacto con usted. Adiós.",
    "closingRelaxed": "Gracias por su tiempo. El equipo le escribirá. ¡Hasta pronto!",
}
_LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": _ENGLISH,
    "de": _GERMAN,
    "fr": _FRENCH,
    "es": _SPANISH,
}


def phrases(language: str) -> Mapping[str, str]:
    """The phrases in a language by its BCP 47 code, in English where it is not known."""
    return in_language(_LANGUAGES, language)


def toned(configuration: AiConfiguration, name: str) -> str:
    """A phrase with a tone (`nudge`, `invite`, `closing`) in the configuration's language and tone."""
    known = phrases(configuration.language)
    said = known[f"{name}Formal" if configuration.professional_tone else f"{name}Relaxed"]
    return f"{known[f'{name}Friendly']} {said}" if configuration.friendly_tone else said


def farewell(configuration: AiConfiguration, *, is_practice: bool) -> str:
    """How the interviewer says goodbye, to whoever practised without a word of the team."""
    if is_practice:
        return phrases(configuration.language)["closingPractice"]
    return toned(configuration, "closing")
