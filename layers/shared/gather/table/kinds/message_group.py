"""Where the records of message groups live in the table."""

from gather.domain.message_group import MessageGroup
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.records import Kind

MESSAGE_GROUP = Kind(
    resource="message group",
    name="MESSAGE_GROUP",
    model=MessageGroup,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "MESSAGE_GROUP")],
)
