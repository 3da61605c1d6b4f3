"""The phrases of the results page: English here, others in `languages/results-page`."""

from typing import Final

from gather.core.catalogue import Phrases, catalogue_in_assets

PHRASES: Final = catalogue_in_assets(
    __file__,
    "results-page",
    {
        "title": "Interview results",
        "completedOn": "Completed on {day}",
        "notCompleted": "Not completed yet",
        "overall": "Overall score",
        "outOf": "{score} of 100",
        "notScored": "Not scored",
        "isProcessing": "The answers are being evaluated. Please look again in a few minutes.",
        "hasFailed": "The answers could not be evaluated. They are all below.",
        "isWithoutEvaluation": "These answers were not evaluated.",
        "wordsRemoved": "What was said and written was removed on {day}. The scores stay.",
        "byAi": "An AI scored these answers. Please read them before you decide.",
        "byPeople": "People scored these answers.",
        "byBoth": "An AI scored these answers, and people changed scores.",
        "byRules": "Only the choices were counted, by the rules of their questions.",
        "byNobody": "Nothing was scored.",
        "allUnheard": (
            "No recording could be transcribed, so what was said is not scored. That is not the "
            "candidate’s fault. Please listen to the recordings."
        ),
        "noneHeard": (
            "No recording could be transcribed. The scores rest on what was written alone. That is not the "
            "candidate’s fault. Please listen to the recordings."
        ),
        "someUnheard": (
            "Recordings that could be transcribed: {heard} of {total}. The scores rest on these and on what "
            "was written. That is not the candidate’s fault. Please listen to the others."
        ),
        "summary": "Summary",
        "account": "What the model wrote about the answers",
        "accountNote": (
            "A model wrote this in the language of the interview. It does not change when people change "
            "scores."
        ),
        "topics": "Score by topic",
        "weight": "Weight {percent}%",
        "confidence": "Confidence {percent}%",
        "scoredByPerson": "Scored by a person",
        "chart": "{topic}: {score}, weight {weight}%, confidence {confidence}%",
        "evidence": "What it rests on",
        "showPlace": "Show in the answer",
        "playFrom": "Play from {time}",
        "how": "How the score was computed",
        "choices": "Choices",
        "knockout": "Rules the candidate out",
        "ruledOut": "An answer rules the candidate out: {question}",
        "noKnockout": "No answer rules the candidate out.",
        "answers": "Answers",
        "noAnswer": "No answer",
        "questionNumber": "Question {number}",
        "unheard": (
            "This recording could not be transcribed, so it is not scored. That is not the candidate’s fault."
        ),
        "unheardLanguage": (
            "This recording could not be transcribed, because nothing here understands the language of the "
            "interview. It is not scored. That is not the candidate’s fault."
        ),
        "machineTranscript": "A machine wrote this transcript. Words may be wrong.",
        "machineTurn": "A machine wrote this transcript.",
        "noWords": "The machine heard no words in this recording.",
        "poor": "This recording was hard to understand, so it carries no weight.",
        "poorWords": "Words may be wrong.",
        "pleaseListen": "Please listen to it.",
        "yes": "Yes",
        "no": "No",
        "up": "Thumbs up",
        "down": "Thumbs down",
        "resume": "Résumé",
        "saveResume": "Save {name}",
        "resumeNote": "Handed in on {day}. It has no part in any score.",
        "recording": "Recording",
        "speed": "Playback speed",
        "conversation": "The whole conversation",
        "ownQuestion": "Own question",
        "askedBack": "Asked back, not an answer",
        "told": "What the candidate was told",
        "notStored": "What was said was not stored.",
        "interviewer": "Interviewer",
        "candidate": "Candidate",
        "print": "Print or save as PDF",
        "absentTitle": "Results not found",
        "absent": "This link is not complete or was never made.",
        "endedTitle": "Link ended",
        "ended": "This link to results has ended. Ask the person who sent it to you for a new one.",
    },
)


def phrases(language: str) -> Phrases:
    """The phrases in a language by its BCP 47 code, in English where it is not known."""
    return PHRASES.texts(language)
