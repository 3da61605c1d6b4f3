"""A request for each route, with the records that it needs."""

from collections.abc import Callable
from functools import partial
from typing import Any

from gather.core.identifiers import new_id
from gather.screening.candidate_interviews.consent import CONSENT_VERSION
from tests.support.connect_requests import CONNECT_REQUESTS, CONNECT_WITHOUT_REQUEST
from tests.support.records import (
    ASSOCIATE,
    CANDIDATE,
    CHATBOT,
    KNOWLEDGE_BASE,
    MEETING,
    RECORDING,
    ROBIN,
    TOPICS,
    WEBHOOK,
    YES_OR_NO,
    add_ai_text_question,
    add_candidate,
    add_chatbot,
    add_interview_with_question,
    add_job,
    add_knowledge_base,
    add_meeting,
    add_question,
    add_survey_question,
    credential_body,
    interview_with_question_body,
    message_group_body,
    post_ai_interview,
    post_candidate_interview,
    post_credential,
    post_message_group,
    post_scorecard,
    post_webhook,
    post_workflow_template,
    step,
)
from tests.support.setting import GATHER, Request, Setting

AI_TEXT_QUESTION = {"title": "Difficult guests", "questionText": "How did you calm an angry guest?"}
_ASKED = {"kind": "question", "text": "Is there a bus at night?"}
_INVITE = {"type": "INVITE", "emailBody": "Hello {{candidateFirstName}}: {{link}}"}


def candidate(setting: Setting) -> str:
    """The id of a new candidate with everything that a client may tell."""
    return add_candidate(setting, **CANDIDATE)


def message_group(setting: Setting) -> str:
    """The id of a new message group that writes by e-mail."""
    return str(post_message_group(setting, setting, _INVITE)["id"])


def interview_with_scorecard(setting: Setting) -> str:
    """The id of a new interview with a scorecard."""
    interview_id = add_interview_with_question(setting)
    post_scorecard(setting, interview_id)
    return interview_id


def candidate_interview(setting: Setting) -> dict[str, Any]:
    """A new candidate interview, invited by e-mail."""
    return post_candidate_interview(
        setting,
        candidateId=candidate(setting),
        interviewId=add_interview_with_question(setting),
        sendInvite=True,
        deliveryTypes=["email"],
    )


def _screened(setting: Setting) -> tuple[str, str]:
    """The invite token and the question of a candidate interview that is fully answered."""
    token = candidate_interview(setting)["inviteToken"]
    shown = setting.send("GET /screening/{inviteToken}", Request({"inviteToken": token}))
    question_id = shown["data"]["screening"]["questions"][0]["id"]
    route = "PUT /screening/{inviteToken}/answers/{questionId}"
    setting.send(route, Request({"inviteToken": token, "questionId": question_id}, body={"value": True}))
    return token, question_id


def _request_of_candidate(setting: Setting) -> dict[str, str]:
    """The ids of a candidate interview and of what its candidate asks for."""
    made = candidate_interview(setting)
    asking = Request({"inviteToken": made["inviteToken"]}, body=_ASKED)
    asked = setting.send("POST /screening/{inviteToken}/requests", asking)["data"]["request"]
    return {"candidateInterviewId": made["id"], "requestId": asked["id"]}


def _completed(setting: Setting) -> str:
    """The id of a candidate interview that the candidate has completed."""
    made = candidate_interview(setting)
    _complete_one(setting, made["inviteToken"])
    completed: str = made["id"]
    return completed


def _compared(setting: Setting) -> Request:
    first = candidate_interview(setting)
    other = post_candidate_interview(setting, interviewId=first["interviewId"])
    return Request({"candidateInterviewId": first["id"]}, query={"with": other["id"]})


def _queue(setting: Setting) -> Request:
    post_candidate_interview(setting, sendInvite=True, expiryDays=2)
    return Request()


def _scorable(setting: Setting) -> str:
    """The id of a completed candidate interview whose interview has a scorecard."""
    made = candidate_interview(setting)
    post_scorecard(setting, made["interviewId"])
    _complete_one(setting, made["inviteToken"])
    completed: str = made["id"]
    return completed


