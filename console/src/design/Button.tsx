import type { Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import styles from "./Button.module.css";
import { classes } from "./classes";
import { withKeyShortcuts } from "./key-shortcuts";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "isPending" | "render" | "style"> {
  /** `primary` is for the one thing that a part of a screen is for. */
  look?: "primary" | "plain" | "quiet" | "danger";
  size?: "normal" | "small" | "icon";
  /** The keys that do the same, as `aria-keyshortcuts` writes them. */
  keyShortcuts?: string;
  /** Whether what it does is on its way: it keeps the focus, and a press does nothing. */
  isPending?: boolean;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** React Aria's own way tells of it by the button's name, which has none when the button has gone meanwhile. */
const PENDING: AriaButtonProps & { "data-pending": true } = {
  "aria-disabled": true,
  "data-pending": true,
  onPress: () => undefined,
  type: "button",
};

export function Button({
  look = "plain",
  size = "normal",
  keyShortcuts,
  isPending = false,
  className,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...withKeyShortcuts(keyShortcuts)}
      {...(isPending && PENDING)}
      className={classes(styles.button, styles[look], styles[size], className)}
    />
  );
}
