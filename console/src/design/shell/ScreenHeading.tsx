import { createContext, type ReactNode, type Ref, use, useEffect, useImperativeHandle, useRef } from "react";
import { phrase } from "../../language/catalogue";
import styles from "./ScreenHeading.module.css";

/** Tells that a screen is shown, and whether one was before it. */
export const ArrivalContext = createContext<() => boolean>(() => false);

interface ScreenHeadingProps {
  title: string;
  /** Whether the heading takes the focus when the screen is opened from another one. */
  takesFocus?: boolean;
  ref?: Ref<HTMLHeadingElement>;
  /** What stands before the heading, such as a picture. */
  before?: ReactNode;
  /** What stands beneath it. */
  below?: ReactNode;
  /** What can be done with all of the screen. */
  actions?: ReactNode;
}

/** The heading of a screen, which is also the title of the window. */
export function ScreenHeading({ title, takesFocus = true, ref, before, below, actions }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrive = use(ArrivalContext);
  useImperativeHandle<HTMLHeadingElement | null, HTMLHeadingElement | null>(ref, () => heading.current);
  useEffect(() => {
    // The first screen leaves the focus where the browser has put it.
    const isFirst = !arrive();
    if (takesFocus && !isFirst) heading.current?.focus();
  }, [arrive, takesFocus]);
  useEffect(() => {
    document.title = phrase("shell.title", { screen: title });
  }, [title]);
  return (
    <header className={styles.head}>
      {before}
      <div className={styles.words}>
        <h1 className={styles.title} dir="auto" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {below}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
