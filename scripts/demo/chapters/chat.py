"""A candidate who is only looking asks a chatbot, and the customer reads what was said."""

from typing import Any

from demo.client import DemoClient
from demo.deviation import expect, require
from demo.scene import Scene


def ask(scene: Scene) -> None:
    """A chatbot is made, a candidate chats with it and leaves, and the integrator reads the conversation."""
    chatbot = scene.customer.call(
        "A chatbot answers from a knowledge base and about the team's jobs.",
        "POST",
        "/chatbots",
        {
            "title": "Careers site",
            "displayName": "Robin",
            "welcomeMessage": "Hi, I am Robin. What would you like to know?",
            "knowledgeBaseIds": [scene.made["knowledgeBaseId"]],
            "jobIds": [scene.made["job"]["id"]],
            "jobPageUrlPattern": "https://careers.example.com/jobs/{jobId}",
            "guardrails": ["Never discuss politics"],
        },
        status=201,
        show=("data.chatbot.id", "data.chatbot.status"),
    ).data["chatbot"]
    path = f"/chat/{chatbot['id']}"
    scene.candidate.open_page("Anybody may open the chatbot's page.", f"{scene.base_url}{path}")
    conversation_id = _chat(scene, path)
    _read(scene, chatbot["id"], conversation_id)


def _chat(scene: Scene, path: str) -> str:
    begun = scene.candidate.call(
        "The page starts a conversation and gets a token for it.",
        "POST",
        f"{path}/sessions",
        {},
        status=201,
        mask={"data.token": ""},
        show=("data.token", "data.conversation.status", "data.messages[].content"),
    ).data
    chat = scene.candidate.carrying("x-chat-token", begun["token"])
    known = _say(
        chat,
        path,
        "The chatbot quotes an article of its knowledge base.",
        "How many days of vacation do I get?",
    )
    require("the reply", "30 days" in known["content"], "the 30 days of the article", known["content"])
    jobs = _say(
        chat,
        path,
        "The chatbot sends jobs as cards, which the page shows.",
        "Which jobs do you have in Berlin?",
    )
    titles = [job["title"] for job in jobs["metadata"]["jobs"]]
    expect("the jobs of the reply", titles, [scene.made["job"]["title"]])
    unknown = _say(
        chat,
        path,
        "The chatbot says when it does not know, and makes nothing up.",
        "Is there a swimming pool?",
    )
    expect("whether that was known", unknown["metadata"]["answered"], False)
    refused = _say(chat, path, "A guardrail refuses a forbidden topic.", "What do you think of politics?")
    expect("whether a guardrail held", refused["metadata"].get("guardrail"), True)
    chat.call(
        "The visitor ends the chat.",
        "POST",
        f"{path}/end",
        {},
        show=("data.conversation.status", "data.conversation.endedAt"),
    )
    conversation_id: str = begun["conversation"]["id"]
    return conversation_id


def _say(chat: DemoClient, path: str, what: str, content: str) -> dict[str, Any]:
    reply: dict[str, Any] = chat.call(
        what,
        "POST",
        f"{path}/messages",
        {"content": content},
        status=201,
        show=("data.reply.content", "data.reply.metadata"),
    ).data["reply"]
    return reply


def _read(scene: Scene, chatbot_id: str, conversation_id: str) -> None:
    listed = scene.customer.call(
        "The customer lists the conversations of the chatbot.",
        "GET",
        f"/chatbots/{chatbot_id}/conversations",
        show=("data.conversations[].id", "data.conversations[].status", "data.pagination"),
    ).data["conversations"]
    expect("conversations", [(each["id"], each["status"]) for each in listed], [(conversation_id, "ENDED")])
    items = scene.customer.call(
        "The customer reads all messages in order.",
        "GET",
        f"/conversations/{conversation_id}/messages",
        show=("data.items[].sequenceOrder", "data.items[].role", "data.items[].content"),
    ).data["items"]
    expect("the places of the messages", [each["sequenceOrder"] for each in items], list(range(1, 10)))
