"""The candidate's side of a chatbot: its page, and the routes that the page uses.

docs/chat.md follows a message.
"""

from typing import Annotated, Any
from urllib.parse import urlsplit

from aws_lambda_powertools.event_handler import Response
from pydantic import AfterValidator, Field, StringConstraints

from chat.pages import chat_page
from gather.chat.chatbots.origins import RequestOrigin
from gather.chat.chats import limits, session, turns
from gather.chat.chats.models import ChatStatus, ConversationMessage, MessageRole
from gather.chat.files import service as file_service
from gather.chat.files.models import FILE_TYPES, LARGEST_FILE_BYTES
from gather.chat.left_messages.models import VisitorContact
from gather.core.formats import VISIBLE, EmailAddress, Title
from gather.core.language import accepted_language
from gather.core.media_type import one_of, type_schema
from gather.core.model import Model, NoBody, RequestModel, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api

api = Api("chat", prefix="")
handler = api.handler


class ChatConversation(Model):
    """A conversation as its candidate sees it."""

    id: str
    """The id of the record, a UUID."""
    status: ChatStatus
    """Whether the conversation goes on."""
    started_at: str
    """When the conversation began: ISO 8601 in UTC."""
    ended_at: str | None
    """When the conversation ended; null while it goes on."""


class ChatMessage(Model):
    """A message as the candidate sees it; `metadata` tells the page how to show it."""

    id: str
    role: MessageRole
    """The writer of the message."""
    content: str
    """The text of the message."""
    sequence_order: int
    """The place of the message in the conversation, counted from 1."""
    metadata: dict[str, Any]
    """Data of a message beside its text, such as the jobs that it shows."""
    created_at: str
    """When the message was written: ISO 8601 in UTC."""


class ChatBegun(Model):
    """Data of POST /chat/{chatbotId}/sessions; `token` is shown this once."""

    token: str
    """The conversation's token, sent as the header `x-chat-token` from then on."""
    conversation: ChatConversation
    messages: list[ChatMessage]
    """The messages, in their order."""


class ChatHistory(Model):
    """Data of GET /chat/{chatbotId}/messages."""

    conversation: ChatConversation
    messages: list[ChatMessage]


class ChatExchange(Model):
    """Data of POST /chat/{chatbotId}/messages: the candidate's message, and the reply to it."""

    message: ChatMessage
    """The candidate's message as it is kept."""
    reply: ChatMessage
    """The chatbot's reply."""


class ChatEnded(Model):
    """Data of POST /chat/{chatbotId}/end."""

    conversation: ChatConversation


class SendMessage(RequestModel):
    """Body of POST /chat/{chatbotId}/messages.

    `messageId` is chosen by the client: sent again with it, a message is the same one and gets the same
    reply.
    """

    content: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=limits.LONGEST_MESSAGE),
        VISIBLE,
    ]
    message_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    """An id that the client gives its message; the same id again gets the same reply and nothing is written
    twice."""


class LeaveMessage(RequestModel):
    """Body of POST /chat/{chatbotId}/left-messages (interface: Conversations, rule 5)."""

    name: Title
    """The visitor's name."""
    email: EmailAddress
    """Where the team can answer the visitor."""
    content: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=limits.LONGEST_MESSAGE),
        VISIBLE,
    ]
    """The message for the team."""
    message_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    """An id that the client gives its message; the same id again gets the same reply and nothing is written
    twice."""


class AnnounceFile(RequestModel):
    """Body of POST /chat/{chatbotId}/files."""

    content_type: Annotated[
        str, AfterValidator(one_of(FILE_TYPES)), Field(json_schema_extra=type_schema(FILE_TYPES))
    ]
    """The file's media type: that of PDF, DOCX, ODT, PNG, JPEG or WebP."""
    size: Annotated[int, Field(ge=1, le=LARGEST_FILE_BYTES)]
    """The file's size in bytes."""


class ChatUpload(Model):
    """Data of POST /chat/{chatbotId}/files: PUT the file to the URL with the headers."""

    file_id: str
    """The file's id, by which it is sent once it is uploaded."""
    upload_url: str
    """Where the file is PUT to."""
    headers: dict[str, str]
    """The headers that the upload has to have."""


class SendFile(RequestModel):
    """Body of PUT /chat/{chatbotId}/files/{fileId}."""

    file_name: Annotated[str, StringConstraints(min_length=1, max_length=255), VISIBLE]
    """The file's name on the visitor's device."""


class EndChat(RequestModel):
    """Body of POST /chat/{chatbotId}/end.

    `mayReturn` is what the page says when it is left, which a reload does too: the conversation ends a minute
    later unless the candidate is back.
    """

    may_return: bool = False
    """Whether the candidate may come back to the conversation later."""


