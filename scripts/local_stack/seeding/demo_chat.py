"""The demo's chatbot and its articles, created through the stack's own API."""

from typing import Any, Final

from local_stack.seeding.demo_content import GatherApi

ARTICLES: Final = {
    "Working hours": """
Our support team works in shifts: early from 8:00 to 14:00, late from 14:00 to 20:00, five days a week.
You know your shifts four weeks ahead and may swap them with colleagues.
""",
    "The working week": """
A full-time week is 38 hours long. Part time is possible from 20 hours a week.

We do not work on weekends, and public holidays are free.
""",
    "Holiday": """
You have 30 days of paid vacation a year, in part time in proportion.
""",
    "Benefits": """
We pay for your public transport ticket, 30 euros a month towards sports, and a company pension of 3
percent.

Everyone gets a laptop and a headset, and a budget of 800 euros a year for training and courses.
""",
    "Remote work": """
After the first three months you may work from home on up to three days a week. For the first weeks we ask
you to come to the office, so that you get to know your team.

You may work from another country of the European Union for up to 20 days a year.
""",
    "The hiring process": """
You apply with a short form; a cover letter is not needed. Then you answer a few questions in a recorded
interview, whenever it suits you, from your phone or computer. It takes about 15 minutes.

We answer every application within a week. The last step is a meeting with the team, in the office or by
video.

If we do not offer you the job, we tell you why, and we keep your application for six months only if you
agree.
""",
    "Your first weeks": """
Your first four weeks are training: products, systems and how we speak with customers. A colleague is your
mentor for the first three months.

The probation period is six months.
""",
    "Our offices": """
Our offices are in Berlin, Friedrichstraße 100, five minutes from the underground, and in Hamburg, next to
the central station. Both can be reached without stairs, and dogs are welcome.
""",
}
CHATBOT: Final[dict[str, Any]] = {
    "title": "Careers site",
    "displayName": "Robin from Example Works",
    "description": "Ask me about working at Example Works, our benefits and our open jobs.",
    "welcomeMessage": (
        "Hi, I am Robin! I can tell you about working hours, benefits, remote work and our open jobs. "
        "What would you like to know?"
    ),
    "friendlyTone": True,
    "mediaEnabled": True,
    "useResumeParsing": True,
    "guardrails": ["Never discuss politics or religion", "Do not talk about competitors"],
    "branding": {"accentColor": "1d4ed8", "buttonColor": "1d4ed8"},
    "allowedDomains": ["localhost", "careers.example.com"],
    "jobPageUrlPattern": "https://careers.example.com/jobs/{jobId}",
}


def add_demo_chatbot(api: GatherApi, base_url: str, knowledge_base_id: str) -> dict[str, str]:
    """Makes the chatbot with the team's jobs; returns what the ready file says of it."""
    job_ids = [job["id"] for job in api.get("/jobs")["jobs"]]
    made = api.post("/chatbots", {**CHATBOT, "knowledgeBaseIds": [knowledge_base_id], "jobIds": job_ids})
    chatbot_id: str = made["chatbot"]["id"]
    return {"chatbotId": chatbot_id, "chatUrl": f"{base_url}/chat/{chatbot_id}"}
