"""The intent of a candidate's words in an AI interview, as far as written rules can tell.

They decide where no engine can be asked, guard what an engine judges, and the local interviewer goes by them.
"""

from gather.ports.interviewer import ABOUT_THE_QUESTION, Intent
from gather.screening.conversations.asides import aside_of
from gather.screening.conversations.intent_rules import announces_question, asks, declines


def plain_intent(text: str, language: str, *, is_inviting: bool) -> Intent:
    """Tell the intent of `text`. `is_inviting` says that the candidate was invited to ask."""
    aside = aside_of(text, language)
    if is_inviting:
        if aside is not None or asks(text, language) or announces_question(text):
            return Intent.QUESTION
        return Intent.DECLINE if declines(text) else Intent.ANSWER
    if aside is None:
        return Intent.ANSWER
    return Intent.UNCLEAR if aside in ABOUT_THE_QUESTION else Intent.ABOUT_INTERVIEW
