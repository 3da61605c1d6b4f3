"""The kinds of records in the table, a module for each resource (docs/data-model.md).

The deployed layer loads a kind when it is first asked for (scripts/layer/lazy_packages.py): a function
pays for the models of its own records only. So this page imports and does nothing else.
"""

from gather.table.kinds.audio_question import AUDIO_QUESTION
from gather.table.kinds.candidate import CANDIDATE
from gather.table.kinds.candidate_interview import CANDIDATE_INTERVIEW
from gather.table.kinds.interview import INTERVIEW
from gather.table.kinds.message_group import MESSAGE_GROUP
from gather.table.kinds.survey_question import SURVEY_QUESTION
from gather.table.kinds.webhook import WEBHOOK, WEBHOOK_DELETION, WEBHOOK_DELIVERY

__all__ = [
    "AUDIO_QUESTION",
    "CANDIDATE",
    "CANDIDATE_INTERVIEW",
    "INTERVIEW",
    "MESSAGE_GROUP",
    "SURVEY_QUESTION",
    "WEBHOOK",
    "WEBHOOK_DELETION",
    "WEBHOOK_DELIVERY",
]
