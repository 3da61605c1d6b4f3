"""The country of a telephone number, and the numbers that are never texted (interface: Opt-outs, rule 9)."""

import pytest

from gather.screening.candidates.calling_codes import find_country, list_countries, may_be_texted

NUMBERS = """
US +14155550123 +12125550123 +15555550123 +18002123456 +16505559760
CA +14165550123 +12735550123 +16005550123  PR +17875550123 +19395550123
JM +18765550123 +18769761234 +16585550123  DO +18495550123  BS +12425550123  VI +13405550123  GU +16715550123
GB +447400123456 +447700900123 +442079460123  GG +447781123456 +441481256789 +447911712345
JE +447797712345 +447700312345 +441534456789  IM +447924123456 +441624756789 +447457612345
RU +74951234567 +79161234567  KZ +77011234567 +77172123456
IT +393401234567 +390612345678 +390669812345  SM +37866661212
NO +4791234567 +4779123456  FI +358401234567 +358181234567  AU +61412345678 +61891621234
MA +212650123456 +212528812345  GP +590690001234  RE +262692123456  YT +262639012345
CW +59995181234  BQ +5993181234 +5997171234  SH +2474012 +29051234
DE +4915123456789 +4917612345678  FR +33612345678  ES +34612345678  PT +351912345678
IE +353851234567 +35315123456 +35318501234
NL +31612345678  BE +32470123456  LU +352628123456  PL +48512345678  CZ +420601123456  SK +421912123456
HU +36201234567  RO +40712034567  BG +35948123456  AT +436641234567  CH +41791234567  LI +423660234567
DK +4520123456  SE +46701234567  EE +37251234567  LV +37121234567  LT +37061234567  XK +38343201234
GR +306912345678  CY +35796123456  MT +35696961234  HR +385921234567  SI +38631234567  RS +381601234567
TR +905321234567  UA +380501234567  IL +972502345678  SA +966512345678  AE +971501234567  EG +201001234567
BR +5511912345678  AR +5491123456789  CL +56912345678  CO +573211234567  MX +525512345678  PE +51912345678
JP +819012345678  KR +821012345678  CN +8613123456789  HK +85251234567  TW +886912345678  IN +919812345678
SG +6581234567  MY +60123456789  TH +66812345678
LB +96171123456 +9619012345  MV +9607712345  VN +84912345678  ID +62812345678  PH +639051234567
NZ +64211234567  ZA +27711234567  NG +2348021234567  KE +254712123456
"""


def numbers() -> list[tuple[str, str]]:
    """The country and the number of each of `NUMBERS`."""
    pairs, country = [], ""
    for word in NUMBERS.split():
        if word.startswith("+"):
            pairs.append((country, word))
        else:
            country = word
    return pairs


@pytest.mark.parametrize(("country", "phone"), numbers())
def test_the_first_digits_say_the_country(country: str, phone: str) -> None:
    assert find_country(phone) == country
    assert may_be_texted(phone, None)
    assert may_be_texted(phone, {country, "US"})
    assert not may_be_texted(phone, list_countries() - {country} - SAME_AS.get(country, set()))


SAME_AS = {
    "AU": {"CC", "CX"},
    "FI": {"AX"},
    "GP": {"BL", "MF"},
    "IT": {"VA"},
    "MA": {"EH"},
    "NO": {"SJ"},
    "NZ": {"PN"},
    "RE": {"TF"},
    "US": {"UM"},
}
"""The territories that have the numbers of a country."""


@pytest.mark.parametrize(
    ("country", "territory"), [(c, t) for c, all_of in SAME_AS.items() for t in sorted(all_of)]
)
def test_a_territory_with_the_numbers_of_a_country_is_that_country(country: str, territory: str) -> None:
    (phone, *_) = [number for of, number in numbers() if of == country]

    assert may_be_texted(phone, {territory})


@pytest.mark.parametrize(
    "phone",
    [
        "+881612345678",
        "+882161234567",
        "+883510001234",
        "+870773123456",
        "+878101234567",
        "+979123456789",
        "+80012345678",
        "+80812345678",
        "+19005550123",
        "+12129765012",
        "+14169765012",
        "+449012345678",
        "+447012345678",
        "+448712345678",
        "+499001234567",
        "+491371234567",
        "+33899123456",
        "+39899123456",
        "+34803123456",
        "+358600123456",
        "+41900123456",
        "+43900123456",
        "+46900123456",
        "+31909123456",
        "+3290912345",
        "+4782912345",
        "+48701234567",
        "+351760123456",
        "+420900123456",
        "+38390012345",
        "+27862345678",
        "+61190012345",
        "+6490012345",
        "+819901234567",
        "+8260123456",
        "+851901234567",
        "+3531520123456",
        "+3531850123456",
        "+508810123456",
        "+566001234567",
        "+601600123456",
        "+661900123456",
        "+8551900123456",
        "+9609001234567",
        "+96180123456",
        "+96190123456",
        "+999123456789",
        "+2101234567",
        "+3791234567",
    ],
)
def test_costly_numbers_satellites_and_numbers_of_nobody_are_never_texted(phone: str) -> None:
    assert find_country(phone) is None
    assert not may_be_texted(phone, None)
    assert not may_be_texted(phone, list_countries())


def test_a_costly_number_is_one_whatever_its_length() -> None:
    for phone in ("+1900", "+1900555012345"):
        assert not may_be_texted(phone, None)


def test_every_country_is_known_by_its_two_letters() -> None:
    assert len(list_countries()) == 248
    assert all(len(each) == 2 and each.isalpha() and each.isupper() for each in list_countries())
    assert {"DE", "GB", "US", "AX", "XK"} <= list_countries()
    assert "UK" not in list_countries()
