"""What operations of Gather do beyond a record of the team: whom they reach, what they cost or remove.

An agent's client shows it, and asks people before it calls such a tool. Every DELETE removes something. An
operation that is in none of the tables counts as one that needs a confirmation, and a test names it.
"""

from enum import StrEnum


class Effect(StrEnum):
    """Why an operation needs a confirmation."""

    REACHES_PEOPLE = "reaches people"
    COSTS_MONEY = "costs money"
    REMOVES = "removes something"
    UNKNOWN = "may reach people, cost money or remove something"


REACHES_PEOPLE = {
    "answerCandidateRequest": "A reply goes to the candidate.",
    "applyScorecardPreview": "New scores can pass a gate, after which candidates are invited or rejected.",
    "changeCandidateInterviewStatus": "It can end a step, after which candidates are invited or rejected.",
    "changeMeeting": "Candidates who have to know of the change are told.",
    "changeScores": "New scores can pass a gate, after which candidates are invited or rejected.",
    "changeWebhook": "What happens to candidates is told to the addresses that are named.",
    "createCandidateImport": "The candidates of the rows get an invite if one is asked for.",
    "createCandidateInterview": "The candidate gets an invite if one is asked for.",
    "createCredential": "Who has the key can do all that its scope allows.",
    "createUsers": "Users who are to have an account are invited to the dashboard.",
    "createWebhook": "What happens to candidates is told to the addresses that are named.",
    "decide": "The candidate can be told, and the workflow goes on or ends.",
    "inviteCandidate": "The candidate gets the invite of the workflow's first step.",
    "redeliverWebhook": "Events go to the receivers again.",
    "redeliverWebhookDelivery": "The event goes to the receiver again.",
    "replaceWebhook": "What happens to candidates is told to the addresses that are named.",
    "resendInvite": "The candidate gets the invite again.",
    "resendStepInvite": "The candidate gets the step's invite again.",
    "shareResults": "Who has the link reads the candidate's results, without a key.",
    "startCandidateImport": "The candidates of the file get an invite if one was asked for.",
    "testWebhook": "A sample goes to the receivers.",
}
"""Candidates, colleagues, or whoever is behind an address. What is told about each: what happens."""

COSTS_MONEY = {
    "changeQuestion": "Another script or narrator is spoken by the speech engine.",
    "createInterviewCopy": "In another team, the scripts of its questions are spoken by the speech engine.",
    "createQuestion": "A script is spoken by the speech engine.",
    "evaluateCandidateInterview": "A model scores the interview again.",
    "playCandidate": "Models interview and score the played candidate.",
    "previewScorecard": "A model scores up to 200 interviews.",
    "suggestScorecard": "A model suggests the topics.",
    "suggestScorecardTopics": "A model suggests the topics.",
}
"""What engines are paid for."""

REMOVES = {
    "assignAtsJob": "A job that another team has is taken from it, and the workflows of its candidates end.",
    "changeJob": "A job that is closed ends the workflows of its candidates.",
    "eraseCandidate": "Everything of the candidate is erased. Nothing of it can be brought back.",
    "rotateWebhookSecret": "The secret that receivers know is no longer valid.",
}
"""What an operation removes although it is no DELETE."""

CHANGES_A_RECORD = frozenset(
    {
        "advanceTime",
        "applyWorkflowTemplate",
        "attachInterview",
        "attachJobs",
        "attachKnowledgeBases",
        "attachScreeningQuestionnaire",
        "cancelCandidateImport",
        "changeAiTextQuestion",
        "changeBranding",
        "changeCandidate",
        "changeCandidateInterview",
        "changeChatbot",
        "changeInterview",
        "changeInterviews",
        "changeKnowledgeBase",
        "changeMessageGroup",
        "changeSurveyQuestion",
        "changeUser",
        "changeWorkflowTemplate",
        "createAiTextQuestion",
        "createCandidate",
        "createChatbot",
        "createComment",
        "createFairnessReport",
        "createInterview",
        "createJob",
        "createKnowledgeBase",
        "createMeeting",
        "createMessageGroup",
        "createReplica",
        "createScorecard",
        "createSurveyQuestion",
        "createTeams",
        "createWorkflowTemplate",
        "exportCandidate",
        "overrideWorkflow",
        "replaceScorecardTopics",
        "unarchiveChatbot",
        "unarchiveJob",
    }
)
"""Operations that write what the team can write again, and nothing else."""


def effect_of(name: str, method: str) -> tuple[Effect, str] | None:
    """What the operation does beyond a record, and in which words; None for a read and for a mere change."""
    if method == "GET" or name in CHANGES_A_RECORD:
        return None
    for effect, table in _TABLES.items():
        if name in table:
            return effect, table[name]
    if method == "DELETE":
        return Effect.REMOVES, ""
    return Effect.UNKNOWN, ""


def classified() -> frozenset[str]:
    """The names of all operations that are in a table."""
    return CHANGES_A_RECORD.union(*_TABLES.values())


_TABLES = {
    Effect.REACHES_PEOPLE: REACHES_PEOPLE,
    Effect.COSTS_MONEY: COSTS_MONEY,
    Effect.REMOVES: REMOVES,
}
