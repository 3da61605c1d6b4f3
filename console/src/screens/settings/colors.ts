/** The colors of a team, as candidates' pages use them. */

/** What the pages have without a color of the team. */
export const DEFAULT_COLOR = "2f5bea";
/** The ground of candidates' pages by day and by night. */
const GROUNDS = { light: "ffffff", dark: "181c25" } as const;
const [WHITE, BLACK, DARK_INK] = ["ffffff", "000000", "111111"] as const;

const READABLE_TEXT = 4.5;
const READABLE_MARK = 3;

const COLOR = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

/** Six hex digits of what was typed; null where it is no color. */
export function colorOf(text: string): string | null {
  const digits = COLOR.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return digits.length === 6 ? digits : Array.from(digits, (digit) => digit + digit).join("");
}

export interface Palette {
  accent: string;
  button: string;
}

/** The colors that the pages take: one stands in for the other where that is missing. */
export function paletteOf(accent: string | null, button: string | null): Palette {
  return { accent: accent ?? button ?? DEFAULT_COLOR, button: button ?? accent ?? DEFAULT_COLOR };
}

/** The text's color on a ground, as the pages choose it. */
export function inkOn(color: string): string {
  return contrastOf(color, BLACK) > contrastOf(color, WHITE) ? DARK_INK : WHITE;
}

/** The contrast of the text on a color where that is too low, else null. */
export function poorText(color: string): number | null {
  const contrast = contrastOf(color, inkOn(color));
  return contrast < READABLE_TEXT ? contrast : null;
}

/** Where borders and bars of the color can hardly be seen. */
export function faintGrounds(color: string): ("light" | "dark")[] {
  const grounds = ["light", "dark"] as const;
  return grounds.filter((ground) => contrastOf(color, GROUNDS[ground]) < READABLE_MARK);
}

/** The contrast of two colors, from 1 to 21 (WCAG 2). */
export function contrastOf(one: string, other: string): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
