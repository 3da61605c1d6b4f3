"""Text messages in the alphabet of GSM, where that is possible (3GPP TS 23.038, 6.2.1).

A message in that alphabet has 160 characters a part, any other 70: one curly apostrophe more than doubles
what it costs. What only looks nicer is replaced by its plain form, where that brings the whole message in.
Names keep their letters: nobody wants to be called otherwise for a cent.
"""

from typing import Final

_BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
    "¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_EXTENDED: Final = frozenset("^{}\\[~]|€\f")
"""Each takes two places."""
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060\u02bc\u2039\u203a", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad", "-"),
        **dict.fromkeys("\u00a0\u2007\u2009\u200a\u202f\u2002\u2003\t", " "),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u2066\u2067\u2068\u2069\ufe0e\ufe0f", ""),
        **dict.fromkeys("\u2022\u00b7\u2027", "-"),
        "\u2026": "...",
        "\u2028": "\n",
        "\u2029": "\n",
        "\u00d7": "x",
        "\u2122": "(TM)",
        "\u00ae": "(R)",
        "\u00a9": "(C)",
    }
)
_PART, _PART_OF_SEVERAL = 160, 153
_WIDE_PART, _WIDE_PART_OF_SEVERAL = 70, 67


def gsm_text(text: str) -> str:
    """The text with plain forms of what only looks nicer, if that brings all of it into the alphabet."""
    plain = text.translate(_PLAIN)
    return plain if is_gsm(plain) else text


def parts_of(text: str) -> int:
    """In how many parts a text message is sent, each of which is paid for."""
    if is_gsm(text):
        length = sum(2 if each in _EXTENDED else 1 for each in text)
        return 1 if length <= _PART else -(-length // _PART_OF_SEVERAL)
    length = len(text.encode("utf-16-be", errors="surrogatepass")) // 2
    return 1 if length <= _WIDE_PART else -(-length // _WIDE_PART_OF_SEVERAL)


def is_gsm(text: str) -> bool:
    """Whether all of a text is in the alphabet."""
    return _BASIC.issuperset(set(text) - _EXTENDED)
