"""What a coaching interviewer says about answers: one tip after an answer, one or two at the end.

A tip is about how an answer is told. It tells no score, names no topic of a scorecard and judges no person.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gather.core.language import in_language
from gather.screening.interview_conversation import InterviewConversation, Strength


@dataclass(frozen=True, slots=True)
class _Tips:
    """One language. Of the tips after an answer one is said, in turn.

    `missing` and `good` follow one answer. At the end `shown` names what most answers had, `next_time` what
    most of them lacked, `complete` follows answers that lacked nothing, and `unanswered` no answer at all.
    """

    missing: Mapping[Strength, Sequence[str]]
    good: Sequence[str]
    shown: Mapping[Strength, str]
    next_time: Mapping[Strength, str]
    complete: str
    unanswered: str


_ENGLISH: Final = _Tips(
    missing={
        Strength.DETAIL: (
            "A tip: say a little more, so that your listener can picture the situation.",
            "A tip: two or three more sentences would show how you went about it.",
        ),
        Strength.OWN_PART: (
            "A tip: take one example and say what you yourself did in it.",
            "A tip: tell of one day or one case, and of your own part in it.",
        ),
        Strength.OUTCOME: (
            "A tip: end with what came of it, with a number where you have one.",
            "A tip: say at the end what was different afterwards.",
        ),
    },
    good=(
        "That was good to follow: you said what you did yourself and what came of it.",
        "What helped there: an example of your own, and how it ended.",
    ),
    shown={
        Strength.DETAIL: "What helped: you took the time to describe what happened.",
        Strength.OWN_PART: "What helped: you told of your own part, with examples.",
        Strength.OUTCOME: "What helped: you said what came of what you did.",
    },
    next_time={
        Strength.DETAIL: "For next time: say more in each answer, three or four sentences are a good length.",
        Strength.OWN_PART: "For next time: build each answer on one example, and say what you yourself did.",
        Strength.OUTCOME: "For next time: end each answer with what came of it, if you can with a number.",
    },
    complete="What helped: your answers had examples of your own and how they ended. Keep to that.",
    unanswered="For next time: answer with one short example of your own; it need not be a big one.",
)
_GERMAN: Final = _Tips(
    missing={
        Strength.DETAIL: (
            "Ein Tipp: Erzählen Sie etwas mehr, damit man sich die Situation vorstellen kann.",
            "Ein Tipp: Zwei oder drei Sätze mehr würden zeigen, wie Sie vorgegangen sind.",
        ),
        Strength.OWN_PART: (
            "Ein Tipp: Nehmen Sie ein Beispiel und sagen Sie, was Sie selbst dabei getan haben.",
            "Ein Tipp: Erzählen Sie von einem Tag oder einem Fall, und von Ihrem eigenen Anteil.",
        ),
        Strength.OUTCOME: (
            "Ein Tipp: Sagen Sie am Ende, was daraus geworden ist, gern mit einer Zahl.",
            "Ein Tipp: Sagen Sie zum Schluss, was danach anders war.",
        ),
    },
    good=(
        "Das war gut nachzuvollziehen: Sie haben gesagt, was Sie selbst getan haben und was daraus wurde.",
        "Was hier geholfen hat: ein eigenes Beispiel, und wie es ausging.",
    ),
    shown={
        Strength.DETAIL: "Was geholfen hat: Sie haben sich Zeit genommen zu beschreiben, was geschehen ist.",
        Strength.OWN_PART: "Was geholfen hat: Sie haben mit Beispielen von Ihrem eigenen Anteil erzählt.",
        Strength.OUTCOME: "Was geholfen hat: Sie haben gesagt, was aus Ihrem Handeln geworden ist.",
    },
    next_time={
        Strength.DETAIL: "Für das nächste Mal: Antworten Sie mit drei oder vier Sätzen, das genügt.",
        Strength.OWN_PART: "Für das nächste Mal: Sagen Sie an einem Beispiel, was Sie selbst getan haben.",
        Strength.OUTCOME: "Für das nächste Mal: Sagen Sie zuletzt, was daraus wurde, gern mit einer Zahl.",
    },
    complete="Was geholfen hat: Ihre Antworten hatten eigene Beispiele und deren Ausgang. Bleiben Sie dabei.",
    unanswered="Für das nächste Mal: Antworten Sie mit einem eigenen Beispiel; ein kleines genügt.",
)
_FRENCH: Final = _Tips(
    missing={
        Strength.DETAIL: (
            "Un conseil : dites-en un peu plus, pour que l'on puisse se représenter la situation.",
            "Un conseil : deux ou trois phrases de plus montreraient comment vous avez procédé.",
        ),
        Strength.OWN_PART: (
            "Un conseil : prenez un exemple et dites ce que vous y avez fait vous-même.",
            "Un conseil : racontez un jour ou un cas précis, et votre propre rôle.",
        ),
        Strength.OUTCOME: (
            "Un conseil : terminez par ce que cela a donné, avec un chiffre si vous en avez un.",
            "Un conseil : dites à la fin ce qui a changé ensuite.",
        ),
    },
    good=(
        "C'était facile à suivre : vous avez dit ce que vous avez fait et ce que cela a donné.",
        "Ce qui a aidé ici : un exemple à vous, et comment il s'est terminé.",
    ),
    shown={
        Strength.DETAIL: "Ce qui a aidé : vous avez pris le temps de décrire ce qui s'est passé.",
        Strength.OWN_PART: "Ce qui a aidé : vous avez raconté votre propre rôle, avec des exemples.",
        Strength.OUTCOME: "Ce qui a aidé : vous avez dit ce que votre travail a donné.",
    },
    next_time={
        Strength.DETAIL: "Pour la prochaine fois : dites-en plus, en trois ou quatre phrases par réponse.",
        Strength.OWN_PART: "Pour la prochaine fois : partez d'un exemple et dites votre propre rôle.",
        Strength.OUTCOME: "Pour la prochaine fois : terminez par ce que cela a donné, avec un chiffre.",
    },
    complete="Ce qui a aidé : vos réponses avaient vos propres exemples et leur résultat. Continuez ainsi.",
    unanswered="Pour la prochaine fois : répondez par un court exemple à vous ; il peut être tout simple.",
)
_SPANISH: Final = _Tips(
    missing={
        Strength.DETAIL: (
            "Un consejo: cuente un poco más, para que se pueda imaginar la situación.",
            "Un consejo: dos o tres frases más mostrarían cómo lo hizo.",
        ),
        Strength.OWN_PART: (
            "Un consejo: elija un ejemplo y diga qué hizo usted en ese momento.",
            "Un consejo: hable de un día o de un caso concreto, y de lo que usted aportó.",
        ),
        Strength.OUTCOME: (
            "Un consejo: termine con lo que resultó de ello, con una cifra si la tiene.",
            "Un consejo: diga al final qué fue distinto después.",
        ),
    },
    good=(
        "Se siguió muy bien: dijo qué hizo usted y qué resultó de ello.",
        "Lo que ayudó aquí: un ejemplo propio, y cómo terminó.",
    ),
    shown={
        Strength.DETAIL: "Lo que ayudó: se tomó el tiempo de describir lo que pasó.",
        Strength.OWN_PART: "Lo que ayudó: habló de lo que usted aportó, con ejemplos.",
        Strength.OUTCOME: "Lo que ayudó: dijo qué resultó de lo que hizo.",
    },
    next_time={
        Strength.DETAIL: "Para la próxima vez: cuente más, en tres o cuatro frases por respuesta.",
        Strength.OWN_PART: "Para la próxima vez: parta de un ejemplo y diga qué hizo usted.",
        Strength.OUTCOME: "Para la próxima vez: termine con lo que resultó, con una cifra si la tiene.",
    },
    complete="Lo que ayudó: sus respuestas tenían ejemplos propios y cómo terminaron. Siga así.",
    unanswered="Para la próxima vez: responda con un ejemplo propio y corto; no tiene que ser grande.",
)
_LANGUAGES: Final[Mapping[str, _Tips]] = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}


def answer_tip(conversation: InterviewConversation) -> str:
    """One tip on the answer to the open question: what it lacks first, or what was good about it."""
    shown = conversation.strengths.get(conversation.open_question_id or "", ())
    said = _tips(conversation)
    texts = next((said.missing[each] for each in Strength if each not in shown), said.good)
    return texts[conversation.asked % len(texts)]


def closing_tips(conversation: InterviewConversation) -> str:
    """One or two tips on the whole conversation: what most answers had, and what most of them lacked."""
    said, answers = _tips(conversation), list(conversation.strengths.values())
    if not answers:
        return said.unanswered
    lacking = {each: sum(each not in shown for shown in answers) for each in Strength}
    most_lacked = max(Strength, key=lambda each: lacking[each])
    if lacking[most_lacked] == 0:
        return said.complete
    least_lacked = min(reversed(Strength), key=lambda each: lacking[each])
    had_by_most = lacking[least_lacked] * 2 <= len(answers)
    return " ".join((*([said.shown[least_lacked]] if had_by_most else []), said.next_time[most_lacked]))


def _tips(conversation: InterviewConversation) -> _Tips:
    return in_language(_LANGUAGES, conversation.configuration.language)