def _complete_one(setting: Setting, token: str) -> None:
    """Answer all questions of an invite and complete it."""
    shown = setting.send("GET /screening/{inviteToken}", Request({"inviteToken": token}))
    question_id = shown["data"]["screening"]["questions"][0]["id"]
    answer = Request({"inviteToken": token, "questionId": question_id}, body={"value": True})
    setting.send("PUT /screening/{inviteToken}/answers/{questionId}", answer)
    setting.send("POST /screening/{inviteToken}/complete", Request({"inviteToken": token}, body={}))


def _share_token(setting: Setting) -> str:
    results = setting.send(
        f"GET {GATHER}/candidate-interviews/{{candidateInterviewId}}/results",
        Request({"candidateInterviewId": _completed(setting)}),
    )
    token: str = results["data"]["shareLink"].rpartition("/")[2]
    return token


def scorecard_preview(setting: Setting) -> tuple[str, str]:
    """The id of a new preview of a scorecard, and of the completed candidate interview that it covers."""
    route = f"GET {GATHER}/candidate-interviews/{{candidateInterviewId}}"
    candidate_interview_id = _scorable(setting)
    made = setting.send(route, Request({"candidateInterviewId": candidate_interview_id}))
    path = f"/interviews/{made['data']['interviewId']}/score-card-template/previews"
    return str(setting.post(path, {}).data["preview"]["id"]), candidate_interview_id


def _fairness_report(setting: Setting) -> Request:
    made = candidate_interview(setting)
    _complete_one(setting, made["inviteToken"])
    group = {"dimension": "sex", "category": "female", "candidateIds": [made["candidateId"]]}
    period = {"since": "2026-01-01", "until": "2100-01-01"}
    body = {"interviewId": made["interviewId"], **period, "selectedBy": "hired", "groups": [group]}
    return Request(body=body)


def _webhook(setting: Setting) -> str:
    return str(post_webhook(setting)["id"])


def _users_body(setting: Setting) -> dict[str, Any]:
    user = {"firstName": "Ada", "lastName": "Example", "email": f"{new_id()}@example.com"}
    return {"users": [{**user, "teamIds": [setting.team_id]}]}


def _user_id(setting: Setting) -> str:
    created = setting.send(f"POST {GATHER}/users", Request(body=_users_body(setting)))
    return str(created["data"]["users"][0]["id"])


def _credential(setting: Setting) -> str:
    post_credential(setting, setting)
    query = {"organizationId": setting.organization_id}
    listed = setting.send(f"GET {GATHER}/credentials", Request(query=query))["data"]
    made: str = listed[-1]["id"]
    return made


def _erasure(setting: Setting) -> str:
    route = f"POST {GATHER}/candidates/{{candidateId}}/erase"
    made: str = setting.send(route, Request({"candidateId": candidate(setting)}))["data"]["erasure"]["id"]
    return made


def _export(setting: Setting) -> str:
    route = f"POST {GATHER}/candidates/{{candidateId}}/export"
    made: str = setting.send(route, Request({"candidateId": candidate(setting)}))["data"]["export"]["id"]
    return made


def candidate_import(setting: Setting) -> str:
    """An import that awaits its file."""
    route = f"POST {GATHER}/candidate-imports"
    made: str = setting.send(route, Request(body=_IMPORT))["data"]["import"]["id"]
    return made


def _narrator(setting: Setting) -> str:
    narrators = setting.send(f"GET {GATHER}/narrators", Request())["data"]["narrators"]
    first: str = narrators[0]["id"]
    return first


Make = Callable[[Setting], str]
RequestBuilder = Callable[[Setting], Request]


def _of(name: str, make: Make, body: object, setting: Setting) -> Request:
    return Request({name: make(setting)}, body=body)


def _record(path: str, name: str, make: Make, change: object) -> dict[str, RequestBuilder]:
    """The three routes of one record."""
    route = f"{GATHER}{path}/{{{name}}}"
    return {
        f"GET {route}": partial(_of, name, make, None),
        f"PATCH {route}": partial(_of, name, make, change),
        f"DELETE {route}": partial(_of, name, make, None),
    }


