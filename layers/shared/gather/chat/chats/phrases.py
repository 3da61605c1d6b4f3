"""The phrases of the chat, on its page and in the chatbot's name: other languages in `languages/chat`."""

from typing import Final

from gather.core.catalogue import Phrases, catalogue_beside

PHRASES: Final = catalogue_beside(
    __file__,
    "chat",
    {
        "refusal": "I'm sorry, I can't talk about that here. Is there something else you would like to know?",
        "whoReplies": "I am an automated assistant, a computer program. People of the team can read what we "
        "write.",
        "isKept": "What you write here is stored, and people of the team can read it.",
        "whoReads": "People of the team can read what you write here. The replies come from a computer "
        "program.",
        "toPerson": "I cannot put you through. You can leave a message, and a person of the team answers by "
        "e-mail.",
        "isThere": "Yes, I am here and read what you write.",
        "askForJobs": "Which jobs are open?",
        "greeting": "Hello! How can I help you?",
        "title": "Chat with {name}",
        "messages": "Messages",
        "you": "You",
        "yourMessage": "Your message",
        "placeholder": "Write a message…",
        "send": "Send",
        "typing": "{name} is writing…",
        "failed": "That did not go through. Your message is kept.",
        "notLoaded": "The conversation could not be loaded.",
        "retry": "Try again",
        "busy": "This chat is very busy right now. Please try again later.",
        "ended": "This conversation has ended.",
        "startNew": "Start a new conversation",
        "end": "End chat",
        "endQuestion": "End this conversation?",
        "keep": "Keep chatting",
        "close": "Close chat",
        "tooLong": "{count} of {most} characters",
        "notice": "You are talking to an automated assistant. Please share no bank or identity numbers.",
        "leaveMessage": "Leave a message",
        "leaveTitle": "Leave a message for the team",
        "leaveNote": "The team reads your message and answers by e-mail.",
        "yourName": "Your name",
        "yourEmail": "Your e-mail address",
        "leaveSend": "Send message",
        "leaveWrong": "Please check your name, your e-mail address and your message.",
        "cancel": "Cancel",
        "messageLeft": "Thank you, {name}. Your message is with the team, who will answer you by e-mail.",
        "attach": "Send a file",
        "attachHint": "Send a file to the team: {types}, up to {megabytes} MB",
        "fileSending": "{file} is being sent…",
        "fileWrongType": "{file} cannot be sent. Only {types} can be taken.",
        "fileTooLarge": "{file} is larger than {megabytes} MB.",
        "fileEmpty": "{file} is empty.",
        "fileUnreadable": "{file} cannot be taken. Only {types} can.",
        "fileLocked": "{file} cannot be taken. It opens only with a password. Please save it without one.",
        "fileDamaged": "{file} cannot be taken. It is damaged or incomplete. Please check that it opens.",
        "fileMacros": "{file} cannot be taken. It has macros. Please save it as PDF.",
        "fileTooMany": "No more files can be sent in this conversation.",
        "fileFailed": "{file} has not arrived.",
        "fileThanks": "Thank you. The team has received {file}.",
        "fileUnread": "Thank you. The team has received {file}. I could not read its text. "
        "You can write here what you are looking for.",
        "writeTo": "Write to {contact}",
        "viewJob": "View job",
        "newTab": "opens in a new tab",
        "noScript": "This chat needs JavaScript.",
        "absentTitle": "Chat not found",
        "absent": "This chat does not exist or is no longer offered.",
    },
)


def phrases(language: str) -> Phrases:
    """The phrases in a language by its BCP 47 code, in English where it is not known."""
    return PHRASES.texts(language)
