"""Topics that guardrails forbid, as far as words can tell."""

import pytest

from gather.chat.chats.guardrails import forbidden_topics, touches


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("salary", "What are the salaries?"),
        ("Salary negotiations", "Can I negotiate? Is a salary negotiation possible?"),
        ("Never discuss politics or religion.", "What is your religion?"),
        ("Don't talk about competitors", "Is a competitor better?"),
        ("Don\u2019t talk about competitors", "Is a competitor better?"),
        ("Do not answer questions about layoffs unless a recruiter is present", "Were there layoffs?"),
        ("Be kind, and never mention the merger", "Tell me about the merger"),
        ("Avoid legal advice", "I need legal advice"),
        ("Sprich nicht über Gehälter", "Wie sind die Gehälter?"),
        ("Ne parlez jamais de la grève", "Y a-t-il une greve ?"),
    ],
)
def test_a_forbidden_topic_is_noticed(rule: str, text: str) -> None:
    assert touches(text, forbidden_topics([rule]))


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("salary", "What are the working hours?"),
        ("Never discuss politics or religion.", "May we discuss the working hours?"),
        ("Always answer politely and in short sentences", "Please answer politely"),
        ("Only answer questions about the company", "I have a question"),
        ("Never ask for bank details", "What bank pays my details?"),
        ("Be friendly!", "Are your people friendly?"),
        ("never", "Never mind"),
        ("", "Anything"),
    ],
)
def test_nothing_else_is(rule: str, text: str) -> None:
    assert not touches(text, forbidden_topics([rule]))
