"""The kinds of records in the table, a module for each resource (docs/data-model.md).

The deployed layer loads a kind when it is first asked for (scripts/layer/lazy_packages.py): a function
pays for the models of its own records only. So this page imports and does nothing else.
"""

from gather.table.kinds.ai_text_question import AI_TEXT_QUESTION
from gather.table.kinds.audio_question import AUDIO_QUESTION
from gather.table.kinds.candidate import CANDIDATE
from gather.table.kinds.candidate_interview import CANDIDATE_INTERVIEW
from gather.table.kinds.candidate_meeting import CANDIDATE_MEETING
from gather.table.kinds.chatbot import CHATBOT
from gather.table.kinds.conversation import CONVERSATION
from gather.table.kinds.enrollment import ENROLLMENT
from gather.table.kinds.interview import INTERVIEW
from gather.table.kinds.job import JOB
from gather.table.kinds.job_family import JOB_FAMILY
from gather.table.kinds.knowledge_base import KNOWLEDGE_BASE
from gather.table.kinds.meeting import MEETING
from gather.table.kinds.message_group import MESSAGE_GROUP
from gather.table.kinds.order import ORDER
from gather.table.kinds.replica import REPLICA
from gather.table.kinds.survey_question import SURVEY_QUESTION
from gather.table.kinds.webhook import WEBHOOK, WEBHOOK_DELETION, WEBHOOK_DELIVERY
from gather.table.kinds.workflow_template import WORKFLOW_TEMPLATE

__all__ = [
    "AI_TEXT_QUESTION",
    "AUDIO_QUESTION",
    "CANDIDATE",
    "CANDIDATE_INTERVIEW",
    "CANDIDATE_MEETING",
    "CHATBOT",
    "CONVERSATION",
    "ENROLLMENT",
    "INTERVIEW",
    "JOB",
    "JOB_FAMILY",
    "KNOWLEDGE_BASE",
    "MEETING",
    "MESSAGE_GROUP",
    "ORDER",
    "REPLICA",
    "SURVEY_QUESTION",
    "WEBHOOK",
    "WEBHOOK_DELETION",
    "WEBHOOK_DELIVERY",
    "WORKFLOW_TEMPLATE",
]
