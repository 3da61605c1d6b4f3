"""Text messages keep to the alphabet of GSM, whose parts hold 160 characters and not 70."""

from dataclasses import replace
from typing import get_args

import pytest

from gather.core.language import LANGUAGES
from gather.messaging.rendering.gsm_text import gsm_text, is_gsm, parts_of
from gather.messaging.rendering.messages import MessageTemplate, MessageType, MessageValues

LINK = "https://gather.example.com/i/" + "a" * 43


def values(language: str, title: str = "Night shift") -> MessageValues:
    made = MessageValues("Ada", "Lovelace", "Night shift", "Bean & Co.", LINK, language, is_stoppable=True)
    return replace(made, interview_title=title)


@pytest.mark.parametrize("message_type", get_args(MessageType))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_built_in_text_message_has_few_parts(language: str, message_type: MessageType) -> None:
    """Arabic has letters of its own; two parts of 153 characters hold all others."""
    sms = MessageTemplate(message_type).render_sms(values(language))

    assert "STOP" in sms
    assert parts_of(sms) <= (4 if language == "ar" else 2)
    assert is_gsm(sms) is (language != "ar")


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("l’entretien", "l'entretien"),
        ("“Night” – shift…", '"Night" - shift...'),
        ("« Nuit »", '" Nuit "'),
        ("quand vous voulez\u00a0: ici\u202f!", "quand vous voulez : ici !"),
        ("non\u2011stop", "non-stop"),
        ("zero\u200bwidth", "zerowidth"),
        ("Größe à la carte, ¿sí?", "Größe à la carte, ¿sí?"),
        ("Łukasz’s", "Łukasz’s"),
        ("“你好”", "“你好”"),
        ("plain [1] {2} €", "plain [1] {2} €"),
        ("", ""),
    ],
)
def test_what_only_looks_nicer_is_made_plain_if_that_helps(typed: str, sent: str) -> None:
    assert gsm_text(typed) == sent


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", 1),
        ("a" * 160, 1),
        ("a" * 161, 2),
        ("a" * 306, 2),
        ("a" * 307, 3),
        ("€" * 80, 1),
        ("€" * 81, 2),
        ("ł" * 70, 1),
        ("ł" * 71, 2),
        ("👍" * 35, 1),
        ("👍" * 36, 2),
    ],
)
def test_parts_are_counted_as_carriers_do(text: str, parts: int) -> None:
    assert parts_of(text) == parts


def test_a_name_costs_no_part_by_its_quotation_marks() -> None:
    curly = MessageTemplate("INVITE").render_sms(values("fr", "Chef d’équipe “nuit”"))
    plain = MessageTemplate("INVITE").render_sms(values("fr", 'Chef d\'équipe "nuit"'))

    assert curly == plain
