import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes";
import styles from "./Card.module.css";

interface CardProps {
  /** The heading, of level 2. */
  title?: string;
  /** Whether the heading takes the focus when the part appears, because the person has asked for it. */
  takesFocus?: boolean;
  /** What can be done with all of it, beside the heading. */
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a screen with a ground of its own. */
export function Card({ title, takesFocus = false, actions, className, children }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className={classes(styles.card, className)}>
      {title !== undefined && (
        <div className={styles.head}>
          <h2 className={styles.title} ref={heading} tabIndex={takesFocus ? -1 : undefined}>
            {title}
          </h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
