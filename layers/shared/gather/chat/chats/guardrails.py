"""Topics that a chatbot must not talk about, as far as words can tell (interface: Chatbots, rule 5).

    topics = forbidden_topics(["Never discuss politics"])
    touches("What do you think of politics?", topics)  # True

Guardrails are written in plain language and all of them are told to the model. Those that forbid a topic,
such as "salary negotiations" or "Never discuss politics or religion", are also enforced here, before and
after the engine is asked. Rules of conduct, such as "Always answer politely", are the model's alone.
"""

import re
from collections.abc import Iterable

from gather.content.knowledge.retrieval import terms
from gather.core.words import folded, words

_NEGATIONS_TEXT = r"""
    no not never don't dont cannot can't without avoid refuse kein keine keinen nicht nie niemals vermeide
    jamais pas aucun aucune evitez nunca ningun ninguna evita evite
"""
_NEGATION = re.compile(rf"\b(?:{'|'.join(_NEGATIONS_TEXT.split())})\b")
_CONDITION = re.compile(r"\b(?:unless|except|until|when|if|because|ausser|wenn|sauf|excepto)\b")
_ALTERNATIVES = re.compile(r"[,;/.:()]|\b(?:or|and|nor|und|oder|ou|et)\b")
# A rule on what the chatbot asks or does says nothing about what may be talked about.
_CONDUCT = frozenset(("ask", "asking", "frage", "fragen", "demander", "preguntar", "pregunte"))
_LONGEST_TOPIC_WORDS = 4
_AROUND_A_TOPIC_TEXT = """
    anything answer answers assist comment comments confirm detail details disclose discuss discussed
    discussing discussion discussions engage everything explain form information kind kinds make making
    matter matters mention mentioning question questions regarding related reveal say saying share sharing
    sort speak speaking subject subjects talk talking tell telling topic topics type types
    sprechen sprich rede reden thema themen parlez parler sujet sujets hables hablar temas tema
"""
_AROUND_A_TOPIC = frozenset(term for word in _AROUND_A_TOPIC_TEXT.split() for term in terms(word))

Topic = frozenset[str]


def forbidden_topics(guardrails: Iterable[str]) -> tuple[Topic, ...]:
    """The topics that `guardrails` forbid, each as the words that a text about it has."""
    return tuple(dict.fromkeys(topic for rule in guardrails for topic in _topics_of(rule)))


def touches(text: str, topics: Iterable[Topic]) -> bool:
    """Whether `text` has all words of one of the topics."""
    said = frozenset(terms(text))
    return any(topic <= said for topic in topics)


def _topics_of(rule: str) -> list[Topic]:
    text = folded(rule).replace("\u2019", "'")
    negation = _NEGATION.search(text)
    if negation is not None:
        text = text[negation.end() :]
    elif len(words(text)) > _LONGEST_TOPIC_WORDS or text.endswith("!"):
        return []
    if not _CONDUCT.isdisjoint(words(text)):
        return []
    text = _CONDITION.split(text)[0]
    return [topic for part in _ALTERNATIVES.split(text) if (topic := _topic(part))]


def _topic(part: str) -> Topic:
    return frozenset(terms(part)) - _AROUND_A_TOPIC
