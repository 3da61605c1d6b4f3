"""A POST without a member uses the default that the OpenAPI document declares for its body."""

import pytest
from pydantic import BaseModel

from gather.chat.chatbots.models import Chatbot
from gather.chat.chatbots.requests import CreateChatbot
from gather.content.audio_questions.models import AudioQuestionRecord, CreateAudioQuestion
from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.requests import CreateInterview
from gather.content.message_groups.models import CreateMessageGroup, MessageGroup
from gather.content.replicas.models import CreateReplica, Replica
from gather.workflow.jobs.models import CreateJob, JobRecord

OF_THE_REQUEST_ALONE = {"team_id", "user_id", "branding"}


@pytest.mark.parametrize(
    ("body", "record"),
    [
        (CreateAudioQuestion, AudioQuestionRecord),
        (CreateChatbot, Chatbot),
        (CreateInterview, InterviewDetail),
        (CreateJob, JobRecord),
        (CreateMessageGroup, MessageGroup),
        (CreateReplica, Replica),
    ],
)
def test_the_defaults_of_a_body_are_those_of_the_record(
    body: type[BaseModel], record: type[BaseModel]
) -> None:
    optional = {name for name, member in body.model_fields.items() if not member.is_required()}
    both = (optional & record.model_fields.keys()) - OF_THE_REQUEST_ALONE

    assert both
    assert {name: body.model_fields[name].default for name in both} == {
        name: record.model_fields[name].default for name in both
    }
