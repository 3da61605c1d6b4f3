"""The HTTP API: each route is declared, by its family, and nothing else is reachable."""

import json

from tests.template.deployment import declared, declared_functions, events_of, of_type

GATHER = "/qsi/gather"

ROUTES = {
    "CredentialsFunction": {
        f"POST {GATHER}/credentials",
        f"GET {GATHER}/credentials",
        f"DELETE {GATHER}/credentials/{{credentialId}}",
    },
    "ConnectAccountsFunction": {
        "POST /connect/accounts",
        "GET /connect/accounts",
        "GET /connect/accounts/{accountId}",
        "PATCH /connect/accounts/{accountId}",
        "DELETE /connect/accounts/{accountId}",
    },
    "ConnectIntegrationsFunction": {
        "POST /connect/{vendor}/integrations",
        "GET /connect/{vendor}/integrations",
        "GET /connect/{vendor}/integrations/{integrationId}",
        "PATCH /connect/{vendor}/integrations/{integrationId}",
        "DELETE /connect/{vendor}/integrations/{integrationId}",
        "GET /connect/{vendor}/health",
        "POST /connect/{vendor}/config/validate",
    },
    "ConnectOrdersFunction": {
        "GET /connect/{vendor}/catalog",
        "POST /connect/{vendor}/orders",
        "GET /connect/{vendor}/orders",
        "GET /connect/{vendor}/orders/{orderId}",
        "GET /connect/{vendor}/results/{orderId}",
    },
    "QuestionsFunction": {
        f"POST {GATHER}/questions",
        f"GET {GATHER}/questions",
        f"GET {GATHER}/questions/{{questionId}}",
        f"PATCH {GATHER}/questions/{{questionId}}",
        f"DELETE {GATHER}/questions/{{questionId}}",
        f"GET {GATHER}/questions/interview/{{id}}",
        f"GET {GATHER}/narrators",
        f"GET {GATHER}/narrators/{{id}}",
        f"GET {GATHER}/branding",
    },
    "AiTextQuestionsFunction": {
        f"POST {GATHER}/ai-text-questions",
        f"GET {GATHER}/ai-text-questions",
        f"GET {GATHER}/ai-text-questions/{{aiTextQuestionId}}",
        f"PATCH {GATHER}/ai-text-questions/{{aiTextQuestionId}}",
        f"DELETE {GATHER}/ai-text-questions/{{aiTextQuestionId}}",
    },
    "SurveyQuestionsFunction": {
        f"POST {GATHER}/survey-questions",
        f"GET {GATHER}/survey-questions",
        f"GET {GATHER}/survey-questions/{{surveyQuestionId}}",
        f"PATCH {GATHER}/survey-questions/{{surveyQuestionId}}",
        f"DELETE {GATHER}/survey-questions/{{surveyQuestionId}}",
    },
    "ScorecardsFunction": {
        f"GET {GATHER}/interviews/{{interviewId}}/score-card-template",
        f"POST {GATHER}/interviews/{{interviewId}}/score-card-template",
        f"PATCH {GATHER}/interviews/{{interviewId}}/score-card-template",
        f"DELETE {GATHER}/interviews/{{interviewId}}/score-card-template",
        f"POST {GATHER}/interviews/{{interviewId}}/score-card-template/generate",
        f"POST {GATHER}/score-card-templates/suggest-topics",
    },
    "InterviewsFunction": {
        f"POST {GATHER}/interviews",
        f"GET {GATHER}/interviews",
        f"GET {GATHER}/interviews/{{interviewId}}",
        f"PATCH {GATHER}/interviews/{{interviewId}}",
        f"DELETE {GATHER}/interviews/{{interviewId}}",
        f"POST {GATHER}/interviews/{{interviewId}}/copy",
        f"PATCH {GATHER}/interviews/bulk-update",
    },
    "MessageGroupsFunction": {
        f"POST {GATHER}/message-groups",
        f"GET {GATHER}/message-groups",
        f"GET {GATHER}/message-groups/{{messageGroupId}}",
        f"PATCH {GATHER}/message-groups/{{messageGroupId}}",
    },
    "ReplicasFunction": {
        f"POST {GATHER}/replicas",
        f"GET {GATHER}/replicas",
    },
    "JobsFunction": {
        f"POST {GATHER}/jobs",
        f"GET {GATHER}/jobs",
        f"GET {GATHER}/jobs/{{id}}",
        f"PATCH {GATHER}/jobs/{{id}}",
        f"DELETE {GATHER}/jobs/{{id}}",
        f"POST {GATHER}/jobs/{{id}}/unarchive",
        f"PATCH {GATHER}/jobs/{{id}}/interview",
        f"PATCH {GATHER}/jobs/{{id}}/screening-questionnaire",
        f"DELETE {GATHER}/jobs/{{id}}/team-assignment",
        f"POST {GATHER}/jobs/assign-ats",
    },
    "WorkflowTemplatesFunction": {
        f"POST {GATHER}/workflow-templates",
        f"GET {GATHER}/workflow-templates",
        f"GET {GATHER}/workflow-templates/{{id}}",
        f"PATCH {GATHER}/workflow-templates/{{id}}",
        f"DELETE {GATHER}/workflow-templates/{{id}}",
        f"POST {GATHER}/workflow-templates/{{id}}/apply",
        f"DELETE {GATHER}/workflow-template-assignments/{{id}}",
        f"GET {GATHER}/workflow-resources",
    },
    "MeetingsFunction": {
        "GET /m/{token}",
        "POST /m/{token}/confirm",
    },
    "JobWorkflowsFunction": {
        f"GET {GATHER}/jobs/{{jobId}}/effective-workflow",
        f"POST {GATHER}/jobs/{{jobId}}/workflow-override",
        f"DELETE {GATHER}/jobs/{{jobId}}/workflow-override",
        f"GET {GATHER}/jobs/{{jobId}}/workflow-progress",
        f"POST {GATHER}/jobs/{{jobId}}/invite-candidate",
        f"POST {GATHER}/workflow-enrollment-steps/{{id}}/resend-invite",
    },
    "JobFamiliesFunction": {
        f"GET {GATHER}/job-families",
        f"GET {GATHER}/job-families/{{id}}",
    },
    "TeamsFunction": {
        f"POST {GATHER}/teams",
        f"GET {GATHER}/teams",
        f"GET {GATHER}/teams/{{teamId}}",
        f"PATCH {GATHER}/teams/{{teamId}}/branding",
    },
    "UsersFunction": {
        f"POST {GATHER}/users",
        f"GET {GATHER}/users",
    },
    "CandidatesFunction": {
        f"POST {GATHER}/candidates",
        f"GET {GATHER}/candidates",
        f"GET {GATHER}/candidates/{{candidateId}}",
        f"PATCH {GATHER}/candidates/{{candidateId}}",
        f"DELETE {GATHER}/candidates/{{candidateId}}",
    },
    "CandidateInterviewsFunction": {
        f"POST {GATHER}/candidate-interviews",
        f"GET {GATHER}/candidate-interviews",
        f"GET {GATHER}/candidate-interviews/{{candidateInterviewId}}",
        f"PATCH {GATHER}/candidate-interviews/{{candidateInterviewId}}/status",
        f"GET {GATHER}/candidate-interviews/{{candidateInterviewId}}/results",
        f"POST {GATHER}/candidate-interviews/{{candidateInterviewId}}/resend-invite",
        f"POST {GATHER}/candidate-interviews/{{candidateInterviewId}}/evaluate",
    },
    "ChatbotsFunction": {
        f"POST {GATHER}/chatbots",
        f"GET {GATHER}/chatbots",
        f"GET {GATHER}/chatbots/{{chatbotId}}",
        f"PATCH {GATHER}/chatbots/{{chatbotId}}",
        f"PATCH {GATHER}/chatbots/{{chatbotId}}/jobs",
        f"PATCH {GATHER}/chatbots/{{chatbotId}}/knowledge-bases",
        f"DELETE {GATHER}/chatbots/{{chatbotId}}",
        f"POST {GATHER}/chatbots/{{chatbotId}}/unarchive",
    },
    "ConversationsFunction": {
        f"GET {GATHER}/chatbots/{{chatbotId}}/conversations",
        f"GET {GATHER}/conversations/{{conversationId}}",
        f"GET {GATHER}/conversations/{{conversationId}}/messages",
    },
    "WebhooksFunction": {
        f"POST {GATHER}/webhooks",
        f"GET {GATHER}/webhooks",
        f"GET {GATHER}/webhooks/{{id}}",
        f"PATCH {GATHER}/webhooks/{{id}}",
        f"PUT {GATHER}/webhooks/{{id}}",
        f"DELETE {GATHER}/webhooks/{{id}}",
        f"POST {GATHER}/webhooks/{{id}}/rotate-secret",
        f"GET {GATHER}/webhook-deliveries",
    },
    "ScreeningFunction": {
        "GET /i/{inviteToken}",
        "GET /screening/{inviteToken}",
        "PUT /screening/{inviteToken}/answers/{questionId}",
        "POST /screening/{inviteToken}/media",
        "POST /screening/{inviteToken}/complete",
        "GET /media/{token}",
        "GET /share/{token}",
    },
    "ChatFunction": {
        "GET /chat/{chatbotId}",
        "GET /chat/{chatbotId}/embed.js",
        "POST /chat/{chatbotId}/sessions",
        "POST /chat/{chatbotId}/messages",
        "GET /chat/{chatbotId}/messages",
        "POST /chat/{chatbotId}/end",
    },
    "FallbackFunction": {"$default"},
}


