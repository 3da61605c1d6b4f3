"""A candidate who is only looking asks a chatbot, and the customer reads what was said."""

from demo.deviation import expect, require
from demo.scene import Scene
from talent_screening.models import ChatMessage, CreateChatbot, SendMessage


def ask(scene: Scene) -> None:
    """A chatbot is made, a candidate chats with it and leaves, and the integrator reads the conversation."""
    step = scene.customer.step(
        "A chatbot answers from a knowledge base and about the team's jobs.",
        status=201,
        show=("data.chatbot.id", "data.chatbot.status"),
    )
    chatbot = step.create_chatbot(
        CreateChatbot(
            title="Careers site",
            display_name="Robin",
            welcome_message="Hi, I am Robin. What would you like to know?",
            knowledge_base_ids=[scene.ready["knowledgeBaseId"]],
            job_ids=[scene.made.job.id],
            job_page_url_pattern="https://careers.example.com/jobs/{jobId}",
            guardrails=["Never discuss politics"],
        )
    ).chatbot
    scene.browser.open_page("Anybody may open the chatbot's page.", f"{scene.base_url}/chat/{chatbot.id}")
    conversation_id = _chat(scene, chatbot.id)
    _read(scene, chatbot.id, conversation_id)


def _chat(scene: Scene, chatbot_id: str) -> str:
    begun = scene.candidate.step(
        "The page starts a conversation and gets a token for it.",
        status=201,
        mask={"data.token": ""},
        show=("data.token", "data.conversation.status", "data.messages[].content"),
    ).begin_chat(chatbot_id)

    def say(what: str, content: str) -> ChatMessage:
        step = scene.candidate.step(what, status=201, show=("data.reply.content", "data.reply.metadata"))
        return step.send_message(chatbot_id, SendMessage(content=content), chat_token=begun.token).reply

    known = say("The chatbot quotes an article of its knowledge base.", "How many days of vacation do I get?")
    require("the reply", "30 days" in known.content, "the 30 days of the article", known.content)
    jobs = say("The chatbot sends jobs as cards, which the page shows.", "Which jobs do you have in Berlin?")
    titles = [job["title"] for job in jobs.metadata["jobs"]]
    expect("the jobs of the reply", titles, [scene.made.job.title])
    unknown = say(
        "The chatbot says when it does not know, and makes nothing up.", "Is there a swimming pool?"
    )
    expect("whether that was known", unknown.metadata["answered"], False)
    refused = say("A guardrail refuses a forbidden topic.", "What do you think of politics?")
    expect("whether a guardrail held", refused.metadata.get("guardrail"), True)
    scene.candidate.step(
        "The visitor ends the chat.", show=("data.conversation.status", "data.conversation.endedAt")
    ).end_chat(chatbot_id, chat_token=begun.token)
    return begun.conversation.id


def _read(scene: Scene, chatbot_id: str, conversation_id: str) -> None:
    step = scene.customer.step(
        "The customer lists the conversations of the chatbot.",
        show=("data.conversations[].id", "data.conversations[].status", "data.pagination"),
    )
    listed = step.list_conversations(chatbot_id).conversations
    expect("conversations", [(each.id, each.status) for each in listed], [(conversation_id, "ENDED")])
    step = scene.customer.step(
        "The customer reads all messages in order.",
        show=("data.items[].sequenceOrder", "data.items[].role", "data.items[].content"),
    )
    items = step.list_messages(conversation_id).items
    expect("the places of the messages", [each.sequence_order for each in items], list(range(1, 10)))