def _archived_chatbot(setting: Setting) -> str:
    chatbot_id = add_chatbot(setting)
    setting.send(f"DELETE {_CHATBOT}", Request({"chatbotId": chatbot_id}))
    return chatbot_id


def _chatbot_with_job(setting: Setting) -> Request:
    return Request({"chatbotId": add_chatbot(setting)}, body={"jobIds": [add_job(setting)]})


def _invite(body: object, setting: Setting) -> Request:
    return Request({"inviteToken": candidate_interview(setting)["inviteToken"]}, body=body)


def _resume(body: object, setting: Setting) -> Request:
    """The invite to an interview that asks for a résumé."""
    interview_id = add_interview_with_question(setting, resume=True)
    invited = post_candidate_interview(setting, candidateId=candidate(setting), interviewId=interview_id)
    return Request({"inviteToken": invited["inviteToken"]}, body=body)


def _conversation(setting: Setting) -> Request:
    """The invite to an AI interview with one question."""
    interview = post_ai_interview(
        setting,
        title="First conversation",
        displayName="First conversation",
        aiTextQuestionIds=[add_ai_text_question(setting)],
    )
    invited = post_candidate_interview(setting, candidateId=candidate(setting), interviewId=interview["id"])
    return Request({"inviteToken": invited["inviteToken"]}, body={})


def _answer(setting: Setting) -> Request:
    token, question_id = _screened(setting)
    return Request({"inviteToken": token, "questionId": question_id}, body={"value": False})


def _complete(setting: Setting) -> Request:
    return Request({"inviteToken": _screened(setting)[0]}, body={})


def _bulk_update(setting: Setting) -> Request:
    ids = [add_interview_with_question(setting) for _ in range(3)]
    return Request(body={"interviewIds": ids, "mode": "merge", "keywords": ["coffee"]})


def _new_candidate_interview(setting: Setting) -> Request:
    body = {"candidateId": candidate(setting), "interviewId": add_interview_with_question(setting)}
    return Request(body=body)


def _candidate_interview_id(setting: Setting) -> str:
    made: str = candidate_interview(setting)["id"]
    return made


def _archived_job(setting: Setting) -> str:
    job_id = add_job(setting)
    setting.send(f"DELETE {_JOB}", Request({"id": job_id}))
    return job_id


def _job_and_interview(setting: Setting) -> Request:
    return Request({"id": add_job(setting)}, body={"interviewId": add_interview_with_question(setting)})


def workflow_template(setting: Setting) -> str:
    """The id of a new workflow template of one step."""
    body = _template_body(setting)
    return str(post_workflow_template(setting, setting, *body["steps"], name=body["name"])["id"])


def _template_body(setting: Setting) -> dict[str, Any]:
    gate = step("standard_interview", add_interview_with_question(setting), scoreThreshold=60)
    return {"name": "Screening", "userId": setting.user_id, "steps": [gate]}


def _apply(setting: Setting) -> Request:
    body = {"userId": setting.user_id, "jobIds": [add_job(setting)]}
    return Request({"id": workflow_template(setting)}, body=body)


def _archive_template(setting: Setting) -> Request:
    return Request({"id": workflow_template(setting)}, query={"userId": setting.user_id})


def _assignment(setting: Setting) -> str:
    made = setting.send(f"POST {_TEMPLATE}/apply", _apply(setting))
    assignment_id: str = made["data"]["assignments"][0]["id"]
    return assignment_id


def _override(setting: Setting) -> Request:
    return Request({"jobId": add_job(setting)}, body={"templateId": workflow_template(setting)})


def _governed_job(setting: Setting) -> str:
    request = _override(setting)
    setting.send(f"POST {_JOB_WORKFLOW}/workflow-override", request)
    return request.path["jobId"]


def _new_enrollment(setting: Setting) -> Request:
    return Request({"jobId": _governed_job(setting)}, body={"candidateId": candidate(setting)})


