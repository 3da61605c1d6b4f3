"""The messages of a team that has written none, and the lines below every message.

Texts have placeholders in double braces, as those of message groups do. Paragraphs are divided by an empty
line. Text messages keep to the alphabet of GSM in all languages but Arabic. Other characters would cut a part
from 160 to 70.
"""

from typing import Final

from gather.core.catalogue import catalogue_beside

PHRASES: Final = catalogue_beside(
    __file__,
    "messages",
    {
        "inviteSubject": "Your interview with {{companyName}}",
        "inviteHeader": "You are invited to an interview",
        "inviteBody": (
            "Hello {{candidateFirstName}},\n\n"
            "Thank you for your interest in {{companyName}}! We would like to get to know you better "
            "and invite you to the interview “{{interviewTitle}}”.\n\n"
            "You answer a few questions online, whenever it suits you, on a phone or a computer:\n\n"
            "{{link}}\n\n"
            "This link is yours alone, so please do not pass it on. Good luck!\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "inviteSms": (
            "Hi {{candidateFirstName}}, {{companyName}} invites you to the interview "
            "{{interviewTitle}}. Start whenever it suits you: {{link}}"
        ),
        "inviteButton": "Start the interview",
        "reminderSubject": "Reminder: your interview with {{companyName}}",
        "reminderHeader": "Your interview is waiting for you",
        "reminderBody": (
            "Hello {{candidateFirstName}},\n\n"
            "You have not finished the interview “{{interviewTitle}}” yet. We would be glad to hear "
            "from you, and you can go on where you left off:\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "reminderSms": (
            "Hi {{candidateFirstName}}, your interview {{interviewTitle}} with {{companyName}} is "
            "still open. Go on here: {{link}}"
        ),
        "reminderButton": "Continue the interview",
        "completionSubject": "Thank you for your interview with {{companyName}}",
        "completionHeader": "Thank you",
        "completionBody": (
            "Hello {{candidateFirstName}},\n\n"
            "Thank you for completing the interview “{{interviewTitle}}”. We have received your "
            "answers and will get back to you as soon as we have reviewed them.\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "completionSms": (
            "Hi {{candidateFirstName}}, thank you for completing the interview {{interviewTitle}}. "
            "We will get back to you. {{companyName}}"
        ),
        "completionButton": "Open",
        "rejectionSubject": "Your interview with {{companyName}}",
        "rejectionHeader": "Thank you for your time",
        "rejectionBody": (
            "Hello {{candidateFirstName}},\n\n"
            "Thank you for the time and the thought that you put into “{{interviewTitle}}”. This time we are "
            "going on with other candidates.\n\n"
            "We know that this is not the news that you hoped for. It is about this one position, and not "
            "about you as a person. You are welcome to apply with us again.\n\n"
            "We wish you all the best!\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "rejectionSms": (
            "Hi {{candidateFirstName}}, thank you for taking part in {{interviewTitle}}. This time we are "
            "going on with other candidates. We wish you all the best! {{companyName}}"
        ),
        "advanceSubject": "Good news from {{companyName}}",
        "advanceHeader": "We are going on with you",
        "advanceBody": (
            "Hello {{candidateFirstName}},\n\n"
            "Thank you for the time and the thought that you put into “{{interviewTitle}}”. We have looked "
            "at your answers, and we would like to go on with you.\n\n"
            "You will hear from us about what comes next.\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "advanceSms": (
            "Hi {{candidateFirstName}}, good news about {{interviewTitle}}: we would like to go on with you. "
            "You will hear from us about what comes next. {{companyName}}"
        ),
        "meetingSubject": "Invitation to a meeting with {{companyName}}",
        "meetingHeader": "We would like to meet you",
        "meetingBody": (
            "Hello {{candidateFirstName}},\n\n"
            "Thank you for the time that you have taken so far! {{companyName}} invites you to the meeting "
            "“{{interviewTitle}}”.\n\n"
            "{{details}}\n\n"
            "Please let us know whether you will come, or ask for another time:\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "meetingSms": (
            "Hi {{candidateFirstName}}, {{companyName}} invites you to the meeting {{interviewTitle}}. "
            "Please answer here: {{link}}"
        ),
        "meetingMovedSubject": "Your meeting with {{companyName}} has changed",
        "meetingMovedHeader": "The meeting has changed",
        "meetingMovedBody": (
            "Hello {{candidateFirstName}},\n\n"
            "{{companyName}} has changed the meeting “{{interviewTitle}}”. This is how it is now:\n\n"
            "{{details}}\n\n"
            "Please let us know whether you will come, even if you have told us before, or ask for another "
            "time:\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "meetingMovedSms": (
            "Hi {{candidateFirstName}}, {{companyName}} has changed the meeting {{interviewTitle}}. "
            "Please answer again: {{link}}"
        ),
        "meetingButton": "Answer the invitation",
        "replySubject": "{{companyName}} has replied to you",
        "replyHeader": "The reply to your message",
        "replyBody": (
            "Hello {{candidateFirstName}},\n\n"
            "Thank you for your message about the interview “{{interviewTitle}}”. {{companyName}} "
            "replies:\n\n"
            "{{details}}\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "replySms": (
            "Hi {{candidateFirstName}}, {{companyName}} replies about {{interviewTitle}}: "
            "{{details}} {{link}}"
        ),
        "replyButton": "Open the interview",
        "withdrawalSubject": "You have withdrawn from your interview with {{companyName}}",
        "withdrawalHeader": "You have withdrawn",
        "withdrawalBody": (
            "Hello {{candidateFirstName}},\n\n"
            "You have withdrawn from the interview “{{interviewTitle}}”. The link is closed, and nothing "
            "more is asked of you.\n\n"
            "Thank you for your interest. We wish you all the best!\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "withdrawalSms": (
            "Hi {{candidateFirstName}}, you have withdrawn from {{interviewTitle}}. Nothing more is asked of "
            "you. All the best! {{companyName}}"
        ),
        "mistakeUs": "Was this a mistake, or would you like your data to be erased? Write to {contact}.",
        "mistakeCompany": (
            "Was this a mistake, or would you like your data to be erased? Ask {company}, who invited you."
        ),
        "meetingSlotsSubject": "Choose a time for your meeting with {{companyName}}",
        "meetingSlotsHeader": "We would like to meet you",
        "meetingSlotsBody": (
            "Hello {{candidateFirstName}},\n\n"
            "Thank you for the time that you have taken so far! {{companyName}} invites you to the meeting "
            "“{{interviewTitle}}”.\n\n"
            "{{details}}\n\n"
            "Please choose a time that suits you, or ask for another one:\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "meetingSlotsSms": (
            "Hi {{candidateFirstName}}, {{companyName}} invites you to the meeting {{interviewTitle}}. "
            "Please choose a time: {{link}}"
        ),
        "meetingSlotsButton": "Choose a time",
        "meetingBookedSubject": "Your meeting with {{companyName}} is booked",
        "meetingBookedHeader": "Your meeting is booked",
        "meetingBookedBody": (
            "Hello {{candidateFirstName}},\n\n"
            "Your time for the meeting “{{interviewTitle}}” is booked.\n\n"
            "{{details}}\n\n"
            "The calendar file is attached. If the time does not suit you after all, you can change or "
            "cancel it:\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "meetingBookedSms": (
            "Hi {{candidateFirstName}}, your time for the meeting {{interviewTitle}} with {{companyName}} is "
            "booked. Change or cancel it here: {{link}}"
        ),
        "meetingBookedButton": "Change or cancel",
        "meetingRebookedSubject": "Your meeting with {{companyName}} has changed",
        "meetingRebookedHeader": "Your meeting has changed",
        "meetingRebookedBody": (
            "Hello {{candidateFirstName}},\n\n"
            "This is how your meeting “{{interviewTitle}}” is now:\n\n"
            "{{details}}\n\n"
            "The attached file updates your calendar. If the time does not suit you after all, you can "
            "change or cancel it:\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "meetingRebookedSms": (
            "Hi {{candidateFirstName}}, your meeting {{interviewTitle}} with {{companyName}} has changed. "
            "See it here: {{link}}"
        ),
        "meetingCancelledSubject": "Your meeting with {{companyName}} is cancelled",
        "meetingCancelledHeader": "Your meeting is cancelled",
        "meetingCancelledBody": (
            "Hello {{candidateFirstName}},\n\n"
            "The meeting “{{interviewTitle}}” is cancelled. It was booked for this time:\n\n"
            "{{details}}\n\n"
            "The attached file removes it from your calendar.\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "meetingCancelledSms": (
            "Hi {{candidateFirstName}}, your meeting {{interviewTitle}} with {{companyName}} is cancelled."
        ),
        "meetingReleasedSubject": "Please choose another time for your meeting with {{companyName}}",
        "meetingReleasedHeader": "The time that you booked has changed",
        "meetingReleasedBody": (
            "Hello {{candidateFirstName}},\n\n"
            "{{companyName}} has had to change the time that you booked for the meeting "
            "“{{interviewTitle}}”. We are sorry for the trouble. This time does not hold any more:\n\n"
            "{{details}}\n\n"
            "Please choose another time that suits you, or ask for another one:\n\n"
            "{{link}}\n\n"
            "Kind regards\n{{companyName}}"
        ),
        "meetingReleasedSms": (
            "Hi {{candidateFirstName}}, the time that you booked for the meeting {{interviewTitle}} with "
            "{{companyName}} does not hold any more. Please choose another one: {{link}}"
        ),
        "plainLink": "If the button does not work, open this address:",
        "takes": "It takes about {minutes} minutes.",
        "webOnly": "You answer in your browser. Nobody calls you, and you need no app.",
        "answerBy": "Please answer by {deadline}.",
        "when": "When: {time}",
        "where": "Where: {place}",
        "askUs": "Do you have questions, or need another way to take part? Write to {contact}.",
        "askCompany": (
            "Do you have questions, or need another way to take part? Ask {company}, who invited you."
        ),
        "reviewUs": (
            "Do you have questions about this decision, or would you like a person to look at it again? "
            "Write to {contact}."
        ),
        "reviewCompany": (
            "Do you have questions about this decision, or would you like a person to look at it again? "
            "Ask {company}, who invited you."
        ),
        "helpOpen": "Ask for more time or another format, ask a question, or withdraw",
        "helpDone": "Ask a question, or withdraw",
        "whyYou": "You get this e-mail because {company} has invited you.",
        "unsubscribe": "Unsubscribe",
        "smsStop": "Reply STOP to opt out.",
    },
)
