"""Where the records of chatbots live in the table."""

from gather.domain.chatbot import Chatbot
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.records import Kind

CHATBOT = Kind(
    resource="chatbot",
    name="CHATBOT",
    model=Chatbot,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "CHATBOT")],
    search_text=lambda record: f"{record.title} {record.display_name}",
)
