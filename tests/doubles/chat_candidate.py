"""A candidate who chats, as the browser does it for one."""

from dataclasses import dataclass
from typing import Any

from tests.builders.service import Reply, Service


@dataclass
class Candidate:
    """A candidate's browser: it keeps the token that it got."""

    service: Service
    chatbot_id: str
    token: str | None = None
    origin: str | None = None

    def call(self, method: str, path: str, body: object = None) -> Reply:
        headers = {}
        if self.token is not None:
            headers["x-chat-token"] = self.token
        if self.origin is not None:
            headers["origin"] = self.origin
        return self.service.public().request(method, f"/chat/{self.chatbot_id}{path}", body, headers=headers)

    def begin(self) -> Reply:
        reply = self.call("POST", "/sessions", {})
        if reply.status == 201:
            self.token = reply.data["token"]
        return reply

    def say(self, content: object, message_id: str | None = None) -> Reply:
        body = {"content": content} | ({"messageId": message_id} if message_id else {})
        return self.call("POST", "/messages", body)

    def leave(self, content: str, message_id: str | None = None, **members: object) -> Reply:
        body = {"name": "Ada Lovelace", "email": "Ada@Example.com", "content": content, **members}
        return self.call("POST", "/left-messages", body | ({"messageId": message_id} if message_id else {}))

    def announce(self, content: bytes, content_type: str) -> Reply:
        return self.call("POST", "/files", {"contentType": content_type, "size": len(content)})

    def send_file(self, file_id: str, name: str = "cv.pdf") -> Reply:
        return self.call("PUT", f"/files/{file_id}", {"fileName": name})

    def read(self) -> Reply:
        return self.call("GET", "/messages")

    def end(self, *, may_return: bool = False) -> Reply:
        return self.call("POST", "/end", {"mayReturn": may_return})


def chatting(service: Service, chatbot: dict[str, Any]) -> Candidate:
    """A candidate who has begun a conversation."""
    candidate = Candidate(service, chatbot["id"])
    assert candidate.begin().status == 201
    return candidate
