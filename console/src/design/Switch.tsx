import { SwitchButton, SwitchField, type SwitchFieldProps } from "react-aria-components/Switch";
import type { ReactNode } from "react";
import { classes } from "./classes";
import styles from "./Switch.module.css";

interface Props extends Omit<SwitchFieldProps, "children" | "className" | "style"> {
  children: ReactNode;
}

export function Switch({ children, ...rest }: Props) {
  return (
    <SwitchField {...rest}>
      <SwitchButton className={classes(styles.switch)}>
        <span className={styles.track} />
        <span>{children}</span>
      </SwitchButton>
    </SwitchField>
  );
}
