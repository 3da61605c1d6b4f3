"""Deliverable e-mail addresses, and spellings of the same address (interface: Candidates, rule 1)."""

import re

import pytest

from gather.core.email_address import PATTERN, ascii_email, checked_email, normal_email

LONG_LABEL = "a" * 63
DELIVERABLE = {
    "ada@example.com": "ada@example.com",
    "Ada.Lovelace+jobs@Mail.Example.COM": "Ada.Lovelace+jobs@Mail.Example.COM",
    "o'brien/hr=a!#$%&*?^_`{|}~-@x-y.example.co.uk": "o'brien/hr=a!#$%&*?^_`{|}~-@x-y.example.co.uk",
    "ada@ab--cd.com": "ada@ab--cd.com",
    "ada@1and1.com": "ada@1and1.com",
    f"ada@{LONG_LABEL}.com": f"ada@{LONG_LABEL}.com",
    f"{'a' * 64}@example.com": f"{'a' * 64}@example.com",
    "ada@xn--bcher-kva.example": "ada@xn--bcher-kva.example",
    "ada@BÜCHER.example": "ada@xn--bcher-kva.example",
    "ada@bu\u0308cher.example": "ada@xn--bcher-kva.example",
    "ada@straße.de": "ada@xn--strae-oqa.de",
    "ada@STRAẞE.de": "ada@xn--strae-oqa.de",
    "ada@βόλος.com": "ada@xn--nxasmm1c.com",
    "ada@例え。テスト": "ada@xn--r8jz45g.xn--zckzah",
    "ada@例え．テスト": "ada@xn--r8jz45g.xn--zckzah",
    "ada@ｅｘａｍｐｌｅ.com": "ada@example.com",
    "ada@نامه\u200cای.com": "ada@xn--mgba3gch31f060k.com",
    "ada@उदाहरण.परीक्षा": "ada@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g",
    "ada@пример.рф": "ada@xn--e1afmkfd.xn--p1ai",
}
REFUSED = {
    "ada\u0007@example.com": "an e-mail address",
    "ada\u0000@example.com": "an e-mail address",
    "ada\u200b@example.com": "an e-mail address",
    "ada\u00ad@example.com": "an e-mail address",
    "ada\u202e@example.com": "an e-mail address",
    "ada@exam\u200bple.com": "host",
    "ada@exam\u00adple.com": "host",
    "ada@\ufeffexample.com": "host",
    "ada@bücher\ufe0f.example": "host",
    "ada@exam\u0000ple.com": "host",
    "ada@exam\u202eple.com": "host",
    "ada@example.com\n": "host",
    "ada@example.com\u0085": "host",
    " ada@example.com": "an e-mail address",
    "ada@example.com:25": "host",
    "ada@example.com.": "host",
    "ada@[192.0.2.1]": "host",
    "ada@192.0.2.1": "host",
    "ada@[IPv6:2001:db8::1]": "host",
    "mailto:ada@example.com": "an e-mail address",
    "Ada <ada@example.com>": "an e-mail address",
    '"ada lovelace"@example.com': "an e-mail address",
    ".ada@example.com": "an e-mail address",
    "ada.@example.com": "an e-mail address",
    "a..da@example.com": "an e-mail address",
    "@example.com": "an e-mail address",
    "ada@bob@example.com": "an e-mail address",
    "ada": "an e-mail address",
    "": "an e-mail address",
    "ada@": "host",
    "ada@localhost": "host",
    "ada@exa/mple.com": "host",
    "ada@exa_mple.com": "host",
    "ada@exa mple.com": "host",
    "ada@-example.com": "host",
    "ada@example-.com": "host",
    "ada@example..com": "host",
    "ada@example.c": "host",
    "ada@example.123": "host",
    "ada@℀.example": "host",
    "ada@a\u200db.com": "host",
    "ada@i❤.ws": "host",
    "ada@xn--a.com": "host",
    "ada@xn--.com": "host",
    f"ada@{'a' * 64}.com": "host",
    f"ada@{'ü' * 60}.com": "host",
    f"ada@{'.'.join([LONG_LABEL] * 4)}.com": "host",
    f"{'a' * 65}@example.com": "an e-mail address",
    f"{'a' * 64}@{'.'.join([LONG_LABEL] * 2 + ['a' * 58])}.com": "254 characters",
    "josé@example.com": "ASCII before the @",
    "用户@例え.テスト": "ASCII before the @",
    "ada＠example.com": "an e-mail address",
}


@pytest.mark.parametrize("email", DELIVERABLE, ids=ascii)
def test_an_address_travels_in_ascii(email: str) -> None:
    assert checked_email(email) == email
    assert ascii_email(email) == DELIVERABLE[email]
    assert re.search(PATTERN, email)


@pytest.mark.parametrize("email", REFUSED, ids=ascii)
def test_what_cannot_be_delivered_to_is_refused_with_a_reason(email: str) -> None:
    with pytest.raises(ValueError, match=REFUSED[email]) as refusal:
        checked_email(email)
    assert not email or email not in str(refusal.value)


@pytest.mark.parametrize(
    "spelling",
    [
        "ada@bücher.example",
        "ADA@BÜCHER.EXAMPLE",
        "ada@bu\u0308cher.example",
        "Ada@xn--bcher-kva.example",
        "ada@XN--BCHER-KVA.example",
        "ada@bücher。example",
        "ada@ｂücher.example",
    ],
)
def test_the_spellings_of_an_international_domain_are_the_same_address(spelling: str) -> None:
    assert normal_email(spelling) == "ada@bücher.example"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ada@straße.de", "ada@strasse.de"),
        ("ada@βόλος.com", "ada@βόλοσ.com"),
        ("ada@نامه\u200cای.com", "ada@نامهای.com"),
    ],
)
def test_domains_that_have_different_owners_stay_different(one: str, other: str) -> None:
    assert normal_email(one) != normal_email(other)


@pytest.mark.parametrize("text", ["", "ada", "ada@xn--a", "jos\u00e9@-", "a@b@c", "\u0000@\u0000"])
def test_what_was_stored_before_still_has_one_form(text: str) -> None:
    assert normal_email(text) == normal_email(text.upper()) == normal_email(normal_email(text))
