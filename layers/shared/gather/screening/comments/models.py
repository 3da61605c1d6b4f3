"""Comments of colleagues on a candidate interview (interface: Comments, rules 1 and 2)."""

from datetime import datetime
from typing import Annotated

from pydantic import StringConstraints

from gather.core.clock import timestamp
from gather.core.formats import VISIBLE
from gather.core.identifiers import new_id
from gather.core.model import Model, RequestModel

LONGEST_COMMENT = 4_000


class CreateComment(RequestModel):
    """Body of POST /candidate-interviews/{candidateInterviewId}/comments."""

    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_COMMENT), VISIBLE
    ]
    """The comment. Colleagues read it; candidates never do."""


class Comment(Model):
    """A comment of a colleague, which is never changed."""

    id: str
    text: str
    """The comment."""
    user_id: str | None = None
    """The user who commented: the one that the request names, else the key's owner; null for none."""
    created_at: str
    """When it was written: ISO 8601 in UTC."""


def new_comment(request: CreateComment, user_id: str | None, now: datetime) -> Comment:
    """Make a comment of a request."""
    return Comment(id=new_id(), text=request.text, user_id=user_id, created_at=timestamp(now))
