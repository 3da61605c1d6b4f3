import type { ReactNode } from "react";
import styles from "./ButtonLink.module.css";
import { ScreenLink } from "./ScreenLink";

/** A link that is what a part of a screen is for, and looks like its primary button. */
export function ButtonLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ScreenLink className={styles.link} to={to}>
      {children}
    </ScreenLink>
  );
}
