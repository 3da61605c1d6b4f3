import styles from "./Avatar.module.css";

interface AvatarProps {
  name: string;
  size?: "normal" | "large";
}

const SHADES = 6;

/** The initials of a name, on a shade that is always the same for it. */
export function Avatar({ name, size = "normal" }: AvatarProps) {
  return (
    <span aria-hidden="true" className={styles[size]} data-shade={shadeOf(name)}>
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map(
    (word) => Array.from(word ?? "")[0] ?? "",
  );
  return letters.join("").toUpperCase();
}

function shadeOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return sum % SHADES;
}
