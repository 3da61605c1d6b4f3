"""Colors that a team chose, made readable."""


def ink_on(color: str) -> str:
    """Black or white, whichever has the higher contrast on a color of three or six hex digits."""
    return "111" if contrast(color, "000") > contrast(color, "fff") else "fff"


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, from 1 to 21 (WCAG 2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    digits = color if len(color) >= 6 else "".join(digit * 2 for digit in color)
    channels = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (
        each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