def _meeting_invite(body: object, setting: Setting) -> Request:
    """A request with the token of the invite to a meeting with slots."""
    steps = [step("meeting", add_meeting(setting))]
    template = post_workflow_template(setting, setting, *steps, name="Meeting")
    job_id = add_job(setting)
    override = Request({"jobId": job_id}, body={"templateId": template["id"]})
    setting.send(f"POST {_JOB_WORKFLOW}/workflow-override", override)
    invite = Request({"jobId": job_id}, body={"candidateId": candidate(setting)})
    made = setting.send(f"POST {_JOB_WORKFLOW}/invite-candidate", invite)
    return Request({"token": made["data"]["firstInviteUrl"].rpartition("/")[2]}, body=body)


def _booking(setting: Setting) -> Request:
    invite = _meeting_invite(None, setting)
    slots = setting.send("GET /m/{token}/slots", invite)["data"]["slots"]
    return Request(invite.path, body={"slotId": slots[0]["id"]})


def _booked(setting: Setting) -> Request:
    request = _booking(setting)
    setting.send("POST /m/{token}/booking", request)
    return Request(request.path)


def _enrollment_step(setting: Setting) -> str:
    made = setting.send(f"POST {_JOB_WORKFLOW}/invite-candidate", _new_enrollment(setting))
    step_id: str = made["data"]["enrollment"]["currentStepId"]
    return step_id


def _plain(body: object, _setting: Setting) -> Request:
    return Request(body=body)


_CANDIDATE_INTERVIEW = f"{GATHER}/candidate-interviews/{{candidateInterviewId}}"
_CANDIDATE_IMPORT = f"{GATHER}/candidate-imports/{{importId}}"
_CHATBOT = f"{GATHER}/chatbots/{{chatbotId}}"
_CHAT = "/chat/{chatbotId}"
_JOB = f"{GATHER}/jobs/{{id}}"
_JOB_WORKFLOW = f"{GATHER}/jobs/{{jobId}}"
_TEMPLATE = f"{GATHER}/workflow-templates/{{id}}"
_MESSAGE_GROUP = f"{GATHER}/message-groups/{{messageGroupId}}"
_SCORECARD = f"{GATHER}/interviews/{{interviewId}}/score-card-template"

_IMPORT = {"file": {"contentType": "text/csv", "size": 10}}
_DECISION = {"decision": "hold", "reason": "We talk about it tomorrow."}
_SCORES = {"topicScores": [{"topic": TOPICS[0]["topic"], "score": 80, "reason": "Seen at work."}]}

