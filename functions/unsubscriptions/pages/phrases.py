"""The phrases of the unsubscribe page: English here, others in `assets/languages/unsubscribe-page`."""

from typing import Final

from gather.core.catalogue import Phrases, catalogue_in_assets

PHRASES: Final = catalogue_in_assets(
    __file__,
    "unsubscribe-page",
    {
        "title": "Unsubscribe",
        "ask": "Would you like to get no more invitations and reminders by e-mail from {company}?",
        "leave": "Unsubscribe",
        "outTitle": "You are unsubscribed",
        "out": "You get no more invitations and reminders by e-mail from {company}.",
        "undo": "Get e-mails again",
        "backTitle": "You get e-mails again",
        "back": "{company} can send you invitations and reminders by e-mail again.",
        "stays": (
            "Links that you have stay valid. "
            "When you complete an interview, {company} still confirms it to you."
        ),
        "theCompany": "the company",
        "absentTitle": "Link not found",
        "absent": "This link is not complete. Please copy it from the e-mail once more.",
    },
)


def phrases(language: str) -> Phrases:
    """The phrases in a language by its BCP 47 code, in English where it is not known."""
    return PHRASES.texts(language)
