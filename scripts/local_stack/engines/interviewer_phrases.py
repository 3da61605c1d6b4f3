"""What the local interviewer says, and the words by which it judges an answer, in four languages.

`{quote}` is a phrase of the candidate's answer.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gather.core.language import in_language
from gather.engines.plain_intent import any_of


@dataclass(frozen=True, slots=True)
class Manner:
    """One language. Of each list of phrases one is said, in turn.

    `told` finds what somebody did themselves, `concrete` an example, a number or a time, `hedges` words that
    leave a thing open. `links` begin a new clause.
    """

    leads_friendly: tuple[str, ...]
    leads_sober: tuple[str, ...]
    lead_without_answer: str
    to_stop: str
    unwell: str
    to_question: str
    who_i_am: str
    elaborate: tuple[str, ...]
    elaborate_or_end: str
    back_to_question: str
    clarify: tuple[str, ...]
    dig_deeper: tuple[str, ...]
    explanation: str
    told: re.Pattern[str]
    concrete: re.Pattern[str]
    hedges: re.Pattern[str]
    knows_nothing: re.Pattern[str]
    links: re.Pattern[str]


def _links(words: str) -> re.Pattern[str]:
    """Where a clause ends: at a pause, or before one of the words."""
    return re.compile(rf"\s*(?:[.,;:!?\n\u2013\u2014()]+|\b(?:{words})\b)\s*", re.IGNORECASE)


_ENGLISH: Final = Manner(
    leads_friendly=(
        "Thanks for telling me about that.",
        "Thank you, I can picture that.",
        "I see, thanks for taking me through it.",
        "Thanks, that helps me to understand you.",
        "Thank you for sharing that with me.",
    ),
    leads_sober=(
        "Thank you.",
        "I see, thank you.",
        "Understood.",
        "Thank you for the explanation.",
        "All right.",
    ),
    lead_without_answer="That is all right, let us look at something else.",
    to_stop="That is all right. You can end the interview at any time with the button on this page.",
    unwell="I am sorry to hear that. You can pause or end the interview at any time on this page.",
    to_question="The team is the right place for that question.",
    who_i_am="I am an AI interviewer, a computer program.",
    elaborate=(
        "Could you tell me a little more about that?",
        "I would like to hear a bit more. Could you describe how that went?",
        "Could you add a few details, perhaps from a day that you remember?",
    ),
    elaborate_or_end="If you would rather go on, what would you like to add?",
    back_to_question="And what would you say to my question?",
    clarify=(
        "Could you give me an example of that?",
        "What would that look like on an ordinary day?",
        "Can you think of one time when that happened?",
    ),
    dig_deeper=(
        "You said: “{quote}”. What did you pay attention to there?",
        "I would like to know more about one thing: “{quote}”. What came of it?",
        "You mentioned this: “{quote}”. Why did you go about it that way?",
    ),
    explanation="There is no right or wrong here; an example from your own experience is enough.",
    told=any_of(
        r"""
        i (?:\w+ly )?(?!need)\w{2,}ed
        i (?:was|had|did|made|took|went|told|gave|found|got|kept|ran|led|built|brought)
        i (?:wrote|sold|taught|spoke|began|chose|set|put|held|dealt|thought|came|left|saw|met|won)
        we (?:\w+ly )?\w{2,}ed   we (?:had|did|made|took|found|built|brought|ran)
        """
    ),
    concrete=any_of(
        r"""
        for example   for instance   once   one (?:day|time|evening|morning)   last (?:year|month|week|summer)
        yesterday   when (?:i|we|a|the|our|my)   at my   in my   \d+   two   three   four   five   ten
        years?   months?   weeks?
        """
    ),
    hedges=any_of(
        r"""
        maybe   perhaps   kind of   sort of   i guess   i suppose   usually   somehow   probably
        it depends   depends
        things   stuff   something   whatever   generally   normally   basically   mostly
        """
    ),
    knows_nothing=any_of(r"(?:i )?(?:do not|don't) know   no idea   nothing   pass   skip   no comment   no"),
    links=_links("and then|and|but|so that|so|because|then"),
)
_GERMAN: Final = Manner(
    leads_friendly=(
        "Danke, dass Sie mir davon erzählen.",
        "Danke, das kann ich mir vorstellen.",
        "Danke, so kann ich Ihnen gut folgen.",
        "Vielen Dank, das hilft mir, Sie zu verstehen.",
        "Schön, dass Sie das mit mir teilen.",
    ),
    leads_sober=(
        "Vielen Dank.",
        "Ich verstehe, danke.",
        "In Ordnung.",
        "Danke für die Erläuterung.",
        "Verstanden.",
    ),
    lead_without_answer="Das ist in Ordnung, sehen wir uns etwas anderes an.",
    to_stop=(
        "Das ist in Ordnung. Sie können das Interview jederzeit mit der Schaltfläche auf dieser "
        "Seite beenden."
    ),
    unwell="Das tut mir leid. Sie können das Interview jederzeit auf dieser Seite unterbrechen oder beenden.",
    to_question="Mit dieser Frage sind Sie beim Team richtig.",
    who_i_am="Ich bin eine KI-Interviewerin, also ein Computerprogramm.",
    elaborate=(
        "Können Sie mir darüber noch etwas mehr erzählen?",
        "Ich würde gern etwas mehr hören. Können Sie beschreiben, wie das war?",
        "Können Sie noch ein paar Einzelheiten ergänzen, vielleicht von einem Tag, an den Sie sich erinnern?",
    ),
    elaborate_or_end="Wenn Sie lieber weitermachen: Was möchten Sie noch ergänzen?",
    back_to_question="Und was sagen Sie zu meiner Frage?",
    clarify=(
        "Können Sie mir dafür ein Beispiel nennen?",
        "Wie sieht das an einem gewöhnlichen Tag aus?",
        "Fällt Ihnen eine Situation ein, in der das so war?",
    ),
    dig_deeper=(
        "Sie sagten: „{quote}“. Worauf haben Sie dabei geachtet?",
        "Über eines wüsste ich gern mehr: „{quote}“. Was ist daraus geworden?",
        "Sie haben das erwähnt: „{quote}“. Warum sind Sie so vorgegangen?",
    ),
    explanation="Es gibt hier kein Richtig oder Falsch; ein Beispiel aus Ihrer eigenen Erfahrung genügt.",
    told=any_of(
        r"""
        ich (?:habe|hatte|bin|war|konnte|musste|wollte)   ich \w{3,}te   habe ich   bin ich   hatte ich
        war ich
        wir (?:haben|hatten|waren|konnten|mussten)   haben wir
        """
    ),
    concrete=any_of(
        r"""
        zum beispiel   beispielsweise   einmal   eines tages   letzte[sn]?   gestern   als ich   als wir
        bei meine[rm]
        in meine[rm]   \d+   zwei   drei   vier   funf   zehn   jahren?   monaten?   wochen?
        """
    ),
    hedges=any_of(
        r"""
        vielleicht   irgendwie   eigentlich   normalerweise   meistens   wahrscheinlich   kommt darauf an
        so sachen
        irgendwas   eventuell   im grunde   generell   halt
        """
    ),
    knows_nothing=any_of(r"(?:das )?wei(?:ss|ß) (?:ich|nicht)   keine ahnung   nichts   weiter   nein"),
    links=_links("und dann|und|aber|weil|dann|damit"),
)
_FRENCH: Final = Manner(
    leads_friendly=(
        "Merci de me l'avoir raconté.",
        "Merci, je vois bien ce que c'était.",
        "Je vois, merci de m'avoir expliqué cela.",
        "Merci, cela m'aide à vous comprendre.",
        "Merci de partager cela avec moi.",
    ),
    leads_sober=("Merci.", "Je vois, merci.", "Entendu.", "Merci pour cette explication.", "Bien."),
    lead_without_answer="Ce n'est pas grave, passons à autre chose.",
    to_stop=(
        "Ce n'est pas grave. Vous pouvez terminer l'entretien à tout moment avec le bouton de cette page."
    ),
    unwell="J'en suis désolée. Vous pouvez interrompre ou terminer l'entretien à tout moment sur cette page.",
    to_question="L'équipe pourra répondre à cette question.",
    who_i_am="Je suis une intervieweuse IA, un programme informatique.",
    elaborate=(
        "Pouvez-vous m'en dire un peu plus ?",
        "J'aimerais en savoir un peu plus. Pouvez-vous décrire comment cela s'est passé ?",
        "Pouvez-vous ajouter quelques détails, peut-être d'un jour dont vous vous souvenez ?",
    ),
    elaborate_or_end="Si vous préférez continuer, que souhaitez-vous ajouter ?",
    back_to_question="Et que diriez-vous à propos de ma question ?",
    clarify=(
        "Pouvez-vous m'en donner un exemple ?",
        "À quoi cela ressemble-t-il un jour ordinaire ?",
        "Vous souvenez-vous d'une situation où c'était le cas ?",
    ),
    dig_deeper=(
        "Vous avez dit : « {quote} ». À quoi avez-vous fait attention ?",
        "J'aimerais en savoir plus sur un point : « {quote} ». Qu'est-ce que cela a donné ?",
        "Vous avez mentionné ceci : « {quote} ». Pourquoi avez-vous procédé ainsi ?",
    ),
    explanation=(
        "Il n'y a pas de bonne ou de mauvaise réponse ; un exemple de votre propre expérience suffit."
    ),
    told=any_of(
        r"""
        j'ai   j'etais   j'avais   je suis   je devais   je pouvais   nous avons   nous etions
        nous avions   on a   j'\w+ais
        """
    ),
    concrete=any_of(
        r"""
        par exemple   une fois   un jour   l'annee derniere   hier   quand (?:j'|je|nous|un|une|le|la)\w*
        dans mon   chez
        \d+   deux   trois   quatre   cinq   dix   ans   annees?   mois   semaines?
        """
    ),
    hedges=any_of(
        r"""
        peut-etre   en quelque sorte   plutot   normalement   d'habitude   probablement   ca depend
        cela depend   des trucs
        quelque chose   en general   je suppose
        """
    ),
    knows_nothing=any_of(r"je ne sais pas   aucune idee   rien   non"),
    links=_links("et puis|et|mais|parce que|puis|alors"),
)
_SPANISH: Final = Manner(
    leads_friendly=(
        "Gracias por contármelo.",
        "Gracias, me lo puedo imaginar.",
        "Ya veo, gracias por explicármelo.",
        "Gracias, eso me ayuda a entenderle.",
        "Gracias por compartirlo conmigo.",
    ),
    leads_sober=("Gracias.", "Ya veo, gracias.", "Entendido.", "Gracias por la explicación.", "De acuerdo."),
    lead_without_answer="No pasa nada, veamos otra cosa.",
    to_stop="No pasa nada. Puede terminar la entrevista en cualquier momento con el botón de esta página.",
    unwell="Lo siento mucho. Puede pausar o terminar la entrevista en cualquier momento en esta página.",
    to_question="El equipo le podrá responder a esa pregunta.",
    who_i_am="Soy una entrevistadora de IA, un programa de ordenador.",
    elaborate=(
        "¿Puede contarme un poco más sobre eso?",
        "Me gustaría oír algo más. ¿Puede describir cómo fue?",
        "¿Puede añadir algunos detalles, quizá de un día que recuerde?",
    ),
    elaborate_or_end="Si prefiere seguir, ¿qué le gustaría añadir?",
    back_to_question="¿Y qué diría sobre mi pregunta?",
    clarify=(
        "¿Puede darme un ejemplo de eso?",
        "¿Cómo es eso en un día cualquiera?",
        "¿Recuerda alguna situación en la que fue así?",
    ),
    dig_deeper=(
        "Usted dijo: «{quote}». ¿En qué se fijó entonces?",
        "Me gustaría saber más de una cosa: «{quote}». ¿Cuál fue el resultado?",
        "Usted mencionó esto: «{quote}». ¿Por qué lo hizo así?",
    ),
    explanation="No hay respuestas correctas ni incorrectas; basta con un ejemplo de su propia experiencia.",
    told=any_of(
        r"""
        he \w+[aei]do   hice   tuve   estuve   fui   trabaje   ayude   hable   resolvi   organice
        aprendi   lleve   hicimos
        tuvimos   hemos \w+[ai]do   yo \w+[aeio]   trabajaba   era   tenia
        """
    ),
    concrete=any_of(
        r"""
        por ejemplo   una vez   un dia   el ano pasado   ayer   cuando   en mi   \d+   dos   tres   cuatro
        cinco   diez
        anos?   mes(?:es)?   semanas?
        """
    ),
    hedges=any_of(
        r"""
        quiza\w?   tal vez   a lo mejor   mas o menos   normalmente   depende   probablemente   cosas
        algo   supongo
        en general   generalmente
        """
    ),
    knows_nothing=any_of(r"no (?:lo )?se   ni idea   nada   paso   no"),
    links=_links("y luego|y|pero|porque|entonces"),
)
_LANGUAGES: Final[Mapping[str, Manner]] = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}


def manner(language: str) -> Manner:
    """The phrases and words of a language by its BCP 47 code, English where it is not known."""
    return in_language(_LANGUAGES, language)
