"""Which country a telephone number belongs to, by its first digits.

The codes are those of ITU-T E.164 (List of assigned country codes) and, where countries share one, of their
numbering plans. Territories whose numbers are those of a country count as that country. Costly numbers are
the premium services and shared costs of the plans. Both tables agree with libphonenumber 9.0.43.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Final

_COUNTRIES: Final = """
AD 376 AE 971 AF 93 AG 1268 AI 1264 AL 355 AM 374 AO 244 AR 54 AS 1684 AT 43 AU 61 AW 297 AZ 994 BA 387 BB
1246 BD 880 BE 32 BF 226 BG 359 BH 973 BI 257 BJ 229 BM 1441 BN 673 BO 591 BQ 5993 5994 5997 BR 55 BS 1242
BT 975 BW 267 BY 375 BZ 501 CA 1204 1226 1236 1249 1250 1257 1263 1273 1289 1306 1343 1354 1365 1367 1368
1382 1403 1416 1418 1428 1431 1437 1438 1450 1468 1474 1506 1514 1519 1548 1579 1581 1584 1587 1600 1604
1613 1622 1633 1639 1644 1647 1655 1672 1677 1683 1688 1705 1709 1742 1753 1778 1780 1782 1807 1819 1825
1867 1873 1879 1902 1905 1942 CD 243 CF 236 CG 242 CH 41 CI 225 CK 682 CL 56 CM 237 CN 86 CO 57 CR 506 CU 53
CV 238 CW 599 CY 357 CZ 420 DE 49 DJ 253 DK 45 DM 1767 DO 1809 1829 1849 DZ 213 EC 593 EE 372 EG 20 ER 291
ES 34 ET 251 FI 358 FJ 679 FK 500 FM 691 FO 298 FR 33 GA 241 GB 44 GD 1473 GE 995 GF 594 GG 441481 447781
447839 4479111 4479117 GH 233 GI 350 GL 299 GM 220 GN 224 GP 590 GQ 240 GR 30 GT 502 GU 1671 GW 245 GY 592
HK 852 HN 504 HR 385 HT 509 HU 36 ID 62 IE 353 IL 972 IM 441624 4474576 447524 447624 447924 IN 91 IO 246 IQ
964 IR 98 IS 354 IT 39 JE 441534 447509 4477003 4477007 4477008 447797 447829 447937 JM 1658 1876 JO 962 JP
81 KE 254 KG 996 KH 855 KI 686 KM 269 KN 1869 KP 850 KR 82 KW 965 KY 1345 KZ 76 77 LA 856 LB 961 LC 1758 LI
423 LK 94 LR 231 LS 266 LT 370 LU 352 LV 371 LY 218 MA 212 MC 377 MD 373 ME 382 MG 261 MH 692 MK 389 ML 223
MM 95 MN 976 MO 853 MP 1670 MQ 596 MR 222 MS 1664 MT 356 MU 230 MV 960 MW 265 MX 52 MY 60 MZ 258 NA 264 NC
687 NE 227 NF 672 NG 234 NI 505 NL 31 NO 47 NP 977 NR 674 NU 683 NZ 64 OM 968 PA 507 PE 51 PF 689 PG 675 PH
63 PK 92 PL 48 PM 508 PR 1787 1939 PS 970 PT 351 PW 680 PY 595 QA 974 RE 262 RO 40 RS 381 RU 7 RW 250 SA 966
SB 677 SC 248 SD 249 SE 46 SG 65 SH 247 290 SI 386 SK 421 SL 232 SM 378 SN 221 SO 252 SR 597 SS 211 ST 239
SV 503 SX 1721 SY 963 SZ 268 TC 1649 TD 235 TG 228 TH 66 TJ 992 TK 690 TL 670 TM 993 TN 216 TO 676 TR 90 TT
1868 TV 688 TW 886 TZ 255 UA 380 UG 256 US 1 UY 598 UZ 998 VC 1784 VE 58 VG 1284 VI 1340 VN 84 VU 678 WF 681
WS 685 XK 383 YE 967 YT 262269 262639 26270935 26270936 26270937 ZA 27 ZM 260 ZW 263
"""
"""Countries, each with the first digits of its numbers. The longest that fit a number count: what the United
States share with others is theirs, but for the area codes of those."""
_COSTLY: Final = """
+1 246976 34597 900 +7 803 809 +20 900 +27 860 862 863 864 865 866 867 868 869 90 91 92 +30 801 806 812 825
850 875 901 909 +31 900 906 909 +32 702 7030 7034 7035 7036 7037 7044 7060 7064 7065 7066 7069 7070 7075
7077 7079 7879 90 +33 81 82 83 840 842 844 85 86 88 89 +34 803 806 807 901 902 +36 90 91 +39 0878 144 163
164 166 840 841 847 848 892 8930 8934 8938 894 895 899 +40 801 900 901 903 906 +41 840 842 844 848 900 901
906 +43 810 820 821 828 862 863 864 865 866 868 892 893 894 895 896 898 900 901 930 931 939 +44 70 842 843
844 845 870 871 872 873 90 91 980 981 982 983 984 989 +45 90 +46 649 77 900 939 944 991 992 993 994 995 999
+47 81000 81001 81002 81003 81004 81005 81006 8102 8103 8104 8105 8106 8107 8108 820 829 +48 700 701 703 704
706 707 708 801 +49 137 138 180 9001 9003 9005 9009 +51 801 805 +52 300 900 +53 807 +54 600 604 605 607 609
+55 300 303 400 4020 4864 500 900 +57 1900 1901 1947 1948 901 +58 900 901 +61 13 1900 1901 1902 1906 +62 804
809 +64 11 13 14 15 17 18 19 5000 5008 5030 5066 5077 90 +65 1900 +81 990 +82 60 +84 1900 +86 160 168 400
950 +90 888 898 900 +91 1860 1861 +92 900 +212 89 +213 8011 8021 8031 8041 8051 8061 8081 8091 +216 8110
8210 88 +221 810 812 814 816 818 884 886 888 889 +227 09 +230 30 +231 33202 3323 3324 +236 8776 +240 90 +242
800 801 802 +248 85 +250 900 +254 900 +255 840 860 861 90 +256 901 902 903 +262 810 811 819 820 821 825 826
884 890 891 892 893 897 898 899 +264 8701 +267 90 +268 900 +269 8 +297 900 +298 9011 9015 9016 9017 9021
9022 9025 9026 9027 9031 9035 9036 9037 9041 9045 9046 9047 9051 9055 9056 9057 909 +351 601 607 608 646 648
760 7612 7613 7614 7617 7621 7622 7623 7627 808 8091 8095 8097 8099 +352 801 900 901 905 +354 90 +355 808
900 +356 50037 50043 506 5070 5090 5091 5096 5098 51 52 +357 801 802 803 804 805 806 807 808 809 900 909
+358 600 700 +359 700 90 +370 808 900 902 903 909 910 +371 81 90 +372 40 900 +373 808 900 905 906 +374 801
802 803 804 900 901 906 +375 810 902 +376 10 11 12 13 14 15 16 17 1801 1803 1804 1805 1806 1807 1808 1809
181 182 183 184 185 186 187 188 189 19 9 +378 71 77 78 +380 9002 9003 9009 +381 78 900 901 906 909 +382 941
945 946 948 951 957 958 +383 900 +385 60 61 64 65 69 +386 891 892 893 90 +387 81 82 90 92 94 96 +389 5 801
802 803 804 805 806 807 808 809 81 82 83 84 85 86 87 88 89 +420 81 83 84 900 905 906 908 909 976 +421 85 86
87 88 89 900 97 98 +423 90022 90025 90028 90123 90131 90134 90661 90663 90666 +502 19 +503 900 +506 900 905
909 +507 822 855 860 877 878 886 900 981 +590 81 82 89 +592 9008 +594 81 82 89 +596 81 82 89 +597 90 +598 90
+599 600 601 602 +670 90 +687 36 +852 900 +886 20 +962 85 9 +966 920 925 +968 900 +970 1700 +971 7000 7005
9000 9002 +972 1200 1212 1700 1900 1901 1902 1919 199 +973 84 87 9 +994 90020
"""
"""Codes, each with the first digits of the numbers after it that are dear to call: premium services, shared
costs, and the personal numbers of the United Kingdom."""
_COSTLY_IF_LONG: Final = {
    "35315": 13,
    "3531850": 13,
    "3531890": 13,
    "50881": 12,
    "50882": 12,
    "50889": 12,
    "56600": 12,
    "601600": 12,
    "661900": 12,
    "8551900": 13,
    "960900": 13,
    "96180": 11,
    "96190": 11,
    "96191": 11,
}
"""First digits of costly numbers that ordinary numbers have too, with how many digits a costly one has at
least. Ordinary ones have fewer."""
_WORLDWIDE: Final = ("800", "808", "870", "878", "881", "882", "883", "888", "979", "991")
"""Codes of no country: free calls, satellites, networks at sea and in the air, premium services."""
_SAME_NUMBERS: Final = {
    "AQ": "NF",
    "AX": "FI",
    "BL": "GP",
    "CC": "AU",
    "CX": "AU",
    "EH": "MA",
    "GS": "FK",
    "MF": "GP",
    "PN": "NZ",
    "SJ": "NO",
    "TF": "RE",
    "UM": "US",
    "VA": "IT",
}
"""Territories that no digits tell from the country whose numbers they have."""
_INFORMATION_EXCHANGE: Final = "976"
"""The digits after the area code of the premium services of the United States and Canada."""


@cache
def _countries() -> Mapping[str, str]:
    """The country of each prefix."""
    return {digits: country for country, digits in _pairs(_COUNTRIES)}


@cache
def _costly() -> tuple[str, ...]:
    return (*_WORLDWIDE, *(code.removeprefix("+") + digits for code, digits in _pairs(_COSTLY)))


def _pairs(table: str) -> Iterator[tuple[str, str]]:
    """The pairs of a table: each word of digits with the word of another kind before it."""
    heading = ""
    for word in table.split():
        if word.isdecimal():
            yield heading, word
        else:
            heading = word


@cache
def list_countries() -> frozenset[str]:
    """The countries and territories that have telephone numbers, by ISO 3166-1 alpha-2 (`XK` is Kosovo)."""
    return frozenset({*_countries().values(), *_SAME_NUMBERS})


def find_country(phone: str) -> str | None:
    """The country of a number in E.164 form; None for one that no country has, and for a costly one."""
    digits = phone.removeprefix("+")
    if digits.startswith(_costly()) or any(
        digits.startswith(first) and len(digits) >= least for first, least in _COSTLY_IF_LONG.items()
    ):
        return None
    longest = max(map(len, _countries()))
    found = (_countries().get(digits[:length]) for length in range(longest, 0, -1))
    country = next((each for each in found if each is not None), None)
    if country in ("US", "CA") and digits[4:7] == _INFORMATION_EXCHANGE:
        return None
    return country


def may_be_texted(phone: str, countries: Collection[str] | None) -> bool:
    """Whether an organization that texts to these countries, to all where None, texts a number.

    Never a premium service or a satellite: whoever has those earns by each message.
    """
    country = find_country(phone)
    if country is None or countries is None:
        return country is not None
    return country in {_SAME_NUMBERS.get(each, each) for each in countries}
