import type { Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import styles from "./Button.module.css";
import { classes } from "./classes";
import { withKeyShortcuts } from "./key-shortcuts";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "render" | "style"> {
  /** `primary` is for the one thing that a part of a screen is for. */
  look?: "primary" | "plain" | "quiet" | "danger";
  size?: "normal" | "small" | "icon";
  /** The keys that do the same, as `aria-keyshortcuts` writes them. */
  keyShortcuts?: string;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = "plain", size = "normal", keyShortcuts, className, ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...withKeyShortcuts(keyShortcuts)}
      className={classes(styles.button, styles[look], styles[size], className)}
    />
  );
}