WITHOUT_REQUEST = {
    "GET /console/assets/{file}": "its names change with each build",
    "POST /console/session": "it takes as long as the issuer",
    "DELETE /console/session": "as the one that it ends",
    f"GET {GATHER}/webhook-deliveries/{{id}}": "no public route makes a delivery at once",
    f"POST {GATHER}/webhook-deliveries/{{id}}/redeliver": "as the delivery that it repeats",
    f"POST {_CANDIDATE_IMPORT}/start": "asks the media store for the file",
    f"POST {_CANDIDATE_INTERVIEW}/evaluate": "needs an evaluation that failed",
    f"PATCH {_CHATBOT}/knowledge-bases": "no public route makes a knowledge base",
    f"GET {GATHER}/conversations/{{conversationId}}": "no route with a key makes a conversation",
    f"GET {GATHER}/conversations/{{conversationId}}/messages": "as the conversation they belong to",
    f"PATCH {_JOB}/screening-questionnaire": "no public route makes a screening questionnaire",
    f"GET {GATHER}/job-families/{{id}}": "no public route makes a job family",
    "GET /unsubscribe/{token}": "its link stands only in an e-mail",
    "POST /unsubscribe/{token}": "as the page it is on",
    "POST /unsubscribe/{token}/undo": "as the page it is on",
    "GET /m/{token}": "a page",
    "GET /m/{token}/calendar.ics": "a file",
    "POST /m/{token}/booking/cancel": "as DELETE, for the form of the page",
    "POST /m/{token}/confirm": "this meeting is booked",
    f"POST {_CHAT}/messages": "asks the model",
    f"GET {_CHAT}/messages": "takes its token in a header",
    f"POST {_CHAT}/left-messages": "takes its token in a header",
    f"POST {_CHAT}/files": "takes its token in a header",
    f"PUT {_CHAT}/files/{{fileId}}": "as its announcement",
    f"POST {_CHAT}/end": "takes its token in a header",
    "POST /screening/{inviteToken}/conversation/turns": "asks the model",
    "GET /screening/{inviteToken}/conversation/speech": "asks the table for as much as the conversation",
    "GET /screening/{inviteToken}/conversation/turns/{sequence}/audio": "asks the media store",
    "PUT /screening/{inviteToken}/resume": "asks the media store for the file",
    "GET /media/{token}": "asks the media store and not the table",
    f"POST {_SCORECARD}/generate": "asks the model",
    f"POST {GATHER}/score-card-previews/{{id}}/apply": "waits for a worker that asks the model",
    f"POST {GATHER}/score-card-templates/suggest-topics": "asks the model and not the table",
    f"GET {GATHER}/sandbox/inbox": "takes a key of a sandbox, where nobody measures",
    f"POST {GATHER}/sandbox/candidate-interviews/{{candidateInterviewId}}/play": "as the inbox",
    f"POST {GATHER}/sandbox/candidate-interviews/{{candidateInterviewId}}/advance": "as the inbox",
    f"GET {GATHER}/sandbox/plays/{{playId}}": "as the inbox",
    **CONNECT_WITHOUT_REQUEST,
}
"""Routes without a request, and why."""

