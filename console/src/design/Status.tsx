import type { ReactNode } from "react";
import { classes } from "./classes";
import styles from "./Status.module.css";

export type Tone = "neutral" | "accent" | "good" | "caution" | "bad";

interface StatusProps {
  tone?: Tone;
  children: ReactNode;
}

/** A state in one or two words. The words say it; the color only helps the eye. */
export function Status({ tone = "neutral", children }: StatusProps) {
  return <span className={classes(styles.status, styles[tone])}>{children}</span>;
}
