"""The phrases of the meeting's page: English here, others in `languages/meeting-page`."""

from typing import Final

from gather.core.catalogue import Phrases, catalogue_in_assets

PHRASES: Final = catalogue_in_assets(
    __file__,
    "meeting-page",
    {
        "invites": "{company} invites you to a meeting",
        "when": "When",
        "where": "Where",
        "long": "How long",
        "minutes": "{minutes} minutes",
        "noTimeYet": "{company} will tell you the time and the place.",
        "ask": "Please confirm that you will come.",
        "answerBy": "Please answer by {deadline}.",
        "confirm": "I will come",
        "anotherTime": "Another time, please",
        "decline": "I cannot come",
        "confirmed": "You have confirmed this meeting. Thank you.",
        "changed": "This meeting has changed since you confirmed it.",
        "declined": "You have declined this meeting. You can still confirm it.",
        "another_time": (
            "You have asked for another time. {company} will write to you. You can still confirm this one."
        ),
        "calendar": "Add to the calendar",
        "contact": "Do you have questions? Write to {contact}.",
        "contactCompany": "Do you have questions? Ask {company}, who invited you.",
        "choose": "Please choose a time that suits you.",
        "book": "Book this time",
        "booked": "Your time is booked.",
        "bookedOver": "The time that you booked has come.",
        "move": "Choose another time",
        "moveButton": "Move to this time",
        "cancel": "Cancel the booking",
        "taken": "This time could not be booked. Maybe somebody was faster. Please choose another one.",
        "takenKept": "This could not be changed. Maybe somebody was faster. Your booking stays as it is.",
        "released": "The time that you had booked does not hold any more. Please choose another one.",
        "noTimes": "No time is free at the moment. Ask for another time, and {company} will write to you.",
        "declinedSlots": "You have declined this meeting. You can still book a time.",
        "another_timeSlots": (
            "You have asked for another time. {company} will write to you. You can still book one of these."
        ),
        "whichTimes": "Which times would suit you? (optional)",
        "absentTitle": "Invite not found",
        "absent": "This link is not complete or was never sent.",
        "expiredTitle": "Invite expired",
        "expired": "The time to confirm has passed. Ask the company again.",
    },
)


def phrases(language: str) -> Phrases:
    """The phrases in a language by its BCP 47 code, in English where it is not known."""
    return PHRASES.texts(language)
