"""What somebody keeps is as they left it."""

from collections.abc import Iterator

from simulation.invariants.evidence import Evidence
from simulation.workload.administrators import KEPT_KINDS


def what_was_answered_lasts(evidence: Evidence) -> Iterator[str]:
    """What the service has said that it made, changed or removed is so in its lists, and a revoked key opens
    nothing (interface: Keys, rule 3)."""
    for administrator in evidence.lives.administrators:
        yield from administrator.differences
        for kind in KEPT_KINDS:
            if kind.path not in administrator.looked_at:
                yield f"{kind.path} of {administrator.team.team_id} could not be read"


def the_list_of_chats_has_each(evidence: Evidence) -> Iterator[str]:
    """Each chat of a visitor is once in the list of its chatbot (interface: Conversations)."""
    for administrator in evidence.lives.administrators:
        for visitor in evidence.lives.visitors:
            chat = visitor.conversation_id
            if visitor.team is administrator.team and chat and administrator.chats.count(chat) != 1:
                yield f"the chat {chat} is {administrator.chats.count(chat)} times in its list"
