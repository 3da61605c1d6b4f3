"""The interviewer's fixed phrases, in English. The other languages are in `languages/interviewer`.

Turns with a tone are put together: a first part where `friendlyTone` is on, then a part that is formal where
`professionalTone` is on and relaxed where it is off.
"""

from typing import Final

from gather.content.interviews.ai_interview import AiConfiguration
from gather.core.catalogue import Phrases, Plural, catalogue_beside

PHRASES: Final = catalogue_beside(
    __file__,
    "interviewer",
    {
        "hello": "Hello {firstName}, and welcome!",
        "helloWithoutName": "Hello and welcome!",
        "myName": "My name is {interviewerName}.",
        "greeting": (
            "I am the AI interviewer of {companyName}, and I will ask you the questions of the interview "
            "“{displayName}”."
        ),
        "greetingWithoutCompany": (
            "I am an AI interviewer, and I will ask you the questions of the interview “{displayName}”."
        ),
        "disclosure": (
            "You are talking to an AI interviewer, not to a person. People of the team read what you say and"
            " decide."
        ),
        "disclosurePractice": (
            "You are talking to an AI interviewer, not to a person. This is practice: people of the team may"
            " read what you say, but nobody judges you by it."
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
        "atCompany": "This is the interview “{displayName}” of {companyName}.",
        "recorded": "Yes. When you speak, your voice is recorded, and people of the team can listen to it.",
        "notRecorded": (
            "No recording of your voice is kept. What you say is kept in writing, and people of the team can "
            "read it."
        ),
        "nothingKept": "Your voice is not kept, and what you say is deleted after a day.",
        "readBy": "People of the team read our conversation and decide. The team will be in touch with you.",
        "readByPractice": "People of the team may read our conversation, but nobody judges you by it.",
        "contactAt": "You can reach a person at {contact}.",
        "contactByPage": (
            "I cannot put you through, but you can write to people of the team on this page, under “Help and "
            "contact”."
        ),
        "questionOf": "This is question {asked} of {total}.",
        "allAsked": "I have asked all of my questions.",
        "minutesLeft": Plural(
            "Our conversation can take one more minute at most.",
            "Our conversation can take {count} more minutes at most.",
        ),
        "pause": Plural(
            "You can take a break, and go on with the same link within the next minute.",
            "You can take a break, and go on with the same link within the next {count} minutes.",
        ),
        "noWayBack": (
            "I cannot come back to a question later. If you would rather not answer this one, just say so."
        ),
        "asTheQuestionSays": (
            "I mean just what the question says. Where it leaves something open, take what you can tell most "
            "about."
        ),
        "hearYou": "Yes, your words reach me.",
        "backToQuestion": "My question is: {wording}",
        "contradiction": "The texts that I have do not agree about that. The team will answer it.",
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
        "tipDetail": "A tip: say a little more, so that your listener can picture the situation.",
        "tipDetailAgain": "A tip: two or three more sentences would show how you went about it.",
        "tipOwnPart": "A tip: take one example and say what you yourself did in it.",
        "tipOwnPartAgain": "A tip: tell of one day or one case, and of your own part in it.",
        "tipOutcome": "A tip: end with what came of it, with a number where you have one.",
        "tipOutcomeAgain": "A tip: say at the end what was different afterwards.",
        "tipGood": "That was good to follow: you said what you did yourself and what came of it.",
        "tipGoodAgain": "What helped there: an example of your own, and how it ended.",
        "helpedDetail": "What helped: you took the time to describe what happened.",
        "helpedOwnPart": "What helped: you told of your own part, with examples.",
        "helpedOutcome": "What helped: you said what came of what you did.",
        "nextTimeDetail": (
            "For next time: say more in each answer, three or four sentences are a good length."
        ),
        "nextTimeOwnPart": "For next time: build each answer on one example, and say what you yourself did.",
        "nextTimeOutcome": "For next time: end each answer with what came of it, if you can with a number.",
        "helpedAll": "What helped: your answers had examples of your own and how they ended. Keep to that.",
        "nextTimeAnswer": (
            "For next time: answer with one short example of your own; it need not be a big one."
        ),
    },
)


def phrases(language: str) -> Phrases:
    """The phrases in a language by its BCP 47 code, in English where it is not known."""
    return PHRASES.texts(language)


def phrase_with_tone(configuration: AiConfiguration, name: str) -> str:
    """A phrase with a tone (`nudge`, `invite`, `closing`) in the configuration's language and tone."""
    known = phrases(configuration.language)
    said = known[f"{name}Formal" if configuration.professional_tone else f"{name}Relaxed"]
    return f"{known[f'{name}Friendly']} {said}" if configuration.friendly_tone else said


def farewell(configuration: AiConfiguration, *, is_practice: bool) -> str:
    """How the interviewer says goodbye, to whoever practised without a word of the team."""
    if is_practice:
        return phrases(configuration.language)["closingPractice"]
    return phrase_with_tone(configuration, "closing")
