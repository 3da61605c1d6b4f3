"""E-mail addresses: the deliverable ones, their one normal form, and their form for sending.

The service stores and shows an address as it was typed. All its spellings have the same `normal_email`. The
mail service gets `ascii_email`: SES takes international domains as Punycode alone, and no mailbox outside
ASCII.
"""

import re
import unicodedata
from typing import Final

MOST_CHARACTERS: Final = 254
"""The limit of an address in SMTP (RFC 5321, 4.5.3.1.3, less the angle brackets)."""
_MOST_BEFORE_THE_AT: Final = 64
_MOST_OF_A_DOMAIN: Final = 253
_ENCODED: Final = "xn--"
_JOINERS: Final = "\u200c\u200d"

_NO_ADDRESS: Final = "must be an e-mail address"
_OUTSIDE_ASCII: Final = "must be in ASCII before the @, because no other mailbox can be delivered to"
_NO_HOST: Final = "must have the name of a host after the @, such as example.com"
_TOO_LONG: Final = f"must have at most {MOST_CHARACTERS} characters, its domain in Punycode"

# No quote is escaped: the pattern stands in the document, and JavaScript knows no such escape.
_ATOM: Final = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ATOMS: Final = rf"{_ATOM}([.]{_ATOM})*"
_LABEL: Final = r"[^\s!-/:-@\[-`{-~]([^\s!-,./:-@\[-`{-~]*[^\s!-/:-@\[-`{-~])?"
_DOT: Final = "[.\u3002\uff0e\uff61]"
PATTERN: Final = f"^{_ATOMS}@{_LABEL}({_DOT}{_LABEL})+$"
"""The part of an address that a schema can state: a dot-atom and a host's name, whose labels may be
international. The three signs beside the dot stand for it in the names of hosts (UTS 46)."""

_HOST: Final = r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]"


def checked_email(text: str) -> str:
    """Returns a deliverable address as it is. Raises ValueError with the expected form."""
    ascii_email(text)
    return text


def ascii_email(email: str) -> str:
    """The address as it travels: its domain in Punycode (RFC 5891). Raises ValueError where there is none.

    The part before the @ is a dot-atom (RFC 5322, 3.4.1): what a mailbox may have in quotation marks or as a
    literal address, hardly anybody has, and forms pass it on wrongly.
    """
    mailbox, at, domain = email.rpartition("@")
    if not at or len(mailbox) > _MOST_BEFORE_THE_AT or not re.fullmatch(_ATOMS, mailbox):
        raise ValueError(_OUTSIDE_ASCII if _is_international(mailbox) else _NO_ADDRESS)
    host = _ascii_domain(domain)
    if len(host) > _MOST_OF_A_DOMAIN or not _is_host(host.lower()):
        raise ValueError(_NO_HOST)
    whole = f"{mailbox}@{host}"
    if len(whole) > MOST_CHARACTERS:
        raise ValueError(_TOO_LONG)
    return whole


def is_deliverable(email: str) -> bool:
    """Whether an address that is stored could be taken now."""
    try:
        ascii_email(email)
    except ValueError:
        return False
    return True


def sent_email(email: str) -> str:
    """Returns a stored address in the form for sending. An address that would be refused today stays as it
    is, and the delivery service refuses it with its own reason."""
    return ascii_email(email) if is_deliverable(email) else email


def normal_email(email: str) -> str:
    """The one form of all spellings of an address, which is unique in an organization.

    Case and composition make no difference, nor whether a domain is typed or in Punycode (UTS 46, without
    the transitional mappings: `faß.example` and `fass.example` have different owners). Takes any text, also
    an address that was stored before it had to be deliverable.
    """
    mailbox, at, domain = email.rpartition("@")
    return f"{_folded(mailbox)}{at}{_normal_domain(domain)}"


def _is_international(mailbox: str) -> bool:
    """Whether a mailbox would be one if letters, digits and marks outside ASCII counted (RFC 6532)."""
    plain = "".join("x" if unicodedata.category(each)[0] in "LMN" else each for each in mailbox)
    return not mailbox.isascii() and re.fullmatch(_ATOMS, plain) is not None


def _is_host(host: str) -> bool:
    """Whether a lower-case name is one of a host (RFC 1123, 2.1): no IP address, no bare top level."""
    return re.fullmatch(_HOST, host) is not None and not host.rpartition(".")[2].isdigit()


def _ascii_domain(domain: str) -> str:
    """Raises ValueError for labels that no registry could have registered."""
    if _is_plain(domain):
        return domain
    if any(map(_is_passed_over, domain)):
        raise ValueError(_NO_HOST)
    # A large table, which only international domains need.
    import idna

    try:
        return idna.encode(domain, uts46=True).decode()
    except UnicodeError:
        raise ValueError(_NO_HOST) from None


def _normal_domain(domain: str) -> str:
    if _is_plain(domain):
        return domain.lower()
    import idna

    try:
        return idna.decode(domain, uts46=True)
    except UnicodeError:
        return _folded(domain)


def _is_passed_over(character: str) -> bool:
    """Whether a character is invisible, so that UTS 46 passes over it. What is pasted with one is no address
    that anybody has read; the two joiners mean something in some scripts (RFC 5892, appendix A)."""
    is_format = unicodedata.category(character) == "Cf" and character not in _JOINERS
    return is_format or character == "\u034f" or "\ufe00" <= character <= "\ufe0f"


def _is_plain(domain: str) -> bool:
    """Whether no label of a domain is international, as typed or in Punycode."""
    return domain.isascii() and _ENCODED not in domain.lower()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
