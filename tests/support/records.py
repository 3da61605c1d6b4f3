"""Builders of records over the interface, one for each record, as a client creates them.

`post_…` returns the record as its POST returns it, `add_…` returns its id. Fields have the client's names.
`tests.builders.content` and its neighbours build records straight in the table.
"""

from typing import Any

from tests.support.setting import Api, Owner

Record = dict[str, Any]

ADA = {
    "firstName": "Ada",
    "lastName": "Lovelace",
    "email": "ada@example.com",
    "phone": "+14155550123",
}
CANDIDATE = {
    **ADA,
    "externalId": "A-1815",
    "linkedInURL": "https://linkedin.example.com/in/ada",
    "timezone": "Europe/London",
    "smsOptIn": True,
}
"""A candidate with everything that a client may tell of one."""
BARISTA = {"title": "Barista 2026", "displayName": "Barista", "interviewType": "standard"}
RECORDING = {"title": "Why coffee?", "audioURL": "https://files.example.com/1.mp3"}
YES_OR_NO = {"type": "YES_NO", "title": "Can you start at six?"}
GUESTS = "How did you calm an angry guest?"
ROBIN = {"name": "Robin", "photoUrl": "https://files.example.com/robin.jpg"}
ASSOCIATE = {"title": "Warehouse associate", "type": "requisition"}
"""The least that a POST of a job needs."""
CHATBOT = {"title": "Careers site", "displayName": "Robin"}
MEETING = {
    "title": "Interview on site",
    "durationMinutes": 45,
    "timezone": "Europe/Berlin",
    "place": "12 Harbour Street",
    "slots": [{"startsAt": "2036-03-20T09:00:00Z", "capacity": 3}, {"startsAt": "2036-03-20T13:00:00Z"}],
}
KNOWLEDGE_BASE = {
    "title": "Working here",
    "articles": [{"title": "Holiday", "text": "Everybody has 30 days of holiday a year."}],
}
WEBHOOK = {"urls": ["https://hooks.example.com/gather"], "events": ["candidate_interview.completed"]}
TOPICS = [{"topic": "Communication", "weight": 60}, {"topic": "Reliability", "weight": 40}]


def post_candidate(api: Api, **fields: object) -> Record:
    """A candidate."""
    return _post(api, "/candidates", {**ADA, **fields})


def add_candidate(api: Api, **fields: object) -> str:
    """A candidate; its id."""
    return _id(post_candidate(api, **fields))


def post_question(api: Api, **fields: object) -> Record:
    """A recorded question."""
    return _post(api, "/questions", {**RECORDING, **fields}, "question")


def add_question(api: Api, **fields: object) -> str:
    """A recorded question; its id."""
    return _id(post_question(api, **fields))


def post_survey_question(api: Api, **fields: object) -> Record:
    """A yes-or-no question, or another kind by its `type`."""
    return _post(api, "/survey-questions", {**YES_OR_NO, **fields}, "surveyQuestion")


def add_survey_question(api: Api, **fields: object) -> str:
    """A yes-or-no question; its id."""
    return _id(post_survey_question(api, **fields))


def post_ai_text_question(api: Api, text: str = GUESTS, **fields: object) -> Record:
    """An AI text question, whose title is the beginning of its text."""
    body = {"title": text[:50], "questionText": text, **fields}
    return _post(api, "/ai-text-questions", body, "aiTextQuestion")


def add_ai_text_question(api: Api, text: str = GUESTS, **fields: object) -> str:
    """An AI text question; its id."""
    return _id(post_ai_text_question(api, text, **fields))


def post_interview(api: Api, **fields: object) -> Record:
    """A standard interview without questions."""
    return _post(api, "/interviews", {**BARISTA, **fields}, "interview")


def add_interview(api: Api, **fields: object) -> str:
    """A standard interview without questions; its id."""
    return _id(post_interview(api, **fields))


def interview_with_question_body(api: Api, **fields: object) -> Record:
    """The body of a standard interview with one survey question, which is there."""
    question = {"id": add_survey_question(api), "knockout": False}
    return {**BARISTA, "title": "Barista", "surveyQuestions": [question], **fields}


def add_interview_with_question(api: Api, **fields: object) -> str:
    """A standard interview with one survey question; its id."""
    return add_interview(api, **interview_with_question_body(api, **fields))


def post_replica(api: Api, **fields: object) -> Record:
    """A replica of the team, whose face an AI interview shows. `replicaId` is the provider's id."""
    return _post(api, "/replicas", {**ROBIN, **fields}, "replica")


