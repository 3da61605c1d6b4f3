"""Where the records of message groups live in the table."""

from gather.content.message_group import MessageGroup
from gather.table.ownership import team_of
from gather.table.team_sets import TeamSetKind

MESSAGE_GROUP = TeamSetKind(
    resource="message group",
    name="MESSAGE_GROUP",
    model=MessageGroup,
    team_of=team_of,
    listings=lambda record: [],
)