def _route_key(event: dict[str, str]) -> str:
    return f"{event['Method']} {event['Path']}" if "Path" in event else "$default"


def test_each_family_serves_exactly_its_routes() -> None:
    served = {
        function: [_route_key(event) for event in events_of(function, "HttpApi")]
        for function in declared_functions()
    }

    assert {name: set(routes) for name, routes in served.items() if routes} == ROUTES
    assert all(len(routes) == len(set(routes)) for routes in served.values())


def test_requests_reach_their_family_in_payload_format_two() -> None:
    body = of_type("AWS::ApiGatewayV2::Api")["HttpApi"]["Body"]
    integrations = {
        f"{method.upper()} {path}": operation["x-amazon-apigateway-integration"]
        for path, operations in body["paths"].items()
        for method, operation in operations.items()
    }
    family_of = {route: family for family, routes in ROUTES.items() for route in routes}
    family_of["X-AMAZON-APIGATEWAY-ANY-METHOD /$default"] = family_of.pop("$default")

    assert integrations.keys() == family_of.keys()
    for route, integration in integrations.items():
        assert integration["payloadFormatVersion"] == "2.0"
        assert f"${{{family_of[route]}.Arn}}" in integration["uri"]["Fn::Sub"]


def test_the_access_log_holds_no_token_and_no_personal_data() -> None:
    """Paths of candidates' pages hold their tokens, so the route's key stands for them."""
    settings = declared()["Resources"]["HttpApi"]["Properties"]["AccessLogSettings"]
    variables = set(json.loads(settings["Format"]).values())

    assert "$context.routeKey" in variables
    assert not any(
        word in variable.lower() for variable in variables for word in ("path", "ip", "user", "identity")
    )
