"""What the chat itself says, on its page and in the chatbot's name: other languages in `languages/chat`."""

from typing import Final

from gather.core.catalogue import Phrases, catalogue_beside

PHRASES: Final = catalogue_beside(
    __file__,
    "chat",
    {
        "refusal": "I'm sorry, I can't talk about that here. Is there something else you would like to know?",
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
