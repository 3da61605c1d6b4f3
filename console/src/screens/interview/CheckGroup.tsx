import type { ReactNode } from "react";
import styles from "./Editor.module.css";

/** Several yes-or-nos under one name. */
export function CheckGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupName}>{name}</legend>
      <div className={styles.checkColumns}>{children}</div>
    </fieldset>
  );
}