def post_ai_interview(api: Api, configuration: Record | None = None, **fields: object) -> Record:
    """An AI interview, with a replica of its own unless the configuration names one."""
    chosen = {**(configuration or {})}
    if "replicaId" not in chosen:
        chosen["replicaId"] = post_replica(api, replicaId="r-Robin")["id"]
    return post_interview(api, **{"interviewType": "ai_interviewer", "aiConfiguration": chosen, **fields})


def post_scorecard(api: Api, interview_id: str, *topics: Record) -> Record:
    """A scorecard of an interview."""
    path = f"/interviews/{interview_id}/score-card-template"
    return _post(api, path, {"topics": topics or TOPICS}, "scoreCardTemplate")


def post_candidate_interview(api: Api, **fields: object) -> Record:
    """A candidate interview, with a candidate and an interview of its own unless they are given."""
    body = dict(fields)
    if "candidateId" not in body:
        body["candidateId"] = add_candidate(api)
    if "interviewId" not in body:
        body["interviewId"] = add_interview(api)
    return _post(api, "/candidate-interviews", body)


def message_group_body(owner: Owner, *messages: Record, **fields: object) -> Record:
    """The body of a published message group for standard interviews of the owner's team."""
    state = {"title": "Friendly", "type": "standard", "status": "PUBLISHED"}
    return {**state, "teamId": owner.team_id, "messages": [*messages], **fields}


def post_message_group(api: Api, owner: Owner, *messages: Record, **fields: object) -> Record:
    """A published message group for standard interviews of the owner's team."""
    return _post(api, "/message-groups", message_group_body(owner, *messages, **fields), "messageGroup")


def post_job(api: Api, **fields: object) -> Record:
    """A job, which is a draft unless `fields` say otherwise."""
    return _post(api, "/jobs", {**ASSOCIATE, **fields}, "job")


def add_job(api: Api, **fields: object) -> str:
    """A job, which is a draft unless `fields` say otherwise; its id."""
    return _id(post_job(api, **fields))


def add_knowledge_base(api: Api, **fields: object) -> str:
    """A knowledge base; its id."""
    return _id(_post(api, "/knowledge-bases", {**KNOWLEDGE_BASE, **fields}, "knowledgeBase"))


def add_meeting(api: Api, **fields: object) -> str:
    """A meeting with two slots; its id."""
    return _id(_post(api, "/meetings", {**MEETING, **fields}, "meeting"))


def add_active_job(api: Api, **fields: object) -> str:
    """An active job; its id."""
    return add_job(api, **{"status": "active", **fields})


def post_chatbot(api: Api, **fields: object) -> Record:
    """A chatbot."""
    return _post(api, "/chatbots", {**CHATBOT, **fields}, "chatbot")


def add_chatbot(api: Api, **fields: object) -> str:
    """A chatbot; its id."""
    return _id(post_chatbot(api, **fields))


def post_webhook(api: Api, **fields: object) -> Record:
    """A webhook's configuration, with its secret."""
    return _post(api, "/webhooks", {**WEBHOOK, **fields}, "webhook")


def step(step_type: str, artifact_id: str, **fields: object) -> Record:
    """A step of a workflow template's body."""
    return {"stepType": step_type, "artifactId": artifact_id, **fields}


def post_workflow_template(api: Api, owner: Owner, *steps: Record, **fields: object) -> Record:
    """A workflow template of `steps`, or of one standard interview."""
    wanted = steps or (step("standard_interview", add_interview(api)),)
    body = {"name": "Warehouse", "userId": owner.user_id, "steps": wanted, **fields}
    return _post(api, "/workflow-templates", body, "workflowTemplate")


def credential_body(owner: Owner, **fields: object) -> Record:
    """The body of a key of the owner's team, which may read and write."""
    ids = {"organizationId": owner.organization_id, "teamId": owner.team_id}
    return {**ids, "name": "Careers site", "permissions": ["read", "write"], **fields}


def post_credential(api: Api, owner: Owner, **fields: object) -> Record:
    """A key of the owner's team; `api` takes an admin key."""
    return _post(api, "/credentials", credential_body(owner, **fields))


def _post(api: Api, path: str, body: object, member: str | None = None) -> Record:
    reply = api.post(path, body)
    assert reply.status == 201, reply.body
    record: Record = reply.data if member is None else reply.data[member]
    return record


def _id(record: Record) -> str:
    return str(record["id"])