ROUTE_REQUESTS: dict[str, RequestBuilder] = {
    f"POST {GATHER}/candidates": partial(_plain, CANDIDATE),
    f"GET {GATHER}/candidates": partial(_plain, None),
    **_record("/candidates", "candidateId", candidate, {"lastName": "King"}),
    f"POST {GATHER}/candidate-imports": partial(_plain, _IMPORT),
    f"GET {GATHER}/candidate-imports": partial(_plain, None),
    f"GET {_CANDIDATE_IMPORT}": partial(_of, "importId", candidate_import, None),
    f"POST {_CANDIDATE_IMPORT}/cancel": partial(_of, "importId", candidate_import, None),
    f"GET {_CANDIDATE_IMPORT}/rows": partial(_of, "importId", candidate_import, None),
    f"POST {GATHER}/questions": partial(_plain, {**RECORDING, "title": "Why?"}),
    f"GET {GATHER}/questions": partial(_plain, None),
    f"GET {GATHER}/questions/interview/{{id}}": partial(_of, "id", add_interview_with_question, None),
    **_record("/questions", "questionId", add_question, {"title": "Why tea?"}),
    f"GET {GATHER}/narrators": partial(_plain, None),
    f"GET {GATHER}/narrators/{{id}}": partial(_of, "id", _narrator, None),
    f"GET {GATHER}/branding": partial(_plain, None),
    f"POST {GATHER}/ai-text-questions": partial(_plain, AI_TEXT_QUESTION),
    f"GET {GATHER}/ai-text-questions": partial(_plain, None),
    **_record("/ai-text-questions", "aiTextQuestionId", add_ai_text_question, {"title": "Guests"}),
    f"POST {GATHER}/survey-questions": partial(_plain, YES_OR_NO),
    f"GET {GATHER}/survey-questions": partial(_plain, None),
    **_record(
        "/survey-questions", "surveyQuestionId", add_survey_question, {"title": "Can you start at five?"}
    ),
    f"POST {GATHER}/interviews": lambda setting: Request(body=interview_with_question_body(setting)),
    f"GET {GATHER}/interviews": partial(_plain, None),
    **_record("/interviews", "interviewId", add_interview_with_question, {"title": "Barista, evenings"}),
    f"POST {GATHER}/interviews/{{interviewId}}/copy": partial(
        _of, "interviewId", interview_with_scorecard, {}
    ),
    f"PATCH {GATHER}/interviews/bulk-update": _bulk_update,
    f"POST {GATHER}/message-groups": lambda setting: Request(body=message_group_body(setting, _INVITE)),
    f"GET {GATHER}/message-groups": partial(_plain, None),
    f"GET {_MESSAGE_GROUP}": partial(_of, "messageGroupId", message_group, None),
    f"PATCH {_MESSAGE_GROUP}": partial(_of, "messageGroupId", message_group, {"title": "Formal"}),
    f"POST {GATHER}/meetings": partial(_plain, MEETING),
    f"GET {GATHER}/meetings": partial(_plain, None),
    **_record("/meetings", "id", add_meeting, {"title": "Interview by video"}),
    "GET /m/{token}/slots": partial(_meeting_invite, None),
    "POST /m/{token}/booking": _booking,
    "DELETE /m/{token}/booking": _booked,
    "POST /m/{token}/decline": partial(_meeting_invite, {}),
    "POST /m/{token}/another-time": partial(_meeting_invite, {"text": "Any afternoon, please."}),
    f"POST {GATHER}/knowledge-bases": partial(_plain, KNOWLEDGE_BASE),
    f"GET {GATHER}/knowledge-bases": partial(_plain, None),
    **_record("/knowledge-bases", "id", add_knowledge_base, {"title": "Working here"}),
    f"POST {GATHER}/replicas": partial(_plain, ROBIN),
    f"GET {GATHER}/replicas": partial(_plain, None),
    f"POST {_SCORECARD}": partial(_of, "interviewId", add_interview_with_question, {"topics": TOPICS}),
    f"GET {_SCORECARD}": partial(_of, "interviewId", interview_with_scorecard, None),
    f"PATCH {_SCORECARD}": partial(_of, "interviewId", interview_with_scorecard, {"topics": TOPICS[:1]}),
    f"DELETE {_SCORECARD}": partial(_of, "interviewId", interview_with_scorecard, None),
    f"POST {_SCORECARD}/previews": partial(_of, "interviewId", interview_with_scorecard, {}),
    f"GET {GATHER}/score-card-previews/{{id}}": lambda setting: Request(
        {"id": scorecard_preview(setting)[0]}
    ),
    f"POST {GATHER}/candidate-interviews": _new_candidate_interview,
    f"GET {GATHER}/candidate-interviews": partial(_plain, None),
    f"GET {_CANDIDATE_INTERVIEW}": partial(_of, "candidateInterviewId", _candidate_interview_id, None),
    f"PATCH {_CANDIDATE_INTERVIEW}": partial(
        _of, "candidateInterviewId", _candidate_interview_id, {"expiry": "2099-12-31T12:00:00Z"}
    ),
    f"GET {_CANDIDATE_INTERVIEW}/requests": lambda setting: Request(
        {"candidateInterviewId": _request_of_candidate(setting)["candidateInterviewId"]}
    ),
    f"PATCH {_CANDIDATE_INTERVIEW}/requests/{{requestId}}": lambda setting: Request(
        _request_of_candidate(setting), body={"status": "done", "reply": "Take until Friday."}
    ),
    f"PATCH {_CANDIDATE_INTERVIEW}/status": partial(
        _of, "candidateInterviewId", _candidate_interview_id, {"status": "hired"}
    ),
    f"POST {_CANDIDATE_INTERVIEW}/resend-invite": partial(
        _of, "candidateInterviewId", _candidate_interview_id, {}
    ),
    f"GET {_CANDIDATE_INTERVIEW}/results": partial(_of, "candidateInterviewId", _completed, None),
    f"PATCH {_CANDIDATE_INTERVIEW}/results": partial(_of, "candidateInterviewId", _scorable, _SCORES),
    f"POST {_CANDIDATE_INTERVIEW}/decision": partial(_of, "candidateInterviewId", _completed, _DECISION),
    f"GET {_CANDIDATE_INTERVIEW}/decision": partial(_of, "candidateInterviewId", _completed, None),
    f"POST {_CANDIDATE_INTERVIEW}/comments": partial(
        _of, "candidateInterviewId", _candidate_interview_id, {"text": "Calm on the phone."}
    ),
    f"GET {_CANDIDATE_INTERVIEW}/comments": partial(
        _of, "candidateInterviewId", _candidate_interview_id, None
    ),
    f"GET {_CANDIDATE_INTERVIEW}/comparison": _compared,
    f"GET {GATHER}/review-queue": _queue,
    f"POST {_CANDIDATE_INTERVIEW}/share-link": partial(_of, "candidateInterviewId", _completed, {}),
    f"DELETE {_CANDIDATE_INTERVIEW}/share-link": partial(_of, "candidateInterviewId", _completed, None),
    f"GET {_CANDIDATE_INTERVIEW}/results/changes": partial(_of, "candidateInterviewId", _completed, None),
    f"POST {GATHER}/chatbots": partial(_plain, CHATBOT),
    f"GET {GATHER}/chatbots": partial(_plain, None),
    **_record("/chatbots", "chatbotId", add_chatbot, {"title": "Front page"}),
    f"PATCH {_CHATBOT}/jobs": _chatbot_with_job,
    f"POST {_CHATBOT}/unarchive": partial(_of, "chatbotId", _archived_chatbot, {}),
    f"GET {_CHAT}": partial(_of, "chatbotId", add_chatbot, None),
    f"GET {_CHAT}/embed.js": partial(_of, "chatbotId", add_chatbot, None),
    f"GET {GATHER}/openapi.json": partial(_plain, None),
    "GET /docs": partial(_plain, None),
    "GET /docs/start.js": partial(_plain, None),
    "GET /docs/viewer.js": partial(_plain, None),
    "GET /docs/viewer.css": partial(_plain, None),
    f"POST {_CHAT}/sessions": partial(_of, "chatbotId", add_chatbot, {}),
    f"GET {_CHATBOT}/conversations": partial(_of, "chatbotId", add_chatbot, None),
    f"GET {_CHATBOT}/left-messages": partial(_of, "chatbotId", add_chatbot, None),
    f"POST {GATHER}/jobs": partial(_plain, ASSOCIATE),
    f"GET {GATHER}/jobs": partial(_plain, None),
    **_record("/jobs", "id", add_job, {"status": "active"}),
    f"POST {_JOB}/unarchive": partial(_of, "id", _archived_job, {}),
    f"PATCH {_JOB}/interview": _job_and_interview,
    f"DELETE {_JOB}/team-assignment": partial(_of, "id", add_job, None),
    f"GET {GATHER}/job-families": partial(_plain, None),
    f"POST {GATHER}/workflow-templates": lambda setting: Request(body=_template_body(setting)),
    f"GET {GATHER}/workflow-templates": partial(_plain, None),
    f"GET {_TEMPLATE}": partial(_of, "id", workflow_template, None),
    f"PATCH {_TEMPLATE}": partial(_of, "id", workflow_template, {"name": "Evenings"}),
    f"DELETE {_TEMPLATE}": _archive_template,
    f"POST {_TEMPLATE}/apply": _apply,
    f"DELETE {GATHER}/workflow-template-assignments/{{id}}": partial(_of, "id", _assignment, None),
    f"GET {GATHER}/workflow-resources": partial(_plain, None),
    f"GET {_JOB_WORKFLOW}/effective-workflow": partial(_of, "jobId", _governed_job, None),
    f"POST {_JOB_WORKFLOW}/workflow-override": _override,
    f"DELETE {_JOB_WORKFLOW}/workflow-override": partial(_of, "jobId", _governed_job, None),
    f"GET {_JOB_WORKFLOW}/workflow-progress": partial(_of, "jobId", _governed_job, None),
    f"POST {_JOB_WORKFLOW}/invite-candidate": _new_enrollment,
    f"POST {GATHER}/workflow-enrollment-steps/{{id}}/resend-invite": partial(_of, "id", _enrollment_step, {}),
    f"POST {GATHER}/webhooks": partial(_plain, WEBHOOK),
    f"GET {GATHER}/webhooks": partial(_plain, None),
    **_record("/webhooks", "id", _webhook, {"description": "Results"}),
    f"PUT {GATHER}/webhooks/{{id}}": partial(_of, "id", _webhook, {"description": "Results"}),
    f"POST {GATHER}/webhooks/{{id}}/rotate-secret": partial(_of, "id", _webhook, {}),
    f"POST {GATHER}/webhooks/{{id}}/test": partial(_of, "id", _webhook, {"event": "interview.created"}),
    f"POST {GATHER}/webhooks/{{id}}/redeliver": partial(
        _of, "id", _webhook, {"since": "2026-01-01", "until": "2026-12-31"}
    ),
    f"GET {GATHER}/webhook-deliveries": partial(_plain, None),
    f"GET {GATHER}/events": partial(_plain, None),
    f"POST {GATHER}/teams": partial(_plain, {"teams": [{"name": "Night", "displayName": "Night shift"}]}),
    f"GET {GATHER}/teams": partial(_plain, None),
    f"GET {GATHER}/teams/{{teamId}}": lambda setting: Request({"teamId": setting.team_id}),
    f"PATCH {GATHER}/teams/{{teamId}}/branding": lambda setting: Request(
        {"teamId": setting.team_id}, body={"accentColor": new_id()[-6:]}
    ),
    "GET /console": partial(_plain, None),
    "GET /console/{screen+}": lambda setting: Request({"screen+": "candidates"}),
    f"POST {GATHER}/users": lambda setting: Request(body=_users_body(setting)),
    f"GET {GATHER}/users": partial(_plain, None),
    f"DELETE {GATHER}/users/{{userId}}": partial(_of, "userId", _user_id, None),
    f"PATCH {GATHER}/users/{{userId}}": partial(_of, "userId", _user_id, {"notifications": "daily"}),
    f"POST {GATHER}/credentials": lambda setting: Request(body=credential_body(setting)),
    f"GET {GATHER}/credentials": lambda setting: Request(query={"organizationId": setting.organization_id}),
    f"POST {GATHER}/candidates/{{candidateId}}/erase": partial(_of, "candidateId", candidate, None),
    f"GET {GATHER}/erasures/{{id}}": partial(_of, "id", _erasure, None),
    f"POST {GATHER}/candidates/{{candidateId}}/export": partial(_of, "candidateId", candidate, None),
    f"GET {GATHER}/candidates/{{candidateId}}/messages": partial(_of, "candidateId", candidate, None),
    f"GET {GATHER}/exports/{{id}}": partial(_of, "id", _export, None),
    f"POST {GATHER}/fairness-reports": _fairness_report,
    f"GET {GATHER}/audit-log": lambda setting: Request(query={"organizationId": setting.organization_id}),
    f"DELETE {GATHER}/credentials/{{credentialId}}": partial(_of, "credentialId", _credential, None),
    "GET /i/{inviteToken}": partial(_invite, None),
    "GET /screening/{inviteToken}": partial(_invite, None),
    "GET /screening/{inviteToken}/conversation": _conversation,
    "POST /screening/{inviteToken}/conversation": _conversation,
    "PUT /screening/{inviteToken}/consent": partial(_invite, {"version": CONSENT_VERSION, "accepted": True}),
    "POST /screening/{inviteToken}/requests": partial(_invite, _ASKED),
    "POST /screening/{inviteToken}/media": partial(_invite, {"contentType": "audio/webm", "size": 1000}),
    "POST /screening/{inviteToken}/resume": partial(
        _resume, {"contentType": "application/pdf", "size": 1000}
    ),
    "DELETE /screening/{inviteToken}/resume": partial(_resume, None),
    "PUT /screening/{inviteToken}/answers/{questionId}": _answer,
    "POST /screening/{inviteToken}/complete": _complete,
    "GET /share/{token}": lambda setting: Request({"token": _share_token(setting)}),
    **CONNECT_REQUESTS,
}