@api.get("/chat/{chatbotId}", response=str)
def open_chat(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The chat's page."""
    media = call.adapters.engines.media
    language = accepted_language(call.headers.get("accept-language", ""))
    return chat_page.chat_page(
        lambda: session.get_chatbot(call.records, call.path["chatbotId"]), media, language
    )


@api.get("/chat/{chatbotId}/embed.js", response=str, media_type="text/javascript")
def embed_chat(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The script that puts the chat on a customer's own page."""
    return chat_page.embed_script(session.get_chatbot(call.records, call.path["chatbotId"]))


@api.post("/chat/{chatbotId}/sessions", response=ChatBegun, refusals=frozenset({403, 429}))
def begin_chat(call: Call[NoBody, TeamQuery]) -> ChatBegun:
    """Begin a conversation."""
    begun = session.begin(call.records, call.path["chatbotId"], call.client, _origin(call), now=call.now)
    return ChatBegun(
        token=begun.token, conversation=_show(begun.session), messages=_show_messages(begun.messages)
    )


@api.post(
    "/chat/{chatbotId}/messages",
    response=ChatExchange,
    token_header=session.TOKEN_HEADER,
    refusals=frozenset({403, 422, 429}),
)
def send_message(call: Call[SendMessage, TeamQuery]) -> ChatExchange:
    """Say something, and get the reply."""
    written = turns.WrittenMessage(call.body.content, call.body.message_id)
    return _show_exchange(turns.send(call.adapters, _open(call), written, call.client, now=call.now))


@api.post(
    "/chat/{chatbotId}/left-messages",
    response=ChatExchange,
    token_header=session.TOKEN_HEADER,
    refusals=frozenset({403, 422, 429}),
)
def leave_message(call: Call[LeaveMessage, TeamQuery]) -> ChatExchange:
    """Leave a message for the team, which is told of it."""
    body = call.body
    contact = VisitorContact(name=body.name, email=body.email)
    written = turns.WrittenMessage(body.content, body.message_id)
    exchange = turns.send_to_team(call.adapters, _open(call), contact, written, call.client, now=call.now)
    return _show_exchange(exchange)


@api.post(
    "/chat/{chatbotId}/files",
    response=ChatUpload,
    token_header=session.TOKEN_HEADER,
    refusals=frozenset({403, 429}),
)
def announce_file(call: Call[AnnounceFile, TeamQuery]) -> ChatUpload:
    """Give a file a place to be uploaded to, where the chatbot takes files."""
    file, upload = file_service.announce(
        call.adapters, _open(call), call.body.content_type, call.body.size, call.client, now=call.now
    )
    return ChatUpload(file_id=file.id, upload_url=upload.url, headers=dict(upload.headers))


@api.put(
    "/chat/{chatbotId}/files/{fileId}",
    response=ChatExchange,
    token_header=session.TOKEN_HEADER,
    refusals=frozenset({403, 422, 429}),
)
def send_file(call: Call[SendFile, TeamQuery]) -> ChatExchange:
    """Send a file that was uploaded as a message, and get the reply; again it is the same one."""
    file_id, name = call.path["fileId"], call.body.file_name
    exchange = file_service.send(call.adapters, _open(call), file_id, name, call.client, now=call.now)
    return _show_exchange(exchange)


@api.get(
    "/chat/{chatbotId}/messages",
    response=ChatHistory,
    token_header=session.TOKEN_HEADER,
    refusals=frozenset({403}),
)
def read_chat(call: Call[NoBody, TeamQuery]) -> ChatHistory:
    """Read the conversation, as after a reload; who had left is back by it."""
    opened = _open(call).resume()
    return ChatHistory(conversation=_show(opened), messages=_show_messages(opened.messages()))


@api.post(
    "/chat/{chatbotId}/end",
    response=ChatEnded,
    status=200,
    token_header=session.TOKEN_HEADER,
    refusals=frozenset({403}),
)
def end_chat(call: Call[EndChat, TeamQuery]) -> ChatEnded:
    """End the conversation; again returns the same and does nothing."""
    ended = _open(call).end(may_return=call.body.may_return, now=call.now)
    return ChatEnded(conversation=_show(ended))


def _open(call: Call[Any, Any]) -> session.ChatSession:
    """Open the session of the request's token."""
    token = call.headers.get(session.TOKEN_HEADER, "")
    return session.open_session(call.records, call.path["chatbotId"], token, _origin(call))


def _origin(call: Call[Any, Any]) -> RequestOrigin:
    """The origin that the request states, and the service's own hosts."""
    own_hosts = {call.headers.get("host", ""), urlsplit(call.base_url).netloc}
    return RequestOrigin(call.headers.get("origin"), frozenset(own_hosts))


def _show_exchange(exchange: turns.StoredExchange) -> ChatExchange:
    message, reply = _show_messages([exchange.message, exchange.reply])
    return ChatExchange(message=message, reply=reply)


def _show(opened: session.ChatSession) -> ChatConversation:
    return ChatConversation.model_validate(opened.chat.model_dump())


def _show_messages(messages: list[ConversationMessage]) -> list[ChatMessage]:
    return [ChatMessage.model_validate(message.model_dump()) for message in messages]
