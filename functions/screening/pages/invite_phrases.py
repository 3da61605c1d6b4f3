"""The phrases of the candidate's page: English here, others in `languages/candidate-page`."""

from typing import Final

from gather.core.catalogue import Phrases, Plural, catalogue_in_assets

PHRASES: Final = catalogue_in_assets(
    __file__,
    "candidate-page",
    {
        "consentTitle": "Before you begin",
        "agree": "I agree",
        "disagree": "I do not agree",
        "disagreeText": (
            "Without your agreement this interview cannot take place. You can ask {companyName} for another "
            "way to be interviewed, or withdraw."
        ),
        "disagreeOther": "Ask for another way",
        "goBack": "Go back",
        "privacyNotice": "Privacy notice of {companyName}",
        "notAgreed": "Your agreement could not be saved. Please try again.",
        "hello": "Hello {firstName}!",
        "welcomeBack": "Welcome back, {firstName}!",
        "intro": "{companyName} would like to get to know you. {questions}.",
        "questions": Plural("There is one question for you", "There are {count} questions for you"),
        "pointSpeak": "Speak or write, as you like. Your microphone is on only while you record.",
        "pointSaved": (
            "Your answers are saved as you give them. You can leave and come back with the same link."
        ),
        "pointWebOnly": "You answer here, in your browser. Nobody calls you, and you need no app.",
        "pointUntil": "Your link is valid until {date}.",
        "takes": "It takes about {minutes} minutes.",
        "pointDecides": "An AI scores your answers. People at {companyName} decide.",
        "pointScoreEnds": (
            "An AI scores your answers. A score below a limit can end your application without a person. To "
            "have a person look at it, ask {contact}."
        ),
        "pointAsk": "Do you have questions, or need another way to take part? Write to {contact}.",
        "pointAskCompany": (
            "Do you have questions, or need another way to take part? Ask {companyName}, who invited you."
        ),
        "aboutJob": "What it is about",
        "description": "Read the description",
        "message": "A message for you",
        "resumeTitle": "Your résumé",
        "resumeHint": (
            "If you like, add a file: {types}, up to {megabytes} MB. People at {companyName} read it. No AI "
            "scores it."
        ),
        "resumeChoose": "Choose a file",
        "resumeReplace": "Replace",
        "resumeRemove": "Remove",
        "resumeCancel": "Cancel",
        "resumeSending": "{name} is being sent: {percent}%",
        "resumeGiven": "{name} has arrived.",
        "resumeRemoved": "Your résumé has been removed.",
        "resumeTooLarge": "{name} is larger than {megabytes} MB. Please choose a smaller file.",
        "resumeEmpty": "{name} is empty. Please choose another file.",
        "resumeWrongType": "Only {types} can be taken. Please save your résumé as PDF and choose it again.",
        "resumeUnreadable": (
            "{name} cannot be read. It is no {types} file, whatever it is called. Please save it as PDF and "
            "choose it again."
        ),
        "resumeLocked": (
            "{name} cannot be read. It opens only with a password. Please save it without a password and "
            "choose it again."
        ),
        "resumeDamaged": (
            "{name} cannot be read. It is damaged or incomplete. Please save it as PDF again, check that it "
            "opens, and choose it again."
        ),
        "resumeMacros": "{name} cannot be read. It has macros. Please save it as PDF and choose it again.",
        "resumeTooMany": "No more files can be sent.",
        "resumeFailed": "{name} has not arrived yet. It is kept on this page, and we keep trying.",
        "resumeNotRemoved": "Your résumé could not be removed. Please try again.",
        "tryMicrophone": "Try your microphone",
        "tryHint": "A practice take of up to {seconds} seconds. Nobody but you hears it.",
        "tryStop": "Stop and listen",
        "yourPractice": "Your practice take",
        "start": "Start",
        "goOn": "Continue",
        "plainNote": (
            "To answer, open this page in a browser with JavaScript switched on. These are the questions:"
        ),
        "answered": "Answered",
        "place": "Question {number} of {count}",
        "done": "{count} answered",
        "progress": "Progress",
        "back": "Back",
        "next": "Next",
        "skip": "Skip for now",
        "review": "Check your answers",
        "listen": "Listen to the question",
        "play": "Play",
        "pause": "Pause",
        "position": "Position",
        "cannotPlay": "Cannot be played",
        "video": "Watch the video",
        "filmMissing": "The video cannot be played here.",
        "newTab": "opens in a new tab",
        "howToAnswer": "How to answer",
        "wayRecord": "Speak",
        "wayWrite": "Write",
        "writeOnly": "This browser cannot record here, so please write your answer.",
        "writeHere": "Write your answer here",
        "count": "{count} of {most} characters",
        "tooLong": "{count} of {most} characters: {over} too many",
        "record": "Record your answer",
        "recordAgain": "Record again",
        "recordHint": "Up to {minutes} minutes. You can listen to it and record it again.",
        "yourRecording": "Your recording",
        "stop": "Stop recording",
        "allowMicrophone": "Please allow this page to use your microphone…",
        "recordingBegan": "Recording has begun.",
        "recordingEnded": "Recording has ended, {time}.",
        "silent": "We heard nothing. Please listen to your recording, and record it again if it is silent.",
        "nothingRecorded": "Nothing was recorded. Please try again or write your answer.",
        "microphoneRefused": (
            "Your browser does not let this page use the microphone. Allow it in its settings, or write "
            "instead."
        ),
        "noMicrophone": "No microphone can be used. Please write your answer instead.",
        "tooManyRecordings": "No more recordings are possible. Please write your answer instead.",
        "chooseAll": "Choose all that apply.",
        "yes": "Yes",
        "no": "No",
        "up": "Thumbs up",
        "down": "Thumbs down",
        "unsaved": "Not saved yet",
        "saving": "Saving…",
        "saved": "Saved",
        "answeredBefore": "You have answered this question. A new answer replaces the one before.",
        "kept": "Your answer from before counts until you give a new one.",
        "failed": "Not saved yet. Your answer is kept on this page, and we keep trying.",
        "refused": "This answer was not accepted: {reason}",
        "retry": "Try now",
        "offline": "You are offline. Your answers are kept on this page and saved as soon as you are back.",
        "missing": "No answer yet",
        "unfit": "Too long to be saved",
        "missingAnswers": Plural("One question has no answer yet.", "{count} questions have no answer yet."),
        "reviewReady": "All questions are answered. You can still change your answers until you send them.",
        "change": "Change",
        "answer": "Answer",
        "send": "Send my answers",
        "sending": "Sending…",
        "sendHint": "Once they are sent, your answers can no longer be changed.",
        "sendsLater": (
            "They are not sent yet. They are kept on this page and sent as soon as the connection is back."
        ),
        "notSent": "Your answers could not be sent. They are saved; please try again.",
        "thanks": "Thank you, {firstName}!",
        "completed": "Your answers have been sent to {companyName}.",
        "standsReceived": "They are being prepared for the people who read them.",
        "standsReading": "People at {companyName} read them next.",
        "standsNext": "You are through this part. You hear from {companyName} about the next one.",
        "standsDone": "You are through all parts. You hear from {companyName}.",
        "standsEnded": (
            "{companyName} is going on with other candidates this time. We know that this is not the news "
            "that you hoped for. If you would like a person to look at it again, ask below."
        ),
        "standsClosed": "{companyName} has closed this application. If you have questions, ask below.",
        "standsWithdrawn": "You take part no longer, and {companyName} knows. Thank you for your time!",
        "standsPractice": "This was practice. Nobody decides anything by it.",
        "nextPeople": "People at {companyName} read your answers and decide.",
        "nextScore": "An AI scores your answers, and you hear how it goes on.",
        "nextPractice": "This was practice. Nobody decides anything by it.",
        "nextLink": "With the same link you can see later how it stands.",
        "promise": "You hear from {companyName} by {date}.",
        "late": "You should have heard from {companyName} by now. Ask below how it stands.",
        "noPromise": "{companyName} has not said by when you hear from it. You can ask below.",
        "listComma": ", ",
        "onward": "Continue to {host}",
        "leadOn": "You are taken there in {seconds} seconds.",
        "stay": "Stay here",
        "closedTitle": "This interview is closed",
        "closed": "{companyName} no longer takes answers to it.",
        "haltedTitle": "This interview is paused",
        "halted": (
            "{companyName} takes no answers to it at the moment. What you have answered is kept. Please come "
            "back later with the same link."
        ),
        "expiredTitle": "The time has passed",
        "expired": "The time for this interview has passed. You can ask {companyName} for more time below.",
        "longExpired": "The time for this interview has passed. Ask {companyName} for a new invite.",
        "withdrawnTitle": "You have withdrawn",
        "withdrawn": "You take part no longer, and {companyName} knows. Thank you for your time!",
        "goneTitle": "This link has ended",
        "gone": "Nothing is kept under it any more.",
        "helpTitle": "Help and contact",
        "helpContact": "Your contact at {companyName}: {contact}",
        "helpCompany": "Your contact is {companyName}, who invited you.",
        "helpAsk": "What do you need?",
        "helpMoreTime": "More time",
        "helpOtherFormat": "Another way to be interviewed",
        "helpQuestion": "An answer to a question",
        "helpWithdraw": "To withdraw",
        "helpWords": "Your words to {companyName}",
        "helpWordsOptional": "Your words to {companyName}, if you like",
        "helpSend": "Send the request",
        "helpSent": "{companyName} has your request. The reply comes by e-mail or text message.",
        "helpNotSent": "Your request could not be sent. Please try again.",
        "helpTooMany": "No more requests can be sent from here.",
        "helpNoWords": "Please write a few words first.",
        "withdrawTitle": "Withdraw from this interview?",
        "withdrawText": (
            "Your invite is closed at once, and you cannot open it again by yourself. {companyName} keeps "
            "what you have answered so far, until its time is over or you ask for it to be erased."
        ),
        "withdrawNow": "Withdraw",
        "absentTitle": "Invite not found",
        "absent": "This link is not complete or was never sent.",
        "ai": "AI",
        "interviewer": "The interviewer",
        "asksFor": "Asks the questions for {companyName}",
        "talkWith": "Conversation with {name}",
        "talkIntro": "{companyName} would like to get to know you in a conversation. {questions}.",
        "talkQuestions": Plural("There is one question for you", "There are {count} questions for you"),
        "talkUntil": "Your link is valid until {date}.",
        "talkOffline": "You are offline. What you said is kept and sent as soon as you are back.",
        "goesOn": "The conversation goes on where you left it. {asked} of {total} questions have been asked.",
        "pointTalk": "Speak or type, and change whenever you like. You do not need a microphone.",
        "pointType": "You type your answers: this interview cannot be spoken here.",
        "pointTalkSaved": (
            "Each answer is saved when you send it. You can pause, leave, and go on with the same link."
        ),
        "startByVoice": "Start by voice",
        "startByText": "Start by text",
        "goOnByVoice": "Continue by voice",
        "goOnByText": "Continue by text",
        "transcript": "Conversation",
        "you": "You",
        "saidNothing": "No answer",
        "isSpeaking": "{name} is speaking…",
        "isThinking": "{name} is thinking…",
        "isListening": "Listening to you",
        "yourTurn": "It is your turn",
        "understanding": "Understanding what you said…",
        "pleaseCheck": "Please check what we heard",
        "paused": "Paused",
        "hasEnded": "The conversation has ended",
        "plainer": "{name} keeps to the plain questions for the moment. Your answers count as always.",
        "toGo": "{count} to go",
        "tools": "Conversation controls",
        "sound": "Sound",
        "captions": "Captions",
        "replay": "Replay",
        "askAgain": "Ask again",
        "askAgainWords": "Could you repeat the question, please?",
        "endShort": "End",
        "endTitle": "End the conversation?",
        "endText": "Questions that are still open stay without an answer, and you cannot come back to them.",
        "endNow": "End the conversation",
        "keepTalking": "Go on talking",
        "pausedText": "The conversation waits for you. Your microphone is off, and no time runs.",
        "resume": "Go on",
        "speakInstead": "Speak instead",
        "typeOnly": "Type only",
        "typeHere": "Type your answer",
        "yourAnswer": "Your answer",
        "enterSends": "Enter sends, Shift and Enter begins a new line.",
        "sendTurn": "Send",
        "mayInterrupt": "You can interrupt at any time.",
        "interrupt": "Interrupt",
        "speakNow": "Speak when you are ready. Take your time.",
        "weHear": "We hear you.",
        "doneSpeaking": "I’m done",
        "voiceSettings": "Voice settings",
        "automatic": "Notice automatically when I have finished speaking",
        "whatWasHeard": "What was heard is sent",
        "waitSeconds": "after 5 seconds",
        "waitNone": "at once",
        "waitForMe": "when I press Send",
        "checkFirst": "Check before sending",
        "keptForYou": "What you were saying is kept. You can check it when you go on.",
        "unfinishedWords": (
            "and or but because if the a an my our your um uh er erm hmm which"
            " of to in at for with from about was were is be been i we"
            " he she would could than rather sorry wait i_mean is_that was_that probably_that so_that"
        ),
        "listeningWords": (
            "yeah yes yep yup ok okay right sure mm mhm mmhm hm hmm uh"
            " huh aha ah oh i see good great fine alright"
        ),
        "weHeard": "This is what we heard",
        "sendsItself": "Sends itself in {seconds} seconds",
        "correct": "Correct",
        "sayAgain": "Say it again",
        "heardNoWords": "Sorry, we could not make out any words. Please say it again, or type.",
        "heardNothingYet": (
            "We have not heard you yet. Speak a little louder, switch the automatic detection off, or type."
        ),
        "cannotUnderstand": "Speech cannot be understood here at the moment. Please type your answers.",
        "reconnecting": "The connection is interrupted. What you said is kept, and we keep trying.",
        "elsewhere": (
            "The conversation has gone on in another window or another device. This is how it stands."
        ),
        "surveyAfter": Plural(
            "Thank you. One short question is left to answer.",
            "Thank you. {count} short questions are left to answer.",
        ),
        "allSaid": "Thank you, that was everything.",
        "finish": "Finish",
    },
)


def phrases(language: str) -> Phrases:
    """The phrases in a language by its BCP 47 code, in English where it is not known."""
    return PHRASES.texts(language)
