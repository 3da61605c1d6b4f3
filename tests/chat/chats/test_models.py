"""Rules of conversations (interface: Conversations, rule 2)."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from gather.chat.chatbots.requests import CreateChatbot, new_chatbot
from gather.chat.chats.models import (
    RETURN,
    TIMEOUT,
    ChatRecord,
    ChatStatus,
    MessageRole,
    new_chat,
)
from gather.chat.chats.storage import CHAT, CHAT_MESSAGE
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.identifiers import is_id, new_id
from gather.table import keys
from gather.table.kind import record_attributes

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
ACTIVE, ENDED, ARCHIVED = ChatStatus


def conversation(status: ChatStatus = ACTIVE) -> ChatRecord:
    request = CreateChatbot(title="Careers", display_name="Robin")
    chatbot = new_chatbot(request, TeamScope(new_id(), new_id(), None), NOW)
    return new_chat(chatbot, "a hash", NOW).changed(status=status)


@pytest.mark.parametrize(("current", "wanted"), list(product(ChatStatus, repeat=2)))
def test_a_conversation_ends_and_is_archived_and_nothing_else(
    current: ChatStatus, wanted: ChatStatus
) -> None:
    if (current, wanted) in ((ACTIVE, ENDED), (ENDED, ARCHIVED)):
        assert conversation(current).change_status(wanted, NOW).status is wanted
        return
    with pytest.raises(ValueError, match=f"{current} conversation cannot become {wanted}"):
        conversation(current).change_status(wanted, NOW)


def test_the_end_is_when_it_ended_not_when_it_was_archived() -> None:
    ended = conversation().change_status(ENDED, NOW + timedelta(hours=1))

    archived = ended.change_status(ARCHIVED, NOW + timedelta(days=1))

    assert archived.ended_at == ended.ended_at == timestamp(NOW + timedelta(hours=1))
    assert archived.updated_at == timestamp(NOW + timedelta(days=1))


def test_messages_are_counted_from_one() -> None:
    fresh = conversation()

    once, hello = fresh.say(MessageRole.USER, "Hello", NOW, {"uiType": "text"})
    twice, answer = once.say(MessageRole.ASSISTANT, "Hi!", NOW + timedelta(seconds=2))

    assert (hello.sequence_order, answer.sequence_order) == (1, 2)
    assert (twice.message_count, twice.last_message_at) == (2, answer.created_at)
    assert (hello.metadata, answer.metadata) == ({"uiType": "text"}, {})
    assert hello.conversation_id == answer.conversation_id == fresh.id
    assert is_id(hello.id)
    assert hello.id != answer.id
    assert fresh.say(MessageRole.SYSTEM, "Something else", NOW)[1].id == hello.id


@pytest.mark.parametrize("status", [ENDED, ARCHIVED])
def test_nothing_more_is_said_after_the_end(status: ChatStatus) -> None:
    with pytest.raises(ValueError, match="nothing more is said"):
        conversation(status).say(MessageRole.USER, "Hello?", NOW)


def test_it_wants_attention_half_an_hour_after_its_last_message_while_it_is_active() -> None:
    talked, _ = conversation().say(MessageRole.USER, "Hello", NOW + timedelta(minutes=5))

    item = record_attributes(CHAT, talked)

    assert (item["duePk"], item["dueSk"]) == (
        keys.due("conversations", talked.id),
        timestamp(NOW + timedelta(minutes=5) + TIMEOUT),
    )
    assert "duePk" not in record_attributes(CHAT, talked.change_status(ENDED, NOW))


def test_a_candidate_who_left_has_a_minute_to_come_back_or_to_write() -> None:
    away = conversation().pause(NOW)

    assert away.times_out_at == timestamp(NOW + RETURN)
    assert away.resume().times_out_at == timestamp(NOW + TIMEOUT)
    assert away.say(MessageRole.USER, "Back", NOW)[0].times_out_at == timestamp(NOW + TIMEOUT)


def test_leaving_late_puts_nothing_off_and_leaving_after_the_end_nothing_at_all() -> None:
    late = conversation().pause(NOW + TIMEOUT - timedelta(seconds=1))

    assert late.times_out_at == timestamp(NOW + TIMEOUT)
    assert conversation(ENDED).pause(NOW).left_at is None


def test_messages_sort_by_their_number() -> None:
    places = [CHAT_MESSAGE.key("team", "conversation", number) for number in (2, 10, 999_999_999)]

    assert places == sorted(places, key=lambda key: key.sk)
